"""Read a position of Puzzle Strike, written in plain values, into a table. `written` is the way back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from companion.rules.kernel import Setup, SetupError
from companion.rules.kernel.lots import pool
from companion.rules.kernel.positions import (
    Path,
    PositionError,
    counts,
    flag,
    items,
    mapping,
    note,
    one_of,
    signed,
    whole,
    word,
)
from companion.rules.kernel.sentences import Term
from companion.rules.kernel.written_lots import read_unseen
from companion.rules.puzzle_strike.house.known import HOUSE
from companion.rules.puzzle_strike.names import NOBODYS
from companion.rules.puzzle_strike.pieces import PIECES, a_chip, a_colour, some_chips
from companion.rules.puzzle_strike.sets.library import LIBRARY, set_of
from companion.rules.puzzle_strike.setup import begin, fill_bank
from companion.rules.puzzle_strike.table import (
    COLOURS,
    Chips,
    Flight,
    Seat,
    Table,
    flying,
)
from companion.rules.puzzle_strike.ways.known import rules_of, side_of
from companion.rules.puzzle_strike.ways.panic import ante_for
from companion.rules.puzzle_strike.who_plays import read_drafted, read_phase, read_setup

PLACES = ("pile", "hand", "bag", "discard", "played", "ongoing")
"""The zones as they are usually written. Chips on top of the bag may also be written at the front of the bag."""

OF_THE_TURN = ("arrows", "money", "piggy", "plays", "bought", "effects")
"""What a turn has given a seat, by the keys under the seat."""
AT_THE_TURN = {"played" if key == "plays" else key: key for key in OF_THE_TURN}
"""From the keys under `turn`, for the seat whose turn it is, to the seat's keys."""

KEYS = (
    "edition", "mode", "sets", "house", "characters", "drafted", "ask", "seats", "bank", "air", "turn", "teams",
)  # fmt: skip
SEAT = ("character", *PLACES, "top", "unseen", *OF_THE_TURN, "next_turn", "barred", "floating")
TURN = (
    "seat", "phase", "number", "ante", *AT_THE_TURN, "order", "learnt", "no_reaction",
    "tied", "out", "winner", "losers",
)  # fmt: skip
"""The keys of a position."""

FLIGHT_KEYS = ("from", "to", "gems", "chip", "broke_a_four", "stand_ins")
"""The keys for gems in the air; without `chip`, a Crash Gem has sent them."""

# -- the whole ---------------------------------------------------------------------------------------------------


def read(given: Mapping[str, object]) -> tuple[Setup, Table]:
    """The table that is described, and a set-up that it could have begun with."""
    mapping(given, (), (*KEYS, *HOUSE))
    if isinstance(given.get("bank"), str | list | tuple):  # no more than which one is chosen
        given = {**given, "bank": {"puzzle": given["bank"]}}
    setup = read_setup(given)
    try:
        setup.check_names(NOBODYS)
        table = begin(setup)
    except SetupError as problem:
        raise PositionError(("seats",), problem.sentence.template, **problem.sentence.values) from None
    check_teams(table, given.get("teams"))
    table.drafted = read_drafted(table, given.get("drafted"))
    turn = mapping(given.get("turn"), ("turn",), TURN)
    table.phase = read_phase(turn)
    seats = mapping(given["seats"], ("seats",))
    for name, seat in table.seats.items():
        read_seat(seat, mapping(seats[name], ("seats", name), SEAT), ("seats", name), table.phase)
    table.air = read_air(table, given.get("air"))
    table.floating = tuple(
        flight
        for name in table.seats
        for flight in read_floating(table, name, mapping(seats[name], ("seats", name)).get("floating"))
    )
    read_bank(table, given.get("bank"))
    note_impossible_counts(table)
    read_turn(table, turn)
    check_box(table)
    for name, seat in table.seats.items():
        read_gains(table, seat, mapping(seats[name], ("seats", name)), turn)
    return setup, table


