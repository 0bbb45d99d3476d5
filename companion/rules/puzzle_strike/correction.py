"""Putting a table right: zones, stacks and numbers are set as somebody says, and the result is checked.

No chip appears or is lost by a correction: a chip that leaves one zone has to be named in another, in the bank or in
the box.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial

from companion.rules.kernel import UNSEEN
from companion.rules.kernel.lots import Cases, moved, pool, shown
from companion.rules.kernel.positions import Path, PositionError, counts, flag, items, mapping, one_of, signed, whole
from companion.rules.puzzle_strike.compare import all_of
from companion.rules.puzzle_strike.crash import ground
from companion.rules.puzzle_strike.pieces import PIECES, a_chip, a_colour
from companion.rules.puzzle_strike.play import Play
from companion.rules.puzzle_strike.position import (
    AT_THE_TURN,
    GAINS,
    OF_THE_TURN,
    assume,
    assumed_ante,
    assumed_losers,
    check_box,
    read_away,
    read_flight,
    read_floating,
    read_next_turn,
)
from companion.rules.puzzle_strike.sets.library import LIBRARY
from companion.rules.puzzle_strike.table import COLOURS, ZONES, Chips, Seat, Table, flying, in_seat_order
from companion.rules.puzzle_strike.turn import end_turn_values, pass_the_turn
from companion.rules.puzzle_strike.ways.known import rules_of, side_of

PHASES = ("ante", "action", "buy", "cleanup", "over")
SEAT = (*ZONES, *OF_THE_TURN, "next_turn", "barred", "floating")
TURN = ("seat", "phase", "number", "ante", *AT_THE_TURN, "tied", "out", "winner")
BANK = ("stock", "change", "traps", "away")

AT_THE_SEAT = {key: key for key in OF_THE_TURN}
"""What a turn has given, by the keys under a seat; `AT_THE_TURN` has the keys under `turn`."""

NO_TURN = "{seat} has not begun a turn"
NO_TURN_FOR_MONEY = "{seat} has not begun a turn; money for the next one is next_turn: {{money: ...}}"
SETTING_UP = "the game is still being set up: go back instead, and answer again"


def corrected(table: Table, changes: Mapping[str, object]) -> Table:
    """The table with these changes, which use the keys of a position. Raises `PositionError`."""
    if table.phase == "setup":
        raise PositionError((), SETTING_UP)
    changes = mapping(changes, (), ("seats", "bank", "box", "air", "turn"))
    new = table.copy()
    new.hold = False
    turn = mapping(changes.get("turn"), ("turn",), TURN)
    seats = mapping(changes.get("seats"), ("seats",), new.seats)
    for name in seats:
        correct_zones(new.seats[name], mapping(seats[name], ("seats", name), SEAT), ("seats", name))
    for name in seats:
        correct_floating(new, name, mapping(seats[name], ("seats", name)))
    check_box(new)
    correct_bank(new, mapping(changes.get("bank"), ("bank",), BANK))
    if "air" in changes:
        new.air = items(changes["air"], ("air",), partial(read_flight, new))
    box = counts(changes.get("box"), ("box",), a_chip, signed)
    account_for_chips(table, new, box)
    correct_turn(table, new, turn)
    for name in seats:
        said = mapping(seats[name], ("seats", name))
        correct_gains(new, new.seats[name], said, ("seats", name), AT_THE_SEAT)
    correct_gains(new, new.seats[new.turn], turn, ("turn",), AT_THE_TURN)
    return new


def cut_short(table: Table) -> None:
    """Stop the effect that runs. If this is in cleanup, the turn is over. Raises `PositionError`."""
    if table.phase == "setup":
        raise PositionError((), SETTING_UP)
    table.hold = False
    ground(table)
    if table.phase == "cleanup":
        play = Play(rules_of(table), table, [])
        for me in play.acting:
            end_turn_values(play, me)
        pass_the_turn(play)


# -- chips -------------------------------------------------------------------------------------------------------


def correct_zones(seat: Seat, said: Mapping[str, object], path: Path) -> None:
    """Correct what lies in a seat's zones, and the money that is owed."""
    for place in ZONES:
        if place in said:
            setattr(seat, place, zone_after(seat.zone(place), said[place], (*path, place), PIECES[place]))
    if "next_turn" in said:
        read_next_turn(seat, said["next_turn"], (*path, "next_turn"))
    if "barred" in said:
        seat.barred = flag(said["barred"], (*path, "barred"))


def correct_floating(table: Table, name: str, said: Mapping[str, object]) -> None:
    """Correct what a seat has sent that floats."""
    if "floating" in said:
        others = [flight for flight in table.floating if flight.sender != name]
        table.floating = in_seat_order(table, (*others, *read_floating(table, name, said["floating"])))


