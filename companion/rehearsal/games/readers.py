"""All readers of a table at the level of looks: who looks when, what it sees, how long it takes, and what goes wrong.

The schedule is the real one, and so are the faults of readers and fields; only the lines are left out. A look takes as
long as it would over a line, and somewhat longer if the line is damaged. Where nothing has been done for a while and
nothing is in doubt, readers look rarely, which saves most of the work and gives the same result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from heapq import heappop, heappush
from itertools import count
from random import Random

from companion.rehearsal.emulated_reader import Ailment, EmulatedReader, LookResult
from companion.rehearsal.faults import Field, Mischief, Noise
from companion.rehearsal.games.outages import GREETING, Outages
from companion.rehearsal.script import Act, Outage
from companion.rehearsal.virtual_table import VirtualTable
from companion.table.layout import STATION, Layout
from companion.table.messages import LookState
from companion.table.reader_notices import ERRORS
from companion.table.schedule import Schedule, Turn
from companion.table.sightings import Look

LINE = 0.0057
"""Seconds that request and answer are on the line, in addition to the reader's own time."""
ASKED_AGAIN = 0.045
"""Seconds that it takes to ask again after a damaged line."""
STATION_EVERY = (0.04, 0.06)
"""Seconds between two looks of the station."""

AWAKE_TAP, AWAKE_CELL = 1.5, 4.0
"""Seconds for which readers look at full speed after a hand was there."""
AWAKE_DOUBT = 0.5
"""Seconds for which readers look at full speed after closer looks were asked for."""
DOZE = 1.0
"""Seconds between two rounds of all readers where nothing happens."""
ROUND_TAPS, ROUND_CELLS = 0.06, 0.45
"""Seconds that such a round takes, for taps and for cells."""


class ReaderGroup:
    """A group of readers that wake and doze together, because they take turns anyway."""

    def __init__(self, turns: list[Turn]) -> None:
        self.pads = {turn.pad for turn in turns}
        self.readers = {turn.reader for turn in turns}
        self.has_cells = any(not turn.tap for turn in turns)
        self.awake_until = 0.0
        self.next_round = 0.0
        self.touched = 0
        """How many chips lie on its taps."""

    def is_awake(self, now: float) -> bool:
        """Whether these readers look at full speed."""
        return now < self.awake_until or self.touched > 0

    def wake(self, until: float) -> None:
        """Let these readers look at full speed until then, or longer."""
        self.awake_until = max(self.awake_until, until)


class Readers:
    """All readers of a table. Call `go_on` whenever `next_moment` has come."""

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
        self._quarters = [ReaderGroup(group) for group in turns.values()]
        self._of = {reader: quarter for quarter in self._quarters for reader in quarter.readers}
        self._has_station = STATION in self._readers
        self._station_at = 0.0
        self._station_awake = 0.0
        self._station_touched = 0
        self._order = count()
        self._under_way: list[tuple[float, int, Turn, LookResult]] = []
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
        """Carry out an act on the table, and wake the readers concerned."""
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
        """Let these readers look more often."""
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
        """Return when `go_on` must be called next."""
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
        """Do everything that is due: return the looks that have ended, and begin others."""
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
            failed = looked.state == LookState.FAIL.value
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


def as_look(reader: str, now: float, looked: LookResult) -> Look:
    """Return a look as the host is told of it. A failed look names no tags: the reader still lists old ones."""
    state = LookState(looked.state)
    return Look(reader, now, () if state is LookState.FAIL else looked.tags, ERRORS[state])
