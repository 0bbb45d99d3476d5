"""Who plays together, with one pile. Everybody is on a side, if only by himself."""

from __future__ import annotations

from typing import Protocol

from companion.rules.puzzle_strike.table import Side


class Sides(Protocol):
    """Says who plays with whom."""

    def of(self, order: tuple[str, ...]) -> tuple[Side, ...]:
        """Return the sides of those who sit in this order. The pile lies before the first seat of a side."""

    def drafting(self, order: tuple[str, ...]) -> tuple[str, ...]:
        """Return who is the first player of a draft, who the second, and so on."""


class Alone:
    """Everybody plays for himself."""

    def of(self, order: tuple[str, ...]) -> tuple[Side, ...]:
        """Return a side for each seat."""
        return tuple((name,) for name in order)

    def drafting(self, order: tuple[str, ...]) -> tuple[str, ...]:
        """Return the turn order."""
        return order


class TwoTeams:
    """Two teams of two, whose turns alternate: mates sit across from each other."""

    def of(self, order: tuple[str, ...]) -> tuple[Side, ...]:
        """Return the first and the third seat, and the second and the fourth."""
        return order[::2], order[1::2]

    def drafting(self, order: tuple[str, ...]) -> tuple[str, ...]:
        """Return them so that the first and the fourth player are a team, and the second and the third."""
        one, two, mate_of_one, mate_of_two = order
        return one, two, mate_of_two, mate_of_one
