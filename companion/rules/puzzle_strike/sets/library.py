"""All sets there are, and the box that a choice of them makes.

`LIBRARY` has every chip of every set. It says what a chip is called and what is printed on it; what a match may do is
said by the match's own box.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from companion.rules.puzzle_strike.sets.base import BASE
from companion.rules.puzzle_strike.sets.box import Box
from companion.rules.puzzle_strike.sets.chip_set import ChipSet

SETS: Final[dict[str, ChipSet]] = {BASE.key: BASE}

LIBRARY: Final = Box.of(*SETS.values())


@cache
def box_of(sets: tuple[str, ...]) -> Box:
    """The chips of these sets together, whatever the order in which they are named.

    >>> box_of(("base",)).chips_of("rook")
    ('stone_wall', 'big_rocks', 'strength_of_earth')
    """
    return Box.of(*(one for key, one in SETS.items() if key in sets))
