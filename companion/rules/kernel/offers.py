"""What people may choose when they set up a new game: plain values, named in the language of those who choose."""

from __future__ import annotations

from typing import NamedTuple


class Offered(NamedTuple):
    """Something to choose, by its key."""

    key: str
    name: str
    note: str = ""
    """What helps to choose: a price, what it holds."""


class Offers(NamedTuple):
    """What a game leaves open. The keys are those that a `Setup` takes."""

    seats: tuple[int, ...]
    """How many may play, the fewest first."""
    characters: tuple[Offered, ...] = ()
    """For each seat; empty where seats are alike."""
    banks: tuple[Offered, ...] = ()
    """Recommended ones."""
    stacks: tuple[Offered, ...] = ()
    """What a bank may be chosen from."""
    stacks_chosen: int = 0
    """How many of them a bank takes."""
