"""Positions to begin with: A's first turn goes on, and everybody knows the hands."""

from __future__ import annotations

from companion.rules import Match
from tests.rules.playing import at

BAG = ["wound", "gem_1"]


def in_turn(
    hand: str = "crash_gem combine gem_1 gem_1 gem_2",
    *,
    pile: tuple[int, ...] = (3, 1, 1),
    other: str = "crash_gem gem_1 gem_1 gem_1 gem_2",
    other_pile: tuple[int, ...] = (2, 1),
) -> Match:
    """A is to play an action, or none."""
    return at(
        {
            "A": {"character": "jaina", "pile": list(pile), "hand": hand.split(), "bag": BAG},
            "B": {"character": "rook", "pile": list(other_pile), "hand": other.split(), "bag": BAG},
        }
    )
