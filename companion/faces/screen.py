"""One screen per audience: everything that a face shows of a running game, as values and finished texts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import ceil
from typing import NamedTuple

from companion.rules.kernel.board import Aim, Board, PieceGroup


class Cited(NamedTuple):
    """A rule as faces show it beside what follows from it."""

    key: str
    section: str
    gist: str


class Way(NamedTuple):
    """Chips that go from one place to another, or should: the source of a debt, and where it is to be paid."""

    chip: PieceGroup
    source: str
    target: str
    count: int = 1  # type: ignore[assignment]  # the name fits; a tuple's own count is not missed
    words: str = ""
    """The way in words, where faces tell it."""


class Choice(NamedTuple):
    """An answer that somebody may give."""

    token: str
    words: str
    aims: tuple[Aim, ...] = ()
    """What it points at on the board."""
    order: str = ""
    """What a button says that gives it, once its piece was chosen; with `{price}` where that belongs."""


@dataclass(frozen=True)
class Ask:
    """What people are asked."""

    number: int
    seats: tuple[str, ...]
    words: str
    rule: Cited | None
    choices: tuple[Choice, ...]
    """Empty for people who are not asked, and if the question is what was drawn."""
    kinds: tuple[Choice, ...] = ()
    """If the question is what was drawn: the kinds that are possible."""
    count: int = 0
    """If the question is what was drawn: how many pieces were."""
    why: tuple[str, ...] = ()
    """What led to it, in sentences."""


class Awaited(NamedTuple):
    """An answer that the game needs to go on, by chips or in words, and for which nobody has been asked yet."""

    seats: tuple[str, ...]
    words: str
    rule: Cited | None


@dataclass(frozen=True)
class OpenRuling:
    """An open ruling."""

    number: int
    seat: str
    words: str
    remedy: str
    rule: Cited | None
    judge: bool
    why: tuple[str, ...] = ()
    """What led to it, in sentences."""
    moved: tuple[Way, ...] = ()
    """The ways of the chips that it is about."""
    owed: tuple[Way, ...] = ()
    """The moves that should have been made instead."""


class Due(NamedTuple):
    """Something that hands still have to do."""

    seat: str
    words: str
    way: Way | None = None
    """Which chips are to be moved, if that is what is to be done."""


class TakenForGranted(NamedTuple):
    """An answer that nobody said and no chip shows: the table was taken to mean it."""

    words: str
    point: int
    """The point of the record before it: whoever objects goes back to there."""


class Chapter(NamedTuple):
    """What happened in one turn, or in another part of the story."""

    title: str
    """"" for what happened before the first turn, or in one whose beginning is no longer known."""
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Own:
    """What only one seat sees."""

    seat: str
    may: tuple[Choice, ...]
    """What the seat may do now, by moving chips or by saying so."""
    waiting: str
    """What everybody waits for, if the seat may do nothing."""
    asks: str = ""
    """What the rules ask, if the seat may do something."""


class Clock(NamedTuple):
    """A clock as it was when it last changed. The value stays the same until the next change; faces count on."""

    seat: str
    """Whose clock it is; "" for the round's."""
    left: float
    """The seconds that were left when it last changed."""
    runs: bool = False
    since: float = 0.0
    """When that was, on the table's clock, if it runs; 0 if it is stopped."""
    out: bool = False
    """Whether it has run out."""

    def after(self, passed: int) -> int:
        """Return the seconds that it shows after this many whole seconds (see `passed`).

        >>> Clock("Anna", 61.5, runs=True).after(2), Clock("Anna", 61.5).after(2)
        (60, 62)
        """
        return max(0, ceil(self.left) - (passed if self.runs else 0))


def passed(clocks: Iterable[Clock], now: float) -> int:
    """Return the whole seconds that have passed since these values were made; all clocks that run tick together."""
    return max((int(now - clock.since) for clock in clocks if clock.runs), default=0)


def clock_face(seconds: int) -> str:
    """Return seconds as a clock shows them.

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
    """How often this audience's screen has changed; it reveals nothing of what others see."""
    title: str
    board: Board
    ask: Ask | None
    rulings: tuple[OpenRuling, ...]
    todo: tuple[Due, ...]
    last: tuple[str, ...]
    """What happened last, the newest last."""
    story: tuple[Chapter, ...] = ()
    """The same by turns, and more of it."""
    undoes: tuple[str, ...] = ()
    """What the last answer did, which may be taken back; empty if that is not known."""
    granted: TakenForGranted | None = None
    """What was last taken for granted, while people may still object."""
    notes: tuple[str, ...] = ()
    """What is not as it should be: a reader is lost, the disk is full."""
    asides: tuple[str, ...] = ()
    """Remarks that are no trouble: the last sound in words, that the judge has looked."""
    own: Own | None = None
    owed: tuple[Way, ...] = ()
    """The moves of the rules that hands still have to make; the board shows them as made."""
    awaits: Awaited | None = None
    """The answer that the turn cannot go on without, if nobody has been asked for it yet."""
    head: str = ""
    """Of the record, once it is closed."""
    checkpoint: str = ""
    """The same with number of entries and signature, in one line (`companion.ledger.checkpoint`): for the QR code that
    people keep."""
    clocks: tuple[Clock, ...] = ()
    """The round's clock comes first. They change only when somebody changes them, a turn passes or one runs out."""
    calls: tuple[str, ...] = ()
    """Who is calling the judge: seats, or `table` for the button of the panel. The notes say so, too."""
    called: tuple[float, ...] = ()
    """When each of them called, on the table's clock; faces count on."""

    @property
    def question(self) -> Ask | Awaited | None:
        """The open question, whether somebody has been asked yet or not."""
        return self.ask or self.awaits


def as_shown(screen: Screen, now: float) -> Screen:
    """Return the screen at a moment: each clock has the whole seconds left that it shows then."""
    late = passed(screen.clocks, now)
    clocks = tuple(clock._replace(left=float(clock.after(late)), since=0.0) for clock in screen.clocks)
    return replace(screen, clocks=clocks)


def until_next(clocks: Iterable[Clock], now: float) -> float | None:
    """Return the seconds until the clocks show something else; None if none runs.

    >>> until_next([Clock("", 60.0, runs=True, since=10.0)], 12.25)
    0.75
    """
    since = [clock.since for clock in clocks if clock.runs]
    return 1.0 - (now - since[0]) % 1.0 if since else None
