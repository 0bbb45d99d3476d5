"""All readers of a table at the level of looks: who looks when, what it sees, how long it takes, and what goes wrong.

The schedule is the real one, and so are the faults of readers and fields; only the lines are left out: a look takes as
long as it takes over a line, and a damaged one somewhat longer. Where nothing has been done for a while and nothing is
in doubt, readers look rarely, which saves most of the work and tells the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from heapq import heappop, heappush
from itertools import count
from random import Random

from companion.rehearsal.emulated_reader import Ailment, EmulatedReader, Looked
from companion.rehearsal.faults import Field, Mischief, Noise
from companion.rehearsal.games.outages import GREETING, Outages
from companion.rehearsal.script import Act, Outage
from companion.rehearsal.virtual_table import VirtualTable
from companion.table.layout import STATION, Layout
from companion.table.messages import State
from companion.table.schedule import Schedule, Turn
from companion.table.sightings import Look
from companion.table.told import ERRORS

LINE = 0.0057
"""Seconds that a look takes longer than the reader: its request and its answer on their way."""
ASKED_AGAIN = 0.045
"""Seconds that it takes to ask again after a damaged line."""
STATION_EVERY = (0.04, 0.06)
"""Seconds from look to look of the station."""

AWAKE_TAP, AWAKE_CELL = 1.5, 4.0
"""Seconds for which readers look at full speed after a hand was there."""
AWAKE_DOUBT = 0.5
"""After their looks were wanted."""
DOZE = 1.0
"""Seconds from one round of all readers to the next where nothing happens."""
ROUND_TAPS, ROUND_CELLS = 0.06, 0.45
"""Seconds that such a round takes."""


class Quarter:
    """Readers that wake and doze together: they take turns anyway."""

    def __init__(self, turns: list[Turn]) -> None:
        self.pads = {turn.pad for turn in turns}
        self.readers = {turn.reader for turn in turns}
        self.has_cells = any(not turn.tap for turn in turns)
        self.awake_until = 0.0
        self.next_round = 0.0
        self.touched = 0
        """How many chips lie on its taps."""

    def is_awake(self, now: float) -> bool:
        """Whether it looks at full speed."""
        return now < self.awake_until or self.touched > 0

    def wake(self, until: float) -> None:
        """It looks at full speed until then at least."""
        self.awake_until = max(self.awake_until, until)


class Readers:
    """They look at the table, in its time: do what is due at `next_moment`."""

    def __init__(self, layout: Layout, noise: Noise, chance: Random, outages: Outages) -> None:
        self.faults: Counter[str] = Counter()
        self.table = VirtualTable(layout)
        self.field = Field(self.table, noise, Random(chance.random()), self.faults)
        mischief = Mischief(noise, Random(chance.random()), self.faults)
        self._readers = {
            spot.reader: EmulatedReader(spot.reader, self.field.reach, mischief.ail, answered=True)
            for spot in layout.spots()
        }
        self.schedule = Schedule(layout)
        self._chance = Random(chance.random())
        self._damaged = min(1.0, 2 * (noise.flips + noise.cuts + noise.garbage + noise.floods + noise.silence))
        turns: dict[int, list[Turn]] = {}
        for turn in self.schedule.turns.values():
            turns.setdefault(id(turn.quarter), []).append(turn)
        self._quarters = [Quarter(group) for group in turns.values()]
        self._of = {reader: quarter for quarter in self._quarters for reader in quarter.readers}
        self._has_station = STATION in self._readers
        self._station_at = 0.0
        self._station_awake = 0.0
        self._station_touched = 0
        self._order = count()
        self._under_way: list[tuple[float, int, Turn, Looked]] = []
        self._busy: set[int] = set()
        self._away: dict[int, float] = {}
        """Pads that cannot be reached, and until when."""
        self._outages = list(reversed(outages.planned))
        self._ending: list[tuple[float, int, Outage]] = []
        self._changed: set[int] = {pad.number for pad in layout.pads}
        self._closer: frozenset[str] = frozenset()
        self.looks = 0

    def _is_tap(self, reader: str) -> bool:
        return reader not in self.schedule.turns or self.schedule.turns[reader].tap

    # -- what happens to the table -----------------------------------------------------------------------------

    def act(self, act: Act) -> None:
        """A hand does something."""
        before = self.table.where(act.chip)
        if act.reader is None:
            self.table.lift(act.chip)
        else:
            self.table.put(act.chip, act.reader, on_edge=act.on_edge)
        for reader, more in ((before, -1), (act.reader, 1)):
            if reader is not None:
                self._wake(reader, act.at, act.at + (AWAKE_TAP if self._is_tap(reader) else AWAKE_CELL))
                if reader == STATION:
                    self._station_touched += more
                elif self._is_tap(reader):
                    self._of[reader].touched += more

    def look_closer(self, readers: Collection[str], now: float) -> None:
        """These should look more often."""
        if readers != self._closer:
            self._closer = frozenset(readers)
            self.schedule.look_closer(self._closer, now)
        for reader in self._closer:
            self._wake(reader, now, now + AWAKE_DOUBT)

    def _wake(self, reader: str, now: float, until: float) -> None:
        if reader == STATION:
            if now >= self._station_awake:
                self._station_at = min(self._station_at, now + self._chance.uniform(*STATION_EVERY))
            self._station_awake = max(self._station_awake, until)
            return
        quarter = self._of[reader]
        if not quarter.is_awake(now):
            self._changed |= quarter.pads
        quarter.wake(until)

    # -- time --------------------------------------------------------------------------------------------------

    def next_moment(self, now: float) -> float:
        """When it wants to go on."""
        moments = [quarter.next_round for quarter in self._quarters if not quarter.is_awake(now)]
        if self._under_way:
            moments.append(self._under_way[0][0])
        if (due := self.schedule.next_due) is not None:
            moments.append(due)
        if self._outages:
            moments.append(self._outages[-1].at)
        if self._ending:
            moments.append(self._ending[0][0])
        if self._has_station:
            moments.append(self._station_at)
        return max(now, min(moments)) if moments else float("inf")

    def go_on(self, now: float) -> list[Look]:
        """Everything that is due: looks that have ended come back, others begin."""
        self._break_and_mend(now)
        looks = self._end_looks(now)
        if self._has_station and now >= self._station_at:
            looks.append(self._look_at_station(now))
        for quarter in self._quarters:
            if not quarter.is_awake(now) and now >= quarter.next_round:
                quarter.next_round = now + DOZE * (2 if quarter.has_cells else 1)
                quarter.wake(now + (ROUND_CELLS if quarter.has_cells else ROUND_TAPS))
                self._changed |= quarter.pads
        ready = set().union(*(quarter.pads for quarter in self._quarters if quarter.is_awake(now))) - self._away.keys()
        for turn in self.schedule.begin(now, ready, ready - self._busy, self._changed):
            self._begin(turn, now)
        self._changed.clear()
        self.looks += len(looks)
        return looks

    def _begin(self, turn: Turn, now: float) -> None:
        looked = self._readers[turn.reader].look(now)
        seconds = looked.seconds + LINE
        if self._chance.random() < self._damaged:
            self.faults["damaged lines"] += 1
            seconds += ASKED_AGAIN
        self._busy.add(turn.pad)
        heappush(self._under_way, (now + seconds, next(self._order), turn, looked))

    def _end_looks(self, now: float) -> list[Look]:
        looks = []
        while self._under_way and self._under_way[0][0] <= now:
            _, _, turn, looked = heappop(self._under_way)
            self._busy.discard(turn.pad)
            self._changed.add(turn.pad)
            failed = looked.state == State.FAIL.value
            if turn.pad in self._away:
                self.schedule.ended(turn.reader, now, failed=True)
                continue
            self.schedule.ended(turn.reader, now, () if failed else looked.tags, failed=failed)
            looks.append(as_look(turn.reader, now, looked))
        return looks

    def _look_at_station(self, now: float) -> Look:
        awake = now < self._station_awake or self._station_touched
        self._station_at = now + (self._chance.uniform(*STATION_EVERY) if awake else DOZE)
        return as_look(STATION, now, self._readers[STATION].look(now))

    # -- outages -----------------------------------------------------------------------------------------------

    def _break_and_mend(self, now: float) -> None:
        while self._outages and self._outages[-1].at <= now:
            outage = self._outages.pop()
            self.faults[outage.what + "s"] += 1
            heappush(self._ending, (outage.until, next(self._order), outage))
            if outage.what == "death":
                self._readers[outage.reader].ailment = Ailment.DEAD
            else:
                self._away[outage.pad] = outage.until + GREETING
                heappush(self._ending, (outage.until + GREETING, next(self._order), outage))
        while self._ending and self._ending[0][0] <= now:
            _, _, outage = heappop(self._ending)
            if outage.what == "death":
                self._readers[outage.reader].ailment = Ailment.NONE
            elif self._away.get(outage.pad, now + 1.0) <= now:
                del self._away[outage.pad]
                self._changed.add(outage.pad)


def as_look(reader: str, now: float, looked: Looked) -> Look:
    """What the host is told of a look. A failed one names nothing: its list is as it was before."""
    state = State(looked.state)
    return Look(reader, now, () if state is State.FAIL else looked.tags, ERRORS[state])
