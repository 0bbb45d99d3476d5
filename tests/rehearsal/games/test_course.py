"""How a companion keeps to the true line: wrong commits, going back, recoveries, delays; and what people say to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from companion.cli import following
from companion.cli.following import Following
from companion.rehearsal.faults import NOISE
from companion.rehearsal.games import line as lines
from companion.rehearsal.games.campaign import CampaignReport, GameOutcome
from companion.rehearsal.games.companion import Asked, Committed, Ruled
from companion.rehearsal.games.course import Course, Departure
from companion.rehearsal.games.game_script import Forgotten, GameScript, Misled
from companion.rehearsal.games.habits.catalogue import WhichHabits
from companion.rehearsal.games.interval import interval
from companion.rehearsal.games.judge import GameVerdict, is_reminder
from companion.rehearsal.games.line import LineItem
from companion.rehearsal.games.mending import STALLED, Mending
from companion.rehearsal.games.stage import Staged, stage
from companion.rehearsal.script import Act
from companion.rehearsal.virtual_table import TaggedThing
from companion.rules import Illegal
from companion.table.sightings import Uid
from tests.rehearsal.games.stand_ins import Asking, Perfect
from tests.rehearsal.games.tables import kit, shown, staged


def commit(item: LineItem, at: float) -> Committed:
    return Committed("answer" if isinstance(item.said, str) else "draw", item.seat, item.said, at)


class Told:
    """A course that is told of the true line, item by item, a second after each decision."""

    def __init__(self, seed: int = 1) -> None:
        self.game = staged(seed, "none", "none", players=("script",))
        self.course = Course(self.game.truth, self.game.script)
        self.items = list(self.course.line.items)

    def decided(self, item: LineItem) -> float:
        return self.game.script.decided[item.step]

    def tell(self, items: Sequence[LineItem], late: float = 1.0) -> list[Departure]:
        found = [self.course.take(commit(item, self.decided(item) + late)) for item in items]
        return [one for one in found if one]

    def fork(self, after: int = 30) -> tuple[int, str]:
        """A place on the line where another verb would be legal, and that answer."""
        for at in range(after, len(self.items)):
            item = self.items[at]
            if isinstance(item.said, str) and not item.forced and self.items[at - 1].step < item.step:
                options = self.game.truth.steps[item.step].before.options(item.seat)
                others = [one for one in options if one.partition(":")[0] == "buy" and one != item.said]
                if others and item.verb == "buy":
                    return at, others[0]
        raise AssertionError

    def lie(self) -> tuple[int, Departure | None]:
        """Go wrong at a fork, and on until it shows."""
        at, token = self.fork()
        self.tell(self.items[:at])
        item = self.items[at]
        self.course.take(Committed("answer", item.seat, token, self.decided(item) + 1.0))
        departures = self.tell(self.items[at + 1 : at + 40])
        return at, departures[0] if departures else None


def test_a_true_line_has_no_departures_and_delays_of_a_second() -> None:
    told = Told()
    assert told.tell(told.items) == []
    assert told.course.line.is_done
    answers = [item for item in told.items if isinstance(item.said, str) and not item.forced]
    assert told.course.delays == pytest.approx([1.0] * len(answers))
    assert (told.course.early, told.course.recoveries, told.course.point) == (0, 0, len(told.items))


def test_commits_before_the_decision_are_counted() -> None:
    told = Told()
    told.tell(told.items[:20])
    told.tell(told.items[20:40], late=-0.5)
    early = [item for item in told.items[20:40] if isinstance(item.said, str) and not item.forced]
    assert told.course.early == len(early) > 0


def test_a_wrong_answer_is_counted_once_and_what_follows_from_it_is_not() -> None:
    told = Told()
    at, departure = told.lie()
    assert departure is not None
    assert departure.point == at
    assert str(told.items[at].said) in departure.words
    assert told.course.off == departure
    assert told.tell(told.items[at + 40 :]) == []
    assert not told.course.line.is_done


def test_a_seat_knows_at_once_that_something_untrue_counts() -> None:
    told = Told()
    at, token = told.fork()
    told.tell(told.items[:at])
    told.course.take(Committed("answer", told.items[at].seat, token, 1000.0))
    assert told.course.untrue is not None
    assert told.course.untrue.point == at


def test_going_back_is_a_recovery_and_the_game_is_followed() -> None:
    told = Told()
    at, departure = told.lie()
    assert departure is not None
    assert told.course.take(Committed("back", "A", (str(at), "not so"), 2000.0)) is None
    assert (told.course.recoveries, told.course.off, told.course.point) == (1, None, at)
    assert told.tell(told.items[at:]) == []
    assert told.course.line.is_done


def test_what_was_taken_back_before_it_showed_was_wrong_all_the_same() -> None:
    told = Told()
    at, token = told.fork()
    told.tell(told.items[:at])
    told.course.take(Committed("answer", told.items[at].seat, token, 1000.0))
    departure = told.course.take(Committed("back", "A", (str(at), "not so"), 1005.0))
    assert departure is not None
    assert token in departure.words
    assert told.course.recoveries == 1
    assert told.tell(told.items[at:]) == []


def test_going_back_too_little_recovers_nothing() -> None:
    told = Told()
    at, _ = told.lie()
    told.course.take(Committed("back", "A", (str(at + 5), "not so"), 2000.0))
    assert told.course.recoveries == 0
    assert told.course.off or told.course.line.is_aside


def test_a_wrong_line_that_leads_to_the_same_table_is_a_recovery(monkeypatch: pytest.MonkeyPatch) -> None:
    told = Told()
    at, token = told.fork()
    told.tell(told.items[:at])
    monkeypatch.setattr(lines, "ASIDE", 1)
    item = told.items[at]
    assert told.course.take(Committed("answer", item.seat, token, 1000.0)) is not None
    monkeypatch.undo()
    line = told.course.line
    assert line._aside is not None
    before = told.game.truth.steps[item.step].before
    line._aside = line._aside._replace(match=before.copy())  # as if answers had led back to where it went wrong
    assert told.tell([item]) == []
    assert told.course.recoveries == 1
    assert told.tell([item for item in told.items[at + 1 :] if not item.forced]) == []
    assert told.course.line.is_done


def test_nobody_goes_back_for_what_has_come_right_by_itself() -> None:
    told = Told()
    at, token = told.fork()
    told.tell(told.items[:at])
    item = told.items[at]
    told.course.take(Committed("answer", item.seat, token, 1000.0))
    untrue, line = told.course.untrue, told.course.line
    assert untrue is not None
    assert line._aside is not None
    line._aside = line._aside._replace(match=told.game.truth.steps[item.step].before.copy())
    assert told.tell([item]) == []
    assert told.course.off is None
    assert told.course.untrue != untrue
    assert told.course.recoveries == 0


def test_a_wrong_piece_is_counted_beside_the_line_too() -> None:
    told = Told()
    at, token = told.fork()
    told.tell(told.items[:at])
    told.course.take(Committed("answer", told.items[at].seat, token, 1000.0))
    learnt = told.course.take(Committed("learn", "A.hand", ("master_puzzler",) * 9, 1001.0))
    assert learnt is not None
    assert "master_puzzler" in learnt.words
    assert told.course.off is None
    assert told.course.line.is_aside


def test_a_wrong_draw_is_counted_and_the_line_goes_on() -> None:
    told = Told()
    at = next(number for number, item in enumerate(told.items) if not isinstance(item.said, str))
    told.tell(told.items[:at])
    wrong = told.course.take(Committed("draw", "A", ("master_puzzler",) * 3, 1.0))
    assert wrong is not None
    assert told.course.off is None
    assert told.tell(told.items[at:]) == []
    assert told.course.line.is_done


def test_what_people_had_shown_and_took_back_misled_the_companion() -> None:
    told = Told()
    at, token = told.fork()
    told.game.script.misled.append(Misled(told.items[at].seat, token, 0.0, 10_000.0))
    found, departure = told.lie()
    assert (found, departure, told.course.misled) == (at, None, 1)
    told.course.take(Committed("back", "A", (str(at), "not so"), 2000.0))
    assert told.tell(told.items[at:]) == []
    assert (told.course.misled, told.course.recoveries) == (1, 1)


# -- people ----------------------------------------------------------------------------------------------------


class Mistaken(Perfect):
    """Takes one purchase for another once, and lets people take it back."""

    def __init__(self, game: Staged, *, alone: bool = True) -> None:
        super().__init__(game)
        self.said: list[LineItem] = []
        self.alone = alone
        self.lied = False
        self.backs: list[tuple[str, ...]] = []

    def say(self, item: LineItem, now: float) -> None:
        self.said.append(item)
        options = self.staged.truth.steps[item.step].before.options(item.seat) if item.verb == "buy" else ()
        others = [one for one in options if one != item.said and one.startswith("buy")]
        if others and not self.lied and not item.forced:
            self.lied = True
            self.heard.append(Committed("answer", item.seat, others[0], now))
        else:
            super().say(item, now)

    def back(self, by: tuple[str, ...], point: int, now: float) -> None:
        self.backs.append(by)
        if len(by) == 1 and not self.alone:
            raise Illegal("back", "All decide this together.", "")
        self.items = [*self.said[point:], *self.items]
        del self.said[point:]
        self.heard.append(Committed("back", "+".join(by), (str(point), "not so"), now))


def with_habits(seed: int, *keys: str) -> Staged:
    people = WhichHabits(keys).people(seed, ("A", "B"))
    return stage(seed, kit("none"), NOISE["none"], players=("script",), persons=people)


def noticed(alone: bool) -> tuple[Mistaken, GameVerdict]:
    """A game in which the seat notices what was taken wrongly. Four times in five it does."""
    for seed in range(1, 9):
        game = with_habits(seed, "slow")
        companion = Mistaken(game, alone=alone)
        _, verdict = shown(game, companion, "none", "none")
        if companion.backs:
            return companion, verdict
    raise AssertionError("nobody ever noticed")


def test_people_notice_and_go_back() -> None:
    companion, verdict = noticed(alone=True)
    assert companion.backs[0] in (("A",), ("B",))
    assert (len(verdict.wrong), verdict.recoveries, verdict.backs, verdict.backs_refused) == (1, 1, 1, 0)
    assert verdict.finished


def test_all_go_back_together_where_one_alone_may_not() -> None:
    companion, verdict = noticed(alone=False)
    assert [len(by) for by in companion.backs] == [1, 2]
    assert (verdict.recoveries, verdict.backs, verdict.finished) == (1, 1, True)


def test_without_habits_nobody_goes_back_and_the_game_goes_on_for_a_while() -> None:
    game = staged(1, "none", "none", players=("random",))
    companion = Mistaken(game)
    played, verdict = shown(game, companion, "none", "none")
    assert companion.backs == []
    assert (len(verdict.wrong), verdict.recoveries, verdict.finished) == (1, 0, False)
    assert played.table_seconds > played.people.wrong[0].committed.at + 100.0


def test_true_answers_that_are_refused_are_counted() -> None:
    class Refusing(Asking):
        def answer(self, seat: str, token: str, now: float) -> None:
            super().answer(seat, token, now)
            if self.asked == 3:
                raise Illegal("play", "No.", "")

    game = staged(1, "none")
    _, verdict = shown(game, Refusing(game), "none")
    assert len(verdict.refused) == 1
    assert verdict.answers == verdict.asked > 10


@pytest.mark.parametrize("key", ["answers_late", "misses_questions", "answers_twice", "answers_wrongly"])
def test_habits_of_answering_show_where_people_are_asked(key: str) -> None:
    class Patient(Asking):
        """Takes whatever it is told, and believes only the truth."""

        def answer(self, seat: str, token: str, now: float) -> None:
            if not self.open or (seat, token) != (self.items[0].seat, self.items[0].said):
                raise Illegal("play", "That is not what was asked.", "")
            super().answer(seat, token, now)

    game = with_habits(2, key)
    _, verdict = shown(game, Patient(game), "none", "none")
    shows = verdict.habits.get(key, 0)
    assert verdict.finished
    if key == "answers_wrongly":  # each wrong answer was refused, so nobody was misled
        assert (shows, verdict.misled) == (0, 0)
        assert game.script.misled
    else:
        assert shows > 0


@pytest.mark.parametrize(("key", "lag"), [("speaks_unasked", 1.0), ("says_what_everybody_saw", 11.0)])
def test_people_speak_unasked(key: str, lag: float) -> None:
    class Listening(Perfect):
        """Hears what is said and believes it; what it is not told it knows a little later."""

        def tick(self, now: float) -> None:
            while self.items and self.staged.script.decided[self.items[0].step] + lag <= now:
                self.say(self.items.pop(0), now)

        def answer(self, seat: str, token: str, now: float) -> None:
            while self.items and (self.items[0].seat, self.items[0].said) != (seat, token):
                item = self.items[0]
                assert item.forced or not isinstance(item.said, str)
                self.say(self.items.pop(0), now)
            self.say(self.items.pop(0), now)

    game = with_habits(2, "slow", key)
    _, verdict = shown(game, Listening(game), "none", "none")
    assert verdict.finished
    assert verdict.habits[key] > 0
    assert not verdict.wrong
    assert verdict.early == 0


# -- rulings, forgotten touches --------------------------------------------------------------------------------

CHIP = TaggedThing(Uid("04AA"), "wound")


def ruled(at: float, *chips: str, owed: tuple[tuple[str, str, str], ...] = ()) -> Ruled:
    return Ruled(1, "owed", "A", "", (), "words", at, chips, owed)


def test_a_ruling_about_a_forgotten_touch_is_a_reminder() -> None:
    script = GameScript(forgotten=[Forgotten(CHIP, "3.1", "A", 10.0, False, until=50.0)])
    assert is_reminder(ruled(20.0, "04AA"), script)
    assert is_reminder(ruled(20.0, owed=(("wound", "A.hand", "A.discard"),)), script)
    assert not is_reminder(ruled(5.0, "04AA"), script)
    assert not is_reminder(ruled(20.0, "04BB"), script)
    assert not is_reminder(ruled(200.0, "04AA"), script)


def mending(until: float = 1000.0, *acts: Act, when_stalled: bool = True) -> Mending:
    forgotten = Forgotten(CHIP, "3.1", "A", 10.0, when_stalled, until)
    return Mending(GameScript(acts=list(acts), forgotten=[forgotten]), Random(1))


def test_a_forgotten_touch_is_made_up_for_when_somebody_is_told() -> None:
    one = mending()
    one.hear(ruled(20.0, "04AA"), 20.0)
    assert 23.0 <= one.next_moment <= 28.0
    laid, lifted = one.due(100.0)
    assert (laid.chip, laid.reader, lifted.reader) == (CHIP, "3.1", None)
    assert (one.mended, one.next_moment) == (1, float("inf"))


def test_a_forgotten_touch_is_remembered_when_the_game_stalls() -> None:
    for when_stalled, behind, mended in ((True, True, 1), (False, True, 0), (True, False, 0)):
        one = mending(when_stalled=when_stalled)
        one.wonder(11.0 + STALLED, behind=behind)
        assert one.mended == mended


def test_nobody_makes_up_for_a_touch_with_a_chip_that_has_moved_on() -> None:
    for one in (mending(21.0), mending(1000.0, Act(24.0, CHIP, "3.0")), mending(1000.0, Act(15.0, CHIP, "3.0"))):
        one.hear(ruled(20.0, "04AA"), 20.0)
        assert (one.mended, one.due(1000.0)) == (0, [])


# -- figures ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [
        (0, 50, 0.0, 0.0713),
        (48, 50, 0.8654, 0.9890),
        (1, 10, 0.0179, 0.4042),
        (5, 10, 0.2366, 0.7634),
        (7, 7, 0.6457, 1),
    ],
)
def test_intervals_are_those_of_wilson(hits: int, of: int, low: float, high: float) -> None:
    assert interval(hits, of) == pytest.approx((low, high), abs=1e-4)


def test_nothing_counted_is_nothing_known() -> None:
    assert interval(0, 0) == (0.0, 1.0)


def test_a_report_adds_up_and_gives_each_rate_its_interval() -> None:
    one = GameVerdict(1, True, 10, delays=[1.0, 2.0, -1.0], asked=4, questions=2, answers=3, alarm_kinds=["owed"])
    other = GameVerdict(2, False, 10, wrong=["a"], delays=[9.0], recoveries=1, alarm_kinds=["owed", "astray"], misled=2)
    report = CampaignReport([GameOutcome(one.seed, one, (0.001, 0.5), Counter(), []) for one in (one, other)])
    told = report.to_json()
    assert (told["commits"], told["wrong_commits"], told["games_wrong"], told["early_commits"]) == (5, 1, 1, 1)
    assert (told["delay_p50_s"], told["delay_worst_s"], told["explain_worst_ms"]) == (1.0, 9.0, 500.0)
    assert (told["asked"], told["questions"], told["recoveries"], told["misled"]) == (4, 2, 1, 2)
    assert told["false_alarms_by_kind"] == {"astray": 1, "owed": 2}
    assert told["intervals"]["followed"] == interval(1, 2)
    assert told["intervals"]["early_commits"] == interval(1, 5)
    assert told["intervals"]["refused"] == interval(0, 3)
    assert told["intervals"]["mistakes_noticed"] == (0.0, 1.0)


def test_the_longest_tick_after_a_change_is_part_of_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    game = staged(1, "cells", "none")
    truth = game.truth
    follows = Following.of(truth.start.copy(), kit("cells"), truth.kinds, truth.places)
    clock = iter([0.0, 0.3, 1.0, 1.5, 2.0, 2.1])
    monkeypatch.setattr(following, "perf_counter", lambda: next(clock))
    follows.explain_seconds.append(0.25)
    for at in (0.1, 0.2, 0.3):
        follows.tick(at)
    assert follows.explain_seconds == pytest.approx([0.75])


def test_questions_off_the_line_are_not_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "ASIDE", 1)

    class AsksThen(Mistaken):
        def say(self, item: LineItem, now: float) -> None:
            before = self.lied
            super().say(item, now)
            if self.lied and not before:
                self.heard.append(Asked(9, (item.seat,), ("buy:nothing",), now + 0.0))

    game = staged(1, "none", "none", players=("random",))
    _, verdict = shown(game, AsksThen(game), "none", "none")
    assert verdict.needless == []
