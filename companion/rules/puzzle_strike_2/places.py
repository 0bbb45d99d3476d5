"""The places of a match, and what lies in them."""

from __future__ import annotations

from functools import lru_cache

from companion.rules.kernel import Place, Places, Who, Zone
from companion.rules.puzzle_strike_2.pile import COLOURS
from companion.rules.puzzle_strike_2.table import (
    ANTE_UP,
    DIAMOND,
    DRAGON,
    HIDDEN,
    SCEPTER,
    SLOT_NAMES,
    SPACE_NAMES,
    WOUND,
    BankTable,
    PileSeat,
    zone_names,
)

IN_ORDER = ("pile", "hand", "deck", "played", "creature", "discard", "top", "meters", SCEPTER, DIAMOND)
"""A seat's places as they lie in front of it."""


@lru_cache(maxsize=64)
def places(seats: tuple[str, ...]) -> Places:
    """The places of a match. The cards of a hand and of a deck are hidden, and others cannot tell the two apart."""
    found = []
    for seat in seats:
        for role in IN_ORDER:
            name = zone_names(seat)[role]
            hidden = Who.OWNER if role in HIDDEN else Who.ALL
            knows = Who.NOBODY if role == "deck" else hidden
            deck = role == "deck"
            spaces = SPACE_NAMES if role == "pile" else ()
            refill = f"{seat}.discard" if deck else ""
            found.append(Place(name, seat, role, knows, hidden, role in ("top", "pile"), deck, spaces, refill))
    return Places(
        (
            *found,
            Place("row", ordered=True, addresses=SLOT_NAMES),
            Place("deck", knows=Who.NOBODY, heap=True),
            Place(ANTE_UP),
            Place("wounds"),
            Place("trash"),
            Place("supply"),
            Place("aside"),
            Place(DRAGON),
        )
    )


def zones(table: BankTable) -> dict[str, Zone]:
    """What lies where."""
    found: dict[str, Zone] = {}
    for seat in table.seats.values():
        found |= seat_zones(table, seat)
    shown = table.ante_ups + table.ignored
    hidden = len(table.ante_at)
    aside = (ANTE_UP,) * (2 - shown - hidden + table.ignored) + (DIAMOND,) * table.diamonds_aside
    if not table.scepter:
        aside += (SCEPTER,)
    found["row"] = Zone(table.row, SLOT_NAMES[: len(table.row)])
    found["deck"] = Zone(table.bank + (ANTE_UP,) * hidden)
    found[ANTE_UP] = Zone((ANTE_UP,) * table.ante_ups)
    found["wounds"] = Zone({WOUND: table.wounds})
    found["trash"] = Zone(table.trash)
    found["supply"] = Zone(dict(zip(COLOURS, table.supply, strict=True)))
    found["aside"] = Zone(aside)
    found[DRAGON] = Zone((*table.power_cards, *((SCEPTER,) if table.scepter == DRAGON else ())))
    return found


def seat_zones(table: BankTable, seat: PileSeat) -> dict[str, Zone]:
    """What lies in front of a seat."""
    names = zone_names(seat.name)
    found = {
        names[place]: Zone(seat.known(place) if seat.unseen else seat.zone(place))
        for place in ("hand", "deck", "played", "creature", "discard", "top")
    }
    found[names["pile"]] = Zone(seat.pile, SPACE_NAMES[: len(seat.pile)])
    found[names["meters"]] = Zone(dict(zip(COLOURS, seat.meters, strict=True)))
    found[names[SCEPTER]] = Zone((SCEPTER,) if table.scepter == seat.name else ())
    found[names[DIAMOND]] = Zone((DIAMOND,) if seat.diamond else ())
    return found
