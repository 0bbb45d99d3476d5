"""Positions of Beacons written down, read, corrected and compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from companion.rules import UNSEEN, Setup
from companion.rules.kernel.lots import pool
from companion.rules.kernel.positions import (
    Difference,
    Path,
    PositionError,
    counts,
    flag,
    items,
    mapping,
    one_of,
    whole,
)
from companion.rules.kernel.sentences import in_english
from companion.rules.kernel.written_choices import written_setup
from companion.rules.kernel.written_lots import read_unseen, write_unseen
from tests.sample_game import charts
from tests.sample_game.offers import offers
from tests.sample_game.table import COLOURS, STONES, Seat, Table

KEYS = ("mode", "seats", "charts", "signalled", "pier", "crown", "boat", "light", "turn", "winner")
a_stone = one_of(dict.fromkeys(STONES), "stone")
a_piece = one_of((*dict.fromkeys(STONES), UNSEEN), "stone")
a_chart = one_of((*dict.fromkeys(charts.DECK), UNSEEN), "chart")
a_colour = one_of(COLOURS, "colour")
a_team = one_of(("dawn", "dusk"), "team")


def read(given: Mapping[str, object]) -> tuple[Setup, Table]:
    """What is not written is as at the start; a seat's stones that are not written are spent."""
    mapping(given, (), KEYS)
    seats = mapping(given.get("seats"), ("seats",))
    setup = written_setup("beacons", offers(in_english), given)
    decks = {"charts": charts.holder(tuple(seats))} if setup.mode == "charts" else {}
    table = Table({name: Seat(name, ("dawn", "dusk")[at % 2]) for at, name in enumerate(seats)}, decks)
    if decks and "charts" in given:
        read_charts(table, mapping(given["charts"], ("charts",), ("row_at", "unseen", *table.charts.places)))
    table.signalled = flag(given.get("signalled", False), ("signalled",))
    for name, seat in table.seats.items():
        read_seat(seat, seats[name], ("seats", name))
    table.pier = items(given.get("pier"), ("pier",), a_colour)
    table.crown = one_of(table.seats, "seat")(given.get("crown", table.crown), ("crown",))
    table.boat = whole(given.get("boat", table.boat), ("boat",))
    table.light |= counts(given.get("light"), ("light",), a_team)
    table.turn = whole(given.get("turn", table.turn), ("turn",))
    table.winner = a_team(given["winner"], ("winner",)) if given.get("winner") else ""
    return setup, table


def read_seat(seat: Seat, given: object, path: Path) -> None:
    """A seat's stones."""
    zones = mapping(given, path, (*seat.places, "unseen"))
    seat.hand, seat.bag = (items(zones.get(key), (*path, key), a_piece) for key in ("hand", "bag"))
    seat.spent = items(zones.get("spent"), (*path, "spent"), a_piece)
    read_unseen(seat, zones.get("unseen"), (*path, "unseen"), a_stone)
    left = list(STONES)
    for stone in (*seat.hand, *seat.bag, *seat.spent, *pool(seat.unseen)):
        if stone != UNSEEN:
            if stone not in left:
                raise PositionError(path, f"{seat.name} has one {stone} more than there are")
            left.remove(stone)
    if "spent" not in zones:
        seat.spent = tuple(left)
    elif left:
        raise PositionError(path, f"{seat.name} lacks {', '.join(left)}")


def read_charts(table: Table, given: Mapping[str, object]) -> None:
    """All charts. A deck that is not written holds what lies nowhere else."""
    deck = table.charts
    for place in deck.places:
        deck.__dict__[place] = items(given.get(place), ("charts", place), a_chart)
    table.row_at = items(given.get("row_at"), ("charts", "row_at"), one_of(charts.ROW, "address"))
    if len(table.row_at) != len(deck.zone("row")):
        raise PositionError(("charts", "row_at"), "each chart of the row needs its address")
    read_unseen(deck, given.get("unseen"), ("charts", "unseen"), a_chart)
    told = Counter(kind for place in deck.places for kind in deck.zone(place) if kind != UNSEEN)
    told.update(pool(deck.unseen))
    if more := told - Counter(charts.DECK):
        raise PositionError(("charts",), f"there are more of {', '.join(more)} than the box holds")
    if "deck" not in given:
        deck.__dict__["deck"] = tuple((Counter(charts.DECK) - told).elements())


def write(table: Table) -> dict[str, object]:
    """The way back."""
    if table.decks:
        kept: dict[str, object] = {place: list(table.charts.zone(place)) for place in table.charts.places}
        kept["row_at"] = list(table.row_at)
        if table.charts.unseen:
            kept["unseen"] = write_unseen(table.charts)
        return {"mode": "charts", "charts": kept, "signalled": table.signalled, **write_rest(table)}
    return write_rest(table)


def write_rest(table: Table) -> dict[str, object]:
    """What there is without charts too."""
    seats: dict[str, object] = {}
    for name, seat in table.seats.items():
        zones: dict[str, object] = {place: list(seat.zone(place)) for place in seat.places}
        seats[name] = {**zones, "unseen": write_unseen(seat)} if seat.unseen else zones
    rest = {key: getattr(table, key) for key in ("crown", "boat", "turn", "winner")}
    return {"seats": seats, "pier": list(table.pier), "light": dict(table.light), **rest}


def corrected(table: Table, changes: Mapping[str, object]) -> Table:
    """The same position with these keys written anew."""
    given = write(table)
    for key, value in mapping(changes, (), KEYS).items():
        if key == "seats":
            seats = mapping(given["seats"], ("seats",))
            said = mapping(value, ("seats",), table.seats)
            given[key] = {name: {**mapping(seats[name], ()), **mapping(said.get(name), ())} for name in seats}
        else:
            given[key] = value
    return read(given)[1]


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
