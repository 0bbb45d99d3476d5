"""One screen per audience: everything that a face shows of a running game, as values and finished texts."""

from __future__ import annotations

from dataclasses import dataclass
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


@dataclass(frozen=True)
class Ruled:
    """An open ruling."""

    number: int
    seat: str
    words: str
    remedy: str
    rule: Cited | None
    judge: bool


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
    own: Own | None = None
    head: str = ""
    """Of the record, once it is closed: for the QR that players' phones keep."""
