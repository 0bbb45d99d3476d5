"""What people may choose when they set up a new game: plain values, named in the language of those who choose."""

from __future__ import annotations

from typing import NamedTuple


class Offered(NamedTuple):
    """Something to choose, by its key."""

    key: str
    name: str
    note: str = ""
    """What helps to choose, such as a price or what a bank contains."""


class Offers(NamedTuple):
    """What people may choose for a match of a game. The keys are those that a `Setup` takes."""

    seats: tuple[int, ...]
    """How many may play, the fewest first."""
    characters: tuple[Offered, ...] = ()
    """What each seat may choose from; empty where seats are alike."""
    banks: tuple[Offered, ...] = ()
    """The recommended banks."""
    stacks: tuple[Offered, ...] = ()
    """The stacks from which people may make a bank of their own."""
    stacks_chosen: int = 0
    """How many stacks make a bank."""
