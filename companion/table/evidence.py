"""How much looks say for a chip lying here rather than there, in natural logarithms of likelihood.

A reader does not see every tag that lies on it: it has a **miss rate**. And now and then it sees one that lies on a
neighbour: a **ghost**. So one sighting speaks for its reader, and a clean look without the tag speaks against it, each
with a weight that follows from these two rates. Weights of independent looks are added.
"""

from __future__ import annotations

from math import ceil, log

from companion.table.layout import Spot

GHOST = 0.05
"""How often a look is held to see a tag of a neighbour. Coupling allows for that; nobody has measured it on a bench."""

EDGE = 4.5
"""How rarely a chip lies on the edge of its place, as a logarithm; a look sees it there only half as often."""
FIRM = 8.0
"""How sure one can be, at most, that a chip does not lie on the edge."""
MOST_MISSES = 6
"""More looks without a chip say that it was away, not that it lies on the edge."""
STRANGE = 30.0
"""What a sighting says against a place whose chips that reader cannot see at all."""


class Eye:
    """How well one reader sees, by its own looks."""

    KEEPS = 400.0  # looks that are remembered; older ones fade
    TELLING = 4  # a longer run of misses may be a chip that went away, and is not counted

    def __init__(self, spot: Spot, near: frozenset[str]) -> None:
        self.spot = spot
        self.near = near
        """The readers that see its chips now and then, and the other way round."""
        self._looked, self._missed = 25.0, 5.0  # as if it had been watched for a while, and seen to be poor
        self._weigh()

    def found_again(self, misses: int) -> None:
        """A chip that lies here was seen, after so many clean looks without it."""
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
        """How much a sighting speaks for a chip lying here."""
        self.loss = log((1 - GHOST) / self.miss_rate)
        """How much a clean look without it speaks against that."""
        seen = (1 - self.miss_rate) / 2
        self.edge_gain = log(seen / GHOST)
        self.edge_loss = log((1 - GHOST) / (1 - seen))
        """The same for a chip on the edge."""

    def patience(self, doubt: float, *, on_edge: bool = False) -> int:
        """How many clean looks without a chip that lies here happen with no more than this probability."""
        missed = (1 + self.miss_rate) / 2 if on_edge else self.miss_rate
        return max(3, ceil(log(doubt) / log(missed)))

    def edge(self, before: float, misses: int) -> float:
        """How much more speaks for a chip's lying on the edge, after so many looks without it and one with it."""
        more = min(misses, MOST_MISSES) * (self.loss - self.edge_loss) - (self.gain - self.edge_gain)
        return min(EDGE, max(-FIRM, before + more))
