"""The companion as a rehearsal sees it: looks, time and answers go in; commits, questions and rulings come out.

The rehearsal knows nothing else about it. A companion is made from the match at its beginning, the layout, the kind of
each tag, and the zone of each chip.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeAlias

from companion.rules import Match
from companion.table.layout import Layout
from companion.table.sightings import Look, Uid


class Committed(NamedTuple):
    """The companion takes this as said; only a correction can change it."""

    kind: str
    """`answer`, `draw` or `learn`; `back` when the game goes back."""
    seat: str
    """The seat that answered, or whose draw it was; for `learn` the zone."""
    said: str | tuple[str, ...]
    """For `back` the point to which the game goes back, and the reason."""
    at: float


class Asked(NamedTuple):
    """A question that people should answer."""

    number: int
    seats: tuple[str, ...]
    options: tuple[str, ...]
    """Empty if somebody should say what a draw showed."""
    at: float


class Withdrawn(NamedTuple):
    """A question is withdrawn, because the table has answered it."""

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
    """The tags of the chips that the ruling is about."""
    owed: tuple[tuple[str, str, str], ...] = ()
    """The moves that are missing on the table: kind, from and to."""


class Righted(NamedTuple):
    """What was ruled on has been put right."""

    number: int
    at: float


Heard: TypeAlias = Committed | Asked | Withdrawn | Ruled | Righted


class Rehearsed(Protocol):
    """Anything that follows a game from what readers saw and people said."""

    def look(self, look: Look) -> None:
        """Take a look of one reader."""

    def tick(self, now: float) -> None:
        """Take the time. Called at least every 0.1 s."""

    def answer(self, seat: str, token: str, now: float) -> None:
        """Take a person's answer, given on a phone or by a button. May raise Illegal."""

    def draw(self, kinds: tuple[str, ...], now: float) -> None:
        """Take what everybody saw of a draw: how a die fell, or all of a hand that was shown."""

    def back(self, by: tuple[str, ...], point: int, now: float) -> None:
        """Go back to where so many commits counted, because these people say that what follows is not true. May raise
        Illegal."""

    def in_doubt(self) -> frozenset[str]:
        """Return the readers that should look more often."""

    @property
    def heard(self) -> Sequence[Heard]:
        """Everything that the companion has told so far, in order. It only grows."""

    @property
    def explain_seconds(self) -> Sequence[float]:
        """How many seconds of real time it took to explain each movement, with the longest tick before the next one."""


RehearsedFor: TypeAlias = Callable[[Match, Layout, Mapping[Uid, str], Mapping[Uid, str]], Rehearsed]
"""Makes a companion from a match at its beginning, a layout, the kind of each tag, and the zone of each chip."""
