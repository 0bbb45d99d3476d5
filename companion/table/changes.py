"""The changes that presence reports: small facts about one chip and one reader."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TypeAlias

from companion.table.sightings import Uid


@dataclass(frozen=True, slots=True)
class Appeared:
    """A chip lies in a cell."""

    uid: Uid
    reader: str
    at: float
    """When it was first seen there. The same holds for `Tapped`, `Crowded` and `Doubled`."""
    weight: int = field(default=0, compare=False)
    """How much likelier it is that this happened than that it did not, by the looks alone: a natural logarithm, in
    thousandths; 0 where nobody reckoned it. The same holds for `Tapped`."""


@dataclass(frozen=True, slots=True)
class Tapped:
    """A chip touched a tap. This is reported once, however long the chip rests there."""

    uid: Uid
    reader: str
    at: float
    perhaps: str = ""
    """Another tap that saw the chip and that it may have touched instead, if looks alone cannot decide; or the tap on
    which it was last reported: then it may not have moved at all."""
    weight: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Lifted:
    """A chip no longer lies on its reader. Where it has gone, nobody knows yet."""

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
    """Two tags with the same UID lie in two places whose readers cannot see each other's chips."""

    uid: Uid
    readers: tuple[str, ...]
    at: float


@dataclass(frozen=True, slots=True)
class Asleep:
    """These readers, and no others, have not looked for a while: what they would see, nobody sees."""

    readers: tuple[str, ...]
    at: float


Change: TypeAlias = Appeared | Tapped | Lifted | Crowded | Doubled | Asleep


class Doubt(IntEnum):
    """What may have happened at the readers without having been reported yet."""

    NONE = 0
    CELL = 1
    """A chip may have come to a cell: it lies there and can be looked at again at any time, so the game may go on."""
    TAP = 2
    """A chip may have touched a tap: what it did there may be the next move."""


def with_doubt(changes: Sequence[Change], doubt: Doubt) -> Iterator[tuple[Change, Doubt]]:
    """Yield the changes from one look, each with its doubt. All but the last change are in doubt, because more changes
    of the same look follow; `doubt` holds for other reasons.

    >>> lifted = Lifted(Uid("04"), "1.0", 2.0)
    >>> [doubt.name for _, doubt in with_doubt((lifted, lifted), Doubt.NONE)]
    ['TAP', 'NONE']
    """
    for number, change in enumerate(changes, 1):
        yield change, Doubt.TAP if number < len(changes) else doubt
