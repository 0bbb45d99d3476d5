"""How often each reader sees chips that lie on another reader, measured from its own looks.

Only neighbouring readers see each other's chips, and how often depends on how the table is built. So it is measured for
each pair of readers while chips rest. This settles many cases: if a reader never sees the chips of a certain place,
then a chip from that place which it does see has left it.
"""

from __future__ import annotations

from math import log

from companion.table.evidence import GHOST

ASSUMED = 60.0
"""The assumed rate counts as much as this many looks."""
KEEPS = 5000.0
"""How many looks are remembered; older ones count for less and less."""
LEAST, MOST = 0.0005, 0.2


class Ghosts:
    """What is known about each pair of readers."""

    def __init__(self) -> None:
        self._pairs: dict[tuple[str, str], tuple[float, float]] = {}
        self._costs: dict[tuple[str, str], float] = {}

    def learn(self, home: str, reader: str, looks: int, seen: int) -> None:
        """Learn from a reader that looked this often while a chip lay at `home`, and saw it this often."""
        before, before_seen = self._pairs.get((home, reader), (ASSUMED, ASSUMED * GHOST))
        looked, found = before + looks, before_seen + seen
        if looked > KEEPS:
            looked, found = looked / 2, found / 2
        self._pairs[home, reader] = looked, found
        self._costs[home, reader] = log(min(MOST, max(LEAST, found / looked)) / GHOST)

    def cost(self, home: str, reader: str) -> float:
        """Return what a sighting by this reader says about a chip lying at `home`, relative to the assumed rate of
        ghosts."""
        return self._costs.get((home, reader), 0.0)
