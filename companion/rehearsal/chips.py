"""The chips of a rehearsal: decks, a bank, and a few that are not enrolled."""

from __future__ import annotations

from random import Random

from companion.rehearsal.virtual_table import TaggedThing
from companion.table.layout import Layout
from companion.table.sightings import Uid

DECK, BANK, STRANGERS = 24, 60, 4
"""How many chips each seat has, how many the bank has, and how many are not enrolled."""
MAKER = 0x04
"""The first byte of a UID names the manufacturer of the tag."""
BYTES = [byte for byte in range(256) if byte != 0x88]
"""The values of all other bytes. 88 is left out: in some places of a UID it would mean that the UID continues."""
KINDS = ("gem_1", "gem_2", "crash_gem", "combine", "wound", "roundhouse")


def chips_for(layout: Layout, chance: Random) -> dict[TaggedThing, str | None]:
    """Return chips, each with its zone at the beginning; the zone is None for a chip that is not enrolled."""
    zones: list[str | None] = [f"{seat}.bag" for seat in layout.seats for _ in range(DECK)]
    zones += ["bank"] * BANK + [None] * STRANGERS
    uids: set[str] = set()
    while len(uids) < len(zones):
        (size,) = chance.choices((7, 4, 10), (20, 1, 1))
        uids.add(bytes([MAKER, *chance.choices(BYTES, k=size - 1)]).hex().upper())
    order = chance.sample(sorted(uids), len(zones))
    return {
        TaggedThing(Uid(uid), chance.choice(KINDS) if zone else None): zone
        for uid, zone in zip(order, zones, strict=True)
    }
