"""The judge: a perfect companion gets nothing but zeros, a liar is caught, needless questions are counted."""

from __future__ import annotations

import pytest

from companion.rehearsal.games.companion import Asked, Ruled, Withdrawn
from companion.rehearsal.games.judge import around
from companion.rehearsal.games.line import LineItem, TrueLine, items_of
from companion.rehearsal.games.needless import Needless, events_before
from companion.rehearsal.games.stage import Staged
from companion.rules import Forced, Moved, find_game
from companion.rules.puzzle_strike.events import Landed
from tests.rehearsal.games.stand_ins import Asking, Lying, Perfect
from tests.rehearsal.games.tables import customs, shown, staged

GAME = find_game("puzzle-strike")


@pytest.mark.parametrize(("name", "seed"), [("cells", 1), ("taps", 2), ("trays", 3), ("none", 4), ("beacons", 5)])
def test_a_perfect_companion_gets_zeros(name: str, seed: int) -> None:
    game = staged(seed, name)
    _, verdict = shown(game, Perfect(game), name)
    assert verdict.finished
    assert verdict.decisions > 10
    assert not (verdict.wrong)
    assert not (verdict.missed)
    assert not (verdict.questions)
    assert not (verdict.needless)
    assert not (verdict.false_alarms)
    assert not verdict.troubles


def test_a_liar_is_caught_and_the_trace_tells_of_it() -> None:
    game = staged(1, "none")
    played, verdict = shown(game, Lying(game), "none")
    assert not verdict.finished
    assert len(verdict.wrong) == 1
    assert "buy:nothing" in verdict.wrong[0]
    assert any("committed: answer" in line and "buy:nothing" in line for line in around(played, verdict.trouble_at))


def test_a_companion_that_stops_has_not_finished() -> None:
    class Stopping(Perfect):
        def say(self, item: LineItem, now: float) -> None:
            if len(self.items) > 20:
                super().say(item, now)

    game = staged(2, "none")
    _, verdict = shown(game, Stopping(game), "none")
    assert not verdict.finished
    assert not verdict.wrong
    assert 0 < verdict.missed <= 20
    assert "not finished" in verdict.troubles[0]


@pytest.mark.parametrize(("name", "seed"), [("none", 1), ("trays", 2), ("beacons", 3)])
def test_people_answer_truly_when_they_have_decided(name: str, seed: int) -> None:
    game = staged(seed, name)
    asking = Asking(game)
    played, verdict = shown(game, asking, name)
    assert verdict.finished
    assert not verdict.refused
    assert asking.asked > 10
    asked = {one.number: one.at for one in played.heard if isinstance(one, Asked)}
    assert verdict.questions == len(asked)


class AsksOnce(Perfect):
    """Asks one question, for an action that is shown, so many seconds after it was decided."""

    def __init__(self, game: Staged, late: float, withdrawn: float = 100.0) -> None:
        super().__init__(game)
        self.late = late
        self.withdrawn = withdrawn
        number = next(at for at, item in enumerate(self.items) if item.said == "play:combine")
        self.question = self.items[number]
        self.rest = [self.items.pop() for _ in range(len(self.items) - number)][::-1]

    def tick(self, now: float) -> None:
        super().tick(now)
        at = self.staged.script.decided[self.question.step] + self.late
        asked = [one for one in self.heard if isinstance(one, Asked)]
        if now > at and not asked:
            true = self.staged.truth.steps[self.question.step]
            self.heard.append(Asked(1, (self.question.seat,), true.before.options(self.question.seat), now))
        if asked and now > at + self.withdrawn and not any(isinstance(one, Withdrawn) for one in self.heard):
            self.heard.append(Withdrawn(1, now))

    def answer(self, seat: str, token: str, now: float) -> None:
        self.items, self.rest = self.rest, []


def test_a_question_is_needless_when_the_table_has_answered_it() -> None:
    for late, needless in ((5.0, 1), (-2.5, 0)):
        game = staged(1, "cells", "none", players=("script",))
        _, verdict = shown(game, AsksOnce(game, late), "cells", "none")
        assert verdict.finished
        assert (verdict.questions, len(verdict.needless)) == (1, needless)


def test_without_readers_nothing_is_needless_that_leaves_a_choice() -> None:
    game = staged(1, "none", "none", players=("script",))
    _, verdict = shown(game, AsksOnce(game, 5.0), "none", "none")
    assert (verdict.questions, verdict.needless) == (1, [])


def test_a_question_that_is_withdrawn_soon_was_none() -> None:
    game = staged(1, "none", "none", players=("script",))
    _, verdict = shown(game, AsksOnce(game, -20.0, withdrawn=1.0), "none", "none")
    assert not verdict.questions
    assert not verdict.finished


def test_a_ruling_in_a_clean_game_is_a_false_alarm() -> None:
    class Alarmed(Perfect):
        def tick(self, now: float) -> None:
            super().tick(now)
            if now > 50.0 and not any(isinstance(one, Ruled) for one in self.heard):
                self.heard.append(Ruled(1, "no ante", "A", "ante-phase", (), "A has not anted.", now))

    game = staged(1, "none")
    _, verdict = shown(game, Alarmed(game), "none")
    assert len(verdict.false_alarms) == 1
    assert "A has not anted." in verdict.troubles[0]


def test_what_came_before_in_a_step_is_explained_by_it() -> None:
    truth = staged(1, "none", players=("script",)).truth
    step = next(true.step for true in truth.steps if any(isinstance(event, Landed) for event in true.step.events))
    items = items_of(0, step, GAME)
    assert events_before(step, 0, GAME) == []
    for number in range(1, len(items)):
        before = events_before(step, number, GAME)
        assert [event for event in before if isinstance(event, Forced)] == [
            event for event in step.events if isinstance(event, Forced)
        ][: number - 1]
        assert before == list(step.events[: len(before)])


def test_the_first_of_several_gems_is_explained_when_the_second_is_asked_for() -> None:
    truth = staged(1, "none", players=("script",)).truth
    step = next(true.step for true in truth.steps if true.step.said == "play:gems")
    for number, _ in enumerate(items_of(0, step, GAME)):
        assert sum(isinstance(event, Moved) for event in events_before(step, number, GAME)) == number


def test_the_truth_is_always_among_what_is_possible() -> None:
    game = staged(1, "cells", "none", players=("script",))
    played, _ = shown(game, Perfect(game), "cells", "none")
    needless = Needless(game, customs("cells"), played.sighted, 2.0)
    judged = 0
    for at, item in enumerate(TrueLine(game.truth).items[:200]):
        if isinstance(item.said, str) and not item.forced:
            asked = Asked(1, (item.seat,), (item.said,), game.script.decided[item.step] + 5.0)
            assert item.said in needless.possible(asked, at)
            judged += 1
    assert judged > 50
