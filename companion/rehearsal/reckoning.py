"""Compare the movements that the host reported with those that the script expects."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.rehearsal.script import Expected
from companion.table.movement import Movement
from companion.table.sightings import Uid

SAME = 10.0
"""A report that is this many seconds or more away from an expected movement is about another movement."""


class ToldMovement(NamedTuple):
    """A movement as the host reported it."""

    movement: Movement
    at: float
    """When it was reported, on the table's clock."""

    def __str__(self) -> str:
        zones = "/".join(sorted(self.movement.from_zones)) or "nowhere"
        where = f"{zones} -> {self.movement.to_zone} at reader {self.movement.reader}"
        return f"{self.movement.uid} {where}, first seen {self.movement.at:.3f} s, told {self.at:.3f} s"


class Misreading(NamedTuple):
    """A movement that was missed, made up, or reported wrongly or twice."""

    at: float
    """When it happened, or was reported if nothing had happened."""
    what: str
    uid: Uid


@dataclass
class Reckoning:
    """How many movements were reported wrongly, not at all, or twice; and how long the reports took."""

    wrong: int = 0
    missed: int = 0
    duplicated: int = 0
    troubles: list[Misreading] = field(default_factory=list)
    """In order of time."""
    delays: list[float] = field(default_factory=list)
    """Seconds on the table's clock from a chip's arrival to the report of its movement."""

    @property
    def all_well(self) -> bool:
        """Whether everything was reported once, and rightly."""
        return not (self.wrong or self.missed or self.duplicated)

    def note(self, at: float, what: str, uid: Uid) -> None:
        """Add a trouble, for the first lines of a bug report."""
        self.troubles.append(Misreading(at, what, uid))


def reckon(expected: Iterable[Expected], told: Iterable[ToldMovement]) -> Reckoning:
    """Compare expected and reported movements, chip by chip."""
    reckoning = Reckoning()
    wanted: dict[Uid, list[Expected]] = defaultdict(list)
    found: dict[Uid, list[ToldMovement]] = defaultdict(list)
    for one in expected:
        wanted[one.uid].append(one)
    for other in told:
        found[other.movement.uid].append(other)
    for uid in wanted.keys() | found.keys():
        compare(wanted[uid], found[uid], reckoning)
    reckoning.troubles.sort()
    return reckoning


def compare(wanted: Sequence[Expected], found: Sequence[ToldMovement], reckoning: Reckoning) -> None:
    """Compare the movements of one chip, in order."""
    done = 0
    for number, told in enumerate(found):
        which = meant(wanted, done, told.movement)
        if which is None:
            again = number > 0 and found[number - 1].movement.reader == told.movement.reader
            reckoning.duplicated += again
            reckoning.wrong += not again
            reckoning.note(told.at, f"{'again' if again else 'made up'}: {told}", told.movement.uid)
            continue
        miss(wanted[done:which], reckoning)
        check(wanted[which], told, reckoning)
        done = which + 1
    miss(wanted[done:], reckoning)


def meant(wanted: Sequence[Expected], done: int, movement: Movement) -> int | None:
    """Return the number of the expected movement that a report is about: at the same reader, the nearest in time.

    Only movements from the number `done` on are considered. None if none of them is near enough.
    """
    near = {
        number: abs(wanted[number].start - movement.at)
        for number in range(done, len(wanted))
        if wanted[number].reader == movement.reader
    }
    best = min(near, key=near.__getitem__, default=None)
    return best if best is not None and near[best] < SAME else None


def miss(wanted: Sequence[Expected], reckoning: Reckoning) -> None:
    """Count these movements as missed."""
    for one in wanted:
        reckoning.missed += 1
        reckoning.note(one.start, f"missed: {one}", one.uid)


def check(wanted: Expected, found: ToldMovement, reckoning: Reckoning) -> None:
    """Count a report as right or wrong. It is right if it says what happened, and not before it happened."""
    if wanted.is_told_by(found.movement) and found.at >= wanted.start:
        reckoning.delays.append(found.at - wanted.start)
    else:
        reckoning.wrong += 1
        reckoning.note(wanted.start, f"wrong: {wanted}; told as {found}", wanted.uid)