def check_box(table: Table) -> None:
    """Check that every chip belongs to a set that is played with. Raises `PositionError`."""
    box = rules_of(table).box
    for name, seat in table.seats.items():
        lying = (kind for place in seat.places for kind in (*seat.zone(place), *pool(seat.unseen)))
        for kind in (*lying, *seat.bought, *seat.effects):
            if kind in LIBRARY and kind not in box:
                raise PositionError(
                    ("seats", name),
                    "{chip} is not in the sets that are played with; it belongs to {set}",
                    chip=Term(LIBRARY[kind].name),
                    set=set_of(kind),
                )


def check_teams(table: Table, given: object) -> None:
    """Check that these are the teams that the mode makes of the turn order. Raises `PositionError`."""
    teams = items(given, ("teams",), lambda one, path: items(one, path, one_of(table.seats, "seat")))
    sides = rules_of(table).mode.sides.of(table.order)
    if teams and sorted(map(sorted, teams)) != sorted(map(sorted, sides)):
        raise PositionError(
            ("teams",),
            "in this mode these play together: {sides}; say in the turn order who sits where",
            sides="; ".join(", ".join(side) for side in sides),
        )


# -- what lies where ---------------------------------------------------------------------------------------------


def read_seat(seat: Seat, given: Mapping[str, object], path: Path, phase: str) -> None:
    """A seat's chips, and the money that is owed to it or that it owes."""
    for key, value in given.items():
        if phase == "setup" and key != "character" and value:
            raise PositionError((*path, key), "before the first turn (phase: setup) a seat has a character at the most")
    for place in (*PLACES, "top"):
        setattr(seat, place, items(given.get(place), (*path, place), PIECES[place]))
    read_unseen(seat, given.get("unseen"), (*path, "unseen"), a_chip)
    read_next_turn(seat, given.get("next_turn"), (*path, "next_turn"))
    seat.barred = flag(given.get("barred", False), (*path, "barred"))


def read_next_turn(seat: Seat, given: object, path: Path) -> None:
    """What comes with a seat's next turn: money, and arrows."""
    owed = mapping(given, path, ("money", "arrows"))
    seat.owed = signed(owed.get("money", 0), (*path, "money"))
    arrows = counts(owed.get("arrows"), (*path, "arrows"), a_colour)
    seat.coming = tuple(colour for colour in COLOURS for _ in range(arrows.get(colour, 0)))


def read_air(table: Table, given: object) -> tuple[Flight, ...]:
    """Gems that have been sent and have not landed yet. Raises `PositionError`."""
    found = items(given, ("air",), partial(read_flight, table))
    if found and table.phase != "action":
        raise PositionError(("air",), "gems fly in the action phase only: say turn: {phase: action}")
    return found


def read_floating(table: Table, sender: str, given: object) -> tuple[Flight, ...]:
    """The gems of a seat that float. Raises `PositionError`."""
    path: Path = ("seats", sender, "floating")
    sends = items(given, path, lambda one, at: {"from": sender, **mapping(one, at)})
    return tuple(read_flight(table, one, (*path, number)) for number, one in enumerate(sends))


def read_flight(table: Table, given: object, path: Path) -> Flight:
    """The gems of one send. Raises `PositionError`."""
    said = mapping(given, path, FLIGHT_KEYS)
    a_seat = one_of(table.seats, "seat")
    sender, target = a_seat(said.get("from"), (*path, "from")), a_seat(said.get("to"), (*path, "to"))
    if sender == target:
        raise PositionError((*path, "to"), "{seat} sends no gems to the own pile, expected another seat", seat=sender)
    gems = whole(said.get("gems", 0), (*path, "gems"))
    stand_ins = whole(said.get("stand_ins", 0), (*path, "stand_ins"))
    if not gems:
        raise PositionError((*path, "gems"), "expected how many gems are in the air, 1 or more")
    if stand_ins > gems:
        raise PositionError((*path, "stand_ins"), "expected {gems} at the most: so many gems are in the air", gems=gems)
    chip = a_chip(said.get("chip", "crash_gem"), (*path, "chip"))
    return Flight(sender, target, gems, chip, flag(said.get("broke_a_four", False), (*path, "broke_a_four")), stand_ins)


