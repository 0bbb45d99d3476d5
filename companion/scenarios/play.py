"""Playing a scenario: each step answered, checked or skipped, and at the end what must hold.

A script leaves out what is no decision, or writes it down all the same; now and then a line can be read in two ways
(the end of one phase, or of the next). So a scenario is played like a small search: it passes when one reading of
its script holds from the first line to the last, and it fails with what stopped the reading that came furthest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from companion.rules import Draw, Event, Forced, Illegal, Match, Moved, Question
from companion.rules.kernel.positions import Path
from companion.scenarios.checks import (
    Mismatch,
    differing,
    differing_at_rest,
    in_words,
    offers_differ,
    pending_now,
    refusal_differs,
    same_answer,
)
from companion.scenarios.results import Problem
from companion.scenarios.scenario import Answer, Drawn, Expectation, Offers, Refuses, Scenario, Step
from companion.scenarios.watch import Rest, Told, Watch

MOST_BY_ITSELF = 200
"""So many draws and one-answer questions in a row are not a game any more."""

MOST_READINGS = 5000
"""A script that can be read in more ways than this is too unclear to be a test."""


@dataclass(frozen=True)
class Moment:
    """How far a reading has come. Its match is never changed: what goes on goes on in a copy."""

    match: Match
    todo: tuple[Step, ...]
    events: tuple[Event, ...] = ()
    since: tuple[Event, ...] = ()
    """What happened since the last step that was really answered: the script may still speak of it."""
    rests: tuple[Rest, ...] = ()
    """Where the table came to rest since then without being asked anything."""

    def after(self, match: Match, told: Told, todo: tuple[Step, ...]) -> Moment:
        """A step was answered."""
        return Moment(match, todo, self.events, (), ()).drifted(match, told)

    def drifted(self, match: Match, told: Told) -> Moment:
        """Something happened that needed nobody's decision."""
        return replace(
            self,
            match=match,
            events=self.events + told.events,
            since=self.since + told.events,
            rests=self.rests + tuple(replace(rest, events=self.events + rest.events) for rest in told.rests),
        )


class Stopped(Exception):
    """A reading of the script that does not hold."""

    def __init__(self, problems: tuple[tuple[Path, str], ...]) -> None:
        super().__init__(problems)
        self.problems = problems


def play(scenario: Scenario) -> tuple[Problem, ...]:
    """What is not as the scenario says; nothing when it passes."""
    run = Run(scenario)
    readings = [run.begin()]
    furthest = len(scenario.steps) + 1
    best: Stopped | None = None
    for _ in range(MOST_READINGS):
        if not readings:
            break
        moment = readings.pop()
        left = sum(1 for step in moment.todo if not getattr(step, "at_once", False))
        try:
            if not moment.todo:
                run.finish(moment)
                return ()
            readings.extend(reversed(run.step(moment)))
        except Stopped as stopped:
            if left < furthest:
                furthest, best = left, stopped
    if best is None:
        best = Stopped(((("script",), "this script can be read in too many ways, write down every step"),))
    return tuple(Problem(scenario.document.line_of(path), text) for path, text in best.problems)


