"""What people tell of a game afterwards: its greatest deed, and its end in a line."""

from __future__ import annotations

from typing import NamedTuple

from companion.rules.kernel.board import PieceGroup


class Feat(NamedTuple):
    """Something that somebody did, and how great it was."""

    size: int
    """The greatest of a game is told."""
    figure: str
    """How great, in two words: shown large."""
    label: str
    """What it was, and who did it."""
    chip: PieceGroup | None = None
    """A piece to be drawn beside it."""


class Ending(NamedTuple):
    """How a game ended."""

    words: str
    """In a sentence; "" where nobody has won."""
    turns: int = 0
    """How many turns there were; 0 where that is not counted."""
    roles: tuple[str, ...] = ()
    """As whom each seat played, in their order; "" where that means nothing."""