def read_bank(table: Table, bank: object) -> None:
    """The bank: full stacks without the chips that the seats hold, other counts where they are given, and trap
    tokens."""
    given = mapping(bank, ("bank",), ("puzzle", "stock", "traps", "away"))
    table.away = read_away(table, given.get("away"))
    table.stock = assumed_stock(table)
    a_stack = stack_of(table)
    table.stock |= counts(given.get("stock"), ("bank", "stock"), a_stack)
    table.traps = counts(given.get("traps"), ("bank", "traps"), a_stack)


def read_away(table: Table, given: object) -> dict[str, int]:
    """The stacks of this bank that were taken out of it. Raises `PositionError`."""
    a_design = one_of(table.puzzle, "puzzle stack of this bank", {kind: LIBRARY[kind].name for kind in table.puzzle})
    return counts(given, ("bank", "away"), a_design)


def assumed_stock(table: Table) -> dict[str, int]:
    """What the stacks hold by default: every chip that is at no seat and not in the air."""
    if not table.puzzle:  # yet to be drawn
        return {}
    full = Table(table.edition, table.mode, {}, table.sets)
    fill_bank(full, table.puzzle)
    held = chips_at(table)
    return {kind: max(0, count - held[kind]) for kind, count in full.stock.items() if kind not in table.away}


def chips_at(table: Table) -> Counter[str]:
    """All chips that are not in the bank: those at the seats, unseen ones included, and those in the air."""
    held = flying(table)
    held.update(table.away)
    for seat in table.seats.values():
        for place in seat.places:
            held.update(getattr(seat, place))
        held.update(pool(seat.unseen))
    return held


def note_impossible_counts(table: Table) -> None:
    """Note more chips of a kind than the box holds: one can play so, but perhaps somebody has miscounted."""
    rules = rules_of(table).edition
    for kind, chips in (Counter(table.stock) + chips_at(table)).items():
        if kind in LIBRARY:  # stand-ins are not counted
            of = LIBRARY[kind].character
            playing = sum(seat.character == of for seat in table.seats.values())  # both may play the same
            box = rules.fixed_stacks.get(kind, max(1, playing) if of else rules.puzzle_copies)
            if chips > box:
                note(("seats",), f"{LIBRARY[kind].name}: {chips} are here, the box has {box}")


def stack_of(table: Table) -> Callable[[object, Path], str]:
    """A reader for a chip that has a stack in this bank."""

    def read_stack(value: object, path: Path) -> str:
        kind = a_chip(value, path)
        if kind not in table.stock:
            raise PositionError(
                path, "this bank has no stack of {kind}; bank: {{puzzle: ...}} says which it has", kind=kind
            )
        return kind

    return read_stack


# -- how far the turn is -----------------------------------------------------------------------------------------


def read_turn(table: Table, given: Mapping[str, object]) -> None:
    """What the whole match shares: the size of the ante, how many turns there were, how it ended."""
    path: Path = ("turn",)
    a_seat = one_of(table.seats, "seat")
    table.turns = whole(given.get("number", assumed_turns(table)), (*path, "number"))
    table.ante = whole(given.get("ante", assumed_ante(table)), (*path, "ante"))
    if not 1 <= table.ante <= 4:
        raise PositionError((*path, "ante"), "expected an ante from 1 to 4, not {value}", value=table.ante)
    if "order" in given:
        table.order = items(given["order"], (*path, "order"), a_seat)
        if sorted(table.order) != sorted(table.seats):
            raise PositionError((*path, "order"), "expected each seat once: {seats}", seats=", ".join(table.seats))
    table.hold = flag(given.get("learnt", False), (*path, "learnt"))
    reasons = mapping(given.get("no_reaction"), (*path, "no_reaction"))
    table.no_reaction = {
        a_seat(name, (*path, "no_reaction", name)): word(why, (*path, "no_reaction", name))
        for name, why in reasons.items()
    }
    table.tied, table.out = (items(given.get(key), (*path, key), a_seat) for key in ("tied", "out"))
    for key in ("winner", "losers"):
        if key in given and table.phase != "over" and not (key == "losers" and table.tied):
            raise PositionError((*path, key), "there is no {key} before the game is over: say phase: over", key=key)
    if "winner" in given:
        table.winner = a_seat(given["winner"], (*path, "winner"))
    table.losers = assumed_losers(table)
    if "losers" in given:
        table.losers = items(given["losers"], (*path, "losers"), a_seat)


