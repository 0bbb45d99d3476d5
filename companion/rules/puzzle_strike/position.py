"""Positions of Puzzle Strike written down in plain values: read into a table, and compared with one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from companion.rules.kernel import Event, SeatSetup, Setup, SetupError
from companion.rules.kernel.positions import (
    Difference,
    NotBuilt,
    Path,
    PositionError,
    counts,
    flag,
    items,
    mapping,
    note,
    one_of,
    shown,
    signed,
    whole,
    word,
)
from companion.rules.puzzle_strike import events as ev
from companion.rules.puzzle_strike.chips import CHIPS
from companion.rules.puzzle_strike.editions import EDITIONS, MODES, THIRD
from companion.rules.puzzle_strike.setup import CHARACTERS, bank_of, begin, fill_bank
from companion.rules.puzzle_strike.table import COLOURS, GEM_VALUE, Chips, Seat, Table, height_bonus, pile_total

PHASES = ("ante", "action", "buy", "cleanup")
PLACES = ("pile", "hand", "bag", "discard", "played", "ongoing")
"""The zones as they are written; what lies on top of the bag is written at the front of the bag."""

FIRST_BANK = "first_game"
LATER = ("sets", "teams")
"""Keys of modes and boxes that this engine does not have yet."""

by_name = one_of(CHIPS, "chip", {key: chip.name for key, chip in CHIPS.items()})
a_character = one_of(CHARACTERS, "character", CHARACTERS)
a_colour = one_of(COLOURS, "arrow")


def a_chip(value: object, path: Path) -> str:
    """A chip by its key or by the name in print; a bare number is a gem in a pile only."""
    if str(value) in ("1", "2", "3", "4"):
        raise PositionError(path, f"expected a chip, not {shown(value)}; a {value}-gem is gem_{value}")
    return by_name(value, path)


# -- reading -----------------------------------------------------------------------------------------------------


def read(given: Mapping[str, object]) -> tuple[Setup, Table]:
    """The table that stands there, and the set-up it could have begun with."""
    mapping(given, (), ("edition", "mode", "seats", "bank", "turn", *LATER))
    for key in LATER:
        if given.get(key):
            raise NotBuilt((key,), f'this engine cannot play scenarios with "{key}" yet')
    setup = read_setup(given)
    try:
        setup.check_names()
        table = begin(setup)
    except SetupError as problem:
        raise PositionError(("seats",), str(problem)) from None
    seats = mapping(given["seats"], ("seats",))
    for name, seat in table.seats.items():
        read_seat(seat, mapping(seats[name], ("seats", name)), ("seats", name))
    read_bank(table, given.get("bank"))
    note_impossible_counts(table)
    read_turn(table, mapping(given.get("turn"), ("turn",)))
    return setup, table


def read_setup(given: Mapping[str, object]) -> Setup:
    """Who plays what: everything but the chips."""
    edition = word(given.get("edition", THIRD.key), ("edition",))
    if edition not in EDITIONS:
        raise NotBuilt(("edition",), f'this engine does not have edition "{edition}"; it has {", ".join(EDITIONS)}')
    mode = word(given.get("mode", "duel"), ("mode",))
    if mode not in MODES:
        raise NotBuilt(("mode",), f'this engine does not have the mode "{mode}" yet; it has {", ".join(MODES)}')
    seats = mapping(given.get("seats"), ("seats",))
    if len(seats) < 2:
        raise PositionError(("seats",), f"expected two seats or more, not {len(seats)}")
    return Setup(
        game="puzzle-strike",
        seats=tuple(SeatSetup(name, read_character(seat, ("seats", name))) for name, seat in seats.items()),
        edition=edition,
        mode=mode,
        bank=read_puzzle_stacks(given.get("bank"), edition),
        first=read_first(given.get("turn"), tuple(seats)),
        options={"ask": "everything"},  # a script may also tell what is no decision
    )


def read_character(seat: object, path: Path) -> str | None:
    """Whom the seat plays, where it matters."""
    given = mapping(seat, path).get("character")
    return None if given is None else a_character(given, (*path, "character"))


def read_puzzle_stacks(bank: object, edition: str) -> Chips:
    """The ten puzzle stacks, by a recommended bank's key or one by one."""
    path: Path = ("bank", "puzzle")
    given = mapping(bank, ("bank",)).get("puzzle", FIRST_BANK)
    named: str | Chips
    if isinstance(given, list | tuple):
        named = items(given, path, a_chip)
        for at, kind in enumerate(named):
            if kind in named[:at]:
                raise PositionError((*path, at), f"{kind} stands here twice, expected ten different puzzle chips")
    else:
        named = one_of(EDITIONS[edition].recommended, "recommended bank", {})(given, path)
    try:
        return bank_of(named, edition)
    except SetupError as problem:
        raise PositionError(path, str(problem)) from None


