"""The way back: the latest points of the game, with the books as they were there and all that was seen since.

People change their minds. Then no line goes on from here, but one goes on from a little earlier, where the answer that
was taken back does not count: what was seen since is explained anew from there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple, TypeAlias

from companion.arbiter.books import Books
from companion.arbiter.lines import Line
from companion.arbiter.loose import Loose
from companion.arbiter.prices import BACK, BACK_FURTHER, TAKEN_BACK
from companion.arbiter.slots import OverSlot
from companion.rules import UNSEEN, Match, Said
from companion.table.layout import AIR
from companion.table.sightings import Uid

LONGEST = 8
"""The most points to which the way back leads."""


class SeenComing(NamedTuple):
    """A chip was seen in another place."""

    chip: Loose

    def enter(self, books: Books, match: Match) -> None:
        """Enter it into books that have not seen it yet."""
        books.seen(self.chip, partial(may_be, match))


class SeenDrawn(NamedTuple):
    """A chip came over a slot."""

    place: str
    chip: OverSlot

    def enter(self, books: Books, match: Match) -> None:
        """Enter it into books that have not seen it yet."""
        books.drawn(self.place, self.chip)


class SeenLifted(NamedTuple):
    """A chip was lifted from its cell."""

    chip: Loose

    def enter(self, books: Books, match: Match) -> None:
        """Enter it into books that have not seen it yet."""
        books.lifted(self.chip)


Sighting: TypeAlias = SeenComing | SeenDrawn | SeenLifted


@dataclass
class EarlierPoint:
    """A point of the record, before an answer."""

    point: int
    match: Match
    books: Books
    by_hand_at: float
    since: list[Sighting] = field(default_factory=list)

    def again(self) -> Books:
        """The books as if nothing that was said since had counted."""
        books = self.books.copy()
        for sighting in self.since:
            sighting.enter(books, self.match)
        return books

    def taken_back(self, now: Books) -> tuple[Uid, ...]:
        """The chips that had been shown to taps for what was said since, and that nobody has seen again. `now` are the
        books now."""
        moved = {one.chip.uid for one in self.since if isinstance(one, SeenComing | SeenLifted)}
        cells = self.books.sight.cell_readers
        return tuple(
            chip.uid
            for chip in self.books.loose.values()
            if chip.uid not in moved and chip.uid not in now.loose
            if chip.now != AIR and (chip.then[-1][2] if chip.then else chip.reader) not in cells
        )


class Trail:
    """The latest points of one game."""

    def __init__(self) -> None:
        self.points: deque[EarlierPoint] = deque(maxlen=LONGEST)

    def saw(self, sighting: Sighting) -> None:
        """Note what was seen."""
        for one in self.points:
            one.since.append(sighting)

    def goes_on(self, said: Said, point: int, match: Match, books: Books, by_hand_at: float) -> None:
        """Note an input that is about to count. Nobody goes back silently beyond what a draw has shown, or what was
        put right."""
        if said.kind == "answer":
            self.points.append(EarlierPoint(point, match, books.copy(), by_hand_at))
        elif said.kind != "learn" and not is_unseen(said):
            self.points.clear()

    def lines(self, now: Books) -> Iterator[Line]:
        """The lines that begin at an earlier point, the latest first. `now` are the books now."""
        for further, one in enumerate(reversed(self.points)):
            books = one.again()
            taken = one.taken_back(now)
            for uid in taken:
                books.loose.pop(uid, None)
            cost = BACK + further * BACK_FURTHER + len(taken) * TAKEN_BACK
            yield Line((), one.match, books, cost=cost, latest=one.by_hand_at, since=one.by_hand_at, back=one.point)

    def forget(self, point: int) -> None:
        """Forget a point and those after it: the game goes on from there."""
        while self.points and self.points[-1].point >= point:
            self.points.pop()

    def to(self, point: int) -> EarlierPoint | None:
        """The earlier point with this number, if the way back still leads there."""
        return next((one for one in self.points if one.point == point), None)


def is_unseen(said: Said) -> bool:
    """Whether this is a draw that nobody but its owner has seen."""
    return said.kind == "draw" and all(kind == UNSEEN for kind in said.what)


def may_be(match: Match, zone: str, kind: str) -> bool:
    """Whether an unseen piece of the zone can be of this kind."""
    return not match.game.learn(match.table.copy(), zone, (kind,))
