"""How strongly looks suggest that a chip lies here rather than there, in natural logarithms of likelihood.

A reader does not see every tag that lies on it: it has a **miss rate**. And now and then it sees a tag that lies on a
neighbour: a **ghost**. So a sighting is evidence for its reader, and a clean look without the tag is evidence against
it. The weight of each follows from these two rates. The weights of independent looks are added.
"""

from __future__ import annotations

from math import ceil, log

from companion.table.layout import Spot

GHOST = 0.05
"""The assumed probability that a look sees a tag of a neighbour. Magnetic coupling makes it plausible; it has not been
measured on a bench."""

EDGE = 4.5
"""How rarely a chip lies on the edge of its place, as a logarithm. On the edge, a look sees it only half as often."""
FIRM = 8.0
"""The most certainty, as a logarithm, that a chip does not lie on the edge."""
MOST_MISSES = 6
"""More looks than this without a chip suggest that it was away, not that it lies on the edge."""
STRANGE = 30.0
"""How strongly a sighting speaks against a place whose chips the reader cannot see at all."""


class Eye:
    """How well one reader sees, judged by its own looks."""

    KEEPS = 400.0  # how many looks are remembered; older ones count for less and less
    TELLING = 4  # a longer run of misses is not counted: the chip may have been away

    def __init__(self, spot: Spot, near: frozenset[str]) -> None:
        self.spot = spot
        self.near = near
        """The readers that now and then see this reader's chips, and whose chips it sees."""
        self._looked, self._missed = 25.0, 5.0  # to begin with, a rather poor reader: it misses one look in five
        self._weigh()

    def found_again(self, misses: int) -> None:
        """Learn from a chip that was seen again after this many clean looks without it."""
        if misses > self.TELLING:
            return
        self._looked += misses + 1
        self._missed += misses
        if self._looked > self.KEEPS:
            self._looked, self._missed = self._looked / 2, self._missed / 2
        self._weigh()

    def _weigh(self) -> None:
        self.miss_rate = min(0.5, max(0.02, self._missed / self._looked))
        self.gain = log((1 - self.miss_rate) / GHOST)
        """How strongly a sighting suggests that a chip lies here."""
        self.loss = log((1 - GHOST) / self.miss_rate)
        """How strongly a clean look without the chip speaks against that."""
        seen = (1 - self.miss_rate) / 2
        self.edge_gain = log(seen / GHOST)
        self.edge_loss = log((1 - GHOST) / (1 - seen))
        """The same two weights for a chip on the edge."""

    def patience(self, doubt: float, *, on_edge: bool = False) -> int:
        """Return how many clean looks in a row miss a chip that lies here with at most the probability `doubt`."""
        missed = (1 + self.miss_rate) / 2 if on_edge else self.miss_rate
        return max(3, ceil(log(doubt) / log(missed)))

    def edge(self, before: float, misses: int) -> float:
        """Update the evidence for a chip lying on the edge, after this many looks without it and one with it."""
        more = min(misses, MOST_MISSES) * (self.loss - self.edge_loss) - (self.gain - self.edge_gain)
        return min(EDGE, max(-FIRM, before + more))
