"""Playing a scenario: each step answered, checked or skipped, and at the end what must hold.

A script leaves out what is no decision, or writes it down all the same; now and then a line can be read in two ways
(the end of one phase, or of the next). So a scenario is played like a small search: it passes when one reading of
its script holds from the first line to the last, and it fails with what stopped the reading that came furthest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace

from companion.rules import UNSEEN, Draw, Event, Forced, Illegal, Match, Moved
from companion.rules.kernel.positions import Path
from companion.scenarios.checks import (
    Mismatch,
    came_by_itself,
    differing,
    in_words,
    might_have_been_more,
    pending_now,
    refusals,
    tokens_differ,
)
from companion.scenarios.moments import Moment, fits
from companion.scenarios.results import Problem
from companion.scenarios.scenario import (
    Answer,
    Corrects,
    Drawn,
    Expectation,
    Learns,
    Offers,
    Refuses,
    RefusesStep,
    Scenario,
    Step,
)

MOST_STEPS = 10_000
"""A script that takes more than this, over all its readings, is too unclear to be a test."""


class Stopped(Exception):
    """A reading of the script that does not hold."""

    def __init__(self, *problems: Mismatch) -> None:
        super().__init__(problems)
        self.problems = problems


def play(scenario: Scenario) -> tuple[Problem, ...]:
    """What is not as the scenario says; nothing when it passes."""
    match = Match(scenario.game, scenario.setup, scenario.start.copy())
    readings = [Moment(match, scenario.steps, match.opening, match.opening)]
    run = Run(scenario)
    furthest: tuple[int, Stopped] | None = None
    for _ in range(MOST_STEPS):
        if not readings:
            break
        moment = readings.pop()
        try:
            if not moment.todo:
                run.finish(moment)
                return ()
            readings.extend(reversed(run.step(moment)))
        except Stopped as stopped:
            left = len({step.path for step in moment.todo})
            if furthest is None or left < furthest[0]:
                furthest = left, stopped
    else:
        furthest = 0, Stopped((("script",), "this can be read in too many ways: write down every step"))
    assert furthest is not None
    return tuple(Problem(scenario.document.line_of(path), text) for path, text in furthest[1].problems)


class Run:
    """One scenario being played."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario

    def step(self, moment: Moment) -> list[Moment]:
        """Every way in which the next step can be read. Raises `Stopped` when there is none."""
        step = moment.todo[0]
        if isinstance(step, Answer):
            return list(self.answer(moment, step)) or stop(step.path, why_not(moment, step))
        if isinstance(step, Drawn):
            return list(self.drawn(moment, step)) or stop(step.path, why_not_drawn(moment, step))
        if isinstance(step, Learns | Corrects):
            return list(self.put_in(moment, step)) or stop(step.path, why_not_put(moment, step))
        if isinstance(step, Offers):
            self.offers(moment, step)
        elif isinstance(step, RefusesStep):
            self.refuses_step(moment, step)
        elif isinstance(step, Refuses):
            self.refuses(moment, step)
        else:
            self.expects(moment, step.expectation)
        return [replace(moment, todo=moment.todo[1:])]

    # -- answers -----------------------------------------------------------------------------------------------

    def answer(self, moment: Moment, step: Answer) -> Iterator[Moment]:
        """Accepted now, or forced before; or so after what needs no decision."""
        for now in moment.onwards():
            yield from self.accepted(now, step)
            yield from self.split(now, step)
            yield from self.was_forced(now, step)
            if step.part_of:
                return

    def accepted(self, moment: Moment, step: Answer) -> Iterator[Moment]:
        """As it stands, or as one answer with the step after it."""
        rest = moment.todo[1:]
        token = moment.match.accepts(step.token, step.seat)
        if token:
            yield told(moment, step.seat, token, rest)
        verb, _, what = step.token.partition(":")
        if what and rest and isinstance(rest[0], Answer) and rest[0].seat == step.seat:
            more_verb, _, more = rest[0].token.partition(":")
            both = verb == more_verb and moment.match.accepts(f"{step.token}+{more}", step.seat)
            if both:
                yield told(moment, step.seat, both, rest[1:])
            if token and rest[0].token in ("done", "pass") and might_have_been_more(moment.match, step.seat, token):
                yield told(moment, step.seat, token, rest[1:])

    def split(self, moment: Moment, step: Answer) -> Iterator[Moment]:
        """As several answers, one right after the other."""
        verb, _, what = step.token.partition(":")
        if "+" not in what or moment.match.accepts(step.token, step.seat):
            return
        pieces = what.split("+")
        for order in (pieces, pieces[::-1]):
            parts = tuple(replace(step, token=f"{verb}:{piece}", part_of=step.token) for piece in order)
            if moment.match.accepts(parts[0].token, step.seat):
                yield replace(moment, todo=(*parts, *moment.todo[1:]))

    def was_forced(self, moment: Moment, step: Answer) -> Iterator[Moment]:
        """The step had one possible answer and was not asked: this one."""
        for at, event in enumerate(moment.since):
            if came_by_itself(step.seat, step.token, event):
                yield replace(moment, todo=moment.todo[1:], since=moment.since[at + 1 :])
                return

    # -- draws -------------------------------------------------------------------------------------------------

    def drawn(self, moment: Moment, step: Drawn) -> Iterator[Moment]:
        """What came out of a bag; chips that lay on top of it may be told with them or left out."""
        for now in moment.onwards():
            yield from self.lay_on_top(now, step)
            if fits(now.match.pending, step):
                yield from self.world_says(now, step)
            elif step.left:
                return

    def lay_on_top(self, moment: Moment, step: Drawn) -> Iterator[Moment]:
        """The first chip of the draw was known, and came without asking."""
        for at, event in enumerate(moment.since):
            if isinstance(event, Moved) and (event.source, event.target) == (f"{step.seat}.top", f"{step.seat}.hand"):
                if step.kinds[:1] in ((event.piece,), (UNSEEN,)):
                    left = replace(step, kinds=step.kinds[1:], left=True)
                    todo = ((left,) if left.kinds else ()) + moment.todo[1:]
                    yield replace(moment, todo=todo, since=moment.since[at + 1 :])
                return

    def world_says(self, moment: Moment, step: Drawn) -> Iterator[Moment]:
        """One draw; chips beyond it belong to the next, after a refill; or two steps are one draw."""
        due = moment.match.pending
        assert isinstance(due, Draw)
        kinds, rest = step.kinds, moment.todo[1:]
        while len(kinds) < due.count and rest and isinstance(rest[0], Drawn) and fits(due, rest[0]):
            kinds, rest = kinds + rest[0].kinds, rest[1:]
        now, later = kinds[: due.count], kinds[due.count :]
        if later:
            rest = (replace(step, kinds=later, left=True), *rest)
        match = moment.match.copy()
        with suppress(Illegal):  # why_not_drawn tells it if no other reading holds
            yield moment.after(match, match.draw(now), rest)

    # -- from outside ------------------------------------------------------------------------------------------

    def put_in(self, moment: Moment, step: Learns | Corrects) -> Iterator[Moment]:
        """Knowledge or a correction: now, or after what needs no decision."""
        for now in moment.onwards():
            match = now.match.copy()
            with suppress(Illegal):
                yield now.after(match, put(match, step), now.todo[1:])
                return

    # -- checks ------------------------------------------------------------------------------------------------

    def offers(self, moment: Moment, step: Offers) -> None:
        """Looked up where the seat is next asked something that is to be decided, if it is."""
        asked = [now for now in moment.onwards() if now.resting and step.seat in now.match.waiting_for]
        held(asked or [last(moment)], lambda now: tokens_differ(now.match, step.seat, step.tokens, step.path))

    def refuses(self, moment: Moment, step: Refuses) -> None:
        """Refused where the seat is next asked something that is to be decided, if it is."""
        cited: list[Illegal] = []
        refused: list[Illegal] | None = []
        for now in moment.onwards():
            refused = refusals(now.match, step)
            cited += refused or ()
            if now.decides and step.seat in now.match.waiting_for:
                break
        if refused is None:
            raise Stopped((step.path, f"{step.token} is not refused to {step.seat}; {pending_now(now.match)}"))
        if not any(step.rule in refusal.rule for refusal in cited):
            rules = " or ".join(dict.fromkeys(refusal.rule for refusal in cited))
            text = f'{step.token} is refused to {step.seat} by the rule {rules}, not "{step.rule}": {cited[-1].why}'
            raise Stopped(((*step.path, "rule"), text))

    def refuses_step(self, moment: Moment, step: RefusesStep) -> None:
        """Refused now and up to the next decision; of a draw that comes by then, what is said to that draw counts."""
        moments = list(moment.onwards())
        if isinstance(step.step, Drawn):
            due = [now for now in moments if fits(now.match.pending, step.step)]
            moments = due or moments[:1]
        reasons = []
        for now in moments:
            try:
                put(now.match.copy(), step.step)
            except Illegal as refusal:
                reasons.append(refusal.why)
            else:
                raise Stopped((step.path, f"this is not refused; {pending_now(now.match)}"))
        if not any(step.says in reason for reason in reasons):
            raise Stopped(((*step.path, "says"), f"this is refused, but with other words: {reasons[-1]}"))

    def expects(self, moment: Moment, expectation: Expectation) -> None:
        """All of it holds now, or at a later resting point up to the next decision."""
        start = self.scenario.start
        held(
            [now for now in moment.onwards() if now.resting],
            lambda now: differing(now.match, expectation, start, now.events),
        )

    def finish(self, moment: Moment) -> None:
        """After the last step."""
        if self.scenario.expectation is not None:
            self.expects(moment, self.scenario.expectation)


