"""What happens in a match, for people: besides pieces that move and numbers that change."""

from __future__ import annotations

from typing import NamedTuple


class TurnOpened(NamedTuple):
    """A turn begins; the Dragon's, if the seat is `dragon`."""

    seat: str
    number: int


class PhaseOpened(NamedTuple):
    """A phase of the turn begins."""

    seat: str
    phase: str


class GemsAnted(NamedTuple):
    """A seat antes gems of a colour."""

    seat: str
    colour: str
    gems: int


class GemsAdded(NamedTuple):
    """Gems came on top of a pile in another way: unblockable ones, or by a card."""

    seat: str
    colours: tuple[str, ...]


class GemsDropped(NamedTuple):
    """Incoming gems fell."""

    seat: str
    colours: tuple[str, ...]
    left: int


class PileOverflowed(NamedTuple):
    """Gems did not fit, and became incoming tokens."""

    seat: str
    gems: int


class GemsCrashed(NamedTuple):
    """A seat broke gems."""

    seat: str
    colour: str
    gems: int
    highest: int
    bonus: int


class GemsSent(NamedTuple):
    """A seat sent gems to another; to `scepter` or `dragon` too."""

    seat: str
    target: str
    gems: int
    unblockable: bool = False


class GemsSwapped(NamedTuple):
    """Two gems of a pile have changed places."""

    seat: str
    one: int
    other: int


class GemsDestroyed(NamedTuple):
    """Gems went back to the supply without filling a meter."""

    seat: str
    colour: str
    gems: int


class MeterFilled(NamedTuple):
    """Gems went into a super meter in another way than by a crash."""

    seat: str
    colour: str
    gems: int


class IncomingAdded(NamedTuple):
    """A seat took incoming gems upon itself."""

    seat: str
    gems: int


class BlockPlayed(NamedTuple):
    """Incoming gems were blocked; none by who holds the scepter."""

    seat: str
    gems: int


class CardPlayed(NamedTuple):
    """A card was played, or opened as a present."""

    seat: str
    card: str
    cost: int
    opened: bool = False


class CardBought(NamedTuple):
    """A card was bought for so many incoming gems."""

    seat: str
    card: str
    cost: int


class BankCardMoved(NamedTuple):
    """A card left the bank in another way: into a hand, onto a deck, into a discard pile, into the trash."""

    seat: str
    card: str
    target: str


class AnteUpShown(NamedTuple):
    """An Ante Up lay on top of the bank's deck."""

    number: int
    ignored: bool = False


class CardsDrawn(NamedTuple):
    """A seat drew cards."""

    seat: str
    cards: int


class DeckShuffled(NamedTuple):
    """A discard pile became a deck; the bank's trash, if the seat is ""."""

    seat: str
    cards: int


class HeightDraw(NamedTuple):
    """A seat draws more cards for its height bonus."""

    seat: str
    cards: int


class WoundTaken(NamedTuple):
    """Wounds went to a seat's discard pile."""

    seat: str
    wounds: int


class CardTrashed(NamedTuple):
    """A card went into the trash."""

    seat: str
    card: str


class CardDiscarded(NamedTuple):
    """A card of the hand was discarded for an effect."""

    seat: str
    card: str


class CreatureLeft(NamedTuple):
    """A creature was beaten, or gave way to another one (`by` is its own seat then)."""

    seat: str
    card: str
    by: str


class SuperMove(NamedTuple):
    """A super move was activated: by its meter, a diamond or a card."""

    seat: str
    colour: str


class DiamondSpent(NamedTuple):
    """A diamond was used."""

    seat: str


class PoweredUp(NamedTuple):
    """The holder of the scepter keeps it: one gem for each meter."""

    seat: str
    forced: bool = False


class ScepterYielded(NamedTuple):
    """The scepter went to another seat."""

    seat: str
    target: str


class PlayerBusted(NamedTuple):
    """A turn ended with too many gems, or the bank's deck was empty; the Dragon's, if the seat is `dragon`."""

    seat: str
    gems: int
    empty_bank: bool = False


class FinaleBegan(NamedTuple):
    """The Grand Finale: every finalist's incoming gems."""

    gems: int


class ScoreLocked(NamedTuple):
    """A seat's final score; the Dragon's, if the seat is `dragon`."""

    seat: str
    score: int


class GameWon(NamedTuple):
    """Who has won."""

    winners: tuple[str, ...]


class ByHandBegan(NamedTuple):
    """A card, or a step of one, is carried out by its players: nobody has taught it."""

    seat: str
    card: str
    reminder: str = ""


class CardTaught(NamedTuple):
    """Something was said of a card: a fact, or its text."""

    card: str
    what: str
    value: str


class NothingToDo(NamedTuple):
    """A card's condition does not hold."""

    seat: str
    card: str


class TriggersStopped(NamedTuple):
    """A card has triggered itself so often that it is stopped."""

    seat: str
    card: str


class TurnClosed(NamedTuple):
    """A turn is over, with so many gems in the pile."""

    seat: str
    gems: int


class DragonDid(NamedTuple):
    """A step of the Dragon's turn, with its number."""

    step: str
    amount: int


class HandShown(NamedTuple):
    """Cards of a hand were picked blindly, and everybody saw them."""

    seat: str
    cards: tuple[str, ...]
