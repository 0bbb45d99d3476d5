"""Clocks: how much time the round and each seat have left. A value that depends only on inputs and their times.

The time left is stored together with the moment at which it was measured (`since`), and only when something about the
clocks changes. In between nothing has to be updated: whoever looks at the clocks subtracts the time that has passed.
Going back in the game does not turn the clocks back. A clock that has run out does nothing to the game: people are
told, and the judge decides.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from companion.referee.inputs import ROUND, Clocked, Input
from companion.rules import TABLE, Illegal, Match

MOST: Final = 24 * 3600
"""The most seconds that a clock may have."""
DECIMALS: Final = 4
"""Times are rounded to this many decimals of a second."""

NOT_SET = "No clocks are set."
NO_TIME = "Give the minutes for the round or for each seat, at most one day."
GOES = "The clocks are already running."
STANDS = "The clocks are already stopped."
NO_CLOCK = "{seat} has no clock."
NO_ROUND = "The round has no clock."
NOTHING = "Give the time to add, at most one day."


class Left(NamedTuple):
    """How much time a clock had left at a moment."""

    whose: str
    """A seat's name; "" for the round's."""
    seconds: float


@dataclass(frozen=True, slots=True)
class Clocks:
    """All clocks of a game."""

    since: float
    """The moment, on the table's clock, at which `left` was measured."""
    left: tuple[Left, ...]
    turn: str | None = ""
    """The seat whose turn it is, as far as everybody can see; "" if the game names no single seat, None when it is
    over."""
    started: bool = False
    """Whether the clocks have been started; otherwise all of them stand still."""
    out: tuple[str, ...] = ()
    """Whose clocks have run out; people have been told."""

    def runs(self, whose: str) -> bool:
        """Whether this clock is running: the round's while the game goes on, a seat's on its turn."""
        return self.started and self.turn is not None and whose in (ROUND, self.turn) and whose not in self.out

    @property
    def running(self) -> bool:
        """Whether any clock is running."""
        return any(self.runs(whose) for whose, _ in self.left)

    def at(self, now: float) -> Clocks:
        """Return the same clocks with the time that is left at a later moment.

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
    """Return the seconds that are left after this much time has passed; never below 0."""
    return max(0.0, round(seconds - passed, DECIMALS))


# -- what an input makes of them -----------------------------------------------------------------------------------


def clocks_after(clocks: Clocks | None, one: Input, turn: str | None, seats: tuple[str, ...]) -> Clocks | None:
    """Return the clocks after an input; the same value if nothing about them changed. `turn` is the seat whose turn it
    is now.

    Raises `Illegal` for what cannot be done to the clocks.
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
    """Apply what somebody did to the clocks."""
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
    """Make new clocks. They stand still until somebody starts them."""
    if not (0 <= one.round <= MOST and 0 <= one.each <= MOST) or not one.round + one.each:
        raise refused(NO_TIME)
    left = (Left(ROUND, float(one.round)),) if one.round else ()
    return Clocks(one.at, left + (tuple(Left(seat, float(one.each)) for seat in seats) if one.each else ()))


def with_more(clocks: Clocks, one: Clocked) -> Clocks:
    """Add time to one clock, or take time away. A clock that had run out may run again."""
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
    """Make the refusal of something that cannot be done to the clocks."""
    return Illegal("clock", template, "", private=False, **values)


def turn_of(match: Match) -> str | None:
    """Return whose turn it is, as everybody at the table sees it; "" if it is nobody's or several seats', None when the
    match is over.

    It is read from the board that the table is shown, so it reveals nothing else, whatever the game is.
    """
    if match.over:
        return None
    active = [panel.key for panel in match.game.words.board(match.view(TABLE)).seats if panel.active]
    return active[0] if len(active) == 1 else ""