def zone_after(zone: Chips, said: object, path: Path, read: Callable[[object, Path], str]) -> Chips:
    """The zone after a correction: exactly these chips, or the old ones with some added and some removed."""
    if not isinstance(said, Mapping):
        return items(said, path, read)
    change = mapping(said, path, ("add", "remove"))
    left = list(zone)
    for kind in items(change.get("remove"), (*path, "remove"), read):
        if kind not in left and UNSEEN not in left:
            raise PositionError(
                (*path, "remove"), "{chips} cannot be removed: it is not there", chips=all_of(Counter([kind]))
            )
        left.remove(kind if kind in left else UNSEEN)
    return (*left, *items(change.get("add"), (*path, "add"), read))


def correct_bank(table: Table, said: Mapping[str, object]) -> None:
    """Correct stacks, by their new count or by the difference, and trap tokens."""

    def a_stack(value: object, path: Path) -> str:
        kind = a_chip(value, path)
        if kind not in table.stock:
            raise PositionError(
                path, "this bank has no stack of {kind}: such a chip comes from the box, box: {{{kind}: -1}}", kind=kind
            )
        return kind

    table.stock |= counts(said.get("stock"), ("bank", "stock"), a_stack)
    for kind, more in counts(said.get("change"), ("bank", "change"), a_stack, signed).items():
        table.stock[kind] += more
        if table.stock[kind] < 0:
            raise PositionError(("bank", "change", kind), "the stack has only {count}", count=table.stock[kind] - more)
    table.traps |= counts(said.get("traps"), ("bank", "traps"), a_stack)
    if "away" in said:
        correct_away(table, said["away"])


def correct_away(table: Table, said: object) -> None:
    """Correct which stacks are out of the bank: one that was away and is not any more lies there again."""
    for kind in table.away:
        table.stock.setdefault(kind, table.away[kind])
    table.away = read_away(table, said)
    for kind in table.away:
        table.stock.pop(kind, None)


def account_for_chips(before: Table, after: Table, box: Mapping[str, int]) -> None:
    """Check that every chip is still somewhere. Chips that are no longer named are unseen chips of a seat."""
    left = named(before)
    left.subtract(named(after))
    left.subtract(box)
    whose = hiding(before, after, left.total()) if any(left.values()) else ()
    if len(whose) > 1:
        raise PositionError((), "both seats have unseen chips here: correct one seat, then the other")
    for name, seat in after.seats.items():
        old = before.seats[name]
        kinds = Counter(pool(old.unseen))
        if name in whose:
            kinds.update(left)
            left = Counter()
        marks = marks_of(seat)
        check_sum(-kinds, kinds, marks)
        if marks != marks_of(old) or tuple(sorted(kinds.elements())) != pool(old.unseen):
            seat.unseen = carried_over(old, seat, kinds)
    check_sum(-left, +left, Counter())


def hiding(before: Table, after: Table, more: int) -> Chips:
    """The seats whose unseen chips have changed, by kind or by number."""
    changed = {
        name: marks_of(seat).total() - marks_of(before.seats[name]).total() for name, seat in after.seats.items()
    }
    if more or any(changed.values()):
        return tuple(name for name, difference in changed.items() if difference)
    touched = (name for name, seat in after.seats.items() if zones(seat) != zones(before.seats[name]))
    return tuple(name for name in touched if marks_of(after.seats[name]))


def check_sum(too_many: Counter[str], there: Counter[str], marks: Counter[str]) -> None:
    """Check that there are as many unseen chips as are not accounted for. Raises `PositionError`."""
    if too_many:
        raise PositionError(
            (),
            "{chips} more than there were: say which zone or stack has so many fewer, or box: {{...}}",
            chips=all_of(too_many),
        )
    if there.total() == marks.total():
        return
    if not marks:
        kind = next(iter(+there))
        raise PositionError(
            (),
            "{chips} would be lost: say where it went, such as bank: {{change: {{{kind}: 1}}}}",
            chips=all_of(+there),
            kind=kind,
        )
    more = there.total() - marks.total()
    if more > 0:
        raise PositionError(
            (), "{count} of these would be lost: {chips}; say where they went", count=more, chips=all_of(+there)
        )
    raise PositionError(
        (),
        'there are {marks} "?" and only {count} chips that they can be: {chips}',
        marks=marks.total(),
        count=there.total(),
        chips=all_of(+there),
    )


def carried_over(old: Seat, seat: Seat, kinds: Counter[str]) -> Cases:
    """What is still known of a seat's unseen chips after some have been shown or moved. `kinds` are the ones that are
    left."""
    gone, new = Counter(pool(old.unseen)) - kinds, kinds - Counter(pool(old.unseen))
    fewer, more = marks_of(old) - marks_of(seat), marks_of(seat) - marks_of(old)
    cases = old.unseen
    if len(fewer) == 1 and not more and not new:  # some chips of one place have been named
        (place,) = fewer
        for kind in gone.elements():
            cases = shown(cases, place, kind)
    elif len(fewer) == len(more) == 1 and not gone and not new:  # some went from one place to another
        ((source, number),), (target,) = fewer.items(), more
        cases = moved(cases, source, target, number)
    elif fewer or more or gone or new:  # too much has changed
        cases = ()
    if not cases and +kinds:  # or a conclusion turned out to be wrong: everything is open again
        like = seat.copy()
        like.spread(kinds.elements())
        return like.unseen
    return cases if any(cases) else ()


