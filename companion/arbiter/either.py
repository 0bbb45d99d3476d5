"""A touch of which looks alone do not tell whose tap it was: the rules do, where they explain only one of the two."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.arbiter.explain import explain
from companion.arbiter.loose import Loose
from companion.table.changes import Tapped

if TYPE_CHECKING:
    from companion.arbiter.arbiter import Arbiter


def the_one(tapped: Tapped, arbiter: Arbiter) -> Tapped:
    """The touch as the table tells it; on its other tap where only that makes sense."""
    told, other = replace(tapped, perhaps=""), replace(tapped, reader=tapped.perhaps, perhaps="")
    return other if not makes_sense(told, arbiter) and makes_sense(other, arbiter) else told


def makes_sense(tapped: Tapped, arbiter: Arbiter) -> bool:
    """Whether it is what the table owed, or a line explains it."""
    kind = arbiter.twin.kinds.get(tapped.uid)
    if kind is None:
        return True
    spot, before = arbiter.layout.spot(tapped.reader), arbiter.twin.whereabouts(tapped.uid).zones
    zone = spot.beyond if before == {spot.zone} else spot.zone
    place = arbiter.sight.place
    chip = Loose(tapped.uid, kind, frozenset(map(place, before)), place(zone), tapped.at, tapped.reader)
    books = arbiter.books.copy()
    if books.seen(chip, arbiter.may_be) is not None or chip.uid not in books.loose:
        return True
    lines = explain(arbiter.match, books, since=arbiter.by_hand_at).lines
    return any(chip.uid not in line.books.loose for line in lines)
