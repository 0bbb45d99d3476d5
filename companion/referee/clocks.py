"""Clocks: how long the round and each seat still have. A value, made of inputs and their moments alone.

What is left is written down with the moment at which it was so (`since`), and only where something about the clocks
changes: in between nobody has to touch them, and whoever looks reckons. A game that goes back does not turn them back.
A clock that has run out does nothing to the game: people are told, and the judge decides.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from companion.referee.inputs import ROUND, Clocked, Input
from companion.rules import TABLE, Illegal, Match

MOST: Final = 24 * 3600
"""Seconds on a clock."""
DECIMALS: Final = 4
"""Of a second."""

NOT_SET = "No clocks are set."
NO_TIME = "Say how many minutes the round or each seat has; a day is the most."
GOES = "The clocks are running already."
STANDS = "The clocks stand already."
NO_CLOCK = "There is no clock of {seat}."
NO_ROUND = "There is no clock of the round."
NOTHING = "Say how much time to add; a day is the most."


class Left(NamedTuple):
    """What a clock had left at a moment."""

    whose: str
    """A seat's name; "" for the round's."""
    seconds: float


@dataclass(frozen=True, slots=True)
class Clocks:
    """All clocks of a game."""

    since: float
    """When what is left was so, on the table's clock."""
    left: tuple[Left, ...]
    turn: str | None = ""
    """The seat whose turn it is by what everybody sees; "" where the game tells no turn, None when it is over."""
    started: bool = False
    """Whether those that may run do; else all stand."""
    out: tuple[str, ...] = ()
    """Those that have run out: people were told of it."""

    def runs(self, whose: str) -> bool:
        """Whether this clock runs: the round's while the game goes on, a seat's on its turn."""
        return self.started and self.turn is not None and whose in (ROUND, self.turn) and whose not in self.out

    @property
    def running(self) -> bool:
        """Whether any does."""
        return any(self.runs(whose) for whose, _ in self.left)

    def at(self, now: float) -> Clocks:
        """The same clocks, with what is left later on.

        >>> Clocks(10.0, (Left("", 90.0), Left("A", 60.0), Left("B", 60.0)), "B", started=True).at(15.0).left
        (Left(whose='', seconds=85.0), Left(whose='A', seconds=60.0), Left(whose='B', seconds=55.0))
        """
        passed = max(0.0, now - self.since)
        left = tuple(
            one._replace(seconds=less(one.seconds, passed)) if self.runs(one.whose) else one for one in self.left
        )
        return replace(self, since=now, left=left)

    def has(self, whose: str) -> bool:
        """Whether there is such a clock."""
        return any(one.whose == whose for one in self.left)


def less(seconds: float, passed: float) -> float:
    """What is left of it; never below 0."""
    return max(0.0, round(seconds - passed, DECIMALS))


# -- what an input makes of them -----------------------------------------------------------------------------------


def clocks_after(clocks: Clocks | None, one: Input, turn: str | None, seats: tuple[str, ...]) -> Clocks | None:
    """The clocks after an input, where it is this seat's turn now; the same value where nothing about them changed.

    Raises `Illegal` for what cannot be done to them.
    """
    if isinstance(one, Clocked):
        clocks = acted(clocks, one, seats)
    if clocks is None:
        return None
    now = clocks.at(one.at)
    ran_out = tuple(whose for whose, seconds in now.left if clocks.runs(whose) and not seconds)
    if turn == clocks.turn and not ran_out:
        return clocks
    return replace(now, turn=turn, out=clocks.out + ran_out)


def acted(clocks: Clocks | None, one: Clocked, seats: tuple[str, ...]) -> Clocks | None:
    """What somebody did to them."""
    if one.act == "set":
        return new_clocks(one, seats)
    if clocks is None:
        raise refused(NOT_SET)
    if one.act == "remove":
        return None
    clocks = clocks.at(one.at)
    if one.act == "add":
        return with_more(clocks, one)
    if clocks.started == (one.act == "start"):
        raise refused(GOES if clocks.started else STANDS)
    return replace(clocks, started=not clocks.started)


def new_clocks(one: Clocked, seats: tuple[str, ...]) -> Clocks:
    """They stand until somebody starts them."""
    if not (0 <= one.round <= MOST and 0 <= one.each <= MOST) or not one.round + one.each:
        raise refused(NO_TIME)
    left = (Left(ROUND, float(one.round)),) if one.round else ()
    return Clocks(one.at, left + (tuple(Left(seat, float(one.each)) for seat in seats) if one.each else ()))


def with_more(clocks: Clocks, one: Clocked) -> Clocks:
    """More time on one of them, or less; one that had run out may run again."""
    if not clocks.has(one.whose):
        raise refused(NO_CLOCK, seat=one.whose) if one.whose else refused(NO_ROUND)
    if not one.seconds or abs(one.seconds) > MOST:
        raise refused(NOTHING)
    left = tuple(
        had._replace(seconds=min(float(MOST), less(had.seconds, -one.seconds))) if had.whose == one.whose else had
        for had in clocks.left
    )
    empty = {whose for whose, seconds in left if not seconds}
    return replace(clocks, left=left, out=tuple(whose for whose in clocks.out if whose in empty))


def refused(template: str, **values: object) -> Illegal:
    """Why it cannot be done."""
    return Illegal("clock", template, "", private=False, **values)


def turn_of(match: Match) -> str | None:
    """Whose turn it is by what everybody at the table sees; "" where that is nobody's or several seats', None when the
    match is over. It is taken from the board that the table is shown, so it tells nothing else, whatever the game."""
    if match.over:
        return None
    active = [panel.key for panel in match.game.words.board(match.view(TABLE)).seats if panel.active]
    return active[0] if len(active) == 1 else ""
