"""A reader of an emulated pad: what it sees, how long that takes, and the ways in which it fails."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from math import factorial, log2

from companion.table.sightings import Uid

MOST_TAGS = 5
"""More than so many a pad does not list."""

MOST_COUNTED = 65535

COLLISIONS = tuple(round(log2(factorial(tags))) for tags in range(MOST_TAGS + 2))
"""By number of tags: how many collisions it takes to tell them apart, on average."""

EMPTY_LOOK, PER_TAG, PER_COLLISION = 0.0056, 0.006, 0.0009
"""Seconds."""

SOFT_RESET, HARD_RESET, NO_ANSWER = 0.02, 0.05, 0.002
"""Seconds that a look takes longer that meets a reader in trouble."""


class Ailment(Enum):
    """What is wrong with a reader."""

    NONE = 0
    HANGS = 1
    """Until a soft reset."""
    HANGS_HARD = 2
    """Until its reset line is pulled."""
    DEAD = 3


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What the field of a reader reaches at a moment."""

    tags: tuple[Uid, ...]
    disturbed: bool = False
    """Something spoilt a tag's answer: there may be others."""


Reach = Callable[[str, float], Glimpse]
"""What a reader (by its name) reaches at a moment."""


def look_time(tags: int) -> float:
    """How long a look takes that finds so many tags, in seconds."""
    read = min(tags, MOST_TAGS)
    return EMPTY_LOOK + PER_TAG * read + PER_COLLISION * COLLISIONS[min(tags, MOST_TAGS + 1)]


@dataclass(frozen=True, slots=True)
class Looked:
    """How a look went."""

    state: str
    tags: tuple[Uid, ...]
    seconds: float


@dataclass(slots=True)
class Counters:
    """What a reader has counted since the restart, in the order of the protocol's READER line."""

    looks: int = 0
    fails: int = 0
    timeouts: int = 0
    crcs: int = 0
    collisions: int = 0
    softs: int = 0
    hards: int = 0

    def fields(self) -> str:
        """As they stand in the line: they stop at their limit."""
        counts = (self.looks, self.fails, self.timeouts, self.crcs, self.collisions, self.softs, self.hards)
        return " ".join(str(min(count, MOST_COUNTED)) for count in counts)


@dataclass(slots=True)
class EmulatedReader:
    """One reader. What ails it outlasts a restart of the pad; what it remembers does not."""

    name: str
    reach: Reach
    trouble: Callable[[EmulatedReader], None] = lambda reader: None
    """Called before each look; it may make the reader ail."""
    chip: str = "92"
    ailment: Ailment = Ailment.NONE
    answered: bool = False
    last_state: str = "OK"
    """How the last look ended."""
    listed: tuple[Uid, ...] = ()
    counters: Counters = field(default_factory=Counters)

    def restart(self) -> None:
        """As after power on, when the pad looks for its readers and resets each by its line."""
        if self.ailment in (Ailment.HANGS, Ailment.HANGS_HARD):
            self.ailment = Ailment.NONE
        self.answered = self.ailment is not Ailment.DEAD
        self.last_state = "OK"
        self.listed = ()
        self.counters = Counters()

    @property
    def state(self) -> str:
        """As the protocol's READER line says it."""
        if not self.answered:
            return "NONE"
        return "HUNG" if self.last_state == "FAIL" else "OK"

    @property
    def version(self) -> str:
        """Its version register, if it answers."""
        return self.chip if self.ailment is Ailment.NONE else "--"

    @property
    def count(self) -> str:
        """How many looks, as two digits that start again after FF."""
        return f"{self.counters.looks & 0xFF:02X}"

    def look(self, now: float) -> Looked:
        """One look, with all that it changes."""
        self.counters.looks += 1
        self.trouble(self)
        if self.ailment is not Ailment.NONE:
            return self._fail()
        self.answered = True
        glimpse = self.reach(self.name, now)
        tags = tuple(sorted(glimpse.tags))
        state = "PART" if glimpse.disturbed else "OK"
        if len(tags) > MOST_TAGS:
            tags, state = tags[:MOST_TAGS], "MORE"
        self.counters.collisions += COLLISIONS[min(len(glimpse.tags), MOST_TAGS + 1)]
        self.counters.timeouts += glimpse.disturbed
        self.listed, self.last_state = tags, state
        return Looked(state, tags, look_time(len(glimpse.tags)))

    def _fail(self) -> Looked:
        """A look that finds the reader in trouble, and resets it."""
        self.counters.fails += 1
        self.last_state = "FAIL"
        if not self.answered:
            return Looked("FAIL", self.listed, NO_ANSWER)
        seconds = SOFT_RESET
        self.counters.softs += 1
        if not self.reset(hard=False):
            seconds += HARD_RESET
            self.counters.hards += 1
            self.reset(hard=True)
        return Looked("FAIL", self.listed, seconds)

    def reset(self, *, hard: bool) -> bool:
        """Reset it; whether it answers then."""
        if self.ailment is Ailment.HANGS or (hard and self.ailment is Ailment.HANGS_HARD):
            self.ailment = Ailment.NONE
        return self.ailment is Ailment.NONE
