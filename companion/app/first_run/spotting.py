"""Finds the reader on which a chip was laid, before it is known what any reader serves."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from companion.table.sightings import Look

STEADY: Final = 3
"""How many looks in a row must see a chip before a reader counts."""
SURE: Final = 12
"""After so many looks in a row, a reader counts even if another one sees the chip as well."""


class Spotter:
    """Takes the looks of all readers, and says on which of them a chip was newly laid."""

    def __init__(self, taken: Collection[str]) -> None:
        """The readers in `taken` serve a spot already; the chip of an earlier spot may still lie there."""
        self._taken = frozenset(taken)
        self._runs: dict[str, int] = {}
        """How many looks in a row of each reader saw a chip."""
        self._empty: set[str] = set()
        """Readers that have been seen empty since the start."""
        self._met: frozenset[str] = frozenset()

    def look(self, look: Look) -> str:
        """Take a look. Returns the reader with the chip as soon as it is clear, even if that reader is taken."""
        if look.tags:
            self._runs[look.reader] = self._runs.get(look.reader, 0) + 1
        elif look.clean:
            self._runs[look.reader] = 0
            self._empty.add(look.reader)
        fresh = {
            reader: run
            for reader, run in self._runs.items()
            if run and (reader not in self._taken or reader in self._empty)
        }
        if not fresh:
            return ""
        best = max(fresh, key=lambda reader: fresh[reader])
        rivals = {reader for reader in fresh if reader != best}
        if fresh[best] < (SURE if rivals else STEADY):
            return ""
        if any(2 * fresh[rival] > fresh[best] for rival in rivals):
            self._met = frozenset({best, *rivals})
            return ""
        return best

    @property
    def torn(self) -> frozenset[str]:
        """Readers that all see the same chip steadily, so that nobody can say on which of them it lies."""
        met, self._met = self._met, frozenset()
        return met
