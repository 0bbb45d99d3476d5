"""The kits as data: which spots a seat has with each kit, in the order in which chips are laid on them to find them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from companion.table.layout import AIR, STATION, Spot, SpotRole
from companion.table.phrases import NOTHING, Phrase

MOST_SEATS: Final = 4
TRAY: Final = 7
"""How many readers a tray of 14 cells has."""
CELLS: Final = 2
"""How many cells are above one of these readers."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A spot that needs a reader."""

    key: str
    """A unique name, such as `A.played` or `A.pile.3`."""
    spot: Spot
    """The spot without reader and label."""
    words: Phrase
    """Where to lay a chip."""
    label: Phrase = NOTHING
    """What people will call the spot, in the language of the table."""

    def served_by(self, reader: str, label: str) -> Spot:
        """The spot with its reader and label."""
        spot = self.spot
        return Spot(reader, spot.role, spot.zone, spot.cells, spot.beyond, spot.hidden, label)


KITS: Final = {
    "cells": ("tray", "overflow", "played", "discard", "bag"),
    "taps": ("pile", "played", "discard", "bag"),
    "trays": ("tray", "overflow"),
    "none": (),
}
"""The spots of a seat, for each kit."""

KIT_WORDS: Final = {
    "cells": Phrase("Cells: a tray of 14 cells, taps, and a bag slot (11 readers). The table sees everything."),
    "taps": Phrase("Taps: four spots that chips touch on their way (4 readers)."),
    "trays": Phrase("Trays: a tray of 14 cells and an overflow tap (8 readers). The table sees the gem pile."),
    "none": Phrase("No readers at this seat: its player enters every move on the phone."),
}

ZONES: Final = {"overflow": "pile"}
"""Taps whose name is not that of their zone."""
BANK: Final = Wanted("bank", Spot("", SpotRole.TAP, "bank"), Phrase("the bank spot"), Phrase("bank spot"))


def seats_of(count: int) -> tuple[str, ...]:
    """The names of the seats of a table.

    >>> seats_of(3)
    ('A', 'B', 'C')
    """
    return tuple("ABCD"[:count])


def wanted(kits: Sequence[str], bank: str) -> tuple[Wanted, ...]:
    """All spots that readers of pads are to serve, seat by seat.

    >>> [one.key for one in wanted(("taps", "none"), "reader")]
    ['A.pile', 'A.played', 'A.discard', 'A.bag', 'bank']
    """
    spots = [one for seat, kit in zip(seats_of(len(kits)), kits, strict=True) for one in of_seat(seat, kit)]
    return (*spots, *([BANK] if bank == "reader" else []))


def of_seat(seat: str, kit: str) -> Iterator[Wanted]:
    """The spots of one seat."""
    for what in KITS[kit]:
        if what == "tray":
            yield from tray(seat)
            continue
        zone = f"{seat}.{ZONES.get(what, what)}"
        hidden = what == "bag"
        spot = Spot("", SpotRole.TAP, zone, beyond=f"{seat}.hand" if hidden else AIR, hidden=hidden)
        name = names_of(seat)[what]
        yield Wanted(f"{seat}.{what}", spot, Phrase("the {spot}", spot=name), name)


def names_of(seat: str) -> dict[str, Phrase]:
    """What the taps of a seat are called."""
    return {
        "overflow": Phrase("overflow tap of {seat}", seat=seat),
        "pile": Phrase("pile tap of {seat}", seat=seat),
        "played": Phrase("play tap of {seat}", seat=seat),
        "discard": Phrase("discard tap of {seat}", seat=seat),
        "bag": Phrase("bag slot of {seat}", seat=seat),
    }


def tray(seat: str) -> Iterator[Wanted]:
    """The cells of a tray, two at a time."""
    for at in range(TRAY):
        first = at * CELLS + 1
        words = Phrase("cell {first} or {second} in the tray of {seat}", first=first, second=first + 1, seat=seat)
        yield Wanted(f"{seat}.tray.{at + 1}", Spot("", SpotRole.CELLS, f"{seat}.pile", cells=CELLS), words)


def station_spot(label: str) -> Spot:
    """The NFC station as the bank spot."""
    return BANK.served_by(STATION, label)