def named(table: Table) -> Counter[str]:
    """All chips of the match that are named, wherever they lie; stand-ins are not chips."""
    found = Counter(table.stock)
    found.update(table.away)
    found["gem_1"] += flying(table)["gem_1"]
    for seat in table.seats.values():
        found.update(kind for kind in zones(seat) if kind in LIBRARY)
    return found


def zones(seat: Seat) -> Chips:
    """The chips of a seat, zone by zone."""
    return tuple(kind for place in ZONES for kind in (*seat.zone(place), ""))


def marks_of(seat: Seat) -> Counter[str]:
    """How many unseen chips lie in each place."""
    return Counter(place for place in ZONES for kind in seat.zone(place) if kind == UNSEEN)


# -- the turn ----------------------------------------------------------------------------------------------------


def correct_turn(before: Table, table: Table, said: Mapping[str, object]) -> None:
    """Correct whose turn it is and which phase; what belonged to another turn is removed."""
    path: Path = ("turn",)
    if "seat" in said:
        table.turn = one_of(table.seats, "seat")(said["seat"], (*path, "seat"))
    if "phase" in said:
        table.phase = one_of(PHASES, "phase")(said["phase"], (*path, "phase"))
    if "number" in said:
        table.turns = whole(said["number"], (*path, "number"))
    if table.air and table.phase != "action":
        raise PositionError(
            ("air",), "gems are in the air: say where they went, such as air: [] and bank: {change: ...}"
        )
    for key in ("tied", "out"):
        if key in said:
            setattr(table, key, items(said[key], (*path, key), one_of(table.seats, "seat")))
    if table.turn in table.out and table.phase != "over":
        raise PositionError(
            (*path, "seat"), "{seat} is out of the game, so it cannot be that seat's turn", seat=table.turn
        )
    correct_ante(table, said)
    correct_winner(table, said)
    acting = side_of(table, table.turn)
    another_turn = (before.turn, before.phase == "ante") != (table.turn, table.phase == "ante")
    for seat in table.seats.values():
        if another_turn:
            table.no_reaction = {}
            assume(table, seat)
        if seat.played and (seat.name not in acting or table.phase == "ante"):
            raise PositionError(
                ("seats", seat.name, "played"),
                "{seat} is not in the middle of a turn, so nothing can lie there as played: name where it goes, "
                "such as played: [] and discard: {{add: [...]}}",
                seat=seat.name,
            )
    for me in (table.seats[name] for name in acting):
        if table.phase in ("buy", "cleanup"):
            for colour in COLOURS:
                setattr(me, colour, 0)
        elif "phase" in said and table.phase == "action" and not any(getattr(me, colour) for colour in COLOURS):
            me.black = 1  # back in the action phase to do something there


def correct_ante(table: Table, said: Mapping[str, object]) -> None:
    """Correct the panic level, which is never lower than the empty stacks make it."""
    least = assumed_ante(table)
    if "ante" in said:
        path = ("turn", "ante")
        table.ante = whole(said["ante"], path)
        if not least <= table.ante <= 4:
            raise PositionError(
                path, "with these stacks the ante is from {least} to 4, not {value}", least=least, value=table.ante
            )
    table.ante = max(table.ante, least)


def correct_winner(table: Table, said: Mapping[str, object]) -> None:
    """Correct who has won: a match that is over has a winner, one that goes on has none."""
    path = ("turn", "winner")
    if table.phase != "over":
        if said.get("winner"):
            raise PositionError(path, "there is no winner before the game is over: say phase: over")
        table.winner = ""
        if not table.tied:
            table.losers = ()
        return
    winner = said.get("winner", table.winner)
    if not winner:
        raise PositionError(
            path, "a match that is over has a winner, expected one of: {seats}", seats=", ".join(table.seats)
        )
    table.winner = one_of(table.seats, "seat")(winner, path)
    table.losers = assumed_losers(table)


def correct_gains(table: Table, seat: Seat, said: Mapping[str, object], path: Path, keys: Mapping[str, str]) -> None:
    """Correct what the turn has given a seat: money, piggy banks, purchases, and the arrows that are named."""
    for written, key in keys.items():
        if written not in said:
            continue
        if key == "arrows":
            for colour, number in counts(said[written], (*path, written), a_colour).items():
                setattr(seat, colour, number)
            there = any(getattr(seat, colour) for colour in COLOURS)
        else:
            setattr(seat, key, GAINS[key](said[written], (*path, written)))
            there = bool(getattr(seat, key))
        if there and (seat.name not in side_of(table, table.turn) or table.phase == "ante"):
            raise PositionError((*path, written), NO_TURN_FOR_MONEY if key == "money" else NO_TURN, seat=seat.name)
        if there and key == "arrows" and table.phase != "action":
            raise PositionError((*path, written), "arrows are spent in the action phase: say turn: {phase: action}")
