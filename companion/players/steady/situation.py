"""What a seat sees, in the terms in which steady thinks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from companion.players.steady import worth
from companion.rules import UNSEEN, View

GEM_SIZE = {f"{kind}_{size}": size for kind in ("gem", "stand_in") for size in (1, 2, 3, 4)}

Gems = tuple[int, ...]


def is_puzzle_strike(view: View) -> bool:
    """Whether this is Puzzle Strike, the game of steady's tables."""
    return f"{view.audience}.height_bonus" in view.facts


class Situation:
    """One look at the table."""

    def __init__(self, view: View) -> None:
        self.facts = view.facts
        self.zones = view.zones
        self.asks = view.asks
        self.about = view.about
        self.me = view.audience
        others = [zone[:-5] for zone in view.zones if zone.endswith(".pile") and zone[:-5] != self.me]
        self.foe = others[0] if len(others) == 1 else max(others, key=lambda seat: self.number(f"{seat}.total"))
        self.own_turn = view.facts["turn"] == self.me
        self.incoming = 0
        """Gems in the air towards one's own pile, as far as one can tell."""

    def number(self, fact: str) -> int:
        """Return a fact that is a number; 0 if it is none."""
        value = self.facts.get(fact, 0)
        return value if isinstance(value, int) else 0

    def chips(self, zone: str) -> tuple[str, ...]:
        """Return the chips of a zone that can be seen."""
        found = self.zones[zone]
        return tuple(kind for kind in found if kind != UNSEEN) if isinstance(found, tuple) else ()

    @cached_property
    def hand(self) -> tuple[str, ...]:
        return self.chips(f"{self.me}.hand")

    @cached_property
    def discard(self) -> tuple[str, ...]:
        return self.chips(f"{self.me}.discard")

    @cached_property
    def gems(self) -> Gems:
        return self.pile_of(self.me)

    @cached_property
    def foe_gems(self) -> Gems:
        return self.pile_of(self.foe)

    @property
    def ante(self) -> int:
        return self.number("ante")

    @cached_property
    def arrows(self) -> dict[str, int]:
        return {colour: self.number(f"{self.me}.{colour}") for colour in ("black", "brown", "purple", "red", "blue")}

    def pile_of(self, seat: str) -> Gems:
        """Return the gems of a pile by size, the largest first."""
        sizes = [GEM_SIZE[kind] for kind in self.chips(f"{seat}.pile") if kind in GEM_SIZE]
        return tuple(sorted(sizes, reverse=True))

    @cached_property
    def bank(self) -> Mapping[str, int]:
        """How many chips of each kind the bank has."""
        bank = self.zones["bank"]
        return bank if isinstance(bank, Mapping) else {}


def danger(total: int) -> float:
    """Return how bad a pile total is for its owner at the end of a turn."""
    if total < len(worth.DANGER):
        return worth.DANGER[total]
    return worth.DANGER[-1] + worth.TOO_HIGH * (total - len(worth.DANGER) + 1)


def ammunition(gems: Gems) -> float:
    """Return what the gems of a pile are worth as something to crash."""
    return sum(worth.AMMUNITION[size] for size in gems)
