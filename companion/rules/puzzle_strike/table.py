"""The plain data of a match of Puzzle Strike: what lies where, and how far the turn is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from companion.rules.kernel import Holder, Plain
from companion.rules.kernel.lots import Cases

Chips: TypeAlias = tuple[str, ...]

COLOURS = ("black", "brown", "purple", "red", "blue")
"""The arrows, black first."""

ZONES = ("pile", "hand", "bag", "top", "discard", "played", "ongoing")
"""A seat's places. `top` is what lies on top of the bag, the chip drawn first at the front."""

HIDDEN = ("hand", "bag", "top")
"""The places whose chips are not for everybody; all together they are: by subtraction."""

GEMS = ("gem_1", "gem_2", "gem_3", "gem_4")

GEM_VALUE = {
    "gem_1": 1,
    "gem_2": 2,
    "gem_3": 3,
    "gem_4": 4,
    "stand_in_1": 1,
    "stand_in_2": 2,
    "stand_in_3": 3,
    "stand_in_4": 4,
    "crash_gem": 0,  # laid in a pile by Iron Defense; not a numbered gem
}
"""What a piece counts in a gem pile."""


def pile_total(pile: Chips) -> int:
    """The sum of a gem pile.

    >>> pile_total(("gem_1", "gem_1", "gem_1", "gem_1", "gem_2", "gem_4"))
    10
    """
    return sum(map(GEM_VALUE.__getitem__, pile))


def height_bonus(total: int) -> int:
    """The extra chips that a gem pile of this total draws.

    >>> [height_bonus(total) for total in (2, 3, 5, 6, 8, 9, 12)]
    [0, 1, 1, 2, 2, 3, 3]
    """
    return min(total // 3, 3)


class Seat(Holder):
    """One player's chips, and what this turn has given him."""

    places = ZONES

    def __init__(self, name: str, character: str = "") -> None:
        self.name = name
        self.character = character
        self.pile: Chips = ()
        self.hand: Chips = ()
        self.bag: Chips = ()
        self.top: Chips = ()
        self.discard: Chips = ()
        self.played: Chips = ()
        self.ongoing: Chips = ()
        self.unseen: Cases = ()
        self.black = 0
        self.brown = 0
        self.purple = 0
        self.red = 0
        self.blue = 0
        self.money = 0
        self.owed = 0  # money that waits for the next own turn
        self.piggy = 0
        self.plays = 0  # actions played this turn
        self.bought: Chips = ()  # this turn
        self.effects: Chips = ()  # chips of this turn whose text goes on acting
        self.barred = False  # may not react with purple shields this turn


class Table(Plain):
    """The whole table."""

    dicts = ("stock", "traps")
    parts = ("seats",)

    def __init__(self, edition: str, mode: str, seats: dict[str, Seat]) -> None:
        self.edition = edition
        self.mode = mode
        self.seats = seats
        self.order: tuple[str, ...] = tuple(seats)
        self.puzzle: Chips = ()  # the ten puzzle stacks of this bank
        self.stock: dict[str, int] = {}  # what each stack of the bank holds
        self.traps: dict[str, int] = {}  # trap tokens on a stack
        self.patient = False  # ask also what has only one answer: step by step, as scenarios and judges want it
        self.hold = False  # something was just learnt: let somebody say what now has only one answer
        self.phase = "setup"
        self.turn = ""
        self.turns = 0  # turns begun
        self.ante = 1  # the size of the gem to ante: 1 normal, 2 panic, 3 danger, 4 deadly
        # by seat, why it cannot answer (any more) what was last sent at it or attacked it, for gems mostly the rule's
        # key: only refusals look here; replaced, never changed
        self.no_reaction: Mapping[str, str] = {}
        self.losers: tuple[str, ...] = ()
        self.winner = ""
