"""What a chip is: its face as data, its text as a function."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

from companion.rules.kernel import Steps

Gives: TypeAlias = tuple[tuple[str, int], ...]
"""Symbols: arrows by colour, `piggy`, `money`, `chips` (draws)."""

Effect: TypeAlias = Callable[..., Any]
"""What a chip does: a generator where it asks something, a plain function where it does not."""


def carry(result: Any) -> Steps[Any]:
    """Run an effect of either sort to its end, and return its result."""
    if isinstance(result, Generator):
        return (yield from result)
    return result


@dataclass(frozen=True)
class Chip:
    """One kind of chip."""

    key: str
    name: str
    kind: str  # puzzle, character, purple, gem, wound
    cost: int | None  # None: cannot be bought
    banner: tuple[str, ...] = ()
    icons: tuple[str, ...] = ()
    character: str = ""
    gives: Gives = ()  # symbols before the text
    gives_after: Gives = ()  # symbols after the text
    each_turn: Gives = ()  # symbols that it gives when a turn begins, while it is ongoing
    ongoing: bool = False
    aimed: bool = False  # its red fist strikes one opponent, who is chosen first
    sale: int = 0  # how much less the chips of the bank cost after it was played
    once: bool = False  # its text works once a turn, whichever copy of it is played
    effect: Effect | None = field(default=None, compare=False)
    action: bool = True  # can be played in the action phase
    orb: bool = False  # a purple orb is printed in the banner
    red_fist: bool = False  # it attacks
    exclamation: bool = False  # some effects exclude it

    @cached_property
    def play_token(self) -> str:
        """The token that plays it."""
        return f"play:{self.key}"


def any_chip(kind: str) -> bool:
    """True for every chip."""
    return True


def next_gem(kind: str) -> str:
    """The gem worth 1 more. There is no 5-gem: no chip has that key.

    >>> next_gem("gem_2")
    'gem_3'
    """
    return f"gem_{int(kind[4:]) + 1}"
