"""The true line of a game, and how far a companion has followed it.

A true line is everything that was answered and drawn, forced answers included. Whoever does not see every hand is asked
more, but has no more to decide: answers that were forced in truth may be committed or left out, and `none` may be
added. Another order or another answer may be committed if it leads to the same table. Any other answer that is not the
next true one is wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from companion.players import TableStep
from companion.rehearsal.games.companion import Committed
from companion.rehearsal.games.truth import TrueGame
from companion.rehearsal.half_seen import said_one_by_one
from companion.rules import UNSEEN, Forced, Game, Illegal, Match, Place, Question, Zone

NOTHING_THERE = "none"
HIDDEN = "hidden"
"""The answer to a sealed question that says only that the seat has picked."""

FOLLOWING = 4
"""How many more items are played to see whether another answer leads to the same table."""
ASIDE = 12
"""Within this many answers a line aside must come to the same table."""


class Aside(NamedTuple):
    """A line of answers that are not the true ones, but may still come to the same table."""

    words: str
    """What is wrong if they do not."""
    match: Match
    step: int
    """The true step at which they leave the true line."""
    at: int
    """The place on the true line from which the next draw is taken."""
    left: int
    """How many more answers may follow."""


class LineItem(NamedTuple):
    """An answer or a draw of the true line."""

    step: int
    """The number of its step in the true game."""
    seat: str
    said: str | tuple[str, ...]
    forced: bool = False

    @property
    def verb(self) -> str:
        """The verb of an answer; "" of a draw."""
        return self.said.partition(":")[0] if isinstance(self.said, str) else ""


def items_of(number: int, step: TableStep, game: Game[Any]) -> list[LineItem]:
    """Return the items of a step: what was said, then the answers that it forced. What says something of several pieces
    at once is split up."""
    split = said_one_by_one(game, step)
    said = [LineItem(number, answer.seat, answer.token) for answer in split] or [LineItem(number, step.seat, step.said)]
    forced = [event for event in step.events if isinstance(event, Forced)]
    return said + [LineItem(number, event.seat, event.token, forced=True) for event in forced]


class TrueLine:
    """A true line. Give `take` everything that was committed, in order; it says what is wrong with it."""

    def __init__(self, truth: TrueGame) -> None:
        self._truth = truth
        self.items = [
            item for number, true in enumerate(truth.steps) for item in items_of(number, true.step, truth.start.game)
        ]
        self.at = 0
        """The place of the next item."""
        self._last_step = 0
        self._last = self._last_answer()
        self._aside: Aside | None = None
        self._may_be_next: tuple[str, str] | None = None
        """The last answer that was matched with a forced item, although people may have given it as their own.

        If the same answer is missing when it is due on the true line, it counts as given. Of several alike in a row,
        this is the last."""

    @property
    def is_aside(self) -> bool:
        """Whether answers have left the true line that may still come to the same table."""
        return self._aside is not None

    def go_on_aside(self, left: int) -> None:
        """Go on beside the true line, for so many answers more."""
        self._aside = self._aside._replace(left=left) if self._aside else None

    def own_aside(self) -> None:
        """Make the match beside the line its own, so that a copy of the line goes on by itself."""
        self._aside = self._aside._replace(match=self._aside.match.copy()) if self._aside else None

    @property
    def is_done(self) -> bool:
        """Whether all answers that must be committed have been."""
        return self.at > self._last

    @property
    def rest(self) -> Sequence[LineItem]:
        """The true answers that have not been committed yet, without the forced ones."""
        return [item for item in self.items[self.at :] if isinstance(item.said, str) and not item.forced]

    @property
    def next_answer(self) -> LineItem | None:
        """The next true answer that somebody has to give."""
        return next((item for item in self.items[self.at :] if isinstance(item.said, str) and not item.forced), None)

    def is_aloud(self, item: LineItem) -> bool:
        """Whether people only say this answer, so that nothing on the table tells it."""
        asked = self._truth.steps[item.step].step.asked
        return isinstance(asked, Question) and item.verb in asked.aloud

    def _last_answer(self) -> int:
        return max(
            (at for at, item in enumerate(self.items) if isinstance(item.said, str) and not item.forced), default=-1
        )

    def take(self, committed: Committed) -> str:
        """Return what is wrong with a commit; "" if it is true."""
        if committed.kind == "learn":
            return self._take_learnt(committed)
        if committed.kind == "draw":
            return self._take_draw(committed)
        return self._take_answer(committed)

    # -- answers -----------------------------------------------------------------------------------------------

    def _take_answer(self, committed: Committed) -> str:
        token = committed.said
        assert isinstance(token, str)
        if self._aside:
            return self._go_aside(self._aside, committed.seat, token)
        at = self._next_answer(committed.seat, token)
        if at is not None:
            shifted = self.items[at].forced or self._may_be_next == (committed.seat, token)
            self._may_be_next = (committed.seat, token) if shifted else None
            self._step_to(at)
            return ""
        if token in (NOTHING_THERE, HIDDEN):
            return ""
        if self._comes_early(committed.seat, token) or self._comes_to_the_same(committed.seat, token):
            return ""
        due = next((item for item in self.items[self.at :] if isinstance(item.said, str) and not item.forced), None)
        if due and self._may_be_next == (due.seat, due.said):
            self._may_be_next = None
            self._step_to(self.items.index(due, self.at))
            return self._take_answer(committed)
        words = f"{committed.seat} {token}; in truth {f'{due.seat} {due.said}' if due else 'the game is over'}"
        if due is None:
            return words
        match = self._truth.steps[due.step].before.copy()
        for item in self.items[: self.at]:
            if item.step == due.step and not item.forced and isinstance(item.said, str):
                match.answer(item.said, item.seat)
        return self._go_aside(Aside(words, match, due.step, self.at, ASIDE), committed.seat, token)

    def _go_aside(self, aside: Aside, seat: str, token: str) -> str:
        """Follow an answer off the true line, for a few answers: two lines to the same table are one explanation."""
        try:
            aside.match.answer(token, seat)
        except Illegal:
            return aside.words
        return self._come_together(aside._replace(left=aside.left - 1))

    def _draw_aside(self, aside: Aside) -> str:
        """Draw on the line aside what was drawn in truth: what comes out of a bag is the same on every line."""
        drawn = [at for at in range(aside.at, len(self.items)) if not isinstance(self.items[at].said, str)]
        try:
            aside.match.draw(self.items[drawn[0]].said if drawn else ())
        except Illegal:
            return aside.words
        return self._come_together(aside._replace(at=drawn[0] + 1))

    def _come_together(self, aside: Aside) -> str:
        """Return to the true line if the line aside has met it. Return what is wrong once no answer is left."""
        reached = stands(aside.match)
        later = [*(step.before for step in self._truth.steps), self._truth.end]
        for number in range(aside.step + 1, min(aside.step + 2 * ASIDE, len(later))):
            if stands(later[number]) == reached:
                self._aside = None
                ahead = (at for at, item in enumerate(self.items) if item.step >= number)
                self.at = next(ahead, len(self.items))
                return ""
        self._aside = aside
        return "" if aside.left else aside.words

    def _next_answer(self, seat: str, token: str) -> int | None:
        """Return the place of this answer, if only forced answers and draws come before it."""
        for at in range(self.at, len(self.items)):
            item = self.items[at]
            if isinstance(item.said, str):
                if item.seat == seat and is_said(token, item.said):
                    return at
                if not item.forced:
                    return None
        return None

    def _step_to(self, at: int) -> None:
        self._last_step = self.items[at].step
        self.at = at + 1

    def _comes_early(self, seat: str, token: str) -> bool:
        """Whether this answer comes a little later in truth, and the order makes no difference.

        It may only overtake answers with the same verb by the same seat, and answers of others who are asked at the
        same time.
        """
        for at in range(self.at, len(self.items)):
            item = self.items[at]
            if not isinstance(item.said, str):
                return False
            if not item.forced and item.seat == seat and is_said(token, item.said):
                return self._changes_places(at)
            together = self._asked_together(self.items[self.at], item)
            if not item.forced and not together and (item.seat, item.verb) != (seat, token.partition(":")[0]):
                return False
        return False

    def _comes_to_the_same(self, seat: str, token: str) -> bool:
        """Whether this answer leads to the same table as the true answer to the same question, some items later.

        An example is the choice of the arrow that pays for the last action of a turn.
        """
        due = [item for item in self.items[self.at :] if not item.forced][: 1 + FOLLOWING]
        if not due or due[0].seat != seat or due[0].verb != token.partition(":")[0]:
            return False
        instead = due[0]._replace(said=token)
        start = self._truth.steps[due[0].step].before
        if len(due) < 2:
            return False
        ends = [said_all(start, [first, *due[1:]]) for first in (due[0], instead)]
        if ends[0] is None or ends[0] != ends[1]:
            return False
        self._step_to(self.items.index(due[0], self.at))
        return True

    def _asked_together(self, one: LineItem, other: LineItem) -> bool:
        asked = [self._truth.steps[item.step].step.asked for item in (one, other)]
        return all(isinstance(question, Question) and question.each for question in asked)

    def _changes_places(self, at: int) -> bool:
        """Move an item to the front if the table is the same in the end. Return whether it was moved."""
        between = [item for item in self.items[self.at : at] if not item.forced]
        item = self.items[at]
        if not self._same_end([*between, item], [item, *between]):
            return False
        self.items = [*self.items[: self.at], item, *self.items[self.at : at], *self.items[at + 1 :]]
        self._last = self._last_answer()
        self._step_to(self.at)
        return True

    def _same_end(self, one: Sequence[LineItem], other: Sequence[LineItem]) -> bool:
        """Whether these answers lead to the same table in either order."""
        start = self._truth.steps[min(item.step for item in one)].before
        done = [item for item in self.items[: self.at] if item.step >= min(item.step for item in one)]
        ends = [said_all(start, [*(item for item in done if not item.forced), *line]) for line in (one, other)]
        return ends[0] is not None and ends[0] == ends[1]

    # -- draws and late knowledge ------------------------------------------------------------------------------

    def _take_draw(self, committed: Committed) -> str:
        if self._aside:
            return self._draw_aside(self._aside)
        for at in range(self.at, len(self.items)):
            item = self.items[at]
            if not isinstance(item.said, str):
                if Counter(kind for kind in committed.said if kind != UNSEEN) - Counter(item.said):
                    break
                self._step_to(at)
                return ""
            if not item.forced and (item.seat, item.said) != self._may_be_next:
                break
        shown = self.shown_lately()
        if not Counter(kind for kind in committed.said if kind != UNSEEN) - shown:
            return ""
        return f"{committed.seat} drew {' '.join(committed.said)}"

    def shown_lately(self, seats: Collection[str] = ()) -> Counter[str]:
        """Return what the last steps revealed of hands: of these seats, or of all."""
        shown: Counter[str] = Counter()
        for true in self._truth.steps[self._last_step : self._last_step + 2]:
            for event in true.step.events:
                if getattr(event, "reveals", False) and (not seats or event[0] in seats):
                    kinds: tuple[str, ...] = event[1]  # type: ignore[assignment]
                    shown |= Counter(kinds)
        return shown

    def _take_learnt(self, committed: Committed) -> str:
        """Check that these pieces were really there at some step near this one."""
        kinds = Counter(kind for kind in committed.said if kind != UNSEEN)
        step = self.items[min(self.at, len(self.items) - 1)].step
        for number in range(self._last_step, step + 2):
            match = self._truth.steps[number].before if number < len(self._truth.steps) else self._truth.end
            lies = match.game.by_address(match.table).get(committed.seat)
            if lies is not None and not kinds - Counter(lies):
                return ""
        return f"in {committed.seat} lay {' '.join(committed.said)}"


def is_said(token: str, truth: str) -> bool:
    """Whether an answer says what is true, perhaps without naming the piece.

    >>> is_said("keep:?", "keep:combine"), is_said("keep:wound", "keep:combine")
    (True, False)
    """
    verb, _, what = token.partition(":")
    return token == truth or (what == UNSEEN and truth.partition(":")[0] == verb)


def said_all(start: Match, items: Sequence[LineItem]) -> dict[str, object] | None:
    """Return what lies in all zones after these items; None if the rules refuse them in this order."""
    match = start.copy()
    try:
        for item in items:
            if isinstance(item.said, str):
                match.answer(item.said, item.seat)
            else:
                match.draw(item.said)
    except Illegal:
        return None
    return lying(match)


def stands(match: Match) -> tuple[object, ...]:
    """Return everything on a table, and what its match waits for."""
    due = match.pending
    asked = (due.what, due.options) if isinstance(due, Question) else (due.source, due.count) if due else ()
    return lying(match), asked


def lying(match: Match) -> dict[str, object]:
    """Return what lies in each zone, together with the facts of the table."""
    zones = match.game.zones(match.table)
    places = match.game.places
    lies = {name: as_it_counts(zone, places[name]) for name, zone in zones.items()}
    return {**match.game.facts(match.table), **lies}


def as_it_counts(zone: Zone, place: Place) -> object:
    """Return what lies in a place, with its order and addresses where these mean something."""
    if zone.at:
        return sorted(zip(zone.at, zone.content, strict=True))
    return zone.content if place.ordered else Counter(zone.content)
