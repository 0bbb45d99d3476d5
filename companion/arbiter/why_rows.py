"""A `Grounds` as JSON, and back."""

from __future__ import annotations

from typing import Any

from companion.arbiter.news import ChipPath, Grounds


def why_row(why: Grounds) -> list[Any]:
    """A `Grounds` as JSON."""
    return [[list(way) for way in why.seen], [list(line) for line in why.considered], why.rule]


def why_from(row: list[Any]) -> Grounds:
    """A `Grounds` from JSON."""
    seen, considered, rule = row
    return Grounds(tuple(ChipPath(*way) for way in seen), tuple(tuple(line) for line in considered), rule)
