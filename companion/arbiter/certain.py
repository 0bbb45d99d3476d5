"""What is certain: the next steps that all likely lines share, and that nothing to come can change."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from companion.arbiter.answers import give
from companion.arbiter.explain import has_rival, take_in
from companion.arbiter.lines import Line, Step, last_by_hand
from companion.arbiter.prices import BACK, MARGIN, UNSEEN_MOVE
from companion.rules import Draw

if TYPE_CHECKING:
    from companion.arbiter.arbiter import Arbiter

CALM = 2.5
"""Seconds without a movement after which nobody seems to be in the middle of anything."""
RESTED = 8.0
"""Seconds without a movement after which what is not explained yet tells no more about what is."""
ARRIVING = 5.0
"""Seconds that we wait for a chip which has left its zone over a tap: the place where it arrives tells more."""
ARRIVING_AHEAD = 15.0
"""The same where hands would still owe an earlier step: then the chip may as well belong to something else."""


def agreed_steps(arbiter: Arbiter) -> tuple[Step, ...]:
    """The next steps that can be committed: all lines share them, and nothing to come can change them."""
    lines = arbiter.lines
    if not is_complete(arbiter) or len({line.back for line in lines}) > 1:
        return ()
    steps = arrived(arbiter, seen_steps(common(lines)))
    if steps and (arbiter.record.point, steps[0].said) == arbiter.refuted:
        return ()
    if lines[0].back >= 0:
        return steps if is_calm(arbiter) else ()
    if not all(line.books.settled or line.is_behind_a_draw for line in lines):
        return beside_the_rest(arbiter, steps)
    return certain_steps(arbiter, steps)


def is_complete(arbiter: Arbiter) -> bool:
    """Whether everything is known that can be known now: no line may have been overlooked, and no touch is in doubt."""
    if not arbiter.lines or not arbiter.explained.complete or arbiter.in_doubt:
        return False
    rarer = arbiter.explained.cheapest(arbiter.now) + MARGIN > min(BACK, UNSEEN_MOVE)
    return arbiter.thorough or not rarer


def is_calm(arbiter: Arbiter) -> bool:
    """Whether nobody seems to be in the middle of anything."""
    return arbiter.now - arbiter.moved_at >= CALM


def beside_the_rest(arbiter: Arbiter, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """What is certain although some chips are not explained: those may still tell more, until nobody has moved for a
    while."""
    if arbiter.now - arbiter.moved_at < RESTED:
        return by_hands(steps)
    return steps[: firm(steps, calm=True)]


def certain_steps(arbiter: Arbiter, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """What is certain of these steps, after which everything is explained."""
    lines, calm = arbiter.lines, is_calm(arbiter)
    first = min((step.first for line in lines for step in line.steps), default=arbiter.now)
    waited = calm or arbiter.now - first >= CALM
    if waited and len(lines) > 1:
        return steps  # people will be asked how it goes on
    thought = calm or arbiter.now - last_by_hand(steps, arbiter.by_hand_at) >= CALM
    if thought and isinstance(lines[0].match.pending, Draw) and not is_doubtful(arbiter, steps, waited=waited):
        return steps  # or what they saw; who may still react has had the time
    end = firm(steps, calm=calm)
    while end and not calm and is_doubtful(arbiter, steps[:end], waited=waited):
        end = firm(steps[: end - 1], calm=False)
    return steps[:end]


def arrived(arbiter: Arbiter, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Return the steps before the first one whose chip has only left its zone, and may yet show where it goes."""
    patience = ARRIVING
    for number, step in enumerate(steps):
        if arbiter.now - step.left < patience:
            return steps[:number]
        patience = ARRIVING_AHEAD if step.owes else patience
    return steps


def is_doubtful(arbiter: Arbiter, steps: tuple[Step, ...], *, waited: bool) -> bool:
    """Whether a step that its own chip has not shown could be another answer, and that may yet show."""
    if any(step.unpointed and may_be_another(arbiter, steps[:number]) for number, step in enumerate(steps, 1)):
        return True
    if waited:
        return False
    answers = [number for number, step in enumerate(steps, 1) if step.said.kind == "answer"]
    silent = (number for number in answers if not steps[number - 1].by_hand)
    return any(may_be_another(arbiter, steps[:number], better=number != answers[-1]) for number in silent)


def may_be_another(arbiter: Arbiter, steps: tuple[Step, ...], *, better: bool = False) -> bool:
    """Whether another answer, whose own chip is not seen yet, would explain the chips of the last answer as well;
    with `better`, only if it would explain more of the table."""
    match, books = arbiter.match.copy(), arbiter.books.copy()
    last = len(steps) - 1
    while steps[last].said.kind != "answer":
        last -= 1
    for step in steps[:last]:
        before = match.copy()
        take_in(books, before, step.said, give(match, step.said), step.after)
    return has_rival(match, books, steps[last].said, better=better)


def seen_steps(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The steps before the first one whose own chip nobody has seen: that is asked, not taken for granted."""
    return tuple(takewhile(lambda step: not step.missing, steps))


def common(lines: tuple[Line, ...]) -> tuple[Step, ...]:
    """Return the steps that all lines begin with."""
    shared: list[Step] = []
    for steps in zip(*(line.steps for line in lines), strict=False):
        if any(step.said != steps[0].said for step in steps):
            break
        shared.append(steps[0])
    return tuple(shared)


def by_hands(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The steps up to the last one whose own chip was seen."""
    shown = [number for number, step in enumerate(steps, 1) if step.by_hand and step.shown]
    return steps[: shown[-1]] if shown else ()


def firm(steps: tuple[Step, ...], *, calm: bool) -> int:
    """Return how many of these steps are certain: those up to the last answer whose own chip was seen. A step without a
    chip after it counts once all that follows from it lies there, or once nobody moves any more."""
    end = 0
    for number, step in enumerate(steps, 1):
        if step.shown and (step.by_hand or calm or not step.owes):
            end = number
    return end
