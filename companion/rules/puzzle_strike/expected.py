"""Compare a table with what a scenario expects of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from companion.rules.kernel import Event
from companion.rules.kernel.positions import (
    Difference,
    Path,
    counts,
    flag,
    items,
    mapping,
    one_of,
    shown,
    signed,
    whole,
)
from companion.rules.puzzle_strike import events as ev
from companion.rules.puzzle_strike.pieces import a_character, a_chip, a_colour, a_piece, pile_piece
from companion.rules.puzzle_strike.position import FLIGHT_KEYS, PLACES, read_next_turn
from companion.rules.puzzle_strike.table import COLOURS, Chips, Seat, Table, height_bonus, pile_total
from companion.rules.puzzle_strike.who_plays import PHASES


class Comparison:
    """One table, compared with what is expected of it."""

    def __init__(self, table: Table, start: Table, events: Sequence[Event]) -> None:
        self.table = table
        self.start = start
        self.events = events
        self.found: list[Difference] = []

    def same(self, path: Path, expected: object, actual: object, what: str) -> None:
        """Note where the two differ."""
        if expected != actual:
            self.found.append(Difference(path, f"{what}: expected {told(expected)}, it is {told(actual)}"))

    def seats(self, given: object, path: Path) -> None:
        for name, seat in mapping(given, path).items():
            one_of(self.table.seats, "seat")(name, (*path, name))
            self.seat(self.table.seats[name], mapping(seat, (*path, name), SEAT_KEYS), (*path, name))

    def seat(self, seat: Seat, given: Mapping[str, object], path: Path) -> None:
        total = pile_total(seat.pile)
        numbers = {"total": total, "height_bonus": height_bonus(total), "money": seat.money, "piggy": seat.piggy}
        for key, value in given.items():
            at, what = (*path, key), f"{seat.name}'s {key}"
            if key in PLACES:
                self.zone(seat, key, value, at)
            elif key in numbers:
                self.same(at, signed(value, at), numbers[key], what)
            elif key == "arrows":
                self.colours(seat, value, at)
            elif key == "draws":
                drawn = sum(
                    event.chips for event in self.events if isinstance(event, ev.Drew) and event.seat == seat.name
                )
                self.same(at, whole(value, at), drawn, f"chips {seat.name} drew")
            elif key == "lost":
                lost = seat.name in (*self.table.losers, *self.table.out)
                self.same(at, flag(value, at), lost, f"whether {seat.name} has lost")
            elif key == "floating":
                self.flights(seat.name, value, at)
            elif key == "barred":
                self.same(at, flag(value, at), seat.barred, f"whether {seat.name} may not play purple shields")
            elif key == "character":
                self.same(at, a_character(value, at), seat.character, what)
            else:
                like = Seat(seat.name)
                read_next_turn(like, value, at)
                self.same(at, like.owed, seat.owed, f"money owed to {seat.name}")
                self.same(at, like.coming, tuple(sorted(seat.coming, key=COLOURS.index)), f"arrows owed to {seat.name}")

    def colours(self, seat: Seat, given: object, path: Path) -> None:
        for colour, amount in counts(given, path, a_colour).items():
            self.same((*path, colour), amount, getattr(seat, colour), f"{seat.name}'s {colour} arrows")

    def zone(self, seat: Seat, place: str, given: object, path: Path) -> None:
        """Compare a zone: exactly these chips in any order; or what it has, what it lacks, and how many."""
        what = f"{seat.name}'s {place}"
        chips = seat.known(place)
        if place == "bag":
            chips = seat.known("top") + chips
        if given is None or isinstance(given, list | tuple):
            wanted = self.pieces(place, given, path)
            lies = self.lying(chips, place, wanted)
            if place == "pile" and not any(isinstance(piece, str) for piece in given or ()):
                lies = tuple(piece for piece in lies if piece != "crash_gem")  # compare values with values
            if Counter(wanted) != Counter(lies):
                self.found.append(Difference(path, f"{what}: expected {listed(wanted)}, {lying_there(lies)}"))
            return
        said = mapping(given, path, ("has", "lacks", "count", "may", "cannot"))
        has = self.pieces(place, said.get("has"), (*path, "has"))
        lacks = self.pieces(place, said.get("lacks"), (*path, "lacks"))
        lies = self.lying(chips, place, has + lacks)
        if missing := tuple((Counter(has) - Counter(lies)).elements()):
            self.found.append(Difference((*path, "has"), f"{what}: {listed(missing)} not there, {lying_there(lies)}"))
        if present := tuple(piece for piece in dict.fromkeys(lacks) if piece in lies):
            self.found.append(
                Difference((*path, "lacks"), f"{what}: {listed(present)} should not be there, {lying_there(lies)}")
            )
        for key, possible in (("may", True), ("cannot", False)):
            together = self.pieces(place, said.get(key), (*path, key))
            if together and seat.can_hold(place, together) != possible:
                it = "cannot" if possible else "can"
                self.found.append(Difference((*path, key), f"{what} {it} hold {listed(together)} together"))
        if "count" in said:
            at = (*path, "count")
            self.same(at, whole(said["count"], at), len(chips), f"number of chips in {what}")

    def pieces(self, place: str, given: object, path: Path) -> Chips:
        return items(given, path, pile_piece if place == "pile" else a_piece)

    def lying(self, chips: Chips, place: str, wanted: Chips) -> Chips:
        """What lies there. A stand-in counts as the gem of its value, unless stand-ins are asked for."""
        if place != "pile" or any(piece.startswith("stand_in") for piece in wanted):
            return chips
        return tuple(piece.replace("stand_in", "gem") for piece in chips)

    def bank(self, given: object, path: Path) -> None:
        said = mapping(given, path, ("stock", "change", "traps", "away"))
        if "away" in said:
            away = counts(said["away"], (*path, "away"), a_chip)
            self.same((*path, "away"), away, self.table.away, "stacks out of the bank")
        stock, before, traps = self.table.stock, self.start.stock, self.table.traps
        for kind, left in counts(said.get("stock"), (*path, "stock"), a_chip).items():
            self.same((*path, "stock", kind), left, stock.get(kind, 0), f"{kind} in the bank")
        for kind, change in counts(said.get("change"), (*path, "change"), a_chip, signed).items():
            actual = stock.get(kind, 0) - before.get(kind, 0)
            self.same((*path, "change", kind), change, actual, f"change of {kind} in the bank")
        for kind, tokens in counts(said.get("traps"), (*path, "traps"), a_chip).items():
            self.same((*path, "traps", kind), tokens, traps.get(kind, 0), f"trap tokens on {kind}")

    def air(self, given: object, path: Path) -> None:
        """Compare the gems in the air: exactly these flights in this order, each by the keys that are given."""
        said = items(given, path, lambda flight, at: mapping(flight, at, FLIGHT_KEYS))
        if len(said) != len(self.table.air):
            self.same(path, len(said), len(self.table.air), "events in the air")
            return
        for at, (wanted, flight) in enumerate(zip(said, self.table.air, strict=True)):
            actual = dict(zip(FLIGHT_KEYS, flight, strict=True))
            for key, value in wanted.items():
                self.same((*path, at, key), value, actual[key], f"{key} of the gems in the air")

    def flights(self, sender: str, given: object, path: Path) -> None:
        """Compare what a seat has floating: exactly these sends in this order, each by its target and its gems."""
        said = items(given, path, lambda flight, at: mapping(flight, at, ("to", "gems")))
        floats = [flight for flight in self.table.floating if flight.sender == sender]
        found = [{"to": flight.target, "gems": flight.gems} for flight in floats]
        self.same(path, list(said), found, f"{sender}'s floating gems")

    def turn(self, given: object, path: Path) -> None:
        table = self.table
        me = table.seats[table.turn]
        for key, value in mapping(given, path, TURN_KEYS).items():
            at = (*path, key)
            if key == "seat":
                self.same(at, one_of(table.seats, "seat")(value, at), table.turn, "whose turn it is")
            elif key == "phase":
                self.same(at, one_of(PHASES, "phase")(value, at), table.phase, "the phase")
            elif key == "arrows":
                self.colours(me, value, at)
            elif key in ("bought", "effects"):
                wanted, actual = items(value, at, a_chip), getattr(me, key)
                self.same(at, tuple(sorted(wanted)), tuple(sorted(actual)), f"{me.name}'s {key}")
            elif key == "tied":
                self.same(at, items(value, at, one_of(table.seats, "seat")), table.tied, "those who are tied")
            elif key == "ante":
                self.same(at, whole(value, at), table.ante, "the size of the ante")
            else:
                actual = {"money": me.money, "piggy": me.piggy, "played": me.plays}[key]
                self.same(at, signed(value, at), actual, f"{me.name}'s {key}")


SEAT_KEYS = (
    *PLACES, "total", "height_bonus", "money", "arrows", "draws", "lost", "piggy", "barred", "character", "next_turn",
    "floating",
)  # fmt: skip
TURN_KEYS = ("seat", "phase", "ante", "money", "arrows", "piggy", "played", "bought", "effects", "tied")


def differences(
    table: Table, expected: Mapping[str, object], start: Table, events: Sequence[Event]
) -> list[Difference]:
    """Where the table is not as expected, a sentence each."""
    mapping(expected, (), ("seats", "bank", "air", "turn"))
    comparison = Comparison(table, start, events)
    comparison.seats(expected.get("seats"), ("seats",))
    comparison.bank(expected.get("bank"), ("bank",))
    if "air" in expected:
        comparison.air(expected["air"], ("air",))
    comparison.turn(expected.get("turn"), ("turn",))
    return comparison.found


def told(value: object) -> str:
    """A value as the person at the table reads it."""
    return listed(value) if isinstance(value, tuple) else shown(value)


def listed(pieces: Chips) -> str:
    """Chips as the scenario file writes them."""
    if not pieces:
        return "nothing"
    return f"[{', '.join(sorted(pieces))}]"


def lying_there(pieces: Chips) -> str:
    """What a zone holds instead."""
    return f"it holds {listed(pieces)}" if pieces else "it is empty"
