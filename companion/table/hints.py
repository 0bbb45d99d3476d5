"""What a game knows about its chips that helps to read the table: what looks mean depends on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from companion.table.sightings import Uid


@dataclass(frozen=True, slots=True)
class Hints:
    """Hints for the code that reads the readers. They cover hidden chips too, so they are never shown to people."""

    resting: Mapping[Uid, str] = field(default_factory=lambda: MappingProxyType({}))
    """The reader on which each chip lies."""
    in_the_open: frozenset[Uid] = frozenset()
    """Chips that lie where everybody sees them; they are unlikely to come over a bag's slot."""
    slots: frozenset[str] = frozenset()
    """The readers of bag slots."""
    spare_taps: frozenset[str] = frozenset()
    """Taps beside cells of which at least one is free; chips are unlikely to come over these taps."""

    def hardly_over(self, uid: Uid) -> frozenset[str]:
        """Return the readers over which a chip is unlikely to come."""
        return self.spare_taps | self.slots if uid in self.in_the_open else self.spare_taps


NO_HINTS: Final = Hints()
"""The hints when nothing is known."""
