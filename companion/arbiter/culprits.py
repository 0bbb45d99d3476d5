"""Which of the chips that nobody can explain are in the way: those without which a line of play explains the rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from typing import NamedTuple

from companion.arbiter.books import Books
from companion.arbiter.explain import Line, explain
from companion.arbiter.loose import Loose
from companion.arbiter.news import Way
from companion.rules import UNSEEN, Match, Moved
from companion.table.layout import AIR
from companion.table.sightings import Uid

TRIALS = ((40, 80), (16, 250))
"""How many choices are thought of, and how many answers are tried for each; if that is in vain, fewer and more."""
FEW = 3
"""Chips that may be in the way all of them together."""
PAIRED = 6
"""Chips of which all pairs are tried."""


class Item(NamedTuple):
    """A chip that is not explained; or one that came over a slot, and only its owner knows which."""

    uid: str
    """Of the tag; "" for a chip over a slot."""
    kind: str
    origin: tuple[str, ...]
    """Where it may have come from, as places."""
    place: str
    at: float

    @property
    def moved(self) -> Moved:
        """Its way, as the rules would tell it; "" is where nobody has seen it again."""
        source = next((place for place in self.origin if place != AIR), "")
        return Moved(self.kind, 1, source, "" if self.place == AIR else self.place)

    @property
    def way(self) -> Way:
        """The same, as people are told it."""
        return Way(*self.moved[:1], *self.moved[2:4])

    @property
    def owners(self) -> set[str]:
        """Whose zones it comes from or goes to."""
        return {place.partition(".")[0] for place in (*self.origin, self.place) if "." in place}


class Nearest(NamedTuple):
    """What is in the way, and the lines that explain the rest; there are none where nothing is left."""

    culprits: tuple[Item, ...]
    lines: tuple[Line, ...]
    certain: bool = True
    """Whether the rest is explained; where it is not, anything may be in the way."""


def nearest(match: Match, books: Books, since: float = 0.0) -> Nearest:
    """The fewest, and of as many those that were seen first; all, where none of the likely choices leaves a line."""
    items = unexplained(books)
    for most, budget in TRIALS:
        for chosen in islice(choices(items), most):
            left = without(books, chosen)
            lines = () if left.settled else explain(match, left, budget, since).lines
            if lines:
                return Nearest(chosen, lines)
    return Nearest(items, (), certain=len(items) <= FEW)


def unexplained(books: Books) -> tuple[Item, ...]:
    """All chips that are in question, the first seen first."""
    found = [as_item(loose) for loose in books.loose.values() if not loose.is_home]
    found += [over_slot(place, at) for place, times in books.slots.items() for at in times]
    return tuple(sorted(found, key=lambda item: (item.at, item.uid)))


def as_item(loose: Loose) -> Item:
    """A loose chip, with the whole of its way."""
    return Item(loose.uid, loose.kind, tuple(sorted(loose.origin)), loose.now, loose.at)


def over_slot(place: str, at: float) -> Item:
    """A chip that came over a slot: it was hidden with its owner, and still is."""
    return Item("", UNSEEN, (place,), place, at)


def choices(items: tuple[Item, ...]) -> Iterator[tuple[Item, ...]]:
    """What may be in the way: one chip, several that went the same way, two, all of one seat, everything."""
    tried: set[tuple[Item, ...]] = set()
    ways = dict.fromkeys((item.origin, item.place) for item in items)
    seats = sorted({owner for item in items for owner in item.owners})
    sets: list[tuple[Item, ...]] = [
        *((item,) for item in items),
        *(tuple(item for item in items if (item.origin, item.place) == way) for way in ways),
        *combinations(items[:PAIRED], 2),
        *(tuple(item for item in items if seat in item.owners) for seat in seats),
        items,
    ]
    for chosen in sets:
        if chosen and chosen not in tried:
            tried.add(chosen)
            yield chosen


def without(books: Books, items: Sequence[Item]) -> Books:
    """The books as if these had not been seen."""
    left = books.copy()
    for item in items:
        if item.uid:
            left.loose.pop(Uid(item.uid), None)
        elif left.slots.get(item.place):
            left.slots[item.place].pop()
    return left
