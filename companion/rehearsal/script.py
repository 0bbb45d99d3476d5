"""The script of a rehearsal: what the hands do and when, and which movements the host must report."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rehearsal.virtual_table import TaggedThing
from companion.table.movement import Movement
from companion.table.sightings import Uid


@dataclass(frozen=True, slots=True)
class Act:
    """A hand lays a chip on a reader, slides it there, or takes it up."""

    at: float
    chip: TaggedThing
    reader: str | None
    """None when the chip is taken up."""
    on_edge: bool = False


@dataclass(frozen=True, slots=True)
class Outage:
    """Something breaks and is repaired. Hands keep away from it, as people do who see the lamp."""

    at: float
    until: float
    what: str
    """`unplug` or `reboot` of a pad, or `death` of one reader."""
    pad: int
    reader: str = ""


@dataclass(frozen=True, slots=True)
class Expected:
    """A movement that the host must report."""

    uid: Uid
    kind: str | None
    origin: str | None
    """The zone that the chip was in; None for a chip that was not known before."""
    to_zone: str
    reader: str
    start: float
    """When the chip was laid on the reader."""

    def is_told_by(self, movement: Movement) -> bool:
        """Whether the host has reported this movement rightly."""
        return (
            (movement.uid, movement.kind) == (self.uid, self.kind)
            and (movement.to_zone, movement.reader) == (self.to_zone, self.reader)
            and (self.origin in movement.from_zones if self.origin else not movement.from_zones)
        )

    def __str__(self) -> str:
        return f"{self.uid} {self.origin} -> {self.to_zone} at reader {self.reader}, {self.start:.3f} s"


@dataclass(frozen=True)
class MovementScript:
    """Everything that happens in a rehearsal, in order of time."""

    homes: dict[TaggedThing, str]
    """The zone of each chip at the beginning, when none lies on a reader; "" for chips that are not enrolled."""
    acts: tuple[Act, ...]
    expected: tuple[Expected, ...]
    """In order of `start`."""
    outages: tuple[Outage, ...] = ()

    @property
    def ends(self) -> float:
        """When the last act is done and the last outage is over."""
        return max((*(act.at for act in self.acts), *(outage.until for outage in self.outages)), default=0.0)