def held(moments: list[Moment], check: Callable[[Moment], list[Mismatch]]) -> None:
    """The check must hold at one of these. Raises `Stopped` with what differs least, and last."""
    found = []
    for moment in moments:
        found.append(check(moment))
        if not found[-1]:
            return
    raise Stopped(*min(reversed(found), key=len))


def last(moment: Moment) -> Moment:
    """Where the next decision is due, or the match ends."""
    return list(moment.onwards())[-1]


def told(moment: Moment, seat: str, token: str, todo: tuple[Step, ...]) -> Moment:
    """The answer given."""
    match = moment.match.copy()
    return moment.after(match, match.answer(token, seat), todo)


def put(match: Match, step: Drawn | Learns | Corrects) -> tuple[Event, ...]:
    """What comes from outside the game. Raises `Illegal`."""
    if isinstance(step, Drawn):
        return match.draw(step.kinds)
    if isinstance(step, Learns):
        return match.learn(step.zone, step.kinds)
    return match.correct(step.changes, step.author, step.reason, inside=step.inside)


def why_not_put(moment: Moment, step: Learns | Corrects) -> str:
    """Knowledge or a correction that is refused."""
    try:
        put(moment.match.copy(), step)
    except Illegal as refusal:
        return f"{refusal.why.removesuffix('.')}; {pending_now(moment.match)}"
    raise AssertionError("it was refused a moment ago")


