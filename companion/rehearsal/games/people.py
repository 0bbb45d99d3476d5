"""People who are asked on their phones. They tell the truth, after a moment, and not before they have decided.

People with habits also hear what is taken for true: "I took it that ...". Whoever notices that something untrue about
himself counts says so, after some seconds: the game goes back to before it, and he says what he really did.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from heapq import heappop, heappush
from random import Random

from companion.rehearsal.games.companion import Asked, Committed, Heard, Rehearsed, Withdrawn
from companion.rehearsal.games.course import Course, Departure
from companion.rehearsal.games.game_script import GameScript
from companion.rehearsal.games.habits.habit import Person
from companion.rehearsal.games.hands import NOBODY
from companion.rehearsal.games.line import NOTHING_THERE, LineItem, TrueLine, is_said
from companion.rehearsal.games.mouths import AFTER_DECIDING, Mouths
from companion.rehearsal.games.truth import TrueGame
from companion.rules import Illegal

ANSWERING = (1.0, 4.0)
"""Seconds that it takes to notice a question and to answer it."""
SPEAKS_AGAIN = 4.0
"""Seconds after which somebody repeats what the companion did not understand."""
GIVES_UP = 40.0
"""Seconds after which nobody repeats it any more."""
PATIENCE = 300.0
"""Seconds after which nobody looks any more at a companion that is wrong, or stands still."""


class People:
    """People who hear what everybody hears, and know the true game."""

    def __init__(
        self,
        truth: TrueGame,
        script: GameScript,
        chance: Random,
        late: float = 0.0,
        persons: Mapping[str, Person] = NOBODY,
    ) -> None:
        """People take `late` seconds longer than usual to answer, and play on meanwhile. `persons` have habits."""
        self.course = Course(truth, script)
        self.wrong: list[Departure] = []
        """What was committed and is not true, before any mistake."""
        self.wrong_after: list[Departure] = []
        """The same after somebody has made a mistake."""
        self.refused: list[str] = []
        """True answers that were refused."""
        self.lost = False
        """Whether the companion has taken a mistake for something else. Then nobody can follow it any more."""
        self.asked_at: dict[int, int] = {}
        """How far the true line was committed when each question was asked; none while it is off the line."""
        self.answers = 0
        """How many questions they answered."""
        self.mouths = Mouths(self.course, script, persons)
        self._committed_at = 0.0
        self._script = script
        self._chance = chance
        self._late = late
        self._open: dict[int, Asked] = {}
        self._due: list[tuple[float, int]] = []
        self._repeated: Counter[int] = Counter()
        """How often answers have been given unasked, by their steps."""

    @property
    def line(self) -> TrueLine:
        """The true line, as far as it has been committed."""
        return self.course.line

    @property
    def is_done(self) -> bool:
        """Whether the whole game has been followed."""
        return self.line.is_done and self.course.off is None and self._script.mistaken_at == float("inf")

    def has_given_up(self, now: float) -> bool:
        """Whether the companion has been wrong, or has said nothing of what was decided, for so long that nobody looks
        at it any more."""
        if self._script.mistaken_at < float("inf"):
            return False
        item, times = self.line.next_answer, self._script.decided
        behind_since = times[item.step] if item and item.step < len(times) else float("inf")
        return now > min(self.course.off_since, max(behind_since, self._committed_at)) + PATIENCE

    def is_behind(self, now: float) -> bool:
        """Whether something that was decided has not been committed."""
        item, times = self.line.next_answer, self._script.decided
        return item is not None and item.step < len(times) and times[item.step] < now

    def hear(self, heard: Heard, now: float) -> None:
        """Take something that the companion tells."""
        if isinstance(heard, Committed):
            self._committed_at = now
            departure = self.course.take(heard)
            after = now >= self._script.mistaken_at
            self.lost |= after and departure is not None
            if departure:
                (self.wrong_after if after else self.wrong).append(departure)
            if not after:
                self.mouths.notice(heard, now)
        elif isinstance(heard, Asked) and not self.lost:
            self._open[heard.number] = heard
            if self.course.off is None:
                self.asked_at[heard.number] = self.line.at
            item, times = self.answer_to(heard), self._script.decided
            if item and item.step >= len(times):
                return  # the game was broken off before that was decided
            decided = times[item.step] if item else now
            due = max(now + self._chance.uniform(*ANSWERING), decided + self._chance.uniform(*AFTER_DECIDING))
            seat = item.seat if item else heard.seats[0] if heard.seats else ""
            heappush(self._due, (due + self._late + self.mouths.lateness(seat), heard.number))
        elif isinstance(heard, Withdrawn):
            self._open.pop(heard.number, None)

    def next_moment(self) -> float:
        """Return when somebody answers next, or speaks unasked."""
        while self._due and self._due[0][1] not in self._open:
            heappop(self._due)
        return min(self._due[0][0] if self._due else float("inf"), self._speaks_at(), self.mouths.next_moment)

    def _speaks_at(self) -> float:
        """When somebody gives the next answer unasked, because it is only said aloud."""
        item, times = self.line.next_answer, self._script.decided
        if self.lost or item is None or item.step >= len(times) or not self.line.is_aloud(item):
            return float("inf")
        repeated = self._repeated[item.step] * SPEAKS_AGAIN
        return times[item.step] + AFTER_DECIDING[1] + repeated if repeated < GIVES_UP else float("inf")

    def _speak(self, rehearsed: Rehearsed, now: float) -> None:
        """Say what is only said aloud; and again after a while, where the companion has not come so far yet."""
        item = self.line.next_answer
        assert item is not None
        self._repeated[item.step] += 1
        with suppress(Illegal):
            rehearsed.answer(item.seat, str(item.said), now)

    def answer(self, rehearsed: Rehearsed, now: float) -> None:
        """Give the answers that are due."""
        while self.next_moment() <= now:
            if self._speaks_at() <= now:
                self._speak(rehearsed, now)
                return  # what follows from it has to be heard first
            if self.mouths.next_moment <= now:
                self.mouths.speak(rehearsed, now)
                return
            _, number = heappop(self._due)
            asked = self._open.pop(number)
            item = self.answer_to(asked)
            if item and self.mouths.slips(rehearsed, asked, item, now):
                return
            self.answers += 1
            try:
                if not asked.options:
                    rehearsed.draw(self.drawn(asked, item), now)
                elif item and isinstance(item.said, str):
                    rehearsed.answer(item.seat, item.said, now)
                    self.mouths.answered(item, now)
                elif NOTHING_THERE in asked.options:
                    rehearsed.answer(asked.seats[0], NOTHING_THERE, now)
            except Illegal as refusal:
                self.refused.append(f"{now:.1f} s: {item.said if item else ''}: {refusal}")

    def answer_to(self, asked: Asked) -> LineItem | None:
        """Return the true answer; None if the true game has none."""
        if not asked.options:
            if self.line.shown_lately(asked.seats):
                return None  # somebody names a hand that lies open at once
            return next((item for item in self.line.items[self.line.at :] if not isinstance(item.said, str)), None)
        ahead = [item for item in self.line.items[self.line.at :] if isinstance(item.said, str)]
        decided = next((number for number, item in enumerate(ahead) if not item.forced), len(ahead) - 1)
        fitting = [item for item in ahead[: decided + 1] if fits(item, asked)]
        if fitting:
            return fitting[0] if fitting[-1].forced else fitting[-1]
        return None if NOTHING_THERE in asked.options or not ahead else ahead[decided]

    def drawn(self, asked: Asked, item: LineItem | None) -> tuple[str, ...]:
        """Return what everybody saw of a draw: a hand that was shown, or else how the draw came out."""
        shown = tuple(self.line.shown_lately(asked.seats).elements())
        return shown or (item.said if item and not isinstance(item.said, str) else ())


def fits(item: LineItem, asked: Asked) -> bool:
    """Whether an item is an answer to what is asked."""
    return item.seat in asked.seats and any(is_said(option, str(item.said)) for option in asked.options)
