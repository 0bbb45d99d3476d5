"""Reads what a position says of its match before anything lies on the table: who plays what, and by which rules."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules.kernel import SeatSetup, Setup, SetupError
from companion.rules.kernel.positions import NotBuilt, Path, PositionError, items, mapping, one_of, word
from companion.rules.puzzle_strike.editions import EDITIONS, THIRD
from companion.rules.puzzle_strike.house.known import HOUSE
from companion.rules.puzzle_strike.pieces import a_character, a_chip
from companion.rules.puzzle_strike.sets.library import SETS
from companion.rules.puzzle_strike.setup import bank_of
from companion.rules.puzzle_strike.table import BASE_BOX, Chips, Table
from companion.rules.puzzle_strike.ways.known import CHARACTERS, ON, rules_by
from companion.rules.puzzle_strike.ways.modes import MODES, usual_mode
from companion.rules.puzzle_strike.ways.picking import WAYS_TO_PICK
from companion.rules.puzzle_strike.ways.rules import Rules

PHASES = ("setup", "ante", "action", "buy", "cleanup", "over")
FIRST_BANK = "first_game"
SECRET = "secret"
"""How characters are chosen if nothing is said."""
OPEN = "random"
"""Stands for a bank, or for the seat that begins, which is still to be drawn."""
ASK = ("everything", "choices")


def read_setup(given: Mapping[str, object]) -> Setup:
    """The set-up: everything but the chips."""
    edition = word(given.get("edition", THIRD.key), ("edition",))
    if edition not in EDITIONS:
        raise NotBuilt(
            ("edition",),
            'this engine does not have edition "{edition}"; it has {known}',
            edition=edition,
            known=", ".join(EDITIONS),
        )
    seats = mapping(given.get("seats"), ("seats",))
    mode = word(given.get("mode") or usual_mode(len(seats)), ("mode",))
    if mode not in MODES:
        raise NotBuilt(
            ("mode",),
            'this engine does not have the mode "{mode}" yet; it has {known}',
            mode=mode,
            known=", ".join(MODES),
        )
    if len(seats) < 2:
        raise PositionError(("seats",), "expected two seats or more, not {count}", count=len(seats))
    sets = items(given.get("sets"), ("sets",), a_set) or BASE_BOX
    house = items(given.get("house"), ("house",), a_house_rule)
    house += tuple(key for key in HOUSE if one_of(("", ON), "switch")(given.get(key, ""), (key,)) == ON)
    picking = read_picking(given.get("characters"))
    ask = one_of(ASK, "way to ask")(given.get("ask", "everything"), ("ask",))  # a script may tell forced steps
    before_the_first_turn = read_phase(mapping(given.get("turn"), ("turn",))) == "setup"
    return Setup(
        game="puzzle-strike",
        seats=tuple(SeatSetup(name, read_character(seat, ("seats", name))) for name, seat in seats.items()),
        edition=edition,
        mode=mode,
        sets=() if sets == BASE_BOX else sets,
        bank=read_puzzle_stacks(given.get("bank"), rules_by(edition, mode, sets), before_the_first_turn),
        first=read_first(given.get("turn"), tuple(seats), before_the_first_turn),
        options=({"ask": "everything"} if ask == "everything" else {})
        | dict.fromkeys(house, ON)
        | ({CHARACTERS: picking} if picking else {}),
    )


def a_set(value: object, path: Path) -> str:
    """The key of a set of chips."""
    key = word(value, path)
    if key not in SETS:
        known = ", ".join(SETS)
        raise NotBuilt(path, 'this engine does not have the set "{set}" yet; it has {known}', set=key, known=known)
    return key


def a_house_rule(value: object, path: Path) -> str:
    """The key of a rule of the house."""
    key = word(value, path)
    if key not in HOUSE:
        raise NotBuilt(
            path,
            'this engine does not have the rule of the house "{key}"; it has {known}',
            key=key,
            known=", ".join(HOUSE),
        )
    return key


def read_picking(value: object) -> str:
    """How characters are chosen, by its key; in secret, if nothing is said."""
    key = word(value or SECRET, (CHARACTERS,))
    if key == SECRET:
        return ""
    if key not in WAYS_TO_PICK:
        raise NotBuilt(
            (CHARACTERS,),
            'characters are chosen here by {known}, not by "{key}"',
            key=key,
            known=", ".join((SECRET, *filter(None, WAYS_TO_PICK))),
        )
    return key


def read_drafted(table: Table, given: object) -> dict[str, Chips]:
    """The character chips that seats have drafted. Raises `PositionError`."""
    drafted = mapping(given, ("drafted",), table.seats)
    return {name: items(drafted[name], ("drafted", name), a_chip) for name in table.seats if name in drafted}


def read_phase(turn: Mapping[str, object]) -> str:
    """The phase of the turn, or that there is no turn."""
    return one_of(PHASES, "phase")(turn.get("phase", "action"), ("turn", "phase"))


def read_character(seat: object, path: Path) -> str | None:
    """The seat's character, if it matters."""
    given = mapping(seat, path).get("character")
    return None if given is None else a_character(given, (*path, "character"))


def read_puzzle_stacks(bank: object, rules: Rules, may_be_open: bool) -> str | Chips:
    """The ten puzzle stacks: a recommended bank's key, ten chips, or "random" while they are still to be drawn."""
    path: Path = ("bank", "puzzle")
    given = mapping(bank, ("bank",)).get("puzzle", first_bank(rules))
    if given == OPEN:
        if not may_be_open:
            raise PositionError(path, "the bank is drawn by lot before the first turn: say turn: {phase: setup}")
        return OPEN
    named: str | Chips
    if isinstance(given, list | tuple):
        named = items(given, path, a_chip)
        for at, kind in enumerate(named):
            if kind in named[:at]:
                raise PositionError(
                    (*path, at), "{kind} stands here twice, expected ten different puzzle chips", kind=kind
                )
    else:
        named = one_of(rules.edition.recommended, "recommended bank", {})(given, path)
    try:
        return bank_of(named, rules)
    except SetupError as problem:
        raise PositionError(path, problem.sentence.template, **problem.sentence.values) from None


def first_bank(rules: Rules) -> object:
    """The bank that is meant if none is named: First Game, or the first ten stacks where its chips are not there."""
    designs = rules.box.of_kind("puzzle")
    if designs.issuperset(rules.edition.recommended[FIRST_BANK]):
        return FIRST_BANK
    return sorted(designs)[: rules.edition.puzzle_stacks]


def read_first(turn: object, seats: Chips, may_be_open: bool) -> str:
    """Whose turn it is; "random" while it is still to be drawn who begins."""
    given = mapping(turn, ("turn",)).get("seat")
    if given == OPEN and OPEN not in seats:
        if not may_be_open:
            raise PositionError(("turn", "seat"), "who begins is drawn by lot before the first turn: say phase: setup")
        return OPEN
    return seats[0] if given is None else one_of(seats, "seat")(given, ("turn", "seat"))