def stop(path: Path, text: str) -> list[Moment]:
    """The script does not hold here."""
    raise Stopped((path, text))


def why_not(moment: Moment, step: Answer) -> str:
    """An answer that fits nowhere."""
    end = last(moment)
    text = f"{step.seat} cannot answer {step.part_of or step.token} here; {pending_now(end.match)}"
    refusal = end.match.why_not(step.token, step.seat)
    if isinstance(end.match.pending, Draw):
        text += "; the script must say what was drawn"
    elif refusal is not None and end.match.pending is not None:
        text += f" ({refusal.why} [{refusal.rule}])"
    forced = [(event.seat, event.token) for event in end.since if isinstance(event, Forced)]
    if only := (*forced, *end.given):
        text += "; before that, the only answer each: " + ", ".join(f"{seat}: {token}" for seat, token in only)
    return text


def why_not_drawn(moment: Moment, step: Drawn) -> str:
    """A draw that nothing waits for."""
    end = last(moment).match
    if fits(end.pending, step):
        try:
            end.copy().draw(step.kinds)
        except Illegal as refusal:
            return f"{in_words(step.kinds)}: {refusal.why.removesuffix('.')}; {pending_now(end)}"
    where = ".".join(part for part in (step.seat, step.place) if part)
    what = f"{in_words(step.kinds)} too many" if step.left else f"nothing is drawn for {where} here"
    return f"{what}; {pending_now(end)}"
