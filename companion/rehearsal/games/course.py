"""How a companion keeps to the true line: on it, off it, and back on it.

It is **off the line** from a wrong answer on, once no few more answers lead to the same table. While it is off, nothing
is counted as wrong a second time: one departure is one wrong commit. It **recovers** if it comes back without a judge:
somebody goes back to before the wrong answer, or what it commits later leads to the same table after all. A wrong draw,
or a wrong piece that it says it has learnt, counts as wrong too, but the game goes on along the line.
"""

from __future__ import annotations

from copy import copy
from typing import NamedTuple

from companion.rehearsal.games.companion import Committed
from companion.rehearsal.games.game_script import GameScript
from companion.rehearsal.games.line import TrueLine, is_said
from companion.rehearsal.games.truth import TrueGame

SOON_TRUE = 8
"""An answer that is due within so many items may only be early; anything else its seat notices at once."""
UNLIMITED = 1_000_000
"""Answers that may follow off the line."""


class Departure(NamedTuple):
    """A wrong commit."""

    committed: Committed
    words: str
    """What is wrong with it."""
    point: int
    """How many commits counted before it."""


class CoursePoint(NamedTuple):
    """Where a companion was, before one of its commits."""

    line: TrueLine
    off: Departure | None
    lost: bool


class Course:
    """Give `take` everything that was committed, in order; it returns what is wrong."""

    def __init__(self, truth: TrueGame, script: GameScript) -> None:
        self.line = TrueLine(truth)
        self.off: Departure | None = None
        """The departure since which the companion is off the line."""
        self.off_since = float("inf")
        self.untrue: Departure | None = None
        """The latest answer of which its seat knows that it is not true."""
        self.recoveries = 0
        self.misled = 0
        """Wrong answers that people had really shown or said, and took back."""
        self.delays: list[float] = []
        """Seconds from each decision to its commit; negative if the commit came first."""
        self._script = script
        self._points: list[CoursePoint] = []
        self._lost = False
        """Whether nobody can say any more how the table stands off the line."""
        self._aside: Departure | None = None
        """The first answer beside the line, while it may still come to the same."""

    @property
    def point(self) -> int:
        """How many commits count now."""
        return len(self._points)

    @property
    def early(self) -> int:
        """How many answers were committed before they were decided."""
        return sum(delay < 0 for delay in self.delays)

    def take(self, committed: Committed) -> Departure | None:
        """Take a commit. Return a new departure, if this shows that there is one."""
        if committed.kind == "back":
            return self._back(int(committed.said[0]), committed.at)
        self._points.append(self._kept())
        if committed.kind == "correct":
            return None
        if not self.off:
            return self._on_the_line(committed)
        self._astray(committed)
        return None

    def _on_the_line(self, committed: Committed) -> Departure | None:
        before, aside = self.line.at, self.line.is_aside
        words = self.line.take(committed)
        here = Departure(committed, words, self.point - 1)
        if self.line.is_aside and not aside:
            self._aside = here
            self._note_untrue(here)
        if not words:
            self._time(before, committed.at)
            if not self.line.is_aside:
                self._aside = self.untrue = None
            return None
        if committed.kind == "learn" or (committed.kind == "draw" and not aside):
            return here
        first = (self._aside or here)._replace(words=words)
        self._aside = None
        self._lost = not self.line.is_aside
        self.line.go_on_aside(UNLIMITED)
        self.off, self.off_since = first, committed.at
        self.untrue = self.untrue or first
        return self._counted(first)

    def _counted(self, departure: Departure, *, quietly: bool = False) -> Departure | None:
        """Return a departure if it counts as wrong; not so where people showed just that and took it back."""
        committed = departure.committed
        for seat, token, since, until in self._script.misled:
            if (seat, token) == (committed.seat, committed.said) and since <= committed.at <= until:
                self.misled += not quietly
                return None
        return departure

    def _astray(self, committed: Committed) -> None:
        """Follow a commit off the line: it may lead to the same table after all."""
        if self._lost or committed.kind == "learn":
            return
        before = self.line.at
        self._lost = bool(self.line.take(committed))
        if not self.line.is_aside:
            self._recover()
            self._time(before, committed.at)

    def _recover(self) -> None:
        self.recoveries += 1
        self.off, self.off_since, self.untrue, self._lost = None, float("inf"), None, False

    def _back(self, point: int, at: float) -> Departure | None:
        """Go back. An answer that had to be taken back was wrong, even if it might have come to the same."""
        if not 0 <= point < self.point:
            return None
        aside, off = self._aside, self.off
        kept = self._points[point]
        del self._points[point:]
        self.line, self.off, self._lost = copied(kept.line), kept.off, kept.lost
        self._aside = aside if self.line.is_aside else None
        if self.off:
            return None
        if off:
            self._recover()
        elif aside and not self._aside:
            self._recover()
            return self._counted(aside._replace(words=aside.words or self._words(aside)))
        return None

    def _words(self, departure: Departure) -> str:
        due = self.line.next_answer
        said = departure.committed
        return f"{said.seat} {said.said}; in truth {f'{due.seat} {due.said}' if due else 'the game is over'}"

    def _kept(self) -> CoursePoint:
        return CoursePoint(copied(self.line), self.off, self._lost)

    def _note_untrue(self, departure: Departure) -> None:
        seat, token = departure.committed.seat, str(departure.committed.said)
        near = self.line.items[self.line.at : self.line.at + SOON_TRUE]
        due = any(item.seat == seat and isinstance(item.said, str) and is_said(token, item.said) for item in near)
        if not due or self._counted(departure, quietly=True) is None:
            self.untrue = departure

    def _time(self, before: int, at: float) -> None:
        decided = self._script.decided
        for item in self.line.items[before : self.line.at]:
            if isinstance(item.said, str) and not item.forced and item.step < len(decided):
                self.delays.append(at - decided[item.step])


def copied(line: TrueLine) -> TrueLine:
    """Return a line that goes on by itself from here."""
    other = copy(line)
    other.own_aside()
    return other
