"""The chips of a rehearsal: decks, a bank, and some that nobody knows."""

from __future__ import annotations

from random import Random

from companion.rehearsal.virtual_table import Chip
from companion.table.layout import Layout
from companion.table.sightings import Uid

DECK, BANK, STRANGERS = 24, 60, 4
"""Chips of each seat, of the bank, and such as nobody has enrolled."""
MAKER = 0x04
"""The first byte of a UID tells who made the tag."""
BYTES = [byte for byte in range(256) if byte != 0x88]
"""What follows; 88 says in anticollision that a UID goes on, so at some places it cannot stand."""
KINDS = ("gem_1", "gem_2", "crash_gem", "combine", "wound", "roundhouse")


def chips_for(layout: Layout, chance: Random) -> dict[Chip, str | None]:
    """Chips with the zones that they are in at the beginning; None where nobody knows the chip."""
    zones: list[str | None] = [f"{seat}.bag" for seat in layout.seats for _ in range(DECK)]
    zones += ["bank"] * BANK + [None] * STRANGERS
    uids: set[str] = set()
    while len(uids) < len(zones):
        (size,) = chance.choices((7, 4, 10), (20, 1, 1))
        uids.add(bytes([MAKER, *chance.choices(BYTES, k=size - 1)]).hex().upper())
    order = chance.sample(sorted(uids), len(zones))
    return {
        Chip(Uid(uid), chance.choice(KINDS) if zone else None): zone for uid, zone in zip(order, zones, strict=True)
    }
