"""Gem piles as pure functions: a pile is a tuple of colours, from the bottom up, and its spaces count from 1.

Nothing here knows a table, a seat or a card. What does not fit on a pile is said by its number, and becomes tokens.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

COLOURS: Final = ("purple", "pink", "blue", "green")
"""In the order in which the super moves are listed."""
SPACES: Final = 14
"""How many gems a pile holds."""
SAFE: Final = 10
"""The most gems with which a turn may end."""

Gems: TypeAlias = tuple[str, ...]


class BrokenRun(NamedTuple):
    """A run of gems that a crash breaks, and the pile that is left."""

    colour: str
    gems: int
    highest: int
    """The space of the highest of them, which decides the height bonus."""
    left: Gems


def run_at(pile: Gems, space: int) -> tuple[int, int]:
    """The lowest and the highest space of the run of one colour that this space belongs to.

    >>> run_at(("pink", "blue", "blue", "green"), 2)
    (2, 3)
    """
    colour = pile[space - 1]
    low = high = space
    while low > 1 and pile[low - 2] == colour:
        low -= 1
    while high < len(pile) and pile[high] == colour:
        high += 1
    return low, high


def runs(pile: Gems) -> list[tuple[int, int]]:
    """All runs of a pile, from the top down, each with its lowest and highest space.

    >>> runs(("pink", "blue", "blue"))
    [(2, 3), (1, 1)]
    """
    found = []
    space = len(pile)
    while space:
        low, high = run_at(pile, space)
        found.append((low, high))
        space = low - 1
    return found


def crash(pile: Gems, space: int = 0) -> BrokenRun:
    """Break the gem of a space, or the top one, with all gems of its colour that touch it. The gems above fall down.

    >>> crash(("pink", "blue", "blue"))
    BrokenRun(colour='blue', gems=2, highest=3, left=('pink',))
    """
    low, high = run_at(pile, space or len(pile))
    return BrokenRun(pile[low - 1], high - low + 1, high, pile[: low - 1] + pile[high:])


def swap(pile: Gems, one: int, other: int) -> Gems:
    """Exchange the gems of two spaces.

    >>> swap(("pink", "blue", "green"), 3, 2)
    ('pink', 'green', 'blue')
    """
    found = list(pile)
    found[one - 1], found[other - 1] = found[other - 1], found[one - 1]
    return tuple(found)


def falling(pattern: Sequence[str], count: int) -> Gems:
    """The colours of so many falling gems: those of the bank's cards from the left, and then again from the left.

    >>> falling(("pink", "blue"), 3)
    ('pink', 'blue', 'pink')
    """
    return tuple(pattern[number % len(pattern)] for number in range(count)) if pattern else ()


def room(pile: Gems) -> int:
    """How many gems still fit.

    >>> room(("pink",) * 13)
    1
    """
    return max(0, SPACES - len(pile))


def add(pile: Gems, gems: Gems) -> tuple[Gems, int]:
    """Lay gems on a pile, one after the other; and the number of those that do not fit.

    >>> add(("pink",) * 13, ("blue", "blue"))[1]
    1
    """
    fit = gems[: room(pile)]
    return pile + fit, len(gems) - len(fit)


def drop(pile: Gems, incoming: int, pattern: Sequence[str]) -> tuple[Gems, int]:
    """Let as many incoming gems fall as there is room for; the gems that fall, and the tokens that stay.

    >>> drop(("pink",) * 12, 5, ("green", "blue"))
    (('green', 'blue'), 3)
    """
    fallen = falling(pattern, min(incoming, room(pile)))
    return fallen, incoming - len(fallen)


def without(pile: Gems, colour: str) -> Gems:
    """A pile from which all gems of a colour were destroyed.

    >>> without(("pink", "blue", "pink"), "pink")
    ('blue',)
    """
    return tuple(gem for gem in pile if gem != colour)


def removed(pile: Gems, space: int) -> Gems:
    """A pile from which the gem of a space was destroyed.

    >>> removed(("pink", "blue", "green"), 2)
    ('pink', 'green')
    """
    return pile[: space - 1] + pile[space:]


def sent(gems: int, highest: int, bonuses: Sequence[int], *, single: bool = False, half_again: bool = False) -> int:
    """How many gems a crash sends: those broken, half as many again where a card says so, and then the height bonus of
    the highest, if two or more were broken (or a card lets one gem be enough).

    >>> sent(4, 6, (0, 0, 1, 1, 1, 2)), sent(1, 6, (0, 0, 1, 1, 1, 2))
    (6, 1)
    """
    bonus = bonuses[highest - 1] if gems > 1 or single else 0
    return gems + (gems // 2 if half_again else 0) + bonus
