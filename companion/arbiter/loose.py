"""What the books are made of: chips that nobody can explain, moves that the table owes, and what came of a move."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from companion.rules import Moved
from companion.table.sightings import Uid


class Debt(NamedTuple):
    """A move that the rules have made and the table has not shown; zones as the rules name them."""

    kind: str
    source: str
    target: str


class Moot(NamedTuple):
    """A debt that does not matter any more, and where its chip is now by the rules."""

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
    """Where it was seen next; `air` where it left a spot and was not seen again."""
    at: float
    """When it was seen there first."""
    reader: str
    then: tuple[tuple[str, float, str], ...] = ()
    """Place, time and reader of each sighting since."""

    @property
    def now(self) -> str:
        """Where it was seen last."""
        return self.then[-1][0] if self.then else self.place

    @property
    def last(self) -> float:
        """When it was seen last in yet another place."""
        return self.then[-1][1] if self.then else self.at

    @property
    def is_home(self) -> bool:
        """Whether it lies again where it was: then it need not be explained."""
        return len(self.origin) == 1 and self.now in self.origin

    def until(self, moment: float) -> Loose:
        """The same, as if it had not been seen after this moment."""
        return replace(self, then=tuple(stop for stop in self.then if stop[1] <= moment))

    def goes_on(self, other: Loose) -> Loose:
        """It was seen in yet another place."""
        return replace(self, then=(*self.then, (other.place, other.at, other.reader)))

    def explained_to(self, goal: str, origin: str) -> Loose | None:
        """What of its way is left when the rules have it there; None where that is all of it. `origin` is where
        it is then, also where it was only seen to leave."""
        stops = [(self.place, self.at, self.reader), *self.then]
        reached = next(number for number, stop in enumerate(stops) if stop[0] == goal)
        if reached == len(stops) - 1:
            return None
        (place, at, reader), *then = stops[reached + 1 :]
        return Loose(self.uid, self.kind, frozenset({origin}), place, at, reader, tuple(then))

    def comes_to(self, goal: str) -> bool:
        """Whether it was seen there on its way."""
        return self.place == goal or any(place == goal for place, _, _ in self.then)


@dataclass(slots=True)
class Settling:
    """What came of a move of the rules, to be told to twin and match when it is committed."""

    said: Collection[str] = ()
    """The kinds that were named by the answer which it follows from."""
    seen: list[tuple[Uid, str]] = field(default_factory=list)
    """Chips that the rules have now where they were seen, and the zone."""
    learnt: list[tuple[str, str]] = field(default_factory=list)
    """What an unseen piece of a zone is."""
    silent: list[Moved] = field(default_factory=list)
    """Moves that no reader shows."""
    owed: list[Debt] = field(default_factory=list)
    """Moves that no reader has shown yet."""
    on_way: list[Debt] = field(default_factory=list)
    """Those of them whose chip has left its zone over a tap, and is on its way."""
    left: float = 0.0
    """When the last of these chips was seen to leave."""
    first: float = float("inf")
    """When the first of these chips was seen."""
    unpointed: list[str] = field(default_factory=list)
    """Kinds of everybody's chips that were named and have not been pointed at."""
    taken: list[tuple[Loose, str]] = field(default_factory=list)
    """Chips that had been loose and are explained by it, and the zone that they came from."""
    exchanged: bool = False
    """Whether it takes a chip in the place of an equal one that the answer before it has pointed at: where that was
    asked for, and it is only said what becomes of it, nobody does so."""
    drawn: bool = False
    """Whether that was a chip over a slot: people draw when they come to it, so it tells nothing of the order."""

    @property
    def shows(self) -> bool:
        """Whether the table has shown any of it."""
        return self.first < float("inf")


def owner(zone: str) -> str:
    """Whose zone it is; "" of a shared one."""
    return zone.partition(".")[0] if "." in zone else ""


def seen_at(loose: Loose) -> float:
    """When it was seen first."""
    return loose.at


def as_row(loose: Loose) -> list[Any]:
    """A loose chip as JSON."""
    then = [list(stop) for stop in loose.then]
    return [loose.uid, loose.kind, sorted(loose.origin), loose.place, loose.at, loose.reader, then]


def from_row(row: list[Any]) -> Loose:
    """And back."""
    uid, kind, origin, place, at, reader, then = row
    return Loose(Uid(uid), kind, frozenset(origin), place, at, reader, tuple((one, when, by) for one, when, by in then))
