"""Find the chips that keep a table from being explained: without them, a line of play explains the rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from typing import NamedTuple

from companion.arbiter.books import Books
from companion.arbiter.explain import explain
from companion.arbiter.lines import Line, believed
from companion.arbiter.loose import Loose
from companion.arbiter.news import ChipPath
from companion.arbiter.prices import MISTAKE
from companion.arbiter.sight import Sight
from companion.arbiter.slots import OverSlot
from companion.rules import UNSEEN, Match, Moved
from companion.table.layout import AIR
from companion.table.sightings import Uid

TRIALS = ((40, 80), (16, 250))
"""Two rounds: how many choices of chips are tried, and how much work each gets. The second has fewer and more."""
FEW = 3
"""Up to so many unexplained chips count as culprits all together, if no choice among them leaves a line."""
PAIRED = 6
"""How many chips, the first seen, are tried in pairs."""


class Unexplained(NamedTuple):
    """A chip that is not explained; or a chip that came over a slot, which only its owner knows."""

    uid: str
    """The tag; "" for a chip over a slot."""
    kind: str
    origin: tuple[str, ...]
    """The places that it may have come from."""
    place: str
    at: float

    @property
    def moved(self) -> Moved:
        """Its way as a move of the rules; the target is "" if nobody has seen the chip again."""
        source = next((place for place in self.origin if place != AIR), "")
        return Moved(self.kind, 1, source, "" if self.place == AIR else self.place)

    @property
    def places(self) -> tuple[str, ...]:
        """The places that it comes from and goes to."""
        return (*self.origin, self.place)

    @property
    def way(self) -> ChipPath:
        """Its way as people read it."""
        return ChipPath(*self.moved[:1], *self.moved[2:4])


class Nearest(NamedTuple):
    """The chips that are in the way, and the lines that explain the rest; no lines if nothing is left to explain."""

    culprits: tuple[Unexplained, ...]
    lines: tuple[Line, ...]
    certain: bool = True
    """Whether the rest is explained; if not, any of the chips may be in the way."""


def nearest(match: Match, books: Books, since: float = 0.0, now: float = 0.0) -> Nearest:
    """Find the fewest chips without which the rest is explained; of equally few, those that are tried first. If no
    likely choice leaves a line, return all."""
    items = unexplained(books)
    for most, budget in TRIALS:
        for chosen in islice(choices(items, books.sight), most):
            left = without(books, chosen)
            lines = () if left.settled else believed(explain(match, left, budget, since), now, MISTAKE)
            if lines:
                return Nearest(chosen, lines)
    return Nearest(items, (), certain=len(items) <= FEW)


def unexplained(books: Books) -> tuple[Unexplained, ...]:
    """All chips in question, the first seen first."""
    found = [as_item(loose) for loose in books.loose.values() if not loose.is_home]
    found += [over_slot(place, chip) for place, chip in books.slots]
    return tuple(sorted(found, key=lambda item: (item.at, item.uid)))


def as_item(loose: Loose) -> Unexplained:
    """A loose chip with its whole way."""
    return Unexplained(loose.uid, loose.kind, tuple(sorted(loose.origin)), loose.now, loose.at)


def over_slot(place: str, chip: OverSlot) -> Unexplained:
    """A chip that came over a slot: it was hidden with its owner, and still is."""
    return Unexplained("", UNSEEN, (place,), place, chip.at)


def choices(items: tuple[Unexplained, ...], sight: Sight) -> Iterator[tuple[Unexplained, ...]]:
    """The sets of chips to try: each chip alone, several that went the same way, pairs, all of one seat, everything."""
    tried: set[tuple[Unexplained, ...]] = set()
    ways = dict.fromkeys((item.origin, item.place) for item in items)
    owners = {item: sight.owners(item.places) for item in items}
    seats = sorted(set[str]().union(*owners.values()))
    sets: list[tuple[Unexplained, ...]] = [
        *((item,) for item in items),
        *(tuple(item for item in items if (item.origin, item.place) == way) for way in ways),
        *combinations(items[:PAIRED], 2),
        *(tuple(item for item in items if seat in owners[item]) for seat in seats),
        items,
    ]
    for chosen in sets:
        if chosen and chosen not in tried:
            tried.add(chosen)
            yield chosen


def without(books: Books, items: Sequence[Unexplained]) -> Books:
    """A copy of the books as if these chips had not been seen."""
    left = books.copy()
    for item in items:
        if item.uid:
            left.loose.pop(Uid(item.uid), None)
        else:
            left.slots.forget(item.place, left.slots.waiting.get(item.place, ())[-1:])
    return left
