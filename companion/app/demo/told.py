"""What the real program has told last, as those who play at the table understand it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from companion.rules import Match, restore


class Debt(NamedTuple):
    """Chips that the table owes."""

    kind: str
    source: str
    target: str
    count: int  # type: ignore[assignment]  # the name fits; a tuple's own count is not missed


@dataclass(frozen=True)
class Told:
    """A moment of the game."""

    game: int
    point: int
    """How far the game has come."""
    over: bool
    settled: bool
    """Whether the program understands everything that it has seen."""
    debts: tuple[Debt, ...]
    asked: tuple[tuple[str, ...], tuple[str, ...]] | None
    """Who is asked, and the answers that are offered."""
    rulings: tuple[tuple[int, str], ...]
    """The open ones: number and seat."""
    says: Mapping[str, Any]
    phones: Mapping[str, Any]
    stored: Mapping[str, Any] = field(repr=False)
    at: float = 0.0
    """When it was told."""

    @classmethod
    def read(cls, row: Mapping[str, Any], at: float) -> Told:
        """From the program's line."""
        asked = row["asked"]
        return cls(
            row["game"],
            row["point"],
            row["over"],
            row["settled"],
            tuple(Debt(*debt) for debt in row["debts"]),
            (tuple(asked[0]), tuple(asked[1])) if asked else None,
            tuple((number, seat) for number, seat in row["rulings"]),
            row["says"],
            row["phones"],
            row["match"],
            at,
        )

    @property
    def situation(self) -> tuple[object, ...]:
        """What hands would do something about."""
        return self.game, self.point, self.over, self.settled, self.debts, self.asked, self.rulings

    @cached_property
    def match(self) -> Match:
        """As everybody knows it; to look at, not to play on."""
        return restore(dict(self.stored))
