"""A whole game as it is told afterwards: its moves by turns, how high the totals were, its mistakes, how it ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from companion.rules.kernel.board import PieceGroup, Total
from companion.rules.kernel.tales import Feat


class SeenChip(NamedTuple):
    """What a reader saw of a chip."""

    seconds: float
    chip: PieceGroup
    words: str
    """Where, and whether it came or went."""


class ToldMove(NamedTuple):
    """A sentence of the story, or a mistake in it."""

    at: int
    """The entry of the record."""
    words: str
    more: str = ""
    """What else came of it."""
    chip: PieceGroup | None = None
    """A chip that moved, to be drawn beside the sentence."""
    mistake: bool = False


class ToldTurn(NamedTuple):
    """A turn, or what came before the first one."""

    title: str
    at: int
    seat: int
    """The seat whose turn it is, as an index; -1 for nobody's."""
    moves: tuple[ToldMove, ...]


class ToldSeat(NamedTuple):
    """Somebody who played."""

    name: str
    subtitle: str
    won: bool
    total: Total | None


class Height(NamedTuple):
    """A total from an entry on."""

    at: int
    value: int


class ToldMistake(NamedTuple):
    """A ruling, and what became of it."""

    at: int
    seat: str
    words: str
    settled: str
    """How: `right`, `stands` and the like; "" if it was still open at the end."""


@dataclass(frozen=True)
class ToldGame:
    """The whole game, for one audience."""

    number: int
    headline: str
    over: bool
    """Whether the rules say that it has ended."""
    seats: tuple[ToldSeat, ...]
    turns: tuple[ToldTurn, ...]
    heights: tuple[tuple[Height, ...], ...]
    """For each seat, its total whenever it changed."""
    alarms: tuple[tuple[int, str], ...]
    """From which entry on the table was how dangerous, in words; "" for no more."""
    mistakes: tuple[ToldMistake, ...]
    feat: Feat | None
    """The greatest deed of the game."""
    last: int
    """The newest entry."""
    seconds: float

    @property
    def minutes(self) -> int:
        """How long it was played."""
        return max(1, round(self.seconds / 60))

    @property
    def limit(self) -> int:
        """The total that ends the game for a seat; 0 where there is none."""
        return max((seat.total.limit for seat in self.seats if seat.total), default=0)

    @property
    def played_turns(self) -> int:
        """How many turns there were."""
        return sum(turn.seat >= 0 and bool(turn.title) for turn in self.turns)

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won."""
        return tuple(seat.name for seat in self.seats if seat.won)


class GameLine(NamedTuple):
    """A game in the list of all games."""

    number: int
    title: str
    started: str
    over: bool
    seats: tuple[tuple[str, str], ...] = ()
    """Who played, and as whom."""
    result: str = ""
    """How it ended, in a sentence; "" while it goes on."""
    turns: int = 0
    seconds: float = 0.0

    @property
    def minutes(self) -> int:
        """How long it was played."""
        return round(self.seconds / 60)
