"""What a seat sees, in the terms in which steady thinks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

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
        self.mine = self.side_of(self.me)
        out = self.listed("out")
        others = [seat for seat in view.seats if seat not in self.mine and seat not in out]
        self.foes = list(dict.fromkeys(self.side_of(seat)[0] for seat in others)) or [self.me]
        """The others by the seats before which their piles lie, one for each pile."""
        self.foe = max(self.foes, key=lambda seat: self.number(f"{seat}.total"))
        """Who is closest to losing."""
        self.own_turn = self.me in (self.listed("on_turn") or (view.facts["turn"],))
        self.incoming = 0
        """Gems in the air that one may answer, as far as one can tell."""
        self.helps = False
        """Whether they fly to somebody else's pile."""

    def listed(self, fact: str) -> tuple[Any, ...]:
        """Return a fact that lists something; nothing where it goes without saying."""
        found = self.facts.get(fact, ())
        return found if isinstance(found, tuple) else ()

    def side_of(self, seat: str) -> tuple[str, ...]:
        """Return the seats that play together with this one, the one before which their pile lies first."""
        return next((side for side in self.listed("sides") if seat in side), (seat,))

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
        return self.pile_of(self.mine[0])

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
