"""A rule of the house: its name, its gist, and what it makes of the rules of a match."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from companion.rules.puzzle_strike.ways.rules import Rules

SECTION: Final = "House rule"
"""Where the rule index has it."""


class HouseRule(NamedTuple):
    """One rule of the house. Whatever it decides is cited with its rule key."""

    key: str
    title: str
    gist: str
    apply: Callable[[Rules, str], Rules]
    """Makes other rules of these; it is given the rule key, for them to cite."""

    @property
    def rule(self) -> str:
        """Its key in the rule index."""
        return f"house:{self.key}"
