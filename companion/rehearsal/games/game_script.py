"""A game as it was played with chips: what hands did, when, and what it was for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from companion.rehearsal.games.truth import TrueRoute
from companion.rehearsal.script import Act
from companion.rehearsal.virtual_table import TaggedThing


class ShownChip(NamedTuple):
    """A chip was shown to a reader because of a step."""

    step: int
    """The number of the step in the true game."""
    chip: TaggedThing
    reader: str
    at: float
    until: float
    """When it was taken up again; for a chip in a cell, when it came there."""


@dataclass(eq=False)
class Forgotten:
    """A touch that somebody forgot."""

    chip: TaggedThing
    tap: str
    seat: str
    at: float
    when_stalled: bool
    """Whether they remember it when the game stalls; otherwise only when they are told."""
    until: float = float("inf")
    """When the chip was moved on, so that nobody can make up for it any more."""


class Misled(NamedTuple):
    """For a while the table showed an answer that was taken back. Whoever believed it meanwhile was not wrong."""

    seat: str
    token: str
    since: float
    until: float


class HeldBack(NamedTuple):
    """A chip that is held back."""

    travel: TrueRoute
    decider: str
    number: int
    """Its step."""
    until: int
    """The step after which it is moved at the latest."""


@dataclass(eq=False, slots=True)
class Cell:
    """A place for one chip."""

    reader: str
    free_at: float = 0.0
    chip: TaggedThing | None = None


@dataclass
class GameScript:
    """A game as it was played with chips."""

    acts: list[Act] = field(default_factory=list)
    decided: list[float] = field(default_factory=list)
    """When each step was decided."""
    shown: list[ShownChip] = field(default_factory=list)
    ends: float = 0.0
    """When everything has been done."""
    mistaken_at: float = float("inf")
    """When the mistake was made, if there was one."""
    lies: dict[TaggedThing, str] = field(default_factory=dict)
    """The zone of each chip, as far as hands have moved it."""
    forgotten: list[Forgotten] = field(default_factory=list)
    """Touches that somebody forgot."""
    misled: list[Misled] = field(default_factory=list)
    """What people showed or said for a while, and took back."""