def read_first(turn: object, seats: Chips) -> str:
    """Whose turn it is."""
    given = mapping(turn, ("turn",)).get("seat")
    return seats[0] if given is None else one_of(seats, "seat")(given, ("turn", "seat"))


def read_seat(seat: Seat, given: Mapping[str, object], path: Path) -> None:
    """A seat's chips, and what is owed to it."""
    if given.get("floating"):
        raise NotBuilt((*path, "floating"), "this engine does not have floating gems yet")
    mapping(given, path, ("character", *PLACES, "next_turn", "barred", "floating"))
    for place in PLACES:
        reader = pile_piece if place == "pile" else a_chip
        setattr(seat, place, items(given.get(place), (*path, place), reader))
    owed = mapping(given.get("next_turn"), (*path, "next_turn"), ("money",))
    seat.owed = signed(owed.get("money", 0), (*path, "next_turn", "money"))
    seat.barred = flag(given.get("barred", False), (*path, "barred"))


def pile_piece(value: object, path: Path) -> str:
    """What lies in a gem pile: a gem by its value, or a chip key."""
    if isinstance(value, int) and not isinstance(value, bool):
        if not 1 <= value <= 4:
            raise PositionError(path, f"expected a gem's value from 1 to 4, not {value}")
        return f"gem_{value}"
    piece = word(value, path)
    if piece not in GEM_VALUE:
        piece = a_chip(value, path)
    if piece not in GEM_VALUE:
        raise PositionError(path, f'"{piece}" cannot lie in a gem pile, expected gem values or crash_gem')
    return piece


def read_bank(table: Table, bank: object) -> None:
    """Full stacks less what the seats hold, other counts where they are given, and trap tokens."""
    given = mapping(bank, ("bank",), ("puzzle", "stock", "traps"))
    fill_bank(table, table.puzzle)
    for seat in table.seats.values():
        for place in PLACES:
            for kind in getattr(seat, place):
                if kind in table.stock:
                    table.stock[kind] = max(0, table.stock[kind] - 1)
    a_stack = stack_of(table)
    table.stock |= counts(given.get("stock"), ("bank", "stock"), a_stack)
    table.traps = counts(given.get("traps"), ("bank", "traps"), a_stack)


def note_impossible_counts(table: Table) -> None:
    """More chips of a kind than the box holds can be played with, but somebody may have miscounted."""
    rules = EDITIONS[table.edition]
    here = Counter(table.stock)
    for seat in table.seats.values():
        for place in PLACES:
            here.update(getattr(seat, place))
    for kind, chips in here.items():
        if kind in CHIPS:  # stand-ins are not counted
            of = CHIPS[kind].character
            playing = sum(seat.character == of for seat in table.seats.values())  # both may play the same
            box = rules.fixed_stacks.get(kind, max(1, playing) if of else rules.puzzle_copies)
            if chips > box:
                note(("seats",), f"{CHIPS[kind].name}: {chips} are here, the box has {box}")


def stack_of(table: Table) -> Callable[[object, Path], str]:
    """A reader for a chip that has a stack in this bank."""

    def read_stack(value: object, path: Path) -> str:
        kind = a_chip(value, path)
        if kind not in table.stock:
            raise PositionError(path, f"this bank has no stack of {kind}; bank: {{puzzle: ...}} says which it has")
        return kind

    return read_stack


