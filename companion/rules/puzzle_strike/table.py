"""The plain data of a match of Puzzle Strike: what lies where, and how far the turn is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from companion.rules.kernel import Holder, Plain
from companion.rules.kernel.lots import Cases

Chips: TypeAlias = tuple[str, ...]

Side: TypeAlias = tuple[str, ...]
"""Seats that play together. Their pile lies before the first of them."""

BASE_BOX = ("base",)
"""The sets that a match is played with if nothing else is said."""

COLOURS = ("black", "brown", "purple", "red", "blue")
"""The arrows, black first."""

IN_THE_AIR = "air"
"""The place of gems that fly towards a seat's pile. It is not on the table: hands take them from the bank when they
land."""

ZONES = ("pile", "hand", "bag", "top", "discard", "played", "ongoing")
"""A seat's places. `top` is what lies on top of the bag, the chip drawn first at the front."""

HIDDEN = ("hand", "bag", "top")
"""The places whose chips are hidden one by one. What all of them hold together is public: all that lies nowhere
else."""

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


LAID_IN_A_PILE = frozenset(("crash_gem",))
"""Chips of a pile that are no gems there: they are played and reacted with as out of the hand."""


def pile_total(pile: Chips) -> int:
    """The sum of a gem pile.

    >>> pile_total(("gem_1", "gem_1", "gem_1", "gem_1", "gem_2", "gem_4"))
    10
    """
    return sum(map(GEM_VALUE.__getitem__, pile))


def height_bonus(total: int) -> int:
    """How many extra chips a gem pile of this total draws.

    >>> [height_bonus(total) for total in (2, 3, 5, 6, 8, 9, 12)]
    [0, 1, 1, 2, 2, 3, 3]
    """
    return min(total // 3, 3)


class Seat(Holder):
    """One player's chips, and what this turn has given him."""

    places = ZONES
    since = MappingProxyType({"coming": ()})

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
        self.owed = 0  # money that comes with the seat's next turn
        self.coming: Chips = ()  # arrows that come with it, by their colours
        self.piggy = 0
        self.plays = 0  # actions played this turn
        self.bought: Chips = ()  # this turn
        self.effects: Chips = ()  # chips of this turn whose text is still in force
        self.barred = False  # may not react with purple shields this turn


class Flight(NamedTuple):
    """1-gems in the air, from one seat to another's pile. They are one event, which may be answered once."""

    sender: str
    target: str
    gems: int
    chip: str
    """The chip that sent them."""
    broke_a_four: bool = False
    """Whether a 4-gem was broken for it: then nobody can answer it."""
    stand_ins: int = 0
    """How many of the gems are stand-ins."""

    @property
    def kinds(self) -> Chips:
        """The pieces that fly."""
        return ("gem_1",) * (self.gems - self.stand_ins) + ("stand_in_1",) * self.stand_ins


class Ante(NamedTuple):
    """What a player antes as a turn begins."""

    size: int
    discards: str = ""
    """The ongoing chip that is discarded for it."""


class Table(Plain):
    """The whole table of a match."""

    dicts = ("stock", "traps", "away")
    parts = ("seats",)
    since = MappingProxyType(
        {"air": (), "sets": BASE_BOX, "floating": (), "tied": (), "out": ()}
        | {"house": (), "picking": "", "pool": (), "drafted": {}, "away": {}}
    )

    def __init__(self, edition: str, mode: str, seats: dict[str, Seat], sets: tuple[str, ...] = BASE_BOX) -> None:
        self.edition = edition
        self.mode = mode
        self.sets = sets
        self.house: tuple[str, ...] = ()  # the rules of the house that hold
        self.picking = ""  # how characters are chosen
        self.pool: Chips = ()  # the character chips from which people draft
        self.drafted: Mapping[str, Chips] = {}  # by seat, the chips that it has drafted; replaced, never changed
        self.seats = seats
        self.order: tuple[str, ...] = tuple(seats)
        self.puzzle: Chips = ()  # the ten puzzle stacks of this bank
        self.stock: dict[str, int] = {}  # what each stack of the bank holds
        self.traps: dict[str, int] = {}  # trap tokens on a stack
        self.away: dict[str, int] = {}  # stacks that were taken out of the bank and may come back
        self.air: tuple[Flight, ...] = ()  # gems that have left the bank and have not reached a pile
        self.floating: tuple[Flight, ...] = ()  # gems that were sent out of a pile too high for it, and wait
        self.patient = False  # also ask what has only one answer, step by step, as scenarios and judges want it
        self.hold = False  # something was just learnt: somebody has to say even what now has only one answer
        self.phase = "setup"
        self.turn = ""
        self.turns = 0  # turns begun
        self.ante = 1  # the size of the gem to ante: 1 normal, 2 panic, 3 danger, 4 deadly
        # by seat, why it cannot answer the last gems or attack against it, or not any more; for gems mostly the rule's
        # key: only refusals look here; replaced, never changed
        self.no_reaction: Mapping[str, str] = {}
        self.tied: tuple[str, ...] = ()  # those who take one more turn each, because their piles are equally low
        self.out: tuple[str, ...] = ()  # those who have left the game, in this order
        self.losers: tuple[str, ...] = ()
        self.winner = ""


def in_seat_order(table: Table, flights: Iterable[Flight]) -> tuple[Flight, ...]:
    """Gems that float, seat by seat; those of one seat stay in their order."""
    seats = list(table.seats)
    return tuple(sorted(flights, key=lambda flight: seats.index(flight.sender)))


def flying(table: Table) -> Counter[str]:
    """All pieces in the air, those that float there included."""
    return Counter(kind for flight in table.air + table.floating for kind in flight.kinds)
