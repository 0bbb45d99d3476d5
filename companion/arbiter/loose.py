"""The parts of the books: loose chips, debts, and the effects of one input on both."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, NamedTuple, Protocol, TypeVar

from companion.arbiter.prices import TELLS
from companion.rules import Moved
from companion.table.layout import AIR
from companion.table.sightings import Uid


class Debt(NamedTuple):
    """A move that the rules have made and the table has not shown; zones are named as in the rules."""

    kind: str
    source: str
    target: str


class Moot(NamedTuple):
    """A debt that no longer matters, and the zone where the rules have its chip now."""

    debt: Debt
    zone: str


@dataclass(frozen=True, slots=True)
class Loose:
    """A chip that is not where the rules have it."""

    uid: Uid
    kind: str
    origin: frozenset[str]
    """The places where it may have been when table and rules last agreed on it."""
    place: str
    """Where it was seen next; `air` if it left a spot and was not seen again."""
    at: float
    """When it was first seen there."""
    reader: str
    then: tuple[tuple[str, float, str], ...] = ()
    """Each later sighting: place, time and reader."""

    @property
    def now(self) -> str:
        """Where it was seen last."""
        return self.then[-1][0] if self.then else self.place

    @property
    def last(self) -> float:
        """When it was last seen in a new place."""
        return self.then[-1][1] if self.then else self.at

    @property
    def is_home(self) -> bool:
        """Whether it lies where it was again: then it need not be explained."""
        return len(self.origin) == 1 and self.now in self.origin

    def until(self, moment: float) -> Loose:
        """A copy as if it had not been seen after this moment."""
        return replace(self, then=tuple(stop for stop in self.then if stop[1] <= moment))

    def goes_on(self, other: Loose) -> Loose:
        """A copy that adds the place where the chip was seen now."""
        return replace(self, then=(*self.then, (other.place, other.at, other.reader)))

    def explained_to(self, goal: str, origin: str) -> Loose | None:
        """The rest of its way after the place `goal`, to which the rules have moved it; None if its way ends there. The
        rest begins at `origin`: `goal` may be `air`, but the rules have the chip in a zone."""
        stops = [(self.place, self.at, self.reader), *self.then]
        reached = next(number for number, stop in enumerate(stops) if stop[0] == goal)
        if reached == len(stops) - 1:
            return None
        (place, at, reader), *then = stops[reached + 1 :]
        return Loose(self.uid, self.kind, frozenset({origin}), place, at, reader, tuple(then))

    def passed(self, goal: str) -> list[float]:
        """How long it lay in each place where it was seen before it came to this one."""
        stops = [(self.place, self.at), *((place, at) for place, at, _ in self.then)]
        reached = next(number for number, (place, _) in enumerate(stops) if place == goal)
        return [after - at for (place, at), (_, after) in pairwise(stops[: reached + 1]) if place != AIR]

    def comes_to(self, goal: str) -> bool:
        """Whether it was seen at this place on its way."""
        return self.place == goal or any(place == goal for place, _, _ in self.then)


@dataclass(slots=True)
class Settling:
    """The effects of one input on the books, to be told to the twin and the match if the input is committed."""

    said: Collection[str] = ()
    """The kinds that the answer names."""
    after: float = float("-inf")
    """When the chip was seen that gave the answer before it: what was seen long before that fits less well."""
    seen: list[tuple[Uid, str]] = field(default_factory=list)
    """Chips that the rules now have where they were seen, each with its zone."""
    learnt: list[tuple[str, str]] = field(default_factory=list)
    """Zones, and the kind that one of their unseen pieces turned out to be."""
    silent: list[Moved] = field(default_factory=list)
    """Moves that no reader shows."""
    owed: list[Debt] = field(default_factory=list)
    """Moves that no reader has shown yet."""
    on_way: list[Debt] = field(default_factory=list)
    """The ones among them whose chip has left its zone over a tap, and is on its way."""
    left: float = 0.0
    """When the last chip in `on_way` was seen to leave."""
    first: float = float("inf")
    """When the first chip was seen that the input explains."""
    unpointed: list[str] = field(default_factory=list)
    """Kinds of shared chips that the answer names and nobody has pointed at."""
    taken: list[tuple[Loose, str]] = field(default_factory=list)
    """Loose chips that the input explains, each with the zone that it came from."""
    exchanged: bool = False
    """Whether the input takes an equal chip in place of the one that the answer before it pointed at. Nobody does so
    when that chip was asked for, and this input only says what becomes of it."""
    passed: list[float] = field(default_factory=list)
    """How long chips that it explains lay where the rules do not lead them, on their way."""
    beside: int = 0
    """How many chips were seen only at the tap that they left, although they were to touch the one beside it."""
    drawn: bool = False
    """Whether the first chip came over a slot: people draw when they get round to it, so its time tells no order."""

    @property
    def shows(self) -> bool:
        """Whether the table has shown any of the input."""
        return self.first < float("inf")


def seen_at(loose: Loose) -> float:
    """When the chip was first seen."""
    return loose.at


class HasTime(Protocol):
    """Something that was seen at some time."""

    @property
    def at(self) -> float: ...


Seen = TypeVar("Seen", bound=HasTime)


def fits_best(chips: Iterable[Seen], after: float) -> Seen:
    """Of several chips, the first that was seen after this moment; if there is none, the last before it."""
    return min(chips, key=lambda chip: (chip.at + TELLS < after, chip.at if chip.at + TELLS >= after else -chip.at))


def as_row(loose: Loose) -> list[Any]:
    """A loose chip as JSON."""
    then = [list(stop) for stop in loose.then]
    return [loose.uid, loose.kind, sorted(loose.origin), loose.place, loose.at, loose.reader, then]


def from_row(row: list[Any]) -> Loose:
    """A loose chip from JSON."""
    uid, kind, origin, place, at, reader, then = row
    return Loose(Uid(uid), kind, frozenset(origin), place, at, reader, tuple((one, when, by) for one, when, by in then))
