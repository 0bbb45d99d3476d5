"""The way back as JSON, and back. The matches of its points are played again from the record."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

from companion.arbiter.loose import as_row, from_row
from companion.arbiter.sight import Sight
from companion.arbiter.slots import OverSlot
from companion.arbiter.stored_books import books_from, books_row
from companion.arbiter.trail import LONGEST, EarlierPoint, SeenComing, SeenDrawn, SeenLifted, Sighting, Trail
from companion.rules import Record


def trail_rows(trail: Trail) -> list[Any]:
    """The points of a way back as JSON."""
    return [
        [one.point, books_row(one.books), one.by_hand_at, [sighting_row(seen) for seen in one.since]]
        for one in trail.points
    ]


def trail_from(rows: Sequence[Any], record: Record, sight: Sight) -> Trail:
    """A way back from JSON."""
    trail = Trail()
    points = (
        EarlierPoint(
            point, record.at(point), books_from(books, sight), by_hand_at, [sighting_from(row) for row in since]
        )
        for point, books, by_hand_at, since in rows
    )
    trail.points = deque(points, maxlen=LONGEST)
    return trail


def sighting_row(seen: Sighting) -> list[Any]:
    """What was seen as JSON."""
    if isinstance(seen, SeenDrawn):
        return ["drew", seen.place, *seen.chip]
    return ["came" if isinstance(seen, SeenComing) else "left", *as_row(seen.chip)]


def sighting_from(row: Sequence[Any]) -> Sighting:
    """What was seen from JSON."""
    kind, *rest = row
    if kind == "drew":
        place, uid, at = rest
        return SeenDrawn(place, OverSlot(uid, at))
    return SeenComing(from_row(rest)) if kind == "came" else SeenLifted(from_row(rest))
