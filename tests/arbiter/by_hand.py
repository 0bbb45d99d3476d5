"""A table with readers that miss nothing, and a hand that moves one chip after the other: for tests of the arbiter."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from companion.arbiter.arbiter import Arbiter
from companion.arbiter.news import News
from companion.rules import TABLE, Match, Moved
from companion.table.changes import Appeared, Lifted, Tapped
from companion.table.layout import Layout, Spot
from companion.table.sightings import Uid
from companion.table.twin import Twin

STEP = 1.0
"""Seconds from one chip to the next."""


class HandTable:
    """The chips of a match, by tag, and where they really are."""

    def __init__(self, match: Match, layout: Layout, spare: int = 4) -> None:
        """`spare`: how many chips of each kind lie in the box."""
        self.layout = layout
        self.now = 100.0
        self.zones: dict[Uid, str] = {}
        self.kinds: dict[Uid, str] = {}
        self.cells: dict[Uid, str] = {}
        self.news: list[News] = []
        box = match.game.box()
        for name, zone in match.game.zones(match.table).items():
            content = zone.content
            pieces = content if isinstance(content, tuple) else [k for k, count in content.items() for _ in range(count)]
            for kind in pieces:
                self.add(kind, name)
        for kind in box:
            for _ in range(spare):
                self.add(kind, "box")
        places = {uid: {physical(zone)} for uid, zone in self.zones.items()}
        self.arbiter = Arbiter(match, layout, Twin(layout, dict(self.kinds), places))
        for uid, zone in self.zones.items():
            spot = self.free_cell(zone)
            if spot:
                self.cells[uid] = spot.reader
                self.arbiter.take(Appeared(uid, spot.reader, 0.0), 0.0)
        self.arbiter.begin()
        self.news += self.arbiter.take_news()

    def add(self, kind: str, zone: str) -> Uid:
        """A chip with a tag of its own."""
        uid = Uid(f"04{len(self.kinds):012X}")
        self.kinds[uid] = kind
        self.zones[uid] = zone
        return uid

    # -- spots -------------------------------------------------------------------------------------------------

    def spots(self, zone: str) -> Iterable[Spot]:
        return (spot for spot in self.layout.spots() if spot.zone == zone)

    def free_cell(self, zone: str) -> Spot | None:
        used: dict[str, int] = defaultdict(int)
        for reader in self.cells.values():
            used[reader] += 1
        return next((spot for spot in self.spots(zone) if used[spot.reader] < spot.cells), None)

    def tap(self, zone: str, *, hidden: bool = False) -> Spot | None:
        return next((spot for spot in self.spots(zone) if not spot.cells and spot.hidden is hidden), None)

    # -- moving ------------------------------------------------------------------------------------------------

    def move(self, kind: str, source: str, target: str) -> Uid:
        """A chip goes its way, as people do it at this table."""
        uid = next(uid for uid, zone in self.zones.items() if zone == source and self.kinds[uid] == kind)
        self.carry(uid, target)
        return uid

    def carry(self, uid: Uid, target: str) -> None:
        """The same for one chip."""
        source = self.zones[uid]
        self.zones[uid] = target
        self.lift(uid)
        if cell := self.free_cell(target):
            self.cells[uid] = cell.reader
            self.take(Appeared(uid, cell.reader, self.now))
        elif tap := self.tap(target):
            self.take(Tapped(uid, tap.reader, self.now))
        elif slot := self.tap(physical(source), hidden=True):
            if slot.beyond == target:
                self.take(Tapped(uid, slot.reader, self.now))
        elif tap := self.tap(source):
            if physical(target) not in {spot.zone for spot in self.layout.spots() if spot.hidden} or target != physical(target):
                self.take(Tapped(uid, tap.reader, self.now))

    def lift(self, uid: Uid) -> None:
        """A chip is taken out of its cell, if it lies in one."""
        if reader := self.cells.pop(uid, None):
            self.take(Lifted(uid, reader, self.now))

    def take(self, change: Appeared | Tapped | Lifted) -> None:
        """The readers tell."""
        self.now += STEP
        self.arbiter.take(change, self.now)
        self.arbiter.tick(self.now)
        self.news += self.arbiter.take_news()

    def wait(self, seconds: float) -> None:
        """Nobody moves."""
        for _ in range(int(seconds * 2)):
            self.now += 0.5
            self.arbiter.tick(self.now)
        self.news += self.arbiter.take_news()

    def do(self, moves: Iterable[Moved]) -> None:
        """What the rules move, by hand."""
        for move in moves:
            for _ in range(move.count):
                if move.piece not in self.arbiter.match.game.untagged:
                    self.move(move.piece, move.source, move.target)


def physical(zone: str) -> str:
    """What lies on top of a bag lies in it."""
    return zone.replace(".top", ".bag")


def hidden(match: Match, zone: str) -> bool:
    return not match.game.sees(TABLE, zone)
