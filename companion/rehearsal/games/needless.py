"""Needless questions: the rules and what the table had shown allowed only one answer.

They are judged by the true game, the rules, and what readers saw until a little after the question. A match that sees
no hand follows the true game; at each question it says which answers could have led to what was shown. In doubt the
companion is right: an answer counts as possible if its search was not finished.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from companion.players import TableStep
from companion.rehearsal.games.companion import Asked
from companion.rehearsal.games.customs import Customs, pointed_at
from companion.rehearsal.games.game_script import ShownChip
from companion.rehearsal.games.line import items_of
from companion.rehearsal.games.stage import Staged
from companion.rehearsal.half_seen import HalfSeen, Heard, PlayedAnswer
from companion.rules import UNSEEN, Draw, Event, Forced, Game, Illegal, Match, Moved, Question

MOST_TRIED = 150
"""How many answers are tried at most for one option."""
SILENT = 6
"""How many answers in a row may move nothing that the table shows."""


class VisibleMark(NamedTuple):
    """Something that a reader can see: a chip of a kind at a tap, or in one of a zone's cells."""

    kind: str
    spot: str


class LinePoint(NamedTuple):
    """A point of the true line, with the match as it stands for somebody who sees no hand."""

    item: int
    match: Match


class Follower(HalfSeen):
    """Follows the true game without seeing a hand, and keeps the match before each item of the true line."""

    def __init__(self, real: Match) -> None:
        super().__init__(real, 1.0, Random(0))
        self.points: list[LinePoint] = []
        self._items = 0
        """How many items the true line has up to the end of this step."""

    def follow(self, real: Match, step: TableStep) -> None:
        """Follow a step, but compare nothing: that is left to the tests of the rules."""
        self._items += len(items_of(0, step, real.game))
        if not self.lost:
            try:
                self.hear(step)
                self.catch_up(real, step)
            except Illegal as refusal:
                self.refused.append(str(refusal))

    def say(self, heard: Heard) -> None:
        """Keep the match before each answer. The answer itself has already been taken off `_todo`."""
        if isinstance(heard, PlayedAnswer):
            self.points.append(LinePoint(self._items - len(self._todo) - 1, self.twin.copy()))
        super().say(heard)

    def says_none(self) -> bool:
        """Keep the match also before a question that the true game does not ask."""
        self.points.append(LinePoint(self._items - len(self._todo), self.twin.copy()))
        return super().says_none()


class Needless:
    """Judges the questions of one game."""

    def __init__(self, staged: Staged, customs: Customs, sighted: Mapping[ShownChip, float], soon: float) -> None:
        self._truth = staged.truth
        self._customs = customs
        self._sighted = sighted
        self._soon = soon
        game = self._truth.start.game
        self._items = [
            item for number, true in enumerate(self._truth.steps) for item in items_of(number, true.step, game)
        ]
        follower = Follower(self._truth.start)
        after = [*(true.before for true in self._truth.steps[1:]), self._truth.end]
        for true, match in zip(self._truth.steps, after, strict=True):
            follower.follow(match, true.step)
        self.points = follower.points

    def possible(self, asked: Asked, at: int) -> list[str]:
        """Return the answers that rules and table leave open; all options if that cannot be judged.

        `at` is the place on the true line up to which everything had been committed.
        """
        point = self._point_of(asked, at)
        if point is None or not asked.options:
            return list(asked.options)
        shown = self._shown(point.item, asked.at + self._soon)
        return [
            option
            for seat in asked.seats
            for option in point.match.options(seat)
            if NeedlessSearch(self._customs).can_be(point.match, seat, option, shown)
        ]

    def _point_of(self, asked: Asked, at: int) -> LinePoint | None:
        """Return the point at which this was asked. Forced answers before it need not have been committed."""
        for point in self.points:
            offered = {option for seat in asked.seats for option in point.match.options(seat)}
            if point.item >= at and offered.issuperset(asked.options):
                return point
        return None

    def _shown(self, at: int, until: float) -> list[VisibleMark]:
        """Return what readers have seen until then that the items from `at` on have to explain."""
        if at >= len(self._items):
            return []
        step = self._items[at].step
        marks = [
            mark_of(self._customs, shown)
            for shown, moment in self._sighted.items()
            if shown.step >= step and moment <= until
        ]
        first = next(number for number, item in enumerate(self._items) if item.step == step)
        for mark in marks_of(
            self._customs, events_before(self._truth.steps[step].step, at - first, self._truth.start.game)
        ):
            use(marks, mark)
        return marks


