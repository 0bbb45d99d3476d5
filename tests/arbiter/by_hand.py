"""A table with readers that miss nothing, and one hand that moves a chip after the other: for tests of the arbiter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from companion.arbiter.arbiter import Arbiter
from companion.arbiter.news import Asked, Committed, News, Ruling
from companion.rehearsal.games.customs import Customs
from companion.rules import Match, Moved
from companion.table.changes import Appeared, Lifted, Tapped
from companion.table.layout import Layout, Spot
from companion.table.sightings import Uid
from companion.table.twin import Twin
from tests.rehearsal.tables import example

STEP = 1.0
"""Seconds from one chip to the next."""
BEGINS = 0.0
"""When the first chip is moved."""


class HandTable:
    """The chips of a match, by tag, and where they really are."""

    def __init__(
        self,
        match: Match,
        layout: Layout | str = "cells-2",
        spare: int = 0,
        *,
        chips: Mapping[Uid, tuple[str, str]] = {},
    ) -> None:
        """`layout` may be the name of a kit. `spare`: how many more chips of each kind lie in the box. `chips`: kind
        and zone by tag, where the tags are given."""
        self.layout = example(layout) if isinstance(layout, str) else layout
        self.customs = Customs(self.layout, match.game)
        self.now = BEGINS
        self.news: list[News] = []
        self.zones: dict[Uid, str] = {uid: zone for uid, (_, zone) in chips.items()}
        self.kinds: dict[Uid, str] = {uid: kind for uid, (kind, _) in chips.items()}
        self.cells: dict[Uid, str] = {}
        """The readers of the cells in which chips lie."""
        if not chips:
            self._lay_out(match, spare)
        places = {uid: {physical(zone)} for uid, zone in self.zones.items()}
        self.arbiter = Arbiter(match, self.layout, Twin(self.layout, dict(self.kinds), places))
        for uid, zone in self.zones.items():
            if spot := self.free_cell(zone):
                self.cells[uid] = spot.reader
                self.arbiter.take(Appeared(uid, spot.reader, 0.0), 0.0)
        self.arbiter.begin()
        self.hear()

    def _lay_out(self, match: Match, spare: int) -> None:
        for name, zone in match.game.zones(match.table).items():
            for kind, count in Counter(zone.content).items():
                for _ in range(0 if kind in match.game.untagged else count):
                    self.add(kind, name)
        for kind in match.game.box():
            for _ in range(spare):
                self.add(kind, "box")

    def add(self, kind: str, zone: str) -> Uid:
        """A chip with a tag of its own."""
        uid = Uid(f"04{len(self.kinds):012X}")
        self.kinds[uid] = kind
        self.zones[uid] = zone
        return uid

    def chip(self, kind: str, zone: str) -> Uid:
        """A chip of this kind that lies there."""
        return next(uid for uid, place in self.zones.items() if place == zone and self.kinds[uid] == kind)

    def free_cell(self, zone: str) -> Spot | None:
        """A reader of the zone that has room for a chip."""
        used = Counter(self.cells.values())
        return next((spot for spot in self.customs.cells.get(zone, ()) if used[spot.reader] < spot.cells), None)

    # -- hands -------------------------------------------------------------------------------------------------

    def move(self, kind: str, *zones: str) -> Uid:
        """A chip goes its way, as people do it at this table: from the first zone to the last."""
        uid = self.chip(kind, zones[0])
        self.carry(uid, *zones[1:])
        return uid

    def moves(self, count: int, kind: str, *zones: str) -> None:
        """Several of them, one after the other."""
        for _ in range(count):
            self.move(kind, *zones)

    def carry(self, uid: Uid, *zones: str) -> None:
        """The same for one chip."""
        way = (self.zones[uid], *zones)
        self.zones[uid] = way[-1]
        self.lift(uid)
        touches = self.customs.touches(way)
        for tap in touches.taps:
            self.take(Tapped(uid, tap, self.now))
        if not touches.cells:
            return
        if cell := self.free_cell(way[-1]):
            self.cells[uid] = cell.reader
            self.take(Appeared(uid, cell.reader, self.now))
        elif way[-1] in self.customs.taps:
            self.take(Tapped(uid, self.customs.taps[way[-1]], self.now))

    def lift(self, uid: Uid) -> None:
        """A chip is taken out of its cell, if it lies in one."""
        if reader := self.cells.pop(uid, None):
            self.take(Lifted(uid, reader, self.now))

    def draw(self, seat: str, *kinds: str) -> None:
        """Chips come out of a bag."""
        for kind in kinds:
            self.move(kind, f"{seat}.bag", f"{seat}.hand")

    def refill(self, seat: str) -> None:
        """The discard pile is poured into the bag."""
        for uid, zone in self.zones.items():
            if zone == f"{seat}.discard":
                self.zones[uid] = f"{seat}.bag"

    def do(self, moves: Iterable[Moved]) -> None:
        """What the rules move, by hand."""
        for move in moves:
            if move.piece not in self.arbiter.match.game.untagged:
                self.moves(move.count, move.piece, move.source, move.target)

    # -- readers, time, people ---------------------------------------------------------------------------------

    def take(self, change: Appeared | Tapped | Lifted) -> None:
        """The readers tell."""
        self.now += STEP
        self.arbiter.take(change, self.now)
        self.arbiter.tick(self.now)
        self.hear()

    def wait(self, seconds: float) -> None:
        """Nobody moves."""
        for _ in range(int(seconds * 2)):
            self.now += 0.5
            self.arbiter.tick(self.now)
            self.hear()

    def say(self, seat: str, token: str) -> None:
        """Somebody answers on the phone. Raises `Illegal`."""
        self.now += STEP
        self.arbiter.say(token, seat, self.now)
        self.hear()

    def tell_draw(self, *kinds: str) -> None:
        """Somebody says what all saw of a draw. Raises `Illegal`."""
        self.arbiter.draw(kinds, self.now)
        self.hear()

    def hear(self) -> None:
        """What the arbiter has told since the last time."""
        self.news += self.arbiter.take_news()

    # -- what came of it ---------------------------------------------------------------------------------------

    @property
    def answers(self) -> list[str]:
        """What was committed so far, as `A play:combine`."""
        said = [one.said for one in self.news if isinstance(one, Committed)]
        return [f"{one.who} {one.what}" for one in said if one.kind == "answer"]

    @property
    def questions(self) -> list[Asked]:
        """What people were asked so far."""
        return [one for one in self.news if isinstance(one, Asked)]

    @property
    def rulings(self) -> list[Ruling]:
        """What was ruled so far."""
        return [one for one in self.news if isinstance(one, Ruling)]

    @property
    def owed(self) -> dict[tuple[str, str, str], int]:
        """What the table still owes: kind, from, to."""
        return {tuple(debt): count for debt, count in self.arbiter.books.owed()}  # type: ignore[misc]

    @property
    def loose(self) -> list[str]:
        """The kinds of the chips that nothing has explained yet."""
        return [loose.kind for loose in self.arbiter.books.loose.values()]

    def content(self, zone: str) -> list[str]:
        """What lies there by the rules."""
        match = self.arbiter.match
        return sorted(Counter(match.game.zones(match.table)[zone].content).elements())


def physical(zone: str) -> str:
    """What lies on top of a bag lies in it."""
    return zone.replace(".top", ".bag")
