"""The chips of a rehearsal: decks, what lies in the middle, and a few that are not enrolled."""

from __future__ import annotations

from random import Random

from companion.rehearsal.virtual_table import TaggedThing
from companion.rules import SeatSetup, Setup, find_game
from companion.table.layout import Layout
from companion.table.sightings import Uid

DECK, SHARED, STRANGERS = 24, 60, 4
"""How many chips each seat has, how many all share, and how many are not enrolled."""
USUAL = "puzzle-strike"
"""The game of a table that names none."""
MAKER = 0x04
"""The first byte of a UID names the manufacturer of the tag."""
BYTES = [byte for byte in range(256) if byte != 0x88]
"""The values of all other bytes. 88 is left out: in some places of a UID it would mean that the UID continues."""
KINDS = 6
"""Of how many kinds they are."""


def chips_for(layout: Layout, chance: Random) -> dict[TaggedThing, str | None]:
    """Return chips, each with its zone at the beginning; the zone is None for a chip that is not enrolled."""
    game = find_game(layout.game or USUAL)
    places = game.lay_out(Setup(game.key, tuple(map(SeatSetup, layout.seats)))).values()
    decks = [place.name for place in places if place.owner and place.heap]
    shared = [place.name for place in places if not place.owner]
    zones: list[str | None] = [deck for deck in decks for _ in range(DECK)]
    zones += [shared[number % len(shared)] for number in range(SHARED if shared else 0)] + [None] * STRANGERS
    kinds = list(game.box())[:KINDS]
    uids: set[str] = set()
    while len(uids) < len(zones):
        (size,) = chance.choices((7, 4, 10), (20, 1, 1))
        uids.add(bytes([MAKER, *chance.choices(BYTES, k=size - 1)]).hex().upper())
    order = chance.sample(sorted(uids), len(zones))
    return {
        TaggedThing(Uid(uid), chance.choice(kinds) if zone else None): zone
        for uid, zone in zip(order, zones, strict=True)
    }
