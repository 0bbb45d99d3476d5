"""What was told of a rehearsal, held against what was done."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.rehearsal.script import Expected
from companion.table.movement import Movement
from companion.table.sightings import Uid

SAME = 10.0
"""Seconds between what was done and when it is said to have been seen first; more, and it is another movement."""


class Told(NamedTuple):
    """A movement as it came out."""

    movement: Movement
    at: float
    """When it came out, on the table's clock."""

    def __str__(self) -> str:
        zones = "/".join(sorted(self.movement.from_zones)) or "nowhere"
        where = f"{zones} -> {self.movement.to_zone} at reader {self.movement.reader}"
        return f"{self.movement.uid} {where}, first seen {self.movement.at:.3f} s, told {self.at:.3f} s"


class Trouble(NamedTuple):
    """Something that was not told as it was."""

    at: float
    """When it happened, or was told where nothing had happened."""
    what: str
    uid: Uid


@dataclass
class Reckoning:
    """How many movements were told wrongly, not at all, or again; and how long it took to tell them."""

    wrong: int = 0
    missed: int = 0
    duplicated: int = 0
    troubles: list[Trouble] = field(default_factory=list)
    """In the order of time."""
    delays: list[float] = field(default_factory=list)
    """Seconds on the table's clock from a chip's arrival to its movement."""

    @property
    def all_well(self) -> bool:
        """Whether everything was told once, and rightly."""
        return not (self.wrong or self.missed or self.duplicated)

    def note(self, at: float, what: str, uid: Uid) -> None:
        """Something for the first lines of a bug report."""
        self.troubles.append(Trouble(at, what, uid))


def reckon(expected: Iterable[Expected], told: Iterable[Told]) -> Reckoning:
    """Hold one against the other, chip by chip."""
    reckoning = Reckoning()
    wanted: dict[Uid, list[Expected]] = defaultdict(list)
    found: dict[Uid, list[Told]] = defaultdict(list)
    for one in expected:
        wanted[one.uid].append(one)
    for other in told:
        found[other.movement.uid].append(other)
    for uid in wanted.keys() | found.keys():
        compare(wanted[uid], found[uid], reckoning)
    reckoning.troubles.sort()
    return reckoning


def compare(wanted: Sequence[Expected], found: Sequence[Told], reckoning: Reckoning) -> None:
    """One chip's way, in its order."""
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
    """Which of those that are not done yet a movement tells: one at its reader, the nearest in time."""
    near = {
        number: abs(wanted[number].start - movement.at)
        for number in range(done, len(wanted))
        if wanted[number].reader == movement.reader
    }
    best = min(near, key=near.__getitem__, default=None)
    return best if best is not None and near[best] < SAME else None


def miss(wanted: Sequence[Expected], reckoning: Reckoning) -> None:
    """These have not been told."""
    for one in wanted:
        reckoning.missed += 1
        reckoning.note(one.start, f"missed: {one}", one.uid)


def check(wanted: Expected, found: Told, reckoning: Reckoning) -> None:
    """Whether this movement is told as it was, and not before it was."""
    if wanted.is_told_by(found.movement) and found.at >= wanted.start:
        reckoning.delays.append(found.at - wanted.start)
    else:
        reckoning.wrong += 1
        reckoning.note(wanted.start, f"wrong: {wanted}; told as {found}", wanted.uid)
