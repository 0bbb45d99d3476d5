"""People who change their minds by hand: they take an answer back without a word, and do something else instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.arbiter.asking import STUCK
from companion.arbiter.explain import Search
from companion.arbiter.lines import Line
from companion.arbiter.news import Committed, Grounds
from companion.arbiter.prices import MARGIN, unpaid
from companion.arbiter.trail import EarlierPoint
from companion.rules import Moved

if TYPE_CHECKING:
    from companion.arbiter.arbiter import Arbiter

BEFORE_WORK = 80
"""Work for an explanation from each of the points that people may have gone back to."""


def reconsider(arbiter: Arbiter) -> bool:
    """Where hands have owed something for too long, find out whether somebody has taken back by hand what he owes
    it for, and done something else instead. Return whether it is so."""
    if arbiter.hurries or arbiter.in_any_doubt or not arbiter.trail.points or arbiter.now - arbiter.moved_at < STUCK:
        return False
    at = (arbiter.record.point, len(arbiter.record.entries), *arbiter.books.fingerprint())
    if at == arbiter.reconsidered or not arbiter.rulings.is_left_behind(arbiter):
        return False
    arbiter.reconsidered = at
    starts = arbiter.trail.lines(arbiter.books)
    found = [line for start in starts for line in Search(BEFORE_WORK, starts=(start,)).run().lines]
    others = [line for line in found if not is_as_recorded(arbiter, line)]
    price = [line.costs(arbiter.now) + unpaid(line.books.owed_in_all()) for line in others]
    if not price or min(price) + MARGIN > unpaid(arbiter.books.owed_in_all()):
        return False
    best = others[price.index(min(price))]
    step_back(arbiter, best, Grounds((), (best.answers,), ""))
    return True


def is_as_recorded(arbiter: Arbiter, line: Line) -> bool:
    """Whether a line from an earlier point gives the answers that were given there, and no others."""
    given = [said for said in arbiter.record.line[line.back :] if said.kind == "answer"]
    answers = [step.said for step in line.steps if step.said.kind == "answer"]
    return given[: len(answers)] == answers


def step_back(arbiter: Arbiter, line: Line, why: Grounds) -> None:
    """Take back what somebody has taken back by hand: the answers since the point at which the line begins."""
    earlier = arbiter.trail.to(line.back)
    assert earlier is not None
    undone = [move for move in arbiter.record.moves_since(line.back) if isinstance(move, Moved)]
    arbiter.record.changed_mind(line.back)
    arbiter.tell(Committed(arbiter.record.entries[-1], (), arbiter.now, why))
    see_anew(arbiter, earlier, undone)
    arbiter.trail.forget(line.back)
    arbiter.went_on_at = arbiter.now


def see_anew(arbiter: Arbiter, earlier: EarlierPoint, undone: list[Moved]) -> None:
    """Take the books as they were at an earlier point, with all that was seen since. The chips that gave the
    answers after it count as taken back."""
    taken, books = earlier.taken_back(arbiter.books), arbiter.books.copy()
    for move in reversed(undone):
        for quiet in books.take_back(move):
            arbiter.tell_twin(quiet)
    arbiter.books = earlier.again()
    for uid in taken:
        if chip := arbiter.books.loose.pop(uid, None):
            arbiter.twin.decided(uid, min(chip.origin))
    arbiter.by_hand_at = earlier.by_hand_at
