"""What people may try in order to see whether they are caught: mistakes that a game knows, to be made on purpose.

A game says which pieces somebody would move against its rules just now. A demonstration lets hands move them, and tells
the arbiter nothing.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.rules.kernel.events import Moved


class Cheat(NamedTuple):
    """A mistake that can be made on purpose. Its texts are English templates."""

    key: str
    title: str
    words: str
    """What is done, as a request to whoever does it."""
    kind: str
    """The kind of piece that stands for it in a picture."""
    rules: frozenset[str]
    """The rules under which it is named right."""
    seat: str = ""
    """Whose hands do it."""
    moves: tuple[Moved, ...] = ()
    """The pieces that these hands move, if it can be done now."""
    instead: tuple[Moved, ...] = ()
    """The moves that are due and are left undone for it; for all others nothing else may be due."""
    not_now: str = ""
    """Why it cannot be done now, if it cannot."""
