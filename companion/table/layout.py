"""A table as `table.toml` describes it: which reader stands where, and what lying there means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum

AIR = "air"
"""The zone of a chip that left one place and has not been seen in another: somebody holds it."""

STATION = "station"
"""The name of the reader that the NFC station is."""

MOST_READERS = 4
"""Readers on one pad."""


class Role(Enum):
    """What a spot is for."""

    CELLS = "cells"
    """Shallow places for one chip each, above one reader: a chip stays there and is seen all the time."""
    TAP = "tap"
    """A spot to touch with a chip on its way into the zone or out of it."""


@dataclass(frozen=True, slots=True)
class Spot:
    """What one reader stands for."""

    reader: str
    role: Role
    zone: str
    """As the game writes it, `A.pile`; the table room knows no game and only compares it."""
    cells: int = 0
    """How many cells the reader has; 0 for a tap."""
    beyond: str = AIR
    """Where a chip goes that leaves the zone over this tap: from a bag's slot into the hand."""
    hidden: bool = False
    """What is read here is for the zone's owner alone."""
    label: str = ""
    """How people call it."""

    @property
    def name(self) -> str:
        """For people: its label, else what it is."""
        return self.label or f"{self.role.value} of {self.zone}"


@dataclass(frozen=True, slots=True)
class Pad:
    """One controller with its readers."""

    number: int
    port: str
    spots: tuple[Spot, ...]
    """Reader 0 first."""


@dataclass(frozen=True, slots=True)
class Station:
    """The NFC station: it enrols tags, and may serve as a tap."""

    port: str
    spot: Spot | None = None


@dataclass(frozen=True)
class Layout:
    """The whole table."""

    name: str
    seats: tuple[str, ...]
    pads: tuple[Pad, ...] = ()
    station: Station | None = None
    groups: tuple[frozenset[str], ...] = ()
    """Readers so near each other that only one of a group may have its field on."""
    panel: Mapping[str, int] = field(default_factory=dict)
    """Pins of buttons, lamps and buzzer by name."""

    def spots(self) -> Iterator[Spot]:
        """Every spot that a reader serves."""
        for pad in self.pads:
            yield from pad.spots
        if self.station and self.station.spot:
            yield self.station.spot

    def spot(self, reader: str) -> Spot:
        """What this reader stands for. KeyError where the table has no such reader."""
        for spot in self.spots():
            if spot.reader == reader:
                return spot
        raise KeyError(reader)

    def neighbours(self, reader: str) -> frozenset[str]:
        """The readers that must rest while this one looks, and that may see its chips."""
        return frozenset().union(*(group for group in self.groups if reader in group)) - {reader}
