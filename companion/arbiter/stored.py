"""An arbiter as JSON, and back: everything but what it can search anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.arbiter.arbiter import Arbiter
from companion.arbiter.news import Asked
from companion.arbiter.stored_books import books_from, books_row
from companion.arbiter.stored_rulings import ruled_from, ruled_row
from companion.arbiter.stored_trail import trail_from, trail_rows
from companion.arbiter.why_rows import why_from, why_row
from companion.rules import Record, Said
from companion.table.changes import Doubt
from companion.table.layout import Layout
from companion.table.sightings import Uid
from companion.table.twin import Twin

FORM = 5
"""The version of the stored form."""


def to_json(arbiter: Arbiter) -> dict[str, Any]:
    """Everything that the arbiter knows, as JSON."""
    return {
        "form": FORM,
        "record": arbiter.record.to_json(),
        "twin": arbiter.twin.to_json(),
        "books": books_row(arbiter.books),
        "now": arbiter.now,
        "moved_at": arbiter.moved_at,
        "went_on_at": arbiter.went_on_at,
        "by_hand_at": arbiter.by_hand_at,
        "told_at": arbiter.told_at,
        "doubt": int(arbiter.doubt),
        "asked": asked_row(arbiter.asked) if arbiter.asked else None,
        "asked_so_far": arbiter.asked_so_far,
        "calls": list(arbiter.calls),
        "asleep": sorted(arbiter.asleep),
        "slept": dict(sorted(arbiter.slept.items())),
        "ruled": ruled_row(arbiter.rulings),
        "trail": trail_rows(arbiter.trail),
        "refuted": refuted_row(arbiter.refuted),
    }


def from_json(data: Mapping[str, Any], layout: Layout, kinds: Mapping[Uid, str]) -> Arbiter:
    """The arbiter that `to_json` stored as this. Raises ValueError for another form, other errors for broken data."""
    if data["form"] != FORM:
        raise ValueError(f"What was stored of the arbiter has form {data['form']}; this program reads form {FORM}.")
    record = Record.from_json(data["record"])
    arbiter = Arbiter(record.start, layout, Twin.from_json(layout, kinds, data["twin"]), judged=record.judged)
    arbiter.record = record
    arbiter.books = books_from(data["books"], arbiter.sight)
    arbiter.now, arbiter.moved_at, arbiter.went_on_at = data["now"], data["moved_at"], data["went_on_at"]
    arbiter.by_hand_at = data["by_hand_at"]
    arbiter.told_at = data["told_at"]
    arbiter.doubt = Doubt.TAP if data["doubt"] is True else Doubt(data["doubt"])
    arbiter.asked = asked_from(data["asked"]) if data["asked"] else None
    arbiter.asked_so_far = data["asked_so_far"]
    arbiter.calls = tuple(data["calls"])
    arbiter.asleep = frozenset(data.get("asleep", ()))
    arbiter.slept = dict(data.get("slept", {}))
    arbiter.rulings = ruled_from(data["ruled"], arbiter)
    arbiter.trail = trail_from(data.get("trail", ()), record, arbiter.sight)
    arbiter.refuted = refuted_from(data.get("refuted", ()))
    return arbiter


def refuted_row(refuted: tuple[int, Said | None]) -> list[Any]:
    """The answer that somebody has taken back as JSON."""
    point, said = refuted
    return [point, *said] if said else []


def refuted_from(row: Sequence[Any]) -> tuple[int, Said | None]:
    """The answer that somebody has taken back from JSON."""
    if not row:
        return -1, None
    point, kind, who, what = row
    return point, Said(kind, who, what)


def asked_row(asked: Asked) -> list[Any]:
    """A question as JSON."""
    why = why_row(asked.why)
    return [asked.number, list(asked.seats), asked.what, list(asked.options), asked.at, why, asked.point]


def asked_from(row: list[Any]) -> Asked:
    """A question from JSON."""
    number, seats, what, options, at, why, point = row
    return Asked(number, tuple(seats), what, tuple(options), at, why_from(why), point)
