"""A chip's visits of readers, one after the other, and how likely it is that it was so."""

from __future__ import annotations

from math import inf

from companion.table.evidence import EDGE, FIRM, Eye
from companion.table.layout import Role

LEAVE = {Role.TAP: 3.0, Role.CELLS: 6.0}
"""What it costs a story that the chip is taken up, as a logarithm: soon from a tap, after long from a cell."""
TOUCH = 0.3
"""No hand touches a spot for less."""


class Visit:
    """A chip lay on a reader for a while."""

    __slots__ = ("edge", "first", "last", "looks", "reader")

    def __init__(self, reader: str) -> None:
        self.reader = reader
        """Empty where nobody knows where the chip was."""
        self.first, self.last = inf, -inf
        """When that reader saw it first and last."""
        self.looks = 0
        """The reader's counter of clean looks at the last sighting."""
        self.edge = -EDGE
        """How much more spoke for its lying on the edge than for its lying well, then."""

    @property
    def was_seen(self) -> bool:
        """Whether that reader has seen it yet; else it is only supposed to lie there."""
        return self.last > -inf


class Story:
    """One of the stories of one chip."""

    __slots__ = ("eye", "firm", "off", "on", "reader", "visit", "visits", "weak")

    def __init__(self, visits: tuple[Visit, ...], visit: Visit, eye: Eye | None, on: float, off: float = -inf) -> None:
        self.visits = visits
        """What has not been told yet."""
        self.visit = visit
        """The last one, told or not."""
        self.eye = eye
        self.reader = visit.reader
        self.firm, self.weak = on, on - EDGE
        """How likely it is that the chip lies there well, and that it lies on the edge."""
        self.on, self.off = on, off
        """How likely it is that it lies there either way, and that it was taken up."""

    @property
    def best(self) -> float:
        """How likely the story is, whether the chip lies there or not."""
        return self.on if self.on > self.off else self.off

    def hit(self, at: float, looks: int) -> None:
        """The last reader has seen it."""
        if self.eye:
            self.weigh(self.eye.gain, self.eye.edge_gain)
            visit = self.visit
            visit.edge = min(EDGE, max(-FIRM, self.weak - self.firm))
            visit.first, visit.last, visit.looks = min(visit.first, at), at, looks

    def miss(self) -> None:
        """The last reader has not."""
        if self.eye:
            self.weigh(-self.eye.loss, -self.eye.edge_loss)

    def weigh(self, firm: float, weak: float) -> None:
        """Something speaks for it, or against it."""
        self.firm += firm
        self.weak += weak
        self.on = self.firm if self.firm > self.weak else self.weak

    @property
    def leaving(self) -> float:
        """What it costs that it is taken up."""
        return LEAVE[self.eye.spot.role] if self.eye else 0.0

    def leave(self, at: float) -> None:
        """The chip may be taken up now, if it has been there long enough."""
        off = self.on - self.leaving
        if off > self.off and (not self.visits or at - self.visit.first >= TOUCH):
            self.off = off
