"""What a reader saw, and when: the only thing that comes in from the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NewType

Uid = NewType("Uid", str)
"""What a tag calls itself: 8, 14 or 20 upper-case hex digits."""


@dataclass(frozen=True, slots=True)
class Look:
    """What one scan of one reader told.

    A tag that is named was there. That another is not named says something only when the look is clean.
    """

    reader: str
    """As in `table.toml`: pad and reader `"2.0"`, or `"station"`."""
    at: float
    """Seconds on the table's own clock, which never goes back."""
    tags: tuple[Uid, ...] = ()
    error: str = ""
    """Why the look may have missed tags, in a few words; empty when it is clean."""

    @property
    def clean(self) -> bool:
        """Whether a tag that is not named was not seen."""
        return not self.error
