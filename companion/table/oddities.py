"""What is wrong with the chips themselves, not with what people do: frozen values, from which people are told.

Everybody at the table is told, so no value here reveals anything about a hidden chip.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Odd(Enum):
    """What is wrong."""

    DOUBLED = "doubled"
    """Two chips have tags with the same number."""
    CROWDED = "crowded"
    """More chips lie on a reader than it has cells."""
    SUMS = "sums"
    """Chips of a kind are not where the numbers say that they are."""


@dataclass(frozen=True, slots=True)
class Oddity:
    """One thing that is wrong."""

    odd: Odd
    readers: tuple[str, ...] = ()
    """The readers where it was seen; none if one of them is a bag's slot."""
    kind: str = ""
    """The kind of the chips; "" if only somebody may know it, or nobody does."""
