"""A chip's way from one place to another, as concluded from sightings."""

from __future__ import annotations

from dataclasses import dataclass

from companion.table.sightings import Uid


@dataclass(frozen=True, slots=True)
class Movement:
    """One chip was seen somewhere else than before.

    What touching a tap means follows from the rules, which the table does not know. So a movement tells the zone
    whose spot was touched, and the zones in which the chip may have been. When it surely was in that very zone,
    touching the spot means leaving: then `to_zone` is where the tap leads.
    """

    uid: Uid
    kind: str | None
    """None where the registry does not know the tag."""
    from_zones: frozenset[str]
    """Where it may have been; empty for a tag that was never seen nor expected here."""
    to_zone: str
    at: float
    """When it was first seen there."""
    reader: str
    """Whose spot saw it."""
