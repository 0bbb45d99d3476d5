"""What people with habits say beyond their answers: ahead, twice, wrongly, and that something is not true."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from heapq import heappop, heappush
from itertools import count
from typing import TypeAlias

from companion.rehearsal.games.companion import Asked, Committed, Rehearsed
from companion.rehearsal.games.course import Course, Departure
from companion.rehearsal.games.game_script import GameScript, Misled
from companion.rehearsal.games.habits.habit import Habit, Person
from companion.rehearsal.games.line import HIDDEN, NOTHING_THERE, LineItem
from companion.rules import Illegal

AFTER_DECIDING = (0.2, 1.0)
"""Seconds from a decision to its answer, for somebody who has already seen the question."""
NOTICES = 0.8
"""The chance that somebody notices that something untrue about himself counts."""
NOTICING = (3.0, 12.0)
"""Seconds until he says so."""
TAKES_BACK = (3.0, 8.0)
"""Seconds until somebody takes back what he has answered wrongly."""
AGREES = (2.0, 5.0)
"""Seconds until all agree to go back, where one alone may not."""
SAYS_AGAIN = (1.0, 3.0)
"""Seconds after going back until he says what he really did."""
STILL_BELIEVED = 30.0
"""Seconds for which a wrong answer may still be taken for true."""

Saying: TypeAlias = Callable[[Rehearsed, float], None]


class Mouths:
    """Says things unasked. It is silent if nobody has habits."""

    def __init__(self, course: Course, script: GameScript, persons: Mapping[str, Person]) -> None:
        self.course = course
        self.backs = 0
        """How often people went back."""
        self.backs_refused = 0
        """How often they wanted to, and were refused even together."""
        self._script = script
        self._persons = persons
        self._order = count()
        self._due: list[tuple[float, int, Saying]] = []
        self._noticed: Departure | None = None
        self._slipped: set[tuple[str, str]] = set()
        self._plan_ahead()

    def _later(self, at: float, saying: Saying) -> None:
        heappush(self._due, (at, next(self._order), saying))

    @property
    def next_moment(self) -> float:
        """When somebody speaks next."""
        return self._due[0][0] if self._due else float("inf")

    def speak(self, rehearsed: Rehearsed, now: float) -> None:
        """Say the next thing that is due."""
        _, _, saying = heappop(self._due)
        saying(rehearsed, now)

    # -- answers unasked ---------------------------------------------------------------------------------------

    def _plan_ahead(self) -> None:
        """Plan what is said because it was decided."""
        for item in self.course.line.items if self._persons else ():
            person = self._persons.get(item.seat)
            if person is None or item.forced or not isinstance(item.said, str) or item.said in (NOTHING_THERE, HIDDEN):
                continue
            if item.step < len(self._script.decided):
                for habit in person.habits:
                    seconds = habit.speaks(person, item)
                    if seconds < float("inf"):
                        at = self._script.decided[item.step] + seconds
                        self._later(at, self._unasked(item, person, habit))

    def _unasked(self, item: LineItem, person: Person, habit: Habit) -> Saying:
        def say(rehearsed: Rehearsed, now: float) -> None:
            if item in self.course.line.rest[:1]:
                person.did(habit)
                with suppress(Illegal):
                    rehearsed.answer(item.seat, str(item.said), now)

        return say

    # -- answers to questions ----------------------------------------------------------------------------------

    def lateness(self, seat: str) -> float:
        """Return how many seconds longer this seat takes to answer."""
        person = self._persons.get(seat)
        return sum(habit.lateness(person) for habit in person.habits) if person else 0.0

    def slips(self, rehearsed: Rehearsed, asked: Asked, item: LineItem, now: float) -> bool:
        """Let somebody give a wrong answer first. Return whether it was taken for an answer."""
        person = self._persons.get(item.seat)
        if person is None or not asked.options or not isinstance(item.said, str):
            return False
        for habit in person.habits:
            token = habit.slip(person, asked, item)
            if token and token not in (NOTHING_THERE, HIDDEN):
                self._script.misled.append(Misled(item.seat, token, now, now + STILL_BELIEVED))
                self._slipped.add((item.seat, token))
                try:
                    rehearsed.answer(item.seat, token, now)
                except Illegal:
                    return False
                person.did(habit)
                return True
        return False

    def answered(self, item: LineItem, now: float) -> None:
        """Let somebody who has answered press a second time."""
        person = self._persons.get(item.seat)
        for habit in person.habits if person else ():
            seconds = habit.repeats(person) if person else float("inf")
            if person and seconds < float("inf"):
                self._later(now + seconds, self._again(item, person, habit))

    def _again(self, item: LineItem, person: Person, habit: Habit) -> Saying:
        def say(rehearsed: Rehearsed, now: float) -> None:
            due = self.course.line.next_answer
            if due is None or due.verb != item.verb or due.seat != item.seat:  # else it would be the next answer
                person.did(habit)
                with suppress(Illegal):
                    rehearsed.answer(item.seat, str(item.said), now)

        return say

    # -- going back --------------------------------------------------------------------------------------------

    def notice(self, committed: Committed, now: float) -> None:
        """Let people notice that what counts is not true."""
        untrue = self.course.untrue
        if untrue is None or untrue is self._noticed:
            return
        self._noticed = untrue
        person = self._persons.get(untrue.committed.seat)
        if person is None:
            return
        slipped = (untrue.committed.seat, str(untrue.committed.said)) in self._slipped
        if slipped or person.chance.random() < NOTICES:
            seconds = person.seconds(*(TAKES_BACK if slipped else NOTICING))
            self._later(now + seconds, self._back(untrue, (person.seat,), person))

    def _back(self, untrue: Departure, by: tuple[str, ...], person: Person) -> Saying:
        def say(rehearsed: Rehearsed, now: float) -> None:
            if self.course.untrue is not untrue:
                return  # it has come right by itself
            everybody = tuple(self._persons)
            try:
                rehearsed.back(by, untrue.point, now)
            except Illegal:
                if by == everybody:
                    self.backs_refused += 1
                else:
                    self._later(now + person.seconds(*AGREES), self._back(untrue, everybody, person))
                return
            self.backs += 1
            self._later(now + person.seconds(*SAYS_AGAIN), self._what_was_done(person))

        return say

    def _what_was_done(self, person: Person) -> Saying:
        def say(rehearsed: Rehearsed, now: float) -> None:
            item, decided = self.course.line.next_answer, self._script.decided
            if item and item.seat == person.seat and item.step < len(decided) and decided[item.step] <= now:
                with suppress(Illegal):
                    rehearsed.answer(item.seat, str(item.said), now)

        return say
