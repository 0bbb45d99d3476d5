"""How often each reader sees chips that lie on another, by its own looks.

Only readers side by side see each other's chips, and how often depends on how the table is built. So it is measured for
each pair of readers, while chips rest. It makes much certain that else is not: where a reader never sees the chips of a
place, one that it sees has left that place.
"""

from __future__ import annotations

from math import log

from companion.table.evidence import GHOST

ASSUMED = 60.0
"""So many looks with the assumed rate stand at the beginning."""
KEEPS = 5000.0
"""Looks that are remembered; older ones fade."""
LEAST, MOST = 0.0005, 0.2


class Ghosts:
    """What is known of each pair of readers."""

    def __init__(self) -> None:
        self._pairs: dict[tuple[str, str], tuple[float, float]] = {}
        self._costs: dict[tuple[str, str], float] = {}

    def learn(self, home: str, reader: str, looks: int, seen: int) -> None:
        """This reader looked so often while a chip lay at that home, and saw it so often."""
        before, before_seen = self._pairs.get((home, reader), (ASSUMED, ASSUMED * GHOST))
        looked, found = before + looks, before_seen + seen
        if looked > KEEPS:
            looked, found = looked / 2, found / 2
        self._pairs[home, reader] = looked, found
        self._costs[home, reader] = log(min(MOST, max(LEAST, found / looked)) / GHOST)

    def cost(self, home: str, reader: str) -> float:
        """What a sighting by this reader says of a chip's lying at that home, beside the assumed rate of ghosts."""
        return self._costs.get((home, reader), 0.0)
