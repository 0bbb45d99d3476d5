"""What the real program has last told, in the form that computer players use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from companion.rules import Match, restore


class Owed(NamedTuple):
    """Chips that the table owes."""

    kind: str
    source: str
    target: str
    count: int  # type: ignore[assignment]  # a good name, and nobody needs `tuple.count` here


@dataclass(frozen=True)
class ToldMoment:
    """A moment of the game."""

    game: int
    point: int
    """How far the game has come."""
    over: bool
    settled: bool
    """Whether the program understands everything that it has seen."""
    debts: tuple[Owed, ...]
    asked: tuple[tuple[str, ...], tuple[str, ...]] | None
    """Who is asked, and the answers that are offered."""
    rulings: tuple[tuple[int, str], ...]
    """The open rulings: number and seat."""
    says: Mapping[str, Any]
    phones: Mapping[str, Any]
    stored: Mapping[str, Any] = field(repr=False)
    at: float = 0.0
    """When this was told."""
    hands: Mapping[str, Sequence[str]] = field(default_factory=dict, repr=False)
    """The chips of each hand, by its place, as its owner's phone names them."""

    @classmethod
    def read(cls, row: Mapping[str, Any], at: float) -> ToldMoment:
        """Read a line of the program."""
        asked = row["asked"]
        return cls(
            row["game"],
            row["point"],
            row["over"],
            row["settled"],
            tuple(Owed(*debt) for debt in row["debts"]),
            (tuple(asked[0]), tuple(asked[1])) if asked else None,
            tuple((number, seat) for number, seat in row["rulings"]),
            row["says"],
            row["phones"],
            row["match"],
            at,
            row["hands"],
        )

    @property
    def situation(self) -> tuple[object, ...]:
        """The parts of the moment to which hands would react."""
        return self.game, self.point, self.over, self.settled, self.debts, self.asked, self.rulings

    @cached_property
    def match(self) -> Match:
        """The match as everybody knows it; for looking only, not for playing on."""
        return restore(dict(self.stored))
