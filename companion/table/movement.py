"""A chip's way from one place to another, concluded from sightings."""

from __future__ import annotations

from dataclasses import dataclass

from companion.table.sightings import Uid


@dataclass(frozen=True, slots=True)
class Movement:
    """One chip was seen somewhere else than before.

    What touching a tap means depends on the rules, which this room does not know. So a movement names the zone whose
    spot was touched, and the zones in which the chip may have been before. If the chip certainly was in that very zone,
    touching the spot means leaving it: then `to_zone` is where the tap leads.
    """

    uid: Uid
    kind: str | None
    """The chip's kind; None if the registry does not know the tag."""
    from_zones: frozenset[str]
    """Where it may have been before; empty for a tag that was never seen or expected here."""
    to_zone: str
    at: float
    """When it was first seen there."""
    reader: str
    """The reader whose spot saw it."""
