"""One screen per audience: everything that a face shows of a running game, as values and finished texts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import ceil
from typing import NamedTuple

from companion.rules.kernel.board import Board


class Cited(NamedTuple):
    """A rule, as it is shown beside what rests on it."""

    key: str
    section: str
    gist: str


class Choice(NamedTuple):
    """An answer that one may give."""

    token: str
    words: str


@dataclass(frozen=True)
class Ask:
    """What people are asked."""

    number: int
    seats: tuple[str, ...]
    words: str
    rule: Cited | None
    choices: tuple[Choice, ...]
    """Empty for those who are not asked, and where a draw is to be told."""
    kinds: tuple[Choice, ...] = ()
    """Where a draw is to be told: the kinds that it may have shown."""
    count: int = 0
    """And how many there are."""
    why: tuple[str, ...] = ()
    """What it rests on, in sentences."""


class Awaited(NamedTuple):
    """Whose answer the game waits for in the middle of something, by chips or by saying so; nobody is asked yet."""

    seats: tuple[str, ...]
    words: str
    rule: Cited | None


@dataclass(frozen=True)
class Ruled:
    """An open ruling."""

    number: int
    seat: str
    words: str
    remedy: str
    rule: Cited | None
    judge: bool
    why: tuple[str, ...] = ()
    """What it rests on, in sentences."""


class Due(NamedTuple):
    """Something that hands have still to do."""

    seat: str
    words: str


@dataclass(frozen=True)
class Own:
    """What only one seat sees."""

    seat: str
    may: tuple[Choice, ...]
    """What one may do now; by moving chips or by saying so."""
    waiting: str
    """Where one may do nothing: what everybody waits for."""
    asks: str = ""
    """Else what the rules ask, in words."""


class Clock(NamedTuple):
    """A clock, as it was when something about it changed last: in between it is the same value, and a face reckons."""

    seat: str
    """Whose; "" for the round's."""
    left: float
    """Seconds."""
    runs: bool = False
    since: float = 0.0
    """From when on it runs, on the table's clock; 0 where it stands."""
    out: bool = False
    """Whether it has run out."""

    def after(self, passed: int) -> int:
        """The seconds that it shows when so many whole ones have passed (`passed`).

        >>> Clock("Anna", 61.5, runs=True).after(2), Clock("Anna", 61.5).after(2)
        (60, 62)
        """
        return max(0, ceil(self.left) - (passed if self.runs else 0))


def passed(clocks: Iterable[Clock], now: float) -> int:
    """Whole seconds that have passed since the running clocks were as they stand here: all of them count on at once."""
    return max((int(now - clock.since) for clock in clocks if clock.runs), default=0)


def clock_face(seconds: int) -> str:
    """As a clock shows it.

    >>> clock_face(3000), clock_face(5), clock_face(7265)
    ('50:00', '0:05', '2:01:05')
    """
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


@dataclass(frozen=True)
class Screen:
    """A game as one audience may see it now."""

    audience: str
    number: int
    """How often this audience's screen has changed; it tells nothing of what others see."""
    title: str
    board: Board
    ask: Ask | None
    rulings: tuple[Ruled, ...]
    todo: tuple[Due, ...]
    last: tuple[str, ...]
    """What happened last, the newest last."""
    notes: tuple[str, ...] = ()
    """What is not as it should be: a reader is lost, the disk is full."""
    asides: tuple[str, ...] = ()
    """Said by the way, and no trouble: the last sound in words, that the judge has looked."""
    own: Own | None = None
    awaits: Awaited | None = None
    """Where nobody is asked, and the turn cannot just go on: whose answer is wanted."""
    head: str = ""
    """Of the record, once it is closed: for the QR that players' phones keep."""
    clocks: tuple[Clock, ...] = ()
    """The round's first. They change only where something is done to them, a turn passes or one runs out."""
    calls: tuple[str, ...] = ()
    """Who calls the judge: seats, or `table` by the panel's button. The notes say so, too."""

    @property
    def question(self) -> Ask | Awaited | None:
        """What stands open, whether somebody is asked or not."""
        return self.ask or self.awaits


def as_shown(screen: Screen, now: float) -> Screen:
    """The same at a moment: each clock has the whole seconds left that it shows then."""
    late = passed(screen.clocks, now)
    clocks = tuple(clock._replace(left=float(clock.after(late)), since=0.0) for clock in screen.clocks)
    return replace(screen, clocks=clocks)


def until_next(clocks: Iterable[Clock], now: float) -> float | None:
    """Seconds until one of them shows something else; None where none runs.

    >>> until_next([Clock("", 60.0, runs=True, since=10.0)], 12.25)
    0.75
    """
    since = [clock.since for clock in clocks if clock.runs]
    return 1.0 - (now - since[0]) % 1.0 if since else None
