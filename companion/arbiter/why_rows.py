"""Why something was decided, as JSON can hold it, and back."""

from __future__ import annotations

from typing import Any

from companion.arbiter.news import Way, Why


def why_row(why: Why) -> list[Any]:
    """Why, as JSON."""
    return [[list(way) for way in why.seen], [list(line) for line in why.considered], why.rule]


def why_from(row: list[Any]) -> Why:
    """And back."""
    seen, considered, rule = row
    return Why(tuple(Way(*way) for way in seen), tuple(tuple(line) for line in considered), rule)
