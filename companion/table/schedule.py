"""Which reader looks next. Pure: it is told what time it is, which pads can look, and how the last looks ended.

Each reader wants to look again after some time: a tap soon, because a chip rests on it only for a moment, a cell later,
because a chip stays in it. The one that has waited longest, measured by what it wants, comes first. Where there is time
for all, each gets what it wants; where there is not, all wait longer in the same proportion, and nobody starves.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final

from companion.table.layout import Layout, Role
from companion.table.sightings import Uid

TAP: Final = 0.04
TAP_IN_HASTE: Final = 0.033
TAP_IN_DOUBT: Final = 0.018
CELL: Final = 0.5
CELL_IN_HASTE: Final = 0.4
CELL_IN_DOUBT: Final = 0.15
"""Seconds from look to look, as wanted."""

HASTE: Final = 1.0
"""Seconds for which a tag that is new somewhere makes haste there, and where it was seen before."""
NEW_AGAIN: Final = 2.0
"""Seconds unseen after which a tag is new."""
TAGS_KEPT: Final = 1000

FAILS_THAT_TELL: Final = 3
FAILED: Final = 0.5
FAILED_OFTEN: Final = 5.0
"""Seconds from look to look for a reader that does not answer: the first, then twice as many each time, up to this."""

OVERDUE: Final = 2.0
"""Times of what it wants after which a reader's neighbours are held back for it."""
NEVER: Final = -1000.0


@dataclass(slots=True)
class Quarter:
    """Readers that have to take turns: neighbours, those on one pad, and whoever is neighbour to these."""

    turns: list[Turn] = field(default_factory=list)
    pads: set[int] = field(default_factory=set)
    cells: int = 0
    """How many of the readers have cells."""
    due: float = NEVER
    """When one of them will want to look, if nothing else happens before."""
    next_cell: float = NEVER
    """When the next of these may look. They go one by one: several in a row would keep the taps waiting."""
    next_failing: float = NEVER
    """The same for readers that do not answer, whose looks take long."""


@dataclass(slots=True)
class Turn:
    """One reader's."""

    reader: str
    pad: int
    index: int
    """Which of the pad's readers."""
    tap: bool
    neighbours: frozenset[str]
    quarter: Quarter
    last: float = NEVER
    """When its last look began."""
    wants: float = 0.0
    looking: bool = False
    fails: int = 0
    hasty_until: float = NEVER
    in_doubt: bool = False
    """Its looks tell on which of several readers a chip lies."""
    recent: dict[Uid, float] = field(default_factory=dict)
    """When each tag was seen here last."""

    @property
    def due(self) -> float:
        """When it wants to look."""
        due = self.last + self.wants
        if self.failing:
            return max(due, self.quarter.next_failing)
        return due if self.tap or self.in_doubt else max(due, self.quarter.next_cell)

    @property
    def failing(self) -> bool:
        """Whether it has not answered for a while."""
        return self.fails >= FAILS_THAT_TELL

    def begin(self, now: float) -> None:
        """It looks."""
        self.last, self.looking = now, True
        if self.failing:
            self.quarter.next_failing = now + FAILED
        if not self.tap:
            self.quarter.next_cell = now + CELL_IN_HASTE / self.quarter.cells

    def urgency(self, now: float) -> float:
        """1 when it is due."""
        return (now - self.last) / self.wants

    def wait(self, now: float) -> None:
        """Until the next look."""
        if self.failing:
            self.wants = min(FAILED * 2.0 ** min(self.fails - FAILS_THAT_TELL, 10), FAILED_OFTEN)
        elif self.in_doubt:
            self.wants = TAP_IN_DOUBT if self.tap else CELL_IN_DOUBT
        elif now < self.hasty_until:
            self.wants = TAP_IN_HASTE if self.tap else CELL_IN_HASTE
        else:
            self.wants = TAP if self.tap else CELL

    def make_haste(self, now: float) -> None:
        """For a while."""
        self.hasty_until = now + HASTE
        self.quarter.due = NEVER
        self.wait(now)

    def see(self, tags: Collection[Uid], now: float) -> list[Uid]:
        """Which of these are new here."""
        if not tags:
            return []
        new = [tag for tag in tags if now - self.recent.get(tag, NEVER) > NEW_AGAIN]
        self.recent = {tag: at for tag, at in self.recent.items() if now - at <= NEW_AGAIN}
        self.recent.update(dict.fromkeys(tags, now))
        return new


