"""Which reader a chip was laid on, while nobody knows yet what any reader stands for."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from companion.table.sightings import Look

STEADY: Final = 3
"""Looks in a row that see a chip, before a reader counts."""
SURE: Final = 12
"""Looks in a row after which it counts although another reader sees the chip as well."""


class Spotter:
    """Looks of all readers in; the one on which a chip was newly laid out."""

    def __init__(self, taken: Collection[str]) -> None:
        """Readers in `taken` stand for something already; a chip may still lie there from before."""
        self._taken = frozenset(taken)
        self._runs: dict[str, int] = {}
        """Looks in a row that saw a chip."""
        self._empty: set[str] = set()
        """Readers that have been seen empty since."""
        self._met: frozenset[str] = frozenset()

    def look(self, look: Look) -> str:
        """Take note; the reader, as soon as it is clear. It may be one that is taken."""
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
        """Readers that see the same chip, steadily: nobody can tell on which of them it lies."""
        met, self._met = self._met, frozenset()
        return met
