"""What is rehearsed: looks, time and people's answers go in; what it takes as said, what it asks and rules comes out.

The rehearsal knows no more of it than this. Whoever provides one gets the match at its beginning, the layout, which
kind each tag is of, and in which zone each chip lies.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeAlias

from companion.rules import Match
from companion.table.layout import Layout
from companion.table.sightings import Look, Uid


class Committed(NamedTuple):
    """It takes this as said; there is no way back but a correction."""

    kind: str
    """`answer`, `draw` or `learn`."""
    seat: str
    """Who answered, whose draw it was; of `learn` the zone."""
    said: str | tuple[str, ...]
    at: float


class Asked(NamedTuple):
    """A question that people should answer."""

    number: int
    seats: tuple[str, ...]
    options: tuple[str, ...]
    """Empty where somebody should say what a draw showed."""
    at: float


class Withdrawn(NamedTuple):
    """A question that the table has answered meanwhile."""

    number: int
    at: float


class Ruled(NamedTuple):
    """Something on the table is against a rule."""

    number: int
    kind: str
    seat: str
    rule: str
    tokens: tuple[str, ...]
    words: str
    at: float
    chips: tuple[str, ...] = ()
    """The tags that it is about."""
    owed: tuple[tuple[str, str, str], ...] = ()
    """The moves that it misses: kind, from and to."""


class Righted(NamedTuple):
    """What was ruled on has been put right."""

    number: int
    at: float


Heard: TypeAlias = Committed | Asked | Withdrawn | Ruled | Righted


class Rehearsed(Protocol):
    """Anything that follows a game from what readers saw and people said."""

    def look(self, look: Look) -> None:
        """One reader's look."""

    def tick(self, now: float) -> None:
        """It is so late; told at least every 0.1 s."""

    def answer(self, seat: str, token: str, now: float) -> None:
        """A person answers on a phone or a button. May raise Illegal."""

    def draw(self, kinds: tuple[str, ...], now: float) -> None:
        """Somebody says what everybody saw of a draw: how a die fell, or of a hand that was shown all of it."""

    def in_doubt(self) -> frozenset[str]:
        """The readers that should look more often."""

    @property
    def heard(self) -> Sequence[Heard]:
        """Everything that it has told so far, in order. It grows."""

    @property
    def explain_seconds(self) -> Sequence[float]:
        """Seconds of real time that each movement took to explain."""


RehearsedFor: TypeAlias = Callable[[Match, Layout, Mapping[Uid, str], Mapping[Uid, str]], Rehearsed]
"""A new one for a match at its beginning, a layout, the kind of each tag, and the zone of each chip."""
