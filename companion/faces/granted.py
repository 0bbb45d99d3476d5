"""What was last taken for granted: an answer that no chip shows, such as "done", which the table was taken to mean.

People see it on every page, and whoever may go back goes back to before it with one tap.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from companion.arbiter.news import Committed, News
from companion.rules import Said

ANEW: Final = ("back", "correct")
"""What makes an assumption meaningless."""
LASTS: Final = 4
"""After so many more answers nobody objects any more."""


@dataclass(frozen=True)
class Granted:
    """An answer that was taken for granted, and the point of the record before it."""

    said: Said
    point: int
    answers: int = 0
    """How many answers have counted since."""


def granted_after(before: Granted | None, news: Iterable[News], point: int) -> Granted | None:
    """Return what is taken for granted after this news; `point` is the point of the record then."""
    found, counted = before, [new for new in news if isinstance(new, Committed)]
    for at, new in enumerate(counted):
        if new.said.kind in ANEW:
            found = None
        elif is_granted(new):
            found = Granted(new.said, point - (len(counted) - at))
        elif found and new.said.kind == "answer":
            found = Granted(found.said, found.point, found.answers + 1)
    return found if found and found.answers < LASTS else None


def is_granted(new: Committed) -> bool:
    """Whether this answer names no piece, and was concluded from what lies on the table: nobody has said it."""
    return new.said.kind == "answer" and ":" not in new.said.what and bool(new.why.considered)
