"""Write a table as a position from which `position.read` makes the same table.

Whatever reading assumes by default is left out. A position tells all about a table at rest; in the middle of an effect,
a match is its table at the last rest and the inputs since.
"""

from __future__ import annotations

from collections import Counter

from companion.rules.kernel import Setup
from companion.rules.kernel.written_lots import write_unseen
from companion.rules.puzzle_strike.editions import EDITIONS, THIRD
from companion.rules.puzzle_strike.position import (
    AT_THE_TURN,
    OF_THE_TURN,
    PLACES,
    assume,
    assumed_ante,
    assumed_losers,
    assumed_stock,
    assumed_turns,
)
from companion.rules.puzzle_strike.table import BASE_BOX, COLOURS, GEMS, Chips, Flight, Seat, Table
from companion.rules.puzzle_strike.who_plays import FIRST_BANK, OPEN

Written = dict[str, object]


def write(setup: Setup, table: Table) -> Written:
    """The position as plain values: mappings, lists, words, numbers, true and false."""
    return said(
        edition="" if table.edition == THIRD.key else table.edition,
        mode="" if table.mode == "duel" else table.mode,
        sets=() if table.sets == BASE_BOX else table.sets,
        house=table.house,
        characters=table.picking,
        drafted={name: list(chips) for name, chips in table.drafted.items()},
        ask="" if table.patient else "choices",
        seats={one.name: write_seat(table, table.seats[one.name]) for one in setup.seats},
        bank=write_bank(table),
        air=tuple(write_flight(flight) for flight in table.air),
        turn=write_turn(table),
    )


def said(**values: object) -> Written:
    """The values that are not empty."""
    return {key: list(value) if isinstance(value, tuple) else value for key, value in values.items() if value}


# -- seats -------------------------------------------------------------------------------------------------------


def write_seat(table: Table, seat: Seat) -> Written:
    """A seat's zones, and what it has. What its own turn has given it is written under `turn`."""
    zones = {place: getattr(seat, place) for place in PLACES} | {"pile": pile(seat.pile)}
    lies = said(character=seat.character, **zones, top=seat.top, unseen=write_unseen(seat))
    gains = {} if turn_is_on(table, seat) else write_gains(table, seat)
    floating = [write_flight(flight) for flight in table.floating if flight.sender == seat.name]
    for flight in floating:
        del flight["from"]
    owed = said(money=seat.owed, arrows=dict(Counter(seat.coming)))
    return lies | gains | said(next_turn=owed, barred=seat.barred, floating=floating)


def pile(pieces: Chips) -> list[object]:
    """A gem pile: gems by their values, everything else by name."""
    return [GEMS.index(piece) + 1 if piece in GEMS else piece for piece in pieces]


def turn_is_on(table: Table, seat: Seat) -> bool:
    """Whether it is this seat's turn, and the turn has given it something already."""
    return seat.name == table.turn and table.phase not in ("setup", "ante")


def write_gains(table: Table, seat: Seat) -> Written:
    """What a turn has given a seat, where it differs from the default."""
    like = seat.copy()
    assume(table, like)
    gains: Written = {}
    for key in OF_THE_TURN:
        here, there = (arrows(seat), arrows(like)) if key == "arrows" else (getattr(seat, key), getattr(like, key))
        if here != there:
            gains[key] = list(here) if isinstance(here, tuple) else here
    if gains.get("arrows") == {}:
        gains["arrows"] = {"black": 0}
    return gains


def arrows(seat: Seat) -> dict[str, int]:
    """The arrows by colour."""
    return {colour: getattr(seat, colour) for colour in COLOURS if getattr(seat, colour)}


# -- bank and turn -----------------------------------------------------------------------------------------------


def write_bank(table: Table) -> Written:
    """The bank's stacks, the counts that differ from the default, and trap tokens."""
    banks = {stacks: key for key, stacks in EDITIONS[table.edition].recommended.items()}
    puzzle = banks.get(table.puzzle, table.puzzle) or OPEN
    full = assumed_stock(table)
    return said(
        puzzle="" if puzzle == FIRST_BANK else puzzle,
        stock={kind: left for kind, left in table.stock.items() if left != full.get(kind)},
        traps=dict(table.traps),
        away=dict(table.away),
    )


def write_flight(flight: Flight) -> Written:
    """One send that is in the air."""
    written: Written = {"from": flight.sender, "to": flight.target, "gems": flight.gems}
    if flight.chip != "crash_gem":
        written["chip"] = flight.chip
    return written | said(broke_a_four=flight.broke_a_four, stand_ins=flight.stand_ins)


def write_turn(table: Table) -> Written:
    """Whose turn it is, and how far the turn is."""
    turn: Written = {"seat": table.turn or OPEN, "phase": table.phase}
    if table.turns != assumed_turns(table):
        turn["number"] = table.turns
    if table.ante != assumed_ante(table):
        turn["ante"] = table.ante
    active = table.seats.get(table.turn)
    if active is not None and turn_is_on(table, active):
        gains = write_gains(table, active)
        turn |= {key: gains[of_seat] for key, of_seat in AT_THE_TURN.items() if of_seat in gains}
    turn |= said(
        order=() if table.order == tuple(table.seats) else table.order,
        learnt=table.hold,
        no_reaction=dict(table.no_reaction),
        tied=table.tied,
        out=table.out,
        winner=table.winner,
    )
    if table.losers != assumed_losers(table):
        turn["losers"] = list(table.losers)
    return turn
