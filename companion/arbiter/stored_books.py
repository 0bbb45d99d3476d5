"""The books of a table as JSON, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.arbiter.books import Books
from companion.arbiter.loose import Debt, Moot, as_row, from_row
from companion.arbiter.sight import Sight
from companion.arbiter.slots import OverSlot
from companion.table.sightings import Uid


def books_row(books: Books) -> dict[str, Any]:
    """The books as JSON."""
    return {
        "loose": [as_row(loose) for loose in books.loose.values()],
        "gone": [as_row(gone) for gone in books.gone.values()],
        "coming": [[uid, *debt] for uid, debt in books.coming.items()],
        "held": [as_row(held) for held in books.held.values()],
        "unpointed": books.unpointed,
        "slots": [books.slots.waiting, books.slots.drawn, books.slots.ahead],
        "debts": [[*debt, count] for debt, count in books.debts.items()],
        "moot": [[*moot.debt, moot.zone, count] for moot, count in books.moot.items()],
    }


def books_from(data: Mapping[str, Any], sight: Sight) -> Books:
    """The books from JSON."""
    books = Books(sight)
    books.loose = {loose.uid: loose for loose in map(from_row, data["loose"])}
    books.gone = {gone.uid: gone for gone in map(from_row, data["gone"])}
    books.coming = {Uid(uid): Debt(*debt) for uid, *debt in data["coming"]}
    books.unpointed = dict(data["unpointed"])
    books.held = {held.uid: held for held in map(from_row, data["held"])}
    books.slots.waiting, books.slots.drawn, books.slots.ahead = map(chips_from, data["slots"])
    books.debts = {Debt(kind, source, target): count for kind, source, target, count in data["debts"]}
    books.moot = {Moot(Debt(*debt), zone): count for *debt, zone, count in data["moot"]}
    return books


def chips_from(data: Mapping[str, Any]) -> dict[str, tuple[OverSlot, ...]]:
    """Chips over slots from JSON, by place."""
    return {place: tuple(OverSlot(*chip) for chip in chips) for place, chips in data.items()}
