"""People in a situation: what they say and when, and that a breakdown is no right outcome."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from random import Random

from companion.rehearsal.faults import NOISE, Noise
from companion.rehearsal.games.companion import Asked, Heard, Withdrawn
from companion.rehearsal.situations.play import ANSWERING, SETTLING, PlayedSituation, play
from companion.rehearsal.situations.situation import TableSituation
from companion.rules import Illegal
from companion.table.sightings import Look
from tests.rehearsal.situations.texts import understood


class Asking:
    """Asks what it is told to ask, one question after the other, and writes down what it hears."""

    def __init__(self, *questions: tuple[float, tuple[str, ...]], refuses: str = "") -> None:
        self.heard: list[Heard] = []
        self.explain_seconds: list[float] = []
        self.record: list[tuple[str, str]] = []
        self.agrees = True
        self.said: list[tuple[float, str]] = []
        self.looks: list[Look] = []
        self._questions = list(questions)
        self._refuses = refuses

    def look(self, look: Look) -> None:
        self.looks.append(look)

    def tick(self, now: float) -> None:
        if self._questions and now >= SETTLING + self._questions[0][0]:
            _, options = self._questions.pop(0)
            self.heard.append(Asked(len(self.heard), ("A",), options, now))

    def answer(self, seat: str, token: str, now: float) -> None:
        self.said.append((round(now - SETTLING, 1), f"{seat} {token}"))
        if token == self._refuses:
            raise Illegal(token, "Not now.", "turn-structure")

    def draw(self, kinds: tuple[str, ...], now: float) -> None:
        self.said.append((round(now - SETTLING, 1), " ".join(kinds)))

    def back(self, by: tuple[str, ...], point: int, now: float) -> None:
        raise AssertionError("nobody goes back further here")

    def undo(self, seats: Sequence[str], now: float) -> None:
        self.said.append((round(now - SETTLING, 1), f"{'+'.join(seats)} back"))

    def stand(self, seats: Sequence[str], now: float) -> None:
        self.said.append((round(now - SETTLING, 1), f"{'+'.join(seats)} stand"))

    def in_doubt(self) -> frozenset[str]:
        return frozenset()


class Withdrawing(Asking):
    """Withdraws its questions after five seconds."""

    def tick(self, now: float) -> None:
        super().tick(now)
        for asked in [one for one in self.heard if isinstance(one, Asked)]:
            if now >= asked.at + 5.0 and Withdrawn not in map(type, self.heard):
                self.heard.append(Withdrawn(asked.number, now))


def played(situation: TableSituation, table: Asking, noise: Noise = NOISE["none"]) -> Asking:
    PlayedSituation(situation, table, noise, Random(1)).run()
    return table


def test_people_speak_at_their_time_whether_they_are_asked_or_not(tmp_path: Path) -> None:
    situation = understood(
        tmp_path, "at 2.0: A says done", "+1: A and B say back", "+1: A and B let it stand", "+1: B says pass"
    )
    assert played(situation, Asking()).said == [(2.0, "A done"), (3.0, "A+B back"), (4.0, "A+B stand"), (5.0, "B pass")]


def test_people_answer_once_and_a_moment_after_they_are_asked(tmp_path: Path) -> None:
    situation = understood(tmp_path, "A answers done", "at 1.0: A answers done", "wait 20")
    options = ("play:combine", "done")
    table = played(situation, Asking((2.0, options), (8.0, options), (14.0, options)))
    assert [what for _, what in table.said] == ["A done", "A done"]
    (first, _), (second, _) = table.said
    assert 2.0 + ANSWERING <= first <= 2.2 + ANSWERING
    assert 8.0 + ANSWERING <= second <= 8.2 + ANSWERING


def test_people_do_not_answer_before_they_know_and_not_to_other_questions(tmp_path: Path) -> None:
    situation = understood(tmp_path, "at 12.0: A answers combine:1+2", "wait 10")
    table = played(situation, Asking((1.0, ("done",)), (2.0, ("combine:2+1", "combine:1+3"))))
    assert table.said == [(12.0, "A combine:1+2")]


def test_a_question_that_is_withdrawn_gets_no_answer_later(tmp_path: Path) -> None:
    situation = understood(tmp_path, "at 12.0: A answers done", "wait 10")
    assert played(situation, Withdrawing((1.0, ("done",)))).said == []


def test_somebody_says_what_came_out_of_a_bag(tmp_path: Path) -> None:
    table = played(understood(tmp_path, "A tells gem_1 and wound", "wait 5"), Asking((1.0, ())))
    assert [what for _, what in table.said] == ["gem_1 wound"]


def test_what_is_refused_is_kept(tmp_path: Path) -> None:
    situation = understood(tmp_path, "at 1.0: A says done")
    came = PlayedSituation(situation, Asking(refuses="done"), Noise(), Random(1)).run()
    assert [(str(said), why) for said, why in came.refused] == [("A done", "done: Not now.")]


def test_nothing_breaks_by_chance_but_looks_miss(tmp_path: Path) -> None:
    situation = understood(tmp_path, "wait 60")
    looks = played(situation, Asking(), NOISE["heavy"]).looks
    cells = [look for look in looks if look.reader == "1.0"]
    assert {len(look.tags) for look in cells} >= {1, 2}
    assert max(later.at - look.at for look, later in pairwise(cells)) < 3.0


def test_a_dead_reader_sees_nothing_for_its_time(tmp_path: Path) -> None:
    situation = understood(
        tmp_path, "at 0.0: reader of A.played is dead for 10 s", "at 3.0: combine from A.hand touches A.played for 12 s"
    )
    looks = played(situation, Asking()).looks
    seen = [look.at - SETTLING for look in looks if look.reader == "3.0" and look.tags]
    assert 10.0 <= min(seen) < 12.0


def test_a_breakdown_is_no_right_outcome(tmp_path: Path) -> None:
    class Breaking(Asking):
        def tick(self, now: float) -> None:
            raise RuntimeError("It broke.")

    situation = understood(tmp_path, "wait 1")
    assert play(situation, lambda _: Breaking(), Noise(), 1) == ["the companion broke down: It broke."]
    assert play(situation, lambda _: Asking(), Noise(), 1) == []