class Schedule:
    """All readers of a table that stand on pads."""

    def __init__(self, layout: Layout) -> None:
        self.turns: dict[str, Turn] = {}
        self._seen: dict[Uid, str] = {}  # where each tag was seen last
        together = quarters(layout)
        self._quarters = list({id(quarter): quarter for quarter in together.values()}.values())
        for pad in layout.pads:
            for index, spot in enumerate(pad.spots):
                tap, quarter, neighbours = spot.role is Role.TAP, together[spot.reader], layout.neighbours(spot.reader)
                turn = Turn(spot.reader, pad.number, index, tap, neighbours, quarter)
                turn.wait(NEVER)
                self.turns[spot.reader] = turn
                quarter.turns.append(turn)
                quarter.pads.add(pad.number)
                quarter.cells += not tap

    def begin(
        self, now: float, ready: Collection[int], free: Collection[int], changed: Collection[int] | None = None
    ) -> list[Turn]:
        """Who looks now, at most one on each free pad. Pads that are ready are those that will be free again.

        `changed` are the pads with which something happened since the last time; None where all may be.
        """
        begun: list[Turn] = []
        for quarter in self._quarters:
            if now >= quarter.due or changed is None or not quarter.pads.isdisjoint(changed):
                begun += self._begin(quarter, now, ready, set(free))
        return begun

    def _begin(self, quarter: Quarter, now: float, ready: Collection[int], free: set[int]) -> list[Turn]:
        held = set[str]()  # readers whose neighbours look, or are held back for them
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
        # Who wants to look already waits for a neighbour, and with that something will happen.
        quarter.due = min((moment for moment in resting if moment > now), default=math.inf)
        return begun

    def ended(self, reader: str, now: float, tags: Collection[Uid] = (), *, failed: bool = False) -> None:
        """The look of this reader has ended: it saw these tags, or failed."""
        turn = self.turns[reader]
        turn.looking = False
        turn.fails = turn.fails + 1 if failed else 0
        for tag in turn.see(tags, now):
            for hasty in {reader, self._seen.get(tag, reader)}:
                self.turns[hasty].make_haste(now)
        if len(self._seen) > TAGS_KEPT:
            self._seen.clear()  # all that is lost is some haste
        self._seen.update(dict.fromkeys(tags, reader))
        turn.wait(now)

    def look_closer(self, readers: Collection[str], now: float) -> None:
        """These readers' looks tell most just now, until other ones are named."""
        for turn in self.turns.values():
            if turn.in_doubt is not (turn.reader in readers):
                turn.in_doubt = not turn.in_doubt
                turn.quarter.due = NEVER
                turn.wait(now)

    @property
    def next_due(self) -> float | None:
        """When `begin` is wanted at the latest; None where nobody wants to look before something happens."""
        due = min((quarter.due for quarter in self._quarters), default=math.inf)
        return None if due == math.inf else due

    def in_haste(self, pad: int, now: float) -> bool:
        """Whether something is going on there."""
        return any(now < turn.hasty_until for turn in self.turns.values() if turn.pad == pad)


def quarters(layout: Layout) -> dict[str, Quarter]:
    """Each reader's."""
    parts = [{spot.reader for spot in pad.spots} for pad in layout.pads]
    for group in layout.groups:
        touched = [part for part in parts if part & group]
        parts = [part for part in parts if not part & group] + [set(group).union(*touched)]
    return {reader: quarter for part in parts for quarter in [Quarter()] for reader in part}
