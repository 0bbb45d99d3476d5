"""What a reader saw, and when: the only thing that comes in from the table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NewType

Uid = NewType("Uid", str)
"""The identifier that a tag reports: 8, 14 or 20 upper-case hex digits."""


def is_made_up(uid: str) -> bool:
    """Whether this UID is valid only for the moment: phones and bank cards make up a new one each time they are asked.

    ISO 14443-3 marks such UIDs: they have four bytes, the first of which is 08.

    >>> is_made_up("08A1B2C3"), is_made_up("04A1B2C3"), is_made_up("08A1B2C3D4E5F6")
    (True, False, False)
    """
    return len(uid) == 8 and uid.startswith("08")


@dataclass(frozen=True, slots=True)
class Look:
    """The result of one scan by one reader.

    A tag that is listed was there. That a tag is not listed means something only if the look is clean.
    """

    reader: str
    """As in `table.toml`: pad and reader `"2.0"`, or `"station"`."""
    at: float
    """Seconds on the table's clock, which never goes back."""
    tags: tuple[Uid, ...] = ()
    error: str = ""
    """Why the look may have missed tags, in a few words; empty if it is clean."""
    phone: bool = False
    """Whether something was there that makes up its UIDs. These are not among the tags, because no chip does that."""

    @property
    def clean(self) -> bool:
        """Whether a tag that is not listed was really not seen."""
        return not self.error


def look_at(reader: str, at: float, tags: Iterable[Uid], error: str = "") -> Look:
    """Make a look as a driver reports it: without made-up UIDs.

    >>> look_at("2.0", 1.0, [Uid("08A1B2C3"), Uid("04A1B2C3D4E5F6")])
    Look(reader='2.0', at=1.0, tags=('04A1B2C3D4E5F6',), error='', phone=True)
    """
    there = tuple(tags)
    lasting = tuple(tag for tag in there if not is_made_up(tag))
    return Look(reader, at, lasting, error, len(lasting) < len(there))
