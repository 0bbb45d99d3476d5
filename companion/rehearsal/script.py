"""What hands do at a rehearsal, moment by moment, and which movements an attentive table tells of it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rehearsal.virtual_table import Chip
from companion.table.movement import Movement
from companion.table.sightings import Uid


@dataclass(frozen=True, slots=True)
class Act:
    """A hand lays a chip on a reader, slides it there, or takes it up."""

    at: float
    chip: Chip
    reader: str | None
    """None where the chip is taken up."""
    on_edge: bool = False


@dataclass(frozen=True, slots=True)
class Outage:
    """Something breaks, and is mended; hands leave alone what it concerns, as people do who see the lamp."""

    at: float
    until: float
    what: str
    """`unplug`, `reboot` or `death`, of the pad or of one reader."""
    pad: int
    reader: str = ""


@dataclass(frozen=True, slots=True)
class Expected:
    """A movement that must be told."""

    uid: Uid
    kind: str | None
    origin: str | None
    """The zone that the chip was in; None where nobody could know of the chip before."""
    to_zone: str
    reader: str
    start: float
    """When the chip was laid there."""

    def is_told_by(self, movement: Movement) -> bool:
        """Whether a movement is this one."""
        return (
            (movement.uid, movement.kind) == (self.uid, self.kind)
            and (movement.to_zone, movement.reader) == (self.to_zone, self.reader)
            and (self.origin in movement.from_zones if self.origin else not movement.from_zones)
        )

    def __str__(self) -> str:
        return f"{self.uid} {self.origin} -> {self.to_zone} at reader {self.reader}, {self.start:.3f} s"


@dataclass(frozen=True)
class Script:
    """Everything that happens, in the order of time."""

    homes: dict[Chip, str]
    """Where each chip is at the beginning, off the readers; chips without a kind are not known to be anywhere."""
    acts: tuple[Act, ...]
    expected: tuple[Expected, ...]
    """In the order of their starts."""
    outages: tuple[Outage, ...] = ()

    @property
    def ends(self) -> float:
        """When all has been done."""
        return max((*(act.at for act in self.acts), *(outage.until for outage in self.outages)), default=0.0)