def read_turn(table: Table, given: Mapping[str, object]) -> None:
    """How far the turn is. What an ongoing Secret Move or the chips on the table show need not be said again."""
    path: Path = ("turn",)
    mapping(given, path, ("seat", "phase", "arrows", "money", "ante", "piggy", "played", "bought", "effects"))
    phase = one_of(PHASES, "phase")(given.get("phase", "action"), (*path, "phase"))
    me = table.seats[table.turn]
    arrows = counts(given.get("arrows"), (*path, "arrows"), a_colour)
    money = signed(given.get("money", 0), (*path, "money"))
    if phase == "ante":
        before_ante(me, given, arrows, money)
    else:
        table.turns = 1
        me.money = money
        for colour, amount in (arrows if "arrows" in given else {"black": int(phase == "action")}).items():
            setattr(me, colour, amount)
        me.piggy = whole(given.get("piggy", me.ongoing.count("secret_move")), (*path, "piggy"))
    on_the_table = sum(CHIPS[kind].action for kind in me.played)
    me.plays = whole(given.get("played", on_the_table), (*path, "played"))
    me.bought = items(given.get("bought"), (*path, "bought"), a_chip)
    me.effects = items(given.get("effects"), (*path, "effects"), a_chip)
    table.phase = phase
    empty = sum(not left for left in table.stock.values())
    table.ante = whole(given.get("ante", MODES[table.mode].ante_for(empty)), (*path, "ante"))
    if not 1 <= table.ante <= 4:
        raise PositionError((*path, "ante"), f"expected an ante from 1 to 4, not {table.ante}")


def before_ante(me: Seat, given: Mapping[str, object], arrows: dict[str, int], money: int) -> None:
    """Nothing of the turn has come in yet: its money is what is owed, its arrow and piggy banks follow."""
    me.owed += money
    if "arrows" in given and arrows != {"black": 1}:
        raise PositionError(
            ("turn", "arrows"), "a turn that has yet to ante has no arrows: leave them out, or say phase: action"
        )
    if given.get("piggy"):
        raise PositionError(
            ("turn", "piggy"), "a turn that has yet to ante has no piggy bank: leave it out, or say phase: action"
        )


# -- comparing ---------------------------------------------------------------------------------------------------