def assumed_turns(table: Table) -> int:
    """The number of turns begun, by default."""
    return 0 if table.phase in ("setup", "ante") else 1


def assumed_ante(table: Table) -> int:
    """The size of the ante, by default: as the empty stacks make it."""
    return ante_for(len(table.order), sum(not left for left in table.stock.values()))


def assumed_losers(table: Table) -> Chips:
    """Who has lost, by default: if somebody has won, everybody else."""
    return tuple(name for name in table.order if table.winner and name not in side_of(table, table.winner))


def read_gains(table: Table, seat: Seat, own: Mapping[str, object], turn: Mapping[str, object]) -> None:
    """What the turn has given a seat. For the seat whose turn it is, this may be written under `turn`."""
    said: dict[str, tuple[object, Path]] = {
        key: (own[key], ("seats", seat.name, key)) for key in OF_THE_TURN if key in own
    }
    if table.phase in ("setup", "ante"):
        before_the_turn(table, seat, turn)
        turn = {key: value for key, value in turn.items() if key not in ("arrows", "money", "piggy")}
    for word_there, key in AT_THE_TURN.items():
        if seat.name == table.turn and word_there in turn:
            if key in said:
                raise PositionError(
                    ("turn", word_there), "{seat} has {key} among the seats too: say it once", seat=seat.name, key=key
                )
            said[key] = turn[word_there], ("turn", word_there)
    assume(table, seat)
    for key, (value, path) in said.items():
        if key == "arrows":
            arrows = counts(value, path, a_colour)
            for colour in COLOURS:
                setattr(seat, colour, arrows.get(colour, 0))
        else:
            setattr(seat, key, GAINS[key](value, path))


GAINS: dict[str, Callable[[object, Path], Any]] = {
    "money": signed,
    "piggy": whole,
    "plays": whole,
    "bought": some_chips,
    "effects": some_chips,
}
"""How each of these values is read; arrows are also read by colour."""


def assume(table: Table, seat: Seat) -> None:
    """What the turn has given a seat by default: an arrow, and the symbols of the chips on the table."""
    active = bool(table.turn) and seat.name in side_of(table, table.turn)
    begun = active and table.phase not in ("setup", "ante")
    for colour in COLOURS:
        setattr(seat, colour, 0)
    seat.black = int(active and table.phase == "action")
    seat.money = 0
    seat.piggy = 0
    for symbol, amount in (gives for kind in seat.ongoing if begun for gives in LIBRARY[kind].each_turn):
        if symbol not in COLOURS or table.phase == "action":
            setattr(seat, symbol, getattr(seat, symbol) + amount)
    seat.plays = sum(LIBRARY[kind].action for kind in seat.played if kind in LIBRARY) if active else 0
    seat.bought = seat.effects = ()


def before_the_turn(table: Table, seat: Seat, turn: Mapping[str, object]) -> None:
    """Give a seat what it has before its turn: its money is what is owed; its arrow and piggy banks come later."""
    if table.phase == "setup":
        for key in AT_THE_TURN:
            if turn.get(key):
                raise PositionError(("turn", key), "before the first turn (phase: setup) there is none: leave it out")
    elif seat.name == table.turn:
        seat.owed += signed(turn.get("money", 0), ("turn", "money"))
        if "arrows" in turn and counts(turn["arrows"], ("turn", "arrows"), a_colour) != {"black": 1}:
            raise PositionError(
                ("turn", "arrows"), "a turn that has yet to ante has no arrows: leave them out, or say phase: action"
            )
        if whole(turn.get("piggy", 0), ("turn", "piggy")):
            raise PositionError(
                ("turn", "piggy"), "a turn that has yet to ante has no piggy bank: leave it out, or say phase: action"
            )
