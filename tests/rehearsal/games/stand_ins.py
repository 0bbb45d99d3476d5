"""Companions that know the truth, to try out those that do not: a perfect one, one that asks, one that lies."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rehearsal.games.companion import Asked, Committed, Heard, RehearsedFor
from companion.rehearsal.games.line import LineItem, TrueLine
from companion.rehearsal.games.stage import Staged
from companion.rules import Match
from companion.table.layout import Layout
from companion.table.sightings import Look, Uid


class Perfect:
    """Says each step a second after it was decided."""

    def __init__(self, staged: Staged) -> None:
        self.heard: list[Heard] = []
        self.explain_seconds: list[float] = []
        self.items = list(TrueLine(staged.truth).items)
        self.staged = staged
        self.looks = 0

    def look(self, look: Look) -> None:
        self.looks += 1
        self.explain_seconds.append(0.001)

    def tick(self, now: float) -> None:
        while self.items and self.staged.script.decided[self.items[0].step] + 1.0 <= now:
            self.say(self.items.pop(0), now)

    def say(self, item: LineItem, now: float) -> None:
        kind = "answer" if isinstance(item.said, str) else "draw"
        self.heard.append(Committed(kind, item.seat, item.said, now))

    def answer(self, seat: str, token: str, now: float) -> None: ...

    def draw(self, kinds: tuple[str, ...], now: float) -> None: ...

    def back(self, by: tuple[str, ...], point: int, now: float) -> None: ...

    def in_doubt(self) -> frozenset[str]:
        return frozenset()


class Asking(Perfect):
    """Asks for every answer that was not forced, so many seconds after it was decided; before, where it is negative."""

    def __init__(self, staged: Staged, late: float = -6.0) -> None:
        super().__init__(staged)
        self.late = late
        self.asked = 0
        self.open = False

    def tick(self, now: float) -> None:
        while self.items and not self.open and self.staged.script.decided[self.items[0].step] + self.late <= now:
            item = self.items[0]
            if item.forced or not isinstance(item.said, str):
                self.say(self.items.pop(0), now)
                continue
            true = self.staged.truth.steps[item.step]
            options = tuple(true.before.options(item.seat))
            self.asked += 1
            self.open = True
            self.heard.append(Asked(self.asked, (item.seat,), options or (item.said,), now))

    def answer(self, seat: str, token: str, now: float) -> None:
        assert (seat, token) == (self.items[0].seat, self.items[0].said)
        assert now > self.staged.script.decided[self.items[0].step]
        self.say(self.items.pop(0), now)
        self.open = False


class Lying(Perfect):
    """Says something else than the truth once, in the middle of the game."""

    def say(self, item: LineItem, now: float) -> None:
        if len(self.items) == 60:
            self.heard.append(Committed("answer", self.staged.truth.start.setup.seats[0].name, "buy:nothing", now))
        super().say(item, now)


def made(stand_in: Perfect) -> RehearsedFor:
    """This very one, whatever the game."""

    def rehearsed_for(match: Match, layout: Layout, kinds: Mapping[Uid, str], places: Mapping[Uid, str]) -> Perfect:
        return stand_in

    return rehearsed_for
