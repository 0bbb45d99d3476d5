"""One story of a chip: the readers that it visited, one after the other, and how likely this is."""

from __future__ import annotations

from math import inf

from companion.table.evidence import EDGE, FIRM, Eye
from companion.table.layout import SpotRole

LEAVE = {SpotRole.TAP: 3.0, SpotRole.CELLS: 6.0}
"""The cost, as a logarithm, of a story in which the chip is taken up: from a tap that happens soon, from a cell after a
long time."""
TOUCH = 0.3
"""The least number of seconds for which a hand touches a spot."""


class Visit:
    """A chip lay on a reader for a while."""

    __slots__ = ("edge", "first", "last", "looks", "reader")

    def __init__(self, reader: str) -> None:
        self.reader = reader
        """The reader; empty if nobody knows where the chip was."""
        self.first, self.last = inf, -inf
        """When the reader first and last saw the chip."""
        self.looks = 0
        """The reader's count of clean looks at the last sighting."""
        self.edge = -EDGE
        """How much more likely it was then that the chip lay on the edge than that it lay well."""

    @property
    def was_seen(self) -> bool:
        """Whether the reader has seen the chip yet. Otherwise the visit is only supposed."""
        return self.last > -inf


class Story:
    """One of the stories of one chip."""

    __slots__ = ("eye", "firm", "off", "on", "reader", "visit", "visits", "weak")

    def __init__(self, visits: tuple[Visit, ...], visit: Visit, eye: Eye | None, on: float, off: float = -inf) -> None:
        self.visits = visits
        """The visits that have not been reported yet."""
        self.visit = visit
        """The last visit, reported or not."""
        self.eye = eye
        self.reader = visit.reader
        self.firm, self.weak = on, on - EDGE
        """How likely it is that the chip lies there well, and that it lies there on the edge."""
        self.on, self.off = on, off
        """How likely it is that the chip lies there at all, and that it was taken up."""

    @property
    def best(self) -> float:
        """How likely the story is, whether or not the chip still lies there."""
        return self.on if self.on > self.off else self.off

    def hit(self, at: float, looks: int) -> None:
        """Take in that the last reader has seen the chip."""
        if self.eye:
            self.weigh(self.eye.gain, self.eye.edge_gain)
            visit = self.visit
            visit.edge = min(EDGE, max(-FIRM, self.weak - self.firm))
            visit.first, visit.last, visit.looks = min(visit.first, at), at, looks

    def miss(self) -> None:
        """Take in that the last reader has looked without seeing the chip."""
        if self.eye:
            self.weigh(-self.eye.loss, -self.eye.edge_loss)

    def weigh(self, firm: float, weak: float) -> None:
        """Add evidence for the chip lying there, or against it."""
        self.firm += firm
        self.weak += weak
        self.on = self.firm if self.firm > self.weak else self.weak

    @property
    def leaving(self) -> float:
        """The cost of the chip being taken up."""
        return LEAVE[self.eye.spot.role] if self.eye else 0.0

    def leave(self, at: float) -> None:
        """Consider that the chip is taken up now, if it has been there long enough."""
        off = self.on - self.leaving
        if off > self.off and (not self.visits or at - self.visit.first >= TOUCH):
            self.off = off
