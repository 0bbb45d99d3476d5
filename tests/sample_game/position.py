"""Positions of Beacons written down, and compared."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules import SeatSetup, Setup
from companion.rules.kernel.positions import Difference, items, mapping, one_of, whole
from tests.sample_game.table import COLOURS, STONES, Seat, Table

KEYS = ("seats", "pier", "crown", "boat", "light", "turn")
a_stone = one_of(dict.fromkeys(STONES), "stone")
a_colour = one_of(COLOURS, "colour")


def read(given: Mapping[str, object]) -> tuple[Setup, Table]:
    """What is not written is as at the start; a seat's stones that are not written are spent."""
    mapping(given, (), KEYS)
    seats = mapping(given.get("seats"), ("seats",))
    setup = Setup(game="beacons", seats=tuple(SeatSetup(name) for name in seats))
    table = Table({name: Seat(name, ("dawn", "dusk")[at % 2]) for at, name in enumerate(seats)})
    for name, seat in table.seats.items():
        path = ("seats", name)
        zones = mapping(seats[name], path, ("hand", "bag"))
        seat.hand, seat.bag = (items(zones.get(key), (*path, key), a_stone) for key in ("hand", "bag"))
        left = list(STONES)
        for stone in seat.hand + seat.bag:
            left.remove(stone)
        seat.spent = tuple(left)
    table.pier = items(given.get("pier"), ("pier",), a_colour)
    table.crown = one_of(table.seats, "seat")(given.get("crown", table.crown), ("crown",))
    table.boat = whole(given.get("boat", table.boat), ("boat",))
    table.turn = whole(given.get("turn", table.turn), ("turn",))
    return setup, table


def differences(table: Table, expected: Mapping[str, object]) -> list[Difference]:
    """Where the table is not as expected."""
    found = []
    for key, wanted in mapping(expected, (), KEYS).items():
        if key == "seats":
            for name, zones in mapping(wanted, ("seats",), table.seats).items():
                for place, stones in mapping(zones, ("seats", name), ("hand", "bag", "spent")).items():
                    lies = getattr(table.seats[name], place)
                    if sorted(items(stones, ("seats", name, place), a_stone)) != sorted(lies):
                        found.append(Difference(("seats", name, place), f"there lie {', '.join(lies)}"))
            continue
        value = getattr(table, key)
        if (tuple(wanted) if isinstance(wanted, list | tuple) else wanted) != value:
            found.append(Difference((key,), f"{key} is {value}"))
    return found
