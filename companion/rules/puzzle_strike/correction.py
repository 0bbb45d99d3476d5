"""Putting a table right: zones, stacks and numbers are made as somebody says they are, and checked.

No chip appears or is lost by a correction: what leaves one zone is named in another, in the bank or in the box.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from companion.rules.kernel import UNSEEN
from companion.rules.kernel.lots import pool
from companion.rules.kernel.positions import Path, PositionError, counts, flag, items, mapping, one_of, signed, whole
from companion.rules.puzzle_strike.chips import CHIPS
from companion.rules.puzzle_strike.compare import all_of
from companion.rules.puzzle_strike.play import Play
from companion.rules.puzzle_strike.position import (
    AT_THE_TURN,
    GAINS,
    OF_THE_TURN,
    a_chip,
    a_colour,
    a_piece,
    assume,
    assumed_ante,
    assumed_losers,
    pile_piece,
    stack_of,
)
from companion.rules.puzzle_strike.table import COLOURS, ZONES, Chips, Seat, Table
from companion.rules.puzzle_strike.turn import end_turn_values, pass_the_turn

PHASES = ("ante", "action", "buy", "cleanup", "over")
SEAT = (*ZONES, *OF_THE_TURN, "next_turn", "barred")
TURN = ("seat", "phase", "number", "ante", *AT_THE_TURN, "winner")
BANK = ("stock", "change", "traps")


def corrected(table: Table, changes: Mapping[str, object]) -> Table:
    """The table with these changes; the keys are those of a position. Raises `PositionError`."""
    if table.phase == "setup":
        raise PositionError((), "the match is still being set up: go back instead, and answer again")
    changes = mapping(changes, (), ("seats", "bank", "box", "turn"))
    new = table.copy()
    new.hold, new.no_reaction = False, {}
    turn = mapping(changes.get("turn"), ("turn",), TURN)
    seats = mapping(changes.get("seats"), ("seats",), new.seats)
    for name in seats:
        correct_zones(new.seats[name], mapping(seats[name], ("seats", name), SEAT), ("seats", name))
    correct_bank(new, mapping(changes.get("bank"), ("bank",), BANK))
    box = counts(changes.get("box"), ("box",), a_chip, signed)
    account_for_chips(table, new, box)
    correct_turn(table, new, turn)
    for name in seats:
        correct_gains(new.seats[name], mapping(seats[name], ("seats", name)), ("seats", name), OF_THE_TURN)
    correct_gains(new.seats[new.turn], {AT_THE_TURN.get(key, ""): turn[key] for key in turn}, ("turn",), OF_THE_TURN)
    return new


def cut_short(table: Table) -> None:
    """The effect that runs stops here; stopped in cleanup, the turn is over. Raises `PositionError`."""
    if table.phase == "setup":
        raise PositionError((), "the set-up cannot be stopped: go back to its start instead")
    table.hold = False
    if table.phase == "cleanup":
        end_turn_values(Play(table, []), table.seats[table.turn])
        pass_the_turn(table)


# -- chips -------------------------------------------------------------------------------------------------------


def correct_zones(seat: Seat, said: Mapping[str, object], path: Path) -> None:
    """What lies before a seat, and what is owed to it."""
    for place in ZONES:
        if place in said:
            reader = pile_piece if place == "pile" else a_piece
            setattr(seat, place, zone_after(seat.zone(place), said[place], (*path, place), reader))
    if "next_turn" in said:
        owed = mapping(said["next_turn"], (*path, "next_turn"), ("money",))
        seat.owed = signed(owed.get("money", 0), (*path, "next_turn", "money"))
    if "barred" in said:
        seat.barred = flag(said["barred"], (*path, "barred"))


def zone_after(zone: Chips, said: object, path: Path, read: Callable[[object, Path], str]) -> Chips:
    """Exactly these chips, or those that lie there with some added and some removed."""
    if not isinstance(said, Mapping):
        return items(said, path, read)
    change = mapping(said, path, ("add", "remove"))
    left = list(zone)
    for kind in items(change.get("remove"), (*path, "remove"), read):
        if kind not in left and UNSEEN not in left:
            raise PositionError((*path, "remove"), f"{all_of(Counter([kind]))} cannot be removed: it is not there")
        left.remove(kind if kind in left else UNSEEN)
    return (*left, *items(change.get("add"), (*path, "add"), read))


def correct_bank(table: Table, said: Mapping[str, object]) -> None:
    """Stacks by their new count or by how many more, and trap tokens."""
    a_stack = stack_of(table)
    table.stock |= counts(said.get("stock"), ("bank", "stock"), a_stack)
    for kind, more in counts(said.get("change"), ("bank", "change"), a_stack, signed).items():
        table.stock[kind] += more
        if table.stock[kind] < 0:
            raise PositionError(("bank", "change", kind), f"the stack has only {table.stock[kind] - more}")
    table.traps |= counts(said.get("traps"), ("bank", "traps"), a_stack)


def account_for_chips(before: Table, after: Table, box: Mapping[str, int]) -> None:
    """Every chip there was is somewhere; those that nobody names are the unseen ones of a seat."""
    left = told(before)
    left.subtract(told(after))
    left.subtract(box)
    touched = [seat for name, seat in after.seats.items() if zones(seat) != zones(before.seats[name])]
    for seat in touched:
        left.update(pool(seat.unseen))
    if too_many := -left:
        raise PositionError(
            (), f"{all_of(too_many)} more than there were: say which zone or stack has so many fewer, or box: {{...}}"
        )
    hiding = [seat for seat in touched if UNSEEN in zones(seat)]
    if len(hiding) > 1:
        raise PositionError((), "both seats have unseen chips here: correct one seat, then the other")
    marks = sum(zones(seat).count(UNSEEN) for seat in hiding)
    if marks and marks != left.total():
        raise PositionError((), f"{marks} unseen chips are said to be there, and {all_of(+left)} to be accounted for")
    if +left and not marks:
        kind = next(iter(+left))
        raise PositionError(
            (), f"{all_of(+left)} would be lost: say where it went, such as bank: {{change: {{{kind}: 1}}}}"
        )
    for seat in touched:
        old = before.seats[seat.name]
        kinds = tuple(sorted((+left).elements())) if seat in hiding else ()
        if kinds != pool(old.unseen) or marks_by_place(seat) != marks_by_place(old):
            seat.unseen = ()
            if kinds:
                seat.spread(kinds)


def told(table: Table) -> Counter[str]:
    """All chips of the match that somebody has named, wherever they lie; stand-ins are not chips."""
    found = Counter(table.stock)
    for seat in table.seats.values():
        found.update(kind for kind in zones(seat) if kind in CHIPS)
    return found


def zones(seat: Seat) -> Chips:
    """All that lies before a seat, zone after zone."""
    return tuple(kind for place in ZONES for kind in (*seat.zone(place), ""))


def marks_by_place(seat: Seat) -> Chips:
    """Where the unseen chips are, one word for each."""
    return tuple(place for place in ZONES for kind in seat.zone(place) if kind == UNSEEN)


# -- the turn ----------------------------------------------------------------------------------------------------


def correct_turn(before: Table, table: Table, said: Mapping[str, object]) -> None:
    """Whose turn it is and how far it is; what belonged to another turn is gone."""
    path: Path = ("turn",)
    if "seat" in said:
        table.turn = one_of(table.seats, "seat")(said["seat"], (*path, "seat"))
    if "phase" in said:
        table.phase = one_of(PHASES, "phase")(said["phase"], (*path, "phase"))
    if "number" in said:
        table.turns = whole(said["number"], (*path, "number"))
    correct_ante(table, said)
    correct_winner(table, said)
    another_turn = (before.turn, before.phase == "ante") != (table.turn, table.phase == "ante")
    for seat in table.seats.values():
        if another_turn:
            assume(table, seat)
        if seat.name != table.turn and seat.played:
            raise PositionError(
                ("seats", seat.name, "played"),
                f"{seat.name} is not at turn, so nothing that was played lies there: name where it goes",
            )
    me = table.seats[table.turn]
    if table.phase in ("buy", "cleanup"):
        for colour in COLOURS:
            setattr(me, colour, 0)
    elif "phase" in said and table.phase == "action" and not any(getattr(me, colour) for colour in COLOURS):
        me.black = 1  # back in the action phase to do something there


def correct_ante(table: Table, said: Mapping[str, object]) -> None:
    """The panic level, which is never lower than the empty stacks make it."""
    least = assumed_ante(table)
    if "ante" in said:
        path = ("turn", "ante")
        table.ante = whole(said["ante"], path)
        if not least <= table.ante <= 4:
            raise PositionError(path, f"with these stacks the ante is from {least} to 4, not {table.ante}")
    table.ante = max(table.ante, least)


def correct_winner(table: Table, said: Mapping[str, object]) -> None:
    """A match that is over has a winner; one that goes on has none."""
    path = ("turn", "winner")
    if table.phase != "over":
        if said.get("winner"):
            raise PositionError(path, "there is no winner before the match is over: say phase: over")
        table.winner, table.losers = "", ()
        return
    table.winner = one_of(table.seats, "seat")(said.get("winner", table.winner), path)
    table.losers = assumed_losers(table)
    if table.turn not in table.losers:
        raise PositionError(path, f"a turn is lost by its own seat: say also turn: {{seat: {table.losers[0]}}}")


def correct_gains(seat: Seat, said: Mapping[str, object], path: Path, keys: Chips) -> None:
    """Arrows (those that are named), money, piggy banks, what was bought."""
    for key in keys:
        if key == "arrows" and key in said:
            for colour, number in counts(said[key], (*path, key), a_colour).items():
                setattr(seat, colour, number)
        elif key in said:
            setattr(seat, key, GAINS[key](said[key], (*path, key)))
