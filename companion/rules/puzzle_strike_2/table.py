"""The plain data of a match: what lies where, and how far the turn is."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, TypeAlias

from companion.rules.kernel import Holder, Plain
from companion.rules.kernel.lots import Cases
from companion.rules.puzzle_strike_2.pile import COLOURS, SPACES, Gems

Cards: TypeAlias = tuple[str, ...]

WOUND: Final = "wound"
SPARE_WOUND: Final = "spare_wound"
"""Any card that stands in for a wound when the sixteen are gone."""
WOUNDS: Final = (WOUND, SPARE_WOUND)
ANTE_UP: Final = "ante_up"
SCEPTER: Final = "scepter"
DIAMOND: Final = "diamond"
GEMS_OF_A_COLOUR: Final = 30
WOUND_CARDS: Final = 16
DIAMONDS: Final = 3
SLOTS: Final = 5
METER: Final = 4
"""The spaces of a super meter."""
DRAGON: Final = "dragon"
"""Whose turn it is when the Puzzle Dragon acts."""
AGAINST_DRAGON: Final = frozenset({"solo", "coop"})
"""The modes in which it plays."""

HIDDEN: Final = ("hand", "deck")
"""The places of a seat whose cards only their owner may know."""
PLACES: Final = ("hand", "deck", "top", "discard", "played", "creature")
SHARED: Final = ("row", "deck", "ante_up", "wounds", "trash", "supply", "aside", "dragon")
"""The places that belong to nobody. The bank's deck is called so because it lies on the bank board."""
SPACE_NAMES: Final = tuple(str(space) for space in range(1, SPACES + 1))
SLOT_NAMES: Final = tuple(str(slot) for slot in range(1, SLOTS + 1))
NO_GEMS: Final = (0,) * len(COLOURS)


class PileSeat(Holder):
    """One player: cards, the gem pile, tokens and meters."""

    places = PLACES

    def __init__(self, name: str, character: str) -> None:
        self.name = name
        self.character = character
        self.hand: Cards = ()
        self.deck: Cards = ()
        self.top: Cards = ()  # cards that were put on top of the deck, and that everybody saw
        self.discard: Cards = ()
        self.played: Cards = ()
        self.creature: Cards = ()
        self.unseen: Cases = ()
        self.pile: Gems = ()  # from the bottom up
        self.incoming = 0
        self.meters: tuple[int, ...] = NO_GEMS  # gems in each super meter, by colour
        self.diamond = False
        self.actions = 0  # gained off turn they wait here for the next action phase
        self.free: Cards = ()  # cards of the hand that cost nothing through the next action phase
        self.buy_change = 0  # what this turn's buy costs more or less
        self.lasting: Cards = ()  # cards played this turn whose text holds until its end
        self.last_card = ""  # the card played just before, this turn
        self.cards_played = 0  # this turn
        self.score = -1  # of the Grand Finale, or locked in a cooperative game; -1 while there is none


class BankTable(Plain):
    """The whole table of a match."""

    parts = ("seats",)

    def __init__(self, mode: str, seats: dict[str, PileSeat]) -> None:
        self.mode = mode
        self.seats = seats
        self.order: tuple[str, ...] = tuple(seats)
        self.patient = False  # also ask what has only one answer, step by step, as scenarios and judges want it
        self.hold = False  # something was just learnt: somebody has to say even what now has only one answer
        self.phase = "setup"
        self.turn = ""
        self.turns = 0  # turns begun
        self.scepter = ""  # the seat that holds it, the Dragon, or "" when nobody does
        self.row: Cards = ()  # the bank's cards, slot by slot
        self.bank: Cards = ()  # what is left of the bank's deck; Ante Ups are not in here
        self.ante_at: tuple[int, ...] = ()  # above each Ante Up in the deck lie so many bank cards
        self.ante_ups = 0  # Ante Ups tucked under the bank board
        self.ignored = 0  # Ante Ups that were shown in the Grand Finale
        self.wounds = WOUND_CARDS
        self.trash: Cards = ()
        self.supply: tuple[int, ...] = (GEMS_OF_A_COLOUR,) * len(COLOURS)
        self.stand_ins: tuple[int, ...] = NO_GEMS  # what stands in for gems that the box does not have
        self.diamonds_aside = 0
        self.taught: Mapping[str, str] = {}  # what was said of cards during the match; replaced, never changed
        self.finale: tuple[str, ...] = ()  # who still has a final turn, in turn order
        self.final = False  # whether the final turns have begun
        self.busted: tuple[str, ...] = ()
        self.power = 0  # the Dragon's
        self.power_cards: Cards = ()  # the stack of cards that counts it
        self.dragon_incoming = 0
        self.dragon_score = -1
        self.winner = ""
        self.winners: tuple[str, ...] = ()

    @property
    def faces_dragon(self) -> bool:
        """Whether the Puzzle Dragon plays as well."""
        return self.mode in AGAINST_DRAGON


@lru_cache(maxsize=64)
def zone_names(seat: str) -> Mapping[str, str]:
    """The names of a seat's places."""
    return {place: f"{seat}.{place}" for place in (*PLACES, "pile", "meters", SCEPTER, DIAMOND)}


def number_of(colour: str) -> int:
    """Where a colour stands in meters, supply and the like."""
    return COLOURS.index(colour)


def changed(numbers: tuple[int, ...], colour: str, amount: int) -> tuple[int, ...]:
    """These numbers with one more or less of a colour.

    >>> changed((1, 2, 3, 4), "blue", -1)
    (1, 2, 2, 4)
    """
    at = COLOURS.index(colour)
    return (*numbers[:at], numbers[at] + amount, *numbers[at + 1 :])
