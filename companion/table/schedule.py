"""Which reader looks next. Pure: it is told the time, which pads can look, and how the last looks ended.

Each reader wants to look again after some time: a tap soon, because a chip touches it only for a moment; a cell later,
because a chip stays in it. The reader that is most overdue, in proportion to what it wants, comes first. If there is
time for all, each gets what it wants; if not, all wait longer in the same proportion, and none is starved.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final

from companion.table.layout import Layout, SpotRole
from companion.table.sightings import Uid

TAP: Final = 0.04
TAP_IN_HASTE: Final = 0.033
TAP_IN_DOUBT: Final = 0.018
CELL: Final = 0.5
CELL_IN_HASTE: Final = 0.4
CELL_IN_DOUBT: Final = 0.15
"""The wanted time from one look to the next, in seconds."""

HASTE: Final = 1.0
"""How long a reader looks faster, in seconds, after a tag has newly come to it or has gone from it to another
reader."""
NEW_AGAIN: Final = 2.0
"""A tag counts as new at a reader after this many seconds unseen there."""
TAGS_KEPT: Final = 1000

FAILS_THAT_TELL: Final = 3
FAILED: Final = 0.5
FAILED_OFTEN: Final = 5.0
"""Seconds between the looks of a reader that does not answer: at first; then twice as long each time, up to the second
figure."""

OVERDUE: Final = 2.0
"""A reader that has waited this many times what it wants has its neighbours held back for it."""
NEVER: Final = -1000.0


@dataclass(slots=True)
class TurnGroup:
    """Readers that have to take turns: neighbours, the readers of one pad, and the neighbours of all these."""

    turns: list[Turn] = field(default_factory=list)
    pads: set[int] = field(default_factory=set)
    cells: int = 0
    """How many of the readers have cells."""
    due: float = NEVER
    """When one of the readers will want to look, if nothing else happens before."""
    next_cell: float = NEVER
    """When the next reader with cells may look. These look one at a time: several in a row would keep the taps
    waiting."""
    next_failing: float = NEVER
    """The same for readers that do not answer, because their looks take long."""


@dataclass(slots=True)
class Turn:
    """The turn of one reader."""

    reader: str
    pad: int
    index: int
    """The number of the reader on its pad."""
    tap: bool
    neighbours: frozenset[str]
    quarter: TurnGroup
    last: float = NEVER
    """When its last look began."""
    wants: float = 0.0
    looking: bool = False
    fails: int = 0
    hasty_until: float = NEVER
    in_doubt: bool = False
    """Whether its looks help to tell on which of several readers a chip lies."""
    recent: dict[Uid, float] = field(default_factory=dict)
    """When each tag was last seen here."""

    @property
    def due(self) -> float:
        """When the reader wants to look."""
        due = self.last + self.wants
        if self.failing:
            return max(due, self.quarter.next_failing)
        return due if self.tap or self.in_doubt else max(due, self.quarter.next_cell)

    @property
    def failing(self) -> bool:
        """Whether the reader has not answered for a while."""
        return self.fails >= FAILS_THAT_TELL

    def begin(self, now: float) -> None:
        """Note that the reader begins to look."""
        self.last, self.looking = now, True
        if self.failing:
            self.quarter.next_failing = now + FAILED
        if not self.tap:
            self.quarter.next_cell = now + CELL_IN_HASTE / self.quarter.cells

    def urgency(self, now: float) -> float:
        """Return how urgent the next look is: 1 when it is just due, more when it is overdue."""
        return (now - self.last) / self.wants

    def wait(self, now: float) -> None:
        """Set the time until the next look."""
        if self.failing:
            self.wants = min(FAILED * 2.0 ** min(self.fails - FAILS_THAT_TELL, 10), FAILED_OFTEN)
        elif self.in_doubt:
            self.wants = TAP_IN_DOUBT if self.tap else CELL_IN_DOUBT
        elif now < self.hasty_until:
            self.wants = TAP_IN_HASTE if self.tap else CELL_IN_HASTE
        else:
            self.wants = TAP if self.tap else CELL

    def make_haste(self, now: float) -> None:
        """Let the reader look faster for a while."""
        self.hasty_until = now + HASTE
        self.quarter.due = NEVER
        self.wait(now)

    def see(self, tags: Collection[Uid], now: float) -> list[Uid]:
        """Note which tags were seen, and return those that are new here."""
        if not tags:
            return []
        new = [tag for tag in tags if now - self.recent.get(tag, NEVER) > NEW_AGAIN]
        self.recent = {tag: at for tag, at in self.recent.items() if now - at <= NEW_AGAIN}
        self.recent.update(dict.fromkeys(tags, now))
        return new


class Schedule:
    """The schedule of all readers on pads."""

    def __init__(self, layout: Layout) -> None:
        self.turns: dict[str, Turn] = {}
        self._seen: dict[Uid, str] = {}  # the reader at which each tag was last seen
        together = quarters(layout)
        self._quarters = list({id(quarter): quarter for quarter in together.values()}.values())
        for pad in layout.pads:
            for index, spot in enumerate(pad.spots):
                tap, quarter, neighbours = (
                    spot.role is SpotRole.TAP,
                    together[spot.reader],
                    layout.neighbours(spot.reader),
                )
                turn = Turn(spot.reader, pad.number, index, tap, neighbours, quarter)
                turn.wait(NEVER)
                self.turns[spot.reader] = turn
                quarter.turns.append(turn)
                quarter.pads.add(pad.number)
                quarter.cells += not tap

    def begin(
        self, now: float, ready: Collection[int], free: Collection[int], changed: Collection[int] | None = None
    ) -> list[Turn]:
        """Return the readers that look now, at most one on each free pad. Ready pads are those that are free now or
        will be.

        `changed` are the pads with which something has happened since the last call; None if it may be any of them.
        """
        begun: list[Turn] = []
        for quarter in self._quarters:
            if now >= quarter.due or changed is None or not quarter.pads.isdisjoint(changed):
                begun += self._begin(quarter, now, ready, set(free))
        return begun

    def _begin(self, quarter: TurnGroup, now: float, ready: Collection[int], free: set[int]) -> list[Turn]:
        held = set[str]()  # readers that must not look: their neighbours are looking, or they are held back
        for turn in quarter.turns:
            if turn.looking:
                held |= turn.neighbours
        due = [turn for turn in quarter.turns if not turn.looking and now >= turn.due and turn.pad in ready]
        begun = []
        for turn in sorted(due, key=lambda turn: turn.urgency(now), reverse=True):
            if turn.pad in free and turn.reader not in held:
                turn.begin(now)
                begun.append(turn)
                free.discard(turn.pad)
                held |= turn.neighbours
            elif turn.urgency(now) >= OVERDUE:
                held |= turn.neighbours
        resting = [turn.due for turn in quarter.turns if not turn.looking and turn.pad in free]
        # A reader that is due already waits for a neighbour; when that one has finished, `begin` is called again.
        quarter.due = min((moment for moment in resting if moment > now), default=math.inf)
        return begun

    def ended(self, reader: str, now: float, tags: Collection[Uid] = (), *, failed: bool = False) -> None:
        """Note that the look of this reader has ended: it saw these tags, or it failed."""
        turn = self.turns[reader]
        turn.looking = False
        turn.fails = turn.fails + 1 if failed else 0
        for tag in turn.see(tags, now):
            for hasty in {reader, self._seen.get(tag, reader)}:
                self.turns[hasty].make_haste(now)
        if len(self._seen) > TAGS_KEPT:
            self._seen.clear()  # only some speed is lost by that
        self._seen.update(dict.fromkeys(tags, reader))
        turn.wait(now)

    def look_closer(self, readers: Collection[str], now: float) -> None:
        """Let these readers look more often, until others are named."""
        for turn in self.turns.values():
            if turn.in_doubt is not (turn.reader in readers):
                turn.in_doubt = not turn.in_doubt
                turn.quarter.due = NEVER
                turn.wait(now)

    @property
    def next_due(self) -> float | None:
        """When `begin` has to be called at the latest; None if no reader wants to look until something happens."""
        due = min((quarter.due for quarter in self._quarters), default=math.inf)
        return None if due == math.inf else due

    def in_haste(self, pad: int, now: float) -> bool:
        """Whether anything is going on at this pad."""
        return any(now < turn.hasty_until for turn in self.turns.values() if turn.pad == pad)


def quarters(layout: Layout) -> dict[str, TurnGroup]:
    """Return the quarter of each reader."""
    parts = [{spot.reader for spot in pad.spots} for pad in layout.pads]
    for group in layout.groups:
        touched = [part for part in parts if part & group]
        parts = [part for part in parts if not part & group] + [set(group).union(*touched)]
    return {reader: quarter for part in parts for quarter in [TurnGroup()] for reader in part}
