"""What presence tells: small facts about one chip and one reader."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from companion.table.sightings import Uid


@dataclass(frozen=True, slots=True)
class Appeared:
    """A chip lies in a cell."""

    uid: Uid
    reader: str
    at: float
    """When it was first seen there; so in each of these."""


@dataclass(frozen=True, slots=True)
class Tapped:
    """A chip touched a tap. It is told once, however long the chip rests there."""

    uid: Uid
    reader: str
    at: float
    perhaps: str = ""
    """Another tap that saw it, and that it may well have been, where looks alone do not tell; or where it was told
    last: then it may not have moved."""


@dataclass(frozen=True, slots=True)
class Lifted:
    """A chip does not lie on its reader any more. That is all: where it goes nobody knows."""

    uid: Uid
    reader: str
    at: float
    """When it was last seen there."""


@dataclass(frozen=True, slots=True)
class Crowded:
    """More chips lie on a reader than it has cells."""

    reader: str
    uids: tuple[Uid, ...]
    at: float


@dataclass(frozen=True, slots=True)
class Doubled:
    """Two tags with one UID lie in two places that cannot see each other's chips."""

    uid: Uid
    readers: tuple[str, ...]
    at: float


Change: TypeAlias = Appeared | Tapped | Lifted | Crowded | Doubled


def with_doubt(changes: Sequence[Change], touching: bool) -> Iterator[tuple[Change, bool]]:
    """What one look has told, change by change, each with whether a touch may be about to be told: the next ones of
    this look are, and `touching` says whether a chip may be touching a tap besides.

    >>> lifted = Lifted(Uid("04"), "1.0", 2.0)
    >>> [doubt for _, doubt in with_doubt((lifted, lifted), False)]
    [True, False]
    """
    for number, change in enumerate(changes, 1):
        yield change, touching or number < len(changes)
