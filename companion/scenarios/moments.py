"""A moment in the playing of a scenario, and how the game goes on from there while nobody has anything to decide."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.rules import UNSEEN, Draw, Event, Match, Places, Question
from companion.scenarios.scenario import Answer, Drawn, Step

MOST_BY_ITSELF = 200
"""More draws and one-answer questions in a row than any real game has: stop here instead of looping for ever."""


@dataclass(frozen=True)
class ScriptMoment:
    """How far a script has been played. A moment's match is never changed: the game goes on in copies of it."""

    match: Match
    todo: tuple[Step, ...]
    events: tuple[Event, ...]
    since: tuple[Event, ...]
    """The events since the last step that was an input: the next steps of the script may still name them."""
    given: tuple[tuple[str, str], ...] = ()
    """The answers since then that were the only possible ones, each with its seat."""

    def after(self, match: Match, events: tuple[Event, ...], todo: tuple[Step, ...]) -> ScriptMoment:
        """Return the moment after a step of the script was put into the match."""
        return ScriptMoment(match, todo, self.events + events, events)

    @property
    def decides(self) -> bool:
        """Whether play at a table would stop here too. A scenario also stops at questions with only one answer."""
        due = self.match.pending
        return not (isinstance(due, Question) and due.forced)

    @property
    def resting(self) -> bool:
        """Whether the table can be compared with an expectation: no effect is running, or play stops here."""
        due = self.match.pending
        return self.decides or (isinstance(due, Question) and due.rest)

    def next_draw(self) -> Drawn | None:
        """Return the next step that acts, if it is a draw: that draw is then left to the script."""
        for step in self.todo:
            if isinstance(step, Answer | Drawn):
                return step if isinstance(step, Drawn) else None
        return None

    def onwards(self) -> Iterator[ScriptMoment]:
        """Yield this moment and those up to the next decision: one after each draw or answer that needs no decision."""
        moment, told = self, self.next_draw()
        yield moment
        for _ in range(MOST_BY_ITSELF):
            match, given = moment.match.copy(), moment.given
            due = match.pending
            if isinstance(due, Draw):
                kinds = None if told and fits(match, told) else only_draw(match.game.places, due)
                if kinds is None:
                    return
                events = match.draw(kinds)
            elif isinstance(due, Question):
                only = only_answer(match, due)
                if only is None:
                    return
                seat, token = only
                events = match.answer(token, seat)
                given += (only,)
            else:
                return
            moment = replace(
                moment,
                match=match,
                events=moment.events + events,
                since=moment.since + events,
                given=given,
            )
            yield moment


def fits(match: Match, step: Drawn) -> bool:
    """Whether the pending draw is the one that this step describes."""
    due, places = match.pending, match.game.places
    if not isinstance(due, Draw):
        return False
    return step.seat in ("", due.seat, places.owner(due.source)) and step.place in ("", places.label(due.source))


def only_draw(places: Places, due: Draw) -> tuple[str, ...] | None:
    """Return what comes out of a draw that a script may leave out; None if it has to say.

    It may leave out draws from a bag, whose order the scenario gives, and draws with only one possible result.
    """
    if due.again:
        return None
    if UNSEEN in due.among and not due.owner:
        return None  # everybody sees it, so somebody has to tell
    certain = len(set(due.among)) == 1 or len(due.among) == due.count
    return due.among[: due.count] if certain or places.is_heap(due.source) else None


def only_answer(match: Match, question: Question) -> tuple[str, str] | None:
    """Return a seat and its answer, if that is the only answer it has; None if somebody has to decide."""
    for seat in match.waiting_for:
        options = match.options(seat)
        if len(options) == 1 and (question.each or len(match.waiting_for) == 1):
            return seat, options[0]
    return None