class Run:
    """One scenario being played."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.start: Any = scenario.start
        self.watch = Watch(scenario.game)

    def begin(self) -> Moment:
        """The position, and whatever follows from it by itself."""
        match, told = self.watch.begin(self.scenario.setup, self.start.copy())
        return Moment(match, self.scenario.steps).drifted(match, told)

    def step(self, moment: Moment) -> list[Moment]:
        """Every way in which the next step can be read; raises `Stopped` when there is none."""
        step = moment.todo[0]
        if isinstance(step, Answer):
            return list(self.answer(moment, step)) or self.stop(moment, step.path, self.why_not(moment, step))
        if isinstance(step, Drawn):
            return list(self.drawn(moment, step)) or self.stop(moment, step.path, self.why_not_drawn(moment, step))
        if isinstance(step, Offers):
            return [self.hold(moment, lambda now: offers_differ(now.match, step))]
        if isinstance(step, Refuses):
            return [self.refuses(moment, step)]
        return [self.expects(moment, step.expectation)]

    def stop(self, moment: Moment, path: Path, text: str) -> list[Moment]:
        raise Stopped(((path, text),))

    # -- answers -----------------------------------------------------------------------------------------------

    def answer(self, moment: Moment, step: Answer) -> Iterator[Moment]:
        """Accepted now; or forced before; or accepted after what needs no decision."""
        yield from self.answered(moment, step)
        yield from self.was_forced(moment, step)
        if step.at_once or moment.match.accepts(step.token, step.seat):
            return
        for later in self.by_itself(moment):
            found = [*self.answered(later, step), *self.was_forced(later, step)]
            if found:
                yield from found
                return

    def answered(self, moment: Moment, step: Answer) -> Iterator[Moment]:
        """As it stands; or two steps that are one answer; or one step that is two answers."""
        rest = moment.todo[1:]
        whole = moment.match.accepts(step.token, step.seat)
        if whole:
            yield self.tell(moment, step.seat, whole, rest)
        verb, _, what = step.token.partition(":")
        if rest and isinstance(rest[0], Answer) and rest[0].seat == step.seat and what:
            more = rest[0].token.removeprefix(verb + ":")
            both = more != rest[0].token and moment.match.accepts(f"{step.token}+{more}", step.seat)
            if both:
                yield self.tell(moment, step.seat, both, rest[1:])
        if not whole and "+" in what:
            pieces = what.split("+")
            for order in (pieces, pieces[::-1]):
                parts = tuple(replace(step, token=f"{verb}:{piece}", at_once=at > 0) for at, piece in enumerate(order))
                if moment.match.accepts(parts[0].token, step.seat):
                    yield replace(moment, todo=(replace(parts[0], at_once=True), *parts[1:], *rest))

    def tell(self, moment: Moment, seat: str, token: str, todo: tuple[Step, ...]) -> Moment:
        match = moment.match.copy()
        return moment.after(match, self.watch.told(match.answer(token, seat)), todo)

    def was_forced(self, moment: Moment, step: Answer) -> Iterator[Moment]:
        """The step had one possible answer and was not asked: this one."""
        for at, event in enumerate(moment.since):
            if isinstance(event, Forced) and event.seat == step.seat and same_answer(step.token, event.token):
                yield replace(moment, todo=moment.todo[1:], since=moment.since[at + 1 :])
                return

    def why_not(self, moment: Moment, step: Answer) -> str:
        """An answer that fits nowhere."""
        forced = [event for event in moment.since if isinstance(event, Forced)]
        last = self.drift(moment)
        text = f"{step.seat} cannot answer {step.token} here; {pending_now(last.match)}"
        if last.match.pending is not None:
            refusal = last.match.why_not(step.token, step.seat)
            if refusal is not None:
                text += f" ({refusal.why} [{refusal.rule}])"
        if isinstance(last.match.pending, Draw):
            text += "; the script must say what was drawn"
        if forced:
            text += "; forced before, the only answer each: " + ", ".join(f"{e.seat}: {e.token}" for e in forced)
        return text

    # -- draws -------------------------------------------------------------------------------------------------

    def drawn(self, moment: Moment, step: Drawn) -> Iterator[Moment]:
        """What came out of a bag; chips that lay on top of it may be told with them or left out."""
        yield from self.came_by_itself(moment, step)
        steps = (moment,) if step.at_once else (moment, *self.by_itself(moment, step))
        for now in steps:
            if fits(now.match.pending, step):
                yield from self.world_says(now, step)
                return

    def came_by_itself(self, moment: Moment, step: Drawn) -> Iterator[Moment]:
        """The first chips of the draw were known, and came without asking."""
        for at, event in enumerate(moment.since):
            if isinstance(event, Moved) and event.target == f"{step.seat}.hand" and event.source == f"{step.seat}.top":
                if step.kinds[:1] == (event.piece,):
                    left = replace(step, kinds=step.kinds[1:], at_once=True)
                    rest = moment.todo[1:]
                    todo = (left, *rest) if left.kinds else rest
                    yield replace(moment, todo=todo, since=moment.since[at + 1 :])
                return

    def world_says(self, moment: Moment, step: Drawn) -> Iterator[Moment]:
        """One draw; the rest of the chips belongs to the next, after a refill; or two steps are one draw."""
        due = moment.match.pending
        assert isinstance(due, Draw)
        rest = moment.todo[1:]
        kinds = step.kinds
        while len(kinds) < due.count and rest and isinstance(rest[0], Drawn) and fits(due, rest[0]):
            kinds, rest = kinds + rest[0].kinds, rest[1:]
        now, later = kinds[: due.count], kinds[due.count :]
        if later:
            rest = (replace(step, kinds=later, at_once=True), *rest)
        match = moment.match.copy()
        try:
            events = match.draw(now)
        except Illegal as refusal:
            self.stop(moment, step.path, f"cannot be drawn: {refusal.why} {pending_now(moment.match)}")
        yield moment.after(match, self.watch.told(events), rest)

    def why_not_drawn(self, moment: Moment, step: Drawn) -> str:
        last = self.drift(moment, step)
        what = f"nothing is drawn for {step.seat or step.place} here"
        if step.seat and step.place:
            what = f"nothing is drawn from {step.seat}'s {step.place} here"
        if step.at_once:
            what = f"too many chips drawn: {in_words(step.kinds)} left over"
        return f"{what}; {pending_now(last.match)}"

    # -- what needs no decision --------------------------------------------------------------------------------

    def by_itself(self, moment: Moment, wanted: Drawn | None = None) -> Iterator[Moment]:
        """The moments after each draw from a bag and each question with one answer, up to the next decision."""
        for _ in range(MOST_BY_ITSELF):
            if wanted is not None and fits(moment.match.pending, wanted):
                return
            match = moment.match.copy()
            due = match.pending
            if isinstance(due, Draw):
                kinds = only_draw(due)
                if kinds is None:
                    return
                events = match.draw(kinds)
            elif isinstance(due, Question):
                only = only_answer(match, due)
                if only is None:
                    return
                events = match.answer(only[1], only[0])
            else:
                return
            moment = moment.drifted(match, self.watch.told(events))
            yield moment

    def drift(self, moment: Moment, wanted: Drawn | None = None) -> Moment:
        """As far as it goes without a decision."""
        for moment in self.by_itself(moment, wanted):
            pass
        return moment

    def next_draw(self, moment: Moment) -> Drawn | None:
        """The draw that the script's next acting step tells, if it is one: nothing may be drawn in its place."""
        for step in moment.todo:
            if isinstance(step, Drawn):
                return step
            if isinstance(step, Answer):
                return None
        return None

    # -- checks ------------------------------------------------------------------------------------------------

    def hold(
        self,
        moment: Moment,
        check: Callable[[Moment], list[Mismatch]],
        check_rest: Callable[[Rest], list[Mismatch]] | None = None,
    ) -> Moment:
        """It must hold now, or at the next resting point up to the next decision.

        A rest counts as well that lasted no longer than the one answer that was possible.
        """
        fewest: list[Mismatch] | None = None
        for now in (moment, *self.by_itself(moment, self.next_draw(moment))):
            ways = [check(now)]
            if check_rest is not None:
                ways += [check_rest(rest) for rest in now.rests if self.watch.rested(self.scenario.setup, rest)]
            for found in ways:
                if not found:
                    return replace(now, todo=now.todo[1:])
                if fewest is None or len(found) < len(fewest):
                    fewest = found
        raise Stopped(tuple(fewest or ()))

    def expects(self, moment: Moment, expectation: Expectation) -> Moment:
        """All of it must hold."""
        game = self.scenario.game
        return self.hold(
            moment,
            lambda now: differing(now.match, expectation, self.start, now.events),
            lambda rest: differing_at_rest(game, rest.table, expectation, self.start, rest.events),
        )

    def refuses(self, moment: Moment, step: Refuses) -> Moment:
        """Refused now; after the draws that are due, and after what others are asked for form's sake."""
        asked = moment
        wanted = self.next_draw(moment)
        if step.seat not in moment.match.waiting_for:
            for later in self.by_itself(moment, wanted):
                if isinstance(moment.match.pending, Draw) or step.seat in later.match.waiting_for:
                    asked = later
                if step.seat in later.match.waiting_for:
                    break
        found = refusal_differs(asked.match, step)
        if found:
            raise Stopped((found,))
        return replace(moment, todo=moment.todo[1:])

    def finish(self, moment: Moment) -> None:
        """After the last step, or at a resting point up to the next decision, all of it holds."""
        if self.scenario.expectation is not None:
            self.expects(moment, self.scenario.expectation)


def fits(due: Question | Draw | None, step: Drawn) -> bool:
    """Whether this draw is the one that the step tells."""
    if not isinstance(due, Draw):
        return False
    owner, _, place = due.source.rpartition(".")
    return step.seat in ("", due.seat, owner) and step.place in ("", place)


def only_draw(due: Draw) -> tuple[str, ...] | None:
    """What comes out where the world decides nothing, or out of a bag, whose order the scenario gives."""
    if due.source.endswith(".bag") or (len(set(due.among)) == 1 and not due.again) or len(due.among) == due.count:
        return due.among[: due.count] if not due.again else None
    return None


def only_answer(match: Match, question: Question) -> tuple[str, str] | None:
    """The seat and its answer, where nobody has anything to decide."""
    offered = [(seat, token) for seat in match.waiting_for for token in match.options(seat)]
    if len(offered) == 1:
        return offered[0]
    if question.each:
        for seat in match.waiting_for:
            if len(match.options(seat)) == 1:
                return seat, match.options(seat)[0]
    return None
