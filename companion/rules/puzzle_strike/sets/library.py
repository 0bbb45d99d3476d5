"""All sets there are, and the box that a choice of them makes.

`LIBRARY` has every chip of every set. It says what a chip is called and what is printed on it; what a match may do is
said by the match's own box.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from companion.rules.puzzle_strike.sets.base import BASE
from companion.rules.puzzle_strike.sets.box import Box
from companion.rules.puzzle_strike.sets.chip_set import ChipSet, NotOffered
from companion.rules.puzzle_strike.sets.promos import PROMOS
from companion.rules.puzzle_strike.sets.shadows import SHADOWS

SETS: Final[dict[str, ChipSet]] = {one.key: one for one in (BASE, SHADOWS, PROMOS)}

LIBRARY: Final = Box.of(*SETS.values())


@cache
def box_of(sets: tuple[str, ...]) -> Box:
    """The chips of these sets together, whatever the order in which they are named. Gems, purples and wounds are those
    of the base box in every match.

    >>> box_of(("base",)).chips_of("rook")
    ('stone_wall', 'big_rocks', 'strength_of_earth')
    >>> "gem_1" in box_of(("shadows",)), "roundhouse" in box_of(("shadows",))
    (True, False)
    """
    return Box.of(*(one if key in sets else one.common() for key, one in SETS.items()))


def set_of(kind: str) -> str:
    """The set that a chip belongs to."""
    return next(key for key, one in SETS.items() if kind in one.chips)


def why_not_offered(kind: str) -> NotOffered | None:
    """A chip that no match is played with, and why."""
    return next((one.not_offered[kind] for one in SETS.values() if kind in one.not_offered), None)


def puzzle_chips_of_all_sets() -> frozenset[str]:
    """The puzzle chips that there are, whatever a match is played with."""
    return LIBRARY.of_kind("puzzle")