class Comparison:
    """One table held against what is expected of it."""

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
                self.same(at, flag(value, at), seat.name in self.table.losers, f"whether {seat.name} has lost")
            elif key == "barred":
                self.same(at, flag(value, at), seat.barred, f"whether {seat.name} may not play purple shields")
            elif key == "character":
                self.same(at, a_character(value, at), seat.character, what)
            else:
                owed = mapping(value, at, ("money",))
                self.same(at, signed(owed.get("money", 0), (*at, "money")), seat.owed, f"money owed to {seat.name}")

    def colours(self, seat: Seat, given: object, path: Path) -> None:
        for colour, amount in counts(given, path, a_colour).items():
            self.same((*path, colour), amount, getattr(seat, colour), f"{seat.name}'s {colour} arrows")

    def zone(self, seat: Seat, place: str, given: object, path: Path) -> None:
        """Exactly these in any order; or what it has, lacks, and how many."""
        what = f"{seat.name}'s {place}"
        chips: Chips = getattr(seat, place)
        if place == "bag":
            chips = seat.top + chips
        if given is None or isinstance(given, list | tuple):
            wanted = self.pieces(place, given, path)
            lies = self.lying(chips, place, wanted)
            if place == "pile" and not any(isinstance(piece, str) for piece in given or ()):
                lies = tuple(piece for piece in lies if piece != "crash_gem")  # values compare with values
            if Counter(wanted) != Counter(lies):
                self.found.append(Difference(path, f"{what}: expected {listed(wanted)}, {lying_there(lies)}"))
            return
        said = mapping(given, path, ("has", "lacks", "count"))
        has = self.pieces(place, said.get("has"), (*path, "has"))
        lacks = self.pieces(place, said.get("lacks"), (*path, "lacks"))
        lies = self.lying(chips, place, has + lacks)
        if missing := tuple((Counter(has) - Counter(lies)).elements()):
            self.found.append(Difference((*path, "has"), f"{what}: {listed(missing)} not there, {lying_there(lies)}"))
        if present := tuple(piece for piece in dict.fromkeys(lacks) if piece in lies):
            self.found.append(
                Difference((*path, "lacks"), f"{what}: {listed(present)} should not be there, {lying_there(lies)}")
            )
        if "count" in said:
            at = (*path, "count")
            self.same(at, whole(said["count"], at), len(chips), f"number of chips in {what}")

    def pieces(self, place: str, given: object, path: Path) -> Chips:
        return items(given, path, pile_piece if place == "pile" else a_chip)

    def lying(self, chips: Chips, place: str, wanted: Chips) -> Chips:
        """What lies there; a stand-in counts as the gem of its value unless stand-ins are asked for."""
        if place != "pile" or any(piece.startswith("stand_in") for piece in wanted):
            return chips
        return tuple(piece.replace("stand_in", "gem") for piece in chips)

    def bank(self, given: object, path: Path) -> None:
        said = mapping(given, path, ("stock", "change", "traps"))
        stock, before, traps = self.table.stock, self.start.stock, self.table.traps
        for kind, left in counts(said.get("stock"), (*path, "stock"), a_chip).items():
            self.same((*path, "stock", kind), left, stock.get(kind, 0), f"{kind} in the bank")
        for kind, change in counts(said.get("change"), (*path, "change"), a_chip, signed).items():
            actual = stock.get(kind, 0) - before.get(kind, 0)
            self.same((*path, "change", kind), change, actual, f"change of {kind} in the bank")
        for kind, tokens in counts(said.get("traps"), (*path, "traps"), a_chip).items():
            self.same((*path, "traps", kind), tokens, traps.get(kind, 0), f"trap tokens on {kind}")

    def turn(self, given: object, path: Path) -> None:
        table = self.table
        me = table.seats[table.turn]
        for key, value in mapping(given, path, TURN_KEYS).items():
            at = (*path, key)
            if key == "seat":
                self.same(at, one_of(table.seats, "seat")(value, at), table.turn, "whose turn it is")
            elif key == "phase":
                self.same(at, one_of((*PHASES, "over"), "phase")(value, at), table.phase, "the phase")
            elif key == "arrows":
                self.colours(me, value, at)
            elif key in ("bought", "effects"):
                wanted, actual = items(value, at, a_chip), getattr(me, key)
                self.same(at, tuple(sorted(wanted)), tuple(sorted(actual)), f"{me.name}'s {key}")
            elif key == "ante":
                self.same(at, whole(value, at), table.ante, "the size of the ante")
            else:
                actual = {"money": me.money, "piggy": me.piggy, "played": me.plays}[key]
                self.same(at, signed(value, at), actual, f"{me.name}'s {key}")


SEAT_KEYS = (
    *PLACES, "total", "height_bonus", "money", "arrows", "draws", "lost", "piggy", "barred", "character", "next_turn",
)  # fmt: skip
TURN_KEYS = ("seat", "phase", "ante", "money", "arrows", "piggy", "played", "bought", "effects")


def differences(
    table: Table, expected: Mapping[str, object], start: Table, events: Sequence[Event]
) -> list[Difference]:
    """Where the table is not as expected."""
    mapping(expected, (), ("seats", "bank", "turn"))
    comparison = Comparison(table, start, events)
    comparison.seats(expected.get("seats"), ("seats",))
    comparison.bank(expected.get("bank"), ("bank",))
    comparison.turn(expected.get("turn"), ("turn",))
    return comparison.found


def told(value: object) -> str:
    """A value for the person at the table."""
    return listed(value) if isinstance(value, tuple) else shown(value)


def listed(pieces: Chips) -> str:
    """Chips in the words of the file."""
    if not pieces:
        return "nothing"
    return f"[{', '.join(sorted(pieces))}]"


def lying_there(pieces: Chips) -> str:
    """What a zone holds instead."""
    return f"it holds {listed(pieces)}" if pieces else "it is empty"
