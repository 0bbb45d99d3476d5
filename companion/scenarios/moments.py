"""A moment of a scenario being played, and how the game goes on from it where nobody has anything to decide."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.rules import UNSEEN, Draw, Event, Match, Question
from companion.scenarios.scenario import Answer, Drawn, Step

MOST_BY_ITSELF = 200
"""So many draws and one-answer questions in a row are not a game any more."""


@dataclass(frozen=True)
class Moment:
    """How far a script has come. Its match is never changed: what goes on goes on in a copy."""

    match: Match
    todo: tuple[Step, ...]
    events: tuple[Event, ...]
    since: tuple[Event, ...]
    """What happened since the last step that was really answered: the script may still speak of it."""
    given: tuple[tuple[str, str], ...] = ()
    """The seats and answers since then that were the only ones possible."""

    def after(self, match: Match, events: tuple[Event, ...], todo: tuple[Step, ...]) -> Moment:
        """A step was answered."""
        return Moment(match, todo, self.events + events, events)

    @property
    def decides(self) -> bool:
        """Whether play at the table would stop here too: a scenario is also asked what has only one answer."""
        due = self.match.pending
        return not (isinstance(due, Question) and due.forced)

    @property
    def resting(self) -> bool:
        """Whether the table lies still: no effect is running, or play stops here."""
        due = self.match.pending
        return self.decides or (isinstance(due, Question) and due.rest)

    def next_draw(self) -> Drawn | None:
        """The draw that the next acting step tells, if it is one: nothing may be drawn in its place."""
        for step in self.todo:
            if isinstance(step, Answer | Drawn):
                return step if isinstance(step, Drawn) else None
        return None

    def onwards(self) -> Iterator[Moment]:
        """This moment, and those after each draw from a bag and each one-answer question, to the next decision."""
        moment, told = self, self.next_draw()
        yield moment
        for _ in range(MOST_BY_ITSELF):
            match, given = moment.match.copy(), moment.given
            due = match.pending
            if isinstance(due, Draw):
                kinds = None if told and fits(due, told) else only_draw(due)
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


def fits(due: Question | Draw | None, step: Drawn) -> bool:
    """Whether this draw is the one that the step tells."""
    if not isinstance(due, Draw):
        return False
    owner, _, place = due.source.rpartition(".")
    return step.seat in ("", due.seat, owner) and step.place in ("", place)


def only_draw(due: Draw) -> tuple[str, ...] | None:
    """What comes out of a bag, whose order the scenario gives, or where the world has nothing to decide."""
    if due.again:
        return None
    if UNSEEN in due.among and not due.owner:
        return None  # everybody sees it, so somebody has to tell
    certain = len(set(due.among)) == 1 or len(due.among) == due.count
    return due.among[: due.count] if certain or due.source.endswith(".bag") else None


def only_answer(match: Match, question: Question) -> tuple[str, str] | None:
    """The seat and its answer, where nobody has anything to decide."""
    for seat in match.waiting_for:
        options = match.options(seat)
        if len(options) == 1 and (question.each or len(match.waiting_for) == 1):
            return seat, options[0]
    return None
