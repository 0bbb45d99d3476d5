"""Touches that were forgotten and are made up for: when a ruling is about the chip, or when the game stalls."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection
from heapq import heappop, heappush
from itertools import count
from random import Random

from companion.rehearsal.games.companion import Committed, Heard, Ruled
from companion.rehearsal.games.game_script import Forgotten, GameScript
from companion.rehearsal.script import Act
from companion.table.sightings import Uid

STALLED = 15.0
"""Seconds without a commit after which people wonder what is wrong."""
TAKING_UP = (3.0, 8.0)
"""Seconds until somebody who was told, or remembers, touches the tap."""
RESTING = (0.6, 1.5)
APART = 1.0
"""Seconds that a chip must lie still before and after."""


class Mending:
    """What hands do beyond the script. Tell it what is heard and how time passes; it returns acts."""

    def __init__(self, script: GameScript, chance: Random) -> None:
        self._chance = chance
        self._open = sorted(script.forgotten, key=lambda one: one.at)
        self._times: dict[Uid, list[float]] = defaultdict(list)
        self._laid: dict[Uid, list[bool]] = defaultdict(list)
        for act in script.acts if script.forgotten else ():
            self._times[act.chip.uid].append(act.at)
            self._laid[act.chip.uid].append(act.reader is not None)
        self._heard_at = 0.0
        self._order = count()
        self._planned: list[tuple[float, int, Act]] = []
        self.mended = 0
        """How many touches have been made up for."""

    def hear(self, heard: Heard, now: float) -> None:
        """Take what the companion tells: a ruling reminds people."""
        if isinstance(heard, Committed):
            self._heard_at = now
        elif isinstance(heard, Ruled):
            owed = {kind for kind, _, _ in heard.owed}
            told = [one for one in self._open if one.chip.uid in heard.chips or one.chip.kind in owed]
            self._mend([one for one in told if one.at <= now], now)

    def wonder(self, now: float, *, behind: bool) -> None:
        """Let people remember what they forgot, if the companion is behind and nothing is heard any more."""
        if behind and self._open and now > self._heard_at + STALLED:
            stalled = [one for one in self._open if one.when_stalled and one.at + STALLED < now]
            self._mend(stalled, now)

    @property
    def next_moment(self) -> float:
        """When the next act is due."""
        return self._planned[0][0] if self._planned else float("inf")

    def due(self, now: float) -> list[Act]:
        """Return the acts that are due."""
        acts = []
        while self.next_moment <= now:
            acts.append(heappop(self._planned)[2])
        return acts

    def _mend(self, forgotten: Collection[Forgotten], now: float) -> None:
        for one in forgotten:
            at = now + self._chance.uniform(*TAKING_UP)
            leaves = at + self._chance.uniform(*RESTING)
            self._open.remove(one)
            if leaves < one.until and self._is_still(one.chip.uid, at - APART, leaves + APART):
                for act in (Act(at, one.chip, one.tap), Act(leaves, one.chip, None)):
                    heappush(self._planned, (act.at, next(self._order), act))
                self.mended += 1

    def _is_still(self, uid: Uid, since: float, until: float) -> bool:
        """Whether the script leaves a chip alone all this time, in a hand or in a heap."""
        times = self._times[uid]
        before = bisect_right(times, since)
        return not (before and self._laid[uid][before - 1]) and (before == len(times) or times[before] > until)
