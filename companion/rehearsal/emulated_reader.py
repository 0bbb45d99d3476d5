"""A reader of an emulated pad: what it sees, how long that takes, and how it fails."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from math import factorial, log2

from companion.table.sightings import Uid

MOST_TAGS = 5
"""A pad lists at most this many tags."""

MOST_COUNTED = 65535

COLLISIONS = tuple(round(log2(factorial(tags))) for tags in range(MOST_TAGS + 2))
"""How many collisions it takes on average to tell tags apart, by the number of tags."""

EMPTY_LOOK, PER_TAG, PER_COLLISION = 0.0056, 0.006, 0.0009
"""Seconds that these parts of a look take."""

SOFT_RESET, HARD_RESET, NO_ANSWER = 0.02, 0.05, 0.002
"""Seconds that a failed look takes: for a soft reset, for a hard reset after it, or without any answer."""


class Ailment(Enum):
    """What is wrong with a reader."""

    NONE = 0
    HANGS = 1
    """It hangs until a soft reset."""
    HANGS_HARD = 2
    """It hangs until its reset line is pulled."""
    DEAD = 3


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What a reader's field reaches at a moment."""

    tags: tuple[Uid, ...]
    disturbed: bool = False
    """Whether a tag's answer was spoilt, so that there may be more tags."""


Reach = Callable[[str, float], Glimpse]
"""Returns what a reader, given by its name, reaches at a moment."""


def look_time(tags: int) -> float:
    """Return how many seconds a look takes that finds this many tags."""
    read = min(tags, MOST_TAGS)
    return EMPTY_LOOK + PER_TAG * read + PER_COLLISION * COLLISIONS[min(tags, MOST_TAGS + 1)]


@dataclass(frozen=True, slots=True)
class LookResult:
    """The result of a look."""

    state: str
    tags: tuple[Uid, ...]
    seconds: float


@dataclass(slots=True)
class ReaderCounters:
    """What a reader has counted since the restart, in the order of the protocol's READER line."""

    looks: int = 0
    fails: int = 0
    timeouts: int = 0
    crcs: int = 0
    collisions: int = 0
    softs: int = 0
    hards: int = 0

    def fields(self) -> str:
        """Return the counts as fields of the line; each stops at the limit."""
        counts = (self.looks, self.fails, self.timeouts, self.crcs, self.collisions, self.softs, self.hards)
        return " ".join(str(min(count, MOST_COUNTED)) for count in counts)


@dataclass(slots=True)
class EmulatedReader:
    """One reader. A restart of its pad resets it and clears what it remembers, but does not revive a dead reader."""

    name: str
    reach: Reach
    trouble: Callable[[EmulatedReader], None] = lambda reader: None
    """Called before each look; it may make the reader hang."""
    chip: str = "92"
    ailment: Ailment = Ailment.NONE
    answered: bool = False
    last_state: str = "OK"
    """How the last look ended."""
    listed: tuple[Uid, ...] = ()
    counters: ReaderCounters = field(default_factory=ReaderCounters)

    def restart(self) -> None:
        """Start as after power on, when the pad resets each reader by its line and tries whether it answers."""
        if self.ailment in (Ailment.HANGS, Ailment.HANGS_HARD):
            self.ailment = Ailment.NONE
        self.answered = self.ailment is not Ailment.DEAD
        self.last_state = "OK"
        self.listed = ()
        self.counters = ReaderCounters()

    @property
    def state(self) -> str:
        """The state, as the READER line of the protocol names it."""
        if not self.answered:
            return "NONE"
        return "HUNG" if self.last_state == "FAIL" else "OK"

    @property
    def version(self) -> str:
        """Its version register, if it answers."""
        return self.chip if self.ailment is Ailment.NONE else "--"

    @property
    def count(self) -> str:
        """The number of looks, as two hexadecimal digits that start again after FF."""
        return f"{self.counters.looks & 0xFF:02X}"

    def look(self, now: float) -> LookResult:
        """Look once, and update state and counters."""
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
        return LookResult(state, tags, look_time(len(glimpse.tags)))

    def _fail(self) -> LookResult:
        """Fail to look, and try to reset the reader."""
        self.counters.fails += 1
        self.last_state = "FAIL"
        if not self.answered:
            return LookResult("FAIL", self.listed, NO_ANSWER)
        seconds = SOFT_RESET
        self.counters.softs += 1
        if not self.reset(hard=False):
            seconds += HARD_RESET
            self.counters.hards += 1
            self.reset(hard=True)
        return LookResult("FAIL", self.listed, seconds)

    def reset(self, *, hard: bool) -> bool:
        """Reset the reader. Return whether it works then."""
        if self.ailment is Ailment.HANGS or (hard and self.ailment is Ailment.HANGS_HARD):
            self.ailment = Ailment.NONE
        return self.ailment is Ailment.NONE