class NeedlessSearch:
    """Searches for a line of play that begins with a given answer and explains what was shown."""

    def __init__(self, customs: Customs) -> None:
        self._customs = customs
        self._left = MOST_TRIED

    def can_be(self, match: Match, seat: str, option: str, shown: Sequence[VisibleMark], silent: int = 0) -> bool:
        """Whether this answer, with any others after it, explains what was shown."""
        self._left -= 1
        if self._left <= 0:
            return True
        match = match.copy()
        marks = list(shown)
        before, asked = match.copy(), match.pending
        events = match.answer(option, seat)
        used = self._use(marks, events) | self._use_marks(marks, pointed(self._customs, before, asked, option, events))
        while isinstance(match.pending, Draw):
            if not match.pending.owner:
                return True
            used |= self._use(marks, match.draw((UNSEEN,) * match.pending.count))
        if not marks:
            return True
        silent = 0 if used else silent + 1
        if not isinstance(match.pending, Question) or silent > SILENT:
            return False
        return any(
            self.can_be(match, other, answer, marks, silent)
            for other in match.waiting_for
            for answer in match.options(other)
            if self._is_shown_or_silent(match, other, answer, marks)
        )

    def _use(self, marks: list[VisibleMark], events: Sequence[Event]) -> bool:
        """Remove the marks that these events explain. Return whether there were any."""
        return self._use_marks(marks, marks_of(self._customs, events))

    def _use_marks(self, marks: list[VisibleMark], expected: Sequence[VisibleMark]) -> bool:
        return sum(use(marks, mark) for mark in expected) > 0

    def _is_shown_or_silent(self, match: Match, seat: str, answer: str, marks: Sequence[VisibleMark]) -> bool:
        """Whether an answer moves no chip that would be seen, or one that has been shown."""
        events = match.copy().answer(answer, seat)
        moved = marks_of(self._customs, events) or pointed(self._customs, match, match.pending, answer, events)
        return not moved or any(use(list(marks), mark) for mark in moved)


def use(marks: list[VisibleMark], mark: VisibleMark) -> bool:
    """Remove a mark, if it is there. An unseen chip may be any chip that is seen at that spot."""
    alike = [one for one in marks if one.spot == mark.spot and UNSEEN in (mark.kind, one.kind)]
    if mark not in marks and not alike:
        return False
    marks.remove(mark if mark in marks else alike[0])
    return True


def mark_of(customs: Customs, shown: ShownChip) -> VisibleMark:
    """Return the mark of a chip that was shown. A slot tells only that some chip came."""
    spot = customs.layout.spot(shown.reader)
    if spot.cells:
        return VisibleMark(shown.chip.kind or UNSEEN, spot.zone)
    return VisibleMark(UNSEEN if spot.hidden else shown.chip.kind or UNSEEN, shown.reader)


def marks_of(customs: Customs, events: Sequence[Event]) -> list[VisibleMark]:
    """Return what readers may see of these events, at taps on the way too."""
    marks = []
    for event in events:
        if not isinstance(event, Moved) or customs.is_untagged(event.piece):
            continue
        spots = [event.target] if event.target in customs.cells else []
        tap = customs.tap(event.source, event.target)
        also = "" if customs.owner(event.source) else customs.taps.get(event.source, "")
        spots += [spot for spot in dict.fromkeys((tap, also)) if spot]
        marks += [VisibleMark(event.piece, spot) for spot in spots for _ in range(event.count)]
    return marks


def pointed(
    customs: Customs, match: Match, asked: Question | Draw | None, said: object, events: Sequence[Event]
) -> list[VisibleMark]:
    """Return what readers will see of the chips that are pointed at. `match` is the one before the answer."""
    ways = pointed_at(match, asked, said, events)
    return [VisibleMark(kind, customs.taps[zone]) for kind, zone in ways if zone in customs.taps]


def events_before(step: TableStep, item: int, game: Game[Any]) -> list[Event]:
    """Return the events of a step before one of its items: what was said, perhaps chip by chip, or forced."""
    forced = [number for number, event in enumerate(step.events) if isinstance(event, Forced)]
    moved = [number for number, event in enumerate(step.events) if isinstance(event, Moved)]
    said = len(items_of(0, step, game)) - len(forced)
    ends = moved if item < said else forced[item - said :]
    return list(step.events[: ends[item if item < said else 0]]) if ends and item else []
