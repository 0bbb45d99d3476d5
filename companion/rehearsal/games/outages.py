"""The outages of a game: unplugged pads, pads that restart, and dead readers."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

from companion.rehearsal.faults import Noise
from companion.rehearsal.hands import overlap
from companion.rehearsal.script import Outage
from companion.table.layout import Layout

LONGEST_GAME = 4 * 3600.0
"""Seconds for which outages are planned."""
GREETING = 0.7
"""Seconds until the host knows a pad again that was away."""


class Outages:
    """All outages of a game, planned beforehand. Hands keep away from what is broken, as people do who see the lamp."""

    def __init__(self, layout: Layout, noise: Noise, chance: Random) -> None:
        self.planned: list[Outage] = []
        self._of: dict[str, list[Outage]] = {spot.reader: [] for spot in layout.spots()}
        for what, rate in {"unplug": noise.unplugs, "reboot": noise.reboots, "death": noise.deaths}.items():
            at = 0.0
            while rate and layout.pads and (at := at + chance.expovariate(rate / 3600) + 3.0) < LONGEST_GAME:
                self._plan(what, at, layout, chance)

    def _plan(self, what: str, at: float, layout: Layout, chance: Random) -> None:
        pad = chance.choice(layout.pads)
        until = at + (0.2 if what == "reboot" else chance.uniform(0.5, 3.0))
        readers = [chance.choice(pad.spots).reader] if what == "death" else [spot.reader for spot in pad.spots]
        self.add(Outage(at, until, what, pad.number, readers[0] if what == "death" else ""), readers)

    def add(self, outage: Outage, readers: Collection[str]) -> bool:
        """Plan an outage of these readers, unless one of the same pad is too near. Return whether it is planned."""
        if any(other.pad == outage.pad and overlap(other, outage.at, outage.until) for other in self.planned):
            return False
        self.planned.append(outage)
        self.planned.sort(key=lambda one: one.at)
        for reader in readers:
            self._of[reader].append(outage)
        return True

    def clear(self, readers: Collection[str], start: float, lasting: float) -> float:
        """Return the first moment from `start` on at which nothing is broken at these readers for `lasting` seconds."""
        for outage in sorted((one for reader in readers for one in self._of[reader]), key=lambda one: one.at):
            if overlap(outage, start, start + lasting):
                start = outage.until + AFTER
        return start


AFTER = 5.01
"""Seconds to wait after an outage: a little more than `overlap` requires."""
