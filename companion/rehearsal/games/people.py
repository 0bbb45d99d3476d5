"""People who are asked on their phones. They say the truth, after a moment, and not before they have decided."""

from __future__ import annotations

from heapq import heappop, heappush
from random import Random

from companion.rehearsal.games.companion import Asked, Committed, Heard, Rehearsed, Withdrawn
from companion.rehearsal.games.hands import Script
from companion.rehearsal.games.line import NOTHING_THERE, Item, Line, is_said
from companion.rehearsal.games.truth import TrueGame
from companion.rules import Illegal

ANSWERING = (1.0, 4.0)
"""Seconds that it takes to notice a question and to answer it."""
AFTER_DECIDING = (0.2, 1.0)
"""Seconds that it takes somebody who had the question before his eyes already."""


class People:
    """They hear what everybody hears, and know the true game."""

    def __init__(self, truth: TrueGame, script: Script, chance: Random, late: float = 0.0) -> None:
        """`late`: so many seconds more it takes them to answer, while they play on."""
        self.line = Line(truth)
        self.wrong: list[tuple[Committed, str]] = []
        """What was committed and is not true."""
        self.refused: list[str] = []
        """True answers that were refused."""
        self.lost = False
        """Whether the companion has taken a mistake for something else: then nobody can follow it any more."""
        self.asked_at: dict[int, int] = {}
        """How far the true line was committed when each question was asked."""
        self._script = script
        self._chance = chance
        self._late = late
        self._open: dict[int, Asked] = {}
        self._due: list[tuple[float, int]] = []

    @property
    def is_done(self) -> bool:
        """Whether all of the game has been followed, or something else than the game."""
        return bool(self.wrong) or (self.line.is_done and self._script.mistaken_at == float("inf"))

    def hear(self, heard: Heard, now: float) -> None:
        """The companion tells something."""
        if isinstance(heard, Committed):
            wrong = "" if self.lost else self.line.take(heard)
            if wrong and now >= self._script.mistaken_at:
                self.lost = True
            elif wrong:
                self.wrong.append((heard, wrong))
        elif isinstance(heard, Asked) and not self.lost:
            self._open[heard.number] = heard
            self.asked_at[heard.number] = self.line.at
            item, times = self.answer_to(heard), self._script.decided
            if item and item.step >= len(times):
                return  # the game was broken off before that was decided
            decided = times[item.step] if item else now
            due = max(now + self._chance.uniform(*ANSWERING), decided + self._chance.uniform(*AFTER_DECIDING))
            heappush(self._due, (due + self._late, heard.number))
        elif isinstance(heard, Withdrawn):
            self._open.pop(heard.number, None)

    def next_moment(self) -> float:
        """When somebody answers."""
        while self._due and self._due[0][1] not in self._open:
            heappop(self._due)
        return self._due[0][0] if self._due else float("inf")

    def answer(self, rehearsed: Rehearsed, now: float) -> None:
        """Who has come to it answers."""
        while self.next_moment() <= now:
            _, number = heappop(self._due)
            asked = self._open.pop(number)
            item = self.answer_to(asked)
            try:
                if not asked.options:
                    rehearsed.draw(self.drawn(item), now)
                elif item and isinstance(item.said, str):
                    rehearsed.answer(item.seat, item.said, now)
                elif NOTHING_THERE in asked.options:
                    rehearsed.answer(asked.seats[0], NOTHING_THERE, now)
            except Illegal as refusal:
                self.refused.append(f"{now:.1f} s: {item.said if item else ''}: {refusal}")

    def answer_to(self, asked: Asked) -> Item | None:
        """The true answer; None where there is none in truth."""
        if not asked.options:
            if self.line.shown_lately():
                return None  # a hand that lies open is told at once
            return next((item for item in self.line.items[self.line.at :] if not isinstance(item.said, str)), None)
        ahead = [item for item in self.line.items[self.line.at :] if isinstance(item.said, str)]
        decided = next((number for number, item in enumerate(ahead) if not item.forced), len(ahead) - 1)
        fitting = [item for item in ahead[: decided + 1] if fits(item, asked)]
        if fitting:
            return fitting[0] if fitting[-1].forced else fitting[-1]
        return None if NOTHING_THERE in asked.options or not ahead else ahead[decided]

    def drawn(self, item: Item | None) -> tuple[str, ...]:
        """What everybody saw of a draw: a hand that was laid open, else how the draw came out."""
        shown = tuple(self.line.shown_lately().elements())
        return shown or (item.said if item and not isinstance(item.said, str) else ())


def fits(item: Item, asked: Asked) -> bool:
    """Whether this is an answer to what is asked."""
    return item.seat in asked.seats and any(is_said(option, str(item.said)) for option in asked.options)
