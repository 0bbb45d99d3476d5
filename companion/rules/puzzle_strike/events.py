"""The events of Puzzle Strike. Chips that move are told by the kernel's `Moved`."""

from __future__ import annotations

from typing import NamedTuple


class Picked(NamedTuple):
    """A character was picked."""

    seat: str
    character: str


class Drafted(NamedTuple):
    """A seat has taken a character chip out of the pool."""

    seat: str
    chip: str


class TurnBegan(NamedTuple):
    """A seat's turn begins."""

    seat: str
    turn: int


class PhaseBegan(NamedTuple):
    """A phase of the turn begins: ante, action, buy, cleanup."""

    seat: str
    phase: str


class Played(NamedTuple):
    """A chip is played as an action."""

    seat: str
    chip: str


class Reacted(NamedTuple):
    """A chip is played as a reaction."""

    seat: str
    chip: str


class Attacked(NamedTuple):
    """A red fist attacks a seat."""

    seat: str
    target: str
    chip: str


class Unaffected(NamedTuple):
    """A reaction keeps an attack from doing anything to a seat."""

    seat: str
    chip: str


class Anted(NamedTuple):
    """A gem of this size was anted into a pile."""

    seat: str
    size: int


class Broke(NamedTuple):
    """Gems of a pile were broken."""

    seat: str
    gems: tuple[int, ...]


class Combined(NamedTuple):
    """Two gems became one."""

    seat: str
    gems: tuple[int, int]


class Split(NamedTuple):
    """A gem of a pile was split into 1-gems."""

    seat: str
    size: int


class Promised(NamedTuple):
    """Arrows that a seat gets when its next turn begins."""

    seat: str
    arrows: int


class StackLeft(NamedTuple):
    """A stack was taken out of the bank."""

    seat: str
    chip: str


class StackCameBack(NamedTuple):
    """A stack is in the bank again."""

    seat: str
    chip: str


class Sent(NamedTuple):
    """1-gems are in the air towards a pile."""

    seat: str
    target: str
    gems: int


class Negated(NamedTuple):
    """1-gems in the air towards this seat were negated."""

    seat: str
    gems: int


class Popped(NamedTuple):
    """A Bubble Shield on the table took one of the 1-gems in the air, and was discarded."""

    seat: str


class NotCombined(NamedTuple):
    """What an ongoing chip asks for was not paid, so this chip combines nothing."""

    seat: str
    chip: str


class NothingDone(NamedTuple):
    """A chip's condition did not hold, so it does nothing more."""

    seat: str
    chip: str


class Landed(NamedTuple):
    """1-gems reached a pile."""

    seat: str
    gems: int


class Bought(NamedTuple):
    """A chip was bought."""

    seat: str
    chip: str
    price: int


class Gained(NamedTuple):
    """A chip of the bank went to a discard pile without being bought."""

    seat: str
    chip: str


class Took(NamedTuple):
    """A chip of the bank went into a hand."""

    seat: str
    chip: str


class Trashed(NamedTuple):
    """A chip went back to the bank."""

    seat: str
    chip: str


class Trapped(NamedTuple):
    """A trap token was put on a stack."""

    seat: str
    chip: str


class Revealed(NamedTuple):
    """Chips of a hand were shown to everybody."""

    seat: str
    chips: tuple[str, ...]

    @property
    def reveals(self) -> bool:
        """Hidden chips were shown, even if none of them moved."""
        return True


class Kept(NamedTuple):
    """A piggy bank keeps chips of the hand; how many is public, which is hidden."""

    seat: str
    chips: int


class Refilled(NamedTuple):
    """The discard pile went into the empty bag."""

    seat: str
    chips: int


class Drew(NamedTuple):
    """Chips were drawn; how many is public, which is hidden."""

    seat: str
    chips: int


class BonusDrawn(NamedTuple):
    """The height bonus adds to the cleanup draw."""

    seat: str
    chips: int


class PanicRaised(NamedTuple):
    """The gem to ante grew: 2 panic, 3 danger, 4 deadly."""

    ante: int


class TurnEnded(NamedTuple):
    """A turn is over."""

    seat: str
    total: int


class Busted(NamedTuple):
    """A turn ended with a pile of 10 or more."""

    seat: str
    total: int


class Tied(NamedTuple):
    """Several have the lowest pile, and take one more turn each."""

    seats: tuple[str, ...]


class Floated(NamedTuple):
    """1-gems were sent out of a pile of 10 or more: they wait until it is lower."""

    seat: str
    target: str
    gems: int


class Dissolved(NamedTuple):
    """1-gems that floated until the turn was over went back to the bank."""

    seat: str
    gems: int


class Won(NamedTuple):
    """The match is decided."""

    seat: str
