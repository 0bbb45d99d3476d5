"""A table as `table.toml` describes it: where each reader is, and what it means when a chip lies there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum

AIR = "air"
"""The zone of a chip that left one place and has not been seen in another: somebody is holding it."""

OUTSIDE = (AIR, "box")
"""Where a chip may go that leaves the places of the table."""

STATION = "station"
"""The reader name of the NFC station."""

USUAL_STATION = "pn532"
"""The kind of a station whose table names none."""

MOST_READERS = 4
"""The most readers that one pad can have."""


class SpotRole(Enum):
    """What a spot is for."""

    CELLS = "cells"
    """Shallow places for one chip each, above one reader: a chip stays there and is seen all the time."""
    TAP = "tap"
    """A spot to touch with a chip on its way into the zone or out of it."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A spot on the table: what one reader is for."""

    reader: str
    role: SpotRole
    zone: str
    """The name of the place, or of an address in it, as the game writes it. This room knows no game, and takes no name
    apart: it only compares them."""
    cells: int = 0
    """How many cells the reader has; 0 for a tap."""
    beyond: str = AIR
    """Where a chip goes when it leaves the zone over this tap: from a bag's slot, for example, into the hand."""
    hidden: bool = False
    """Whether only the zone's owner may know what is read here."""
    label: str = ""
    """What people call it."""

    @property
    def name(self) -> str:
        """The name for people: the label, or else role and zone."""
        return self.label or f"{self.role.value} of {self.zone}"


@dataclass(frozen=True, slots=True)
class Pad:
    """One controller with its readers."""

    number: int
    port: str
    spots: tuple[Spot, ...]
    """The pad's spots, beginning with reader 0."""


@dataclass(frozen=True, slots=True)
class StationSpot:
    """The NFC station: it enrols tags, and can also be used as a tap."""

    port: str
    spot: Spot | None = None
    kind: str = USUAL_STATION
    """What reads there: one of the kinds in `companion/table/kinds`."""


@dataclass(frozen=True)
class Layout:
    """The whole table."""

    name: str
    seats: tuple[str, ...]
    pads: tuple[Pad, ...] = ()
    station: StationSpot | None = None
    groups: tuple[frozenset[str], ...] = ()
    """Groups of readers so close to each other that only one in each group may have its field on."""
    panel: Mapping[str, int] = field(default_factory=dict)
    """The pins of buttons, lamps and buzzer, by name."""
    game: str = ""
    """The game whose places it names; "" for the usual one."""

    def spots(self) -> Iterator[Spot]:
        """Yield every spot that has a reader."""
        for pad in self.pads:
            yield from pad.spots
        if self.station and self.station.spot:
            yield self.station.spot

    def spot(self, reader: str) -> Spot:
        """Return the spot of a reader. Raises KeyError if the table has no such reader."""
        for spot in self.spots():
            if spot.reader == reader:
                return spot
        raise KeyError(reader)

    def neighbours(self, reader: str) -> frozenset[str]:
        """Return the readers that must rest while this one looks, and that may see its chips."""
        return frozenset().union(*(group for group in self.groups if reader in group)) - {reader}
