"""What was told of a rehearsal, held against what was done."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import NamedTuple

from companion.rehearsal.script import Expected
from companion.table.movement import Movement
from companion.table.sightings import Uid


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
    """One chip's way. The readers that it touched tell which movement belongs to which."""
    ways = SequenceMatcher(None, [one.reader for one in wanted], [other.movement.reader for other in found], False)
    for what, start, end, begin, stop in ways.get_opcodes():
        if what == "equal":
            for one, other in zip(wanted[start:end], found[begin:stop], strict=True):
                check(one, other, reckoning)
            continue
        for one in wanted[start:end]:
            reckoning.missed += 1
            reckoning.note(one.start, f"missed: {one}", one.uid)
        for number in range(begin, stop):
            other = found[number]
            beside = (*found[max(0, number - 1) : number], *found[number + 1 : number + 2])
            again = any(one.movement.reader == other.movement.reader for one in beside)
            reckoning.duplicated += again
            reckoning.wrong += not again
            reckoning.note(other.at, f"{'again' if again else 'made up'}: {other}", other.movement.uid)


def check(wanted: Expected, found: Told, reckoning: Reckoning) -> None:
    """Whether this movement is told as it was, and not before it was."""
    if wanted.is_told_by(found.movement) and found.at >= wanted.start:
        reckoning.delays.append(found.at - wanted.start)
    else:
        reckoning.wrong += 1
        reckoning.note(wanted.start, f"wrong: {wanted}; told as {found}", wanted.uid)
