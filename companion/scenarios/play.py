"""Plays a scenario: each step is answered, checked or skipped, and at the end the expectation is checked.

A script may leave out whatever is no decision, or write it down nevertheless, so that some lines can be read in two
ways (`done` may end this phase or the next). So playing a scenario is a small search: it passes if one reading of its
script holds from the first line to the last, and otherwise fails with what stopped the reading that got furthest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace

from companion.rules import UNSEEN, Draw, Event, Forced, Illegal, Match, Moved, Places, Who
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
from companion.scenarios.moments import ScriptMoment, fits
from companion.scenarios.results import ScenarioProblem
from companion.scenarios.scenario import (
    Answer,
    Corrects,
    Drawn,
    Expectation,
    ExpectedOffers,
    Learns,
    Refuses,
    RefusesStep,
    Scenario,
    Step,
)

MOST_STEPS = 10_000
"""A script that takes more steps than this, in all its readings together, is too ambiguous to be a test."""


class Stopped(Exception):
    """This reading of the script does not hold."""

    def __init__(self, *problems: Mismatch) -> None:
        super().__init__(problems)
        self.problems = problems


def play(scenario: Scenario) -> tuple[ScenarioProblem, ...]:
    """Play a scenario, and return what is not as it says; nothing if it passes."""
    match = Match(scenario.game, scenario.setup, scenario.start.copy())
    readings = [ScriptMoment(match, scenario.steps, match.opening, match.opening)]
    run = ScenarioRun(scenario)
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
    return tuple(ScenarioProblem(scenario.document.line_of(path), text) for path, text in furthest[1].problems)


class ScenarioRun:
    """One scenario being played."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario

    def step(self, moment: ScriptMoment) -> list[ScriptMoment]:
        """Return the moments after the next step, one for each way to read it. Raises `Stopped` if there is none."""
        step = moment.todo[0]
        if isinstance(step, Answer):
            return list(self.answer(moment, step)) or stop(step.path, why_not(moment, step))
        if isinstance(step, Drawn):
            return list(self.drawn(moment, step)) or stop(step.path, why_not_drawn(moment, step))
        if isinstance(step, Learns | Corrects):
            return list(self.put_in(moment, step)) or stop(step.path, why_not_put(moment, step))
        if isinstance(step, ExpectedOffers):
            self.offers(moment, step)
        elif isinstance(step, RefusesStep):
            self.refuses_step(moment, step)
        elif isinstance(step, Refuses):
            self.refuses(moment, step)
        else:
            self.expects(moment, step.expectation)
        return [replace(moment, todo=moment.todo[1:])]

    # -- answers -----------------------------------------------------------------------------------------------

    def answer(self, moment: ScriptMoment, step: Answer) -> Iterator[ScriptMoment]:
        """The answer is accepted now or was forced before, or one of both after steps that need no decision."""
        for now in moment.onwards():
            yield from self.accepted(now, step)
            yield from self.split(now, step)
            yield from self.was_forced(now, step)
            if step.part_of:
                return

    def accepted(self, moment: ScriptMoment, step: Answer) -> Iterator[ScriptMoment]:
        """The answer is accepted as it is written, or as one answer together with the next step."""
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

    def split(self, moment: ScriptMoment, step: Answer) -> Iterator[ScriptMoment]:
        """The answer is read as several answers, one right after the other."""
        verb, _, what = step.token.partition(":")
        if "+" not in what or moment.match.accepts(step.token, step.seat):
            return
        pieces = what.split("+")
        for order in (pieces, pieces[::-1]):
            parts = tuple(replace(step, token=f"{verb}:{piece}", part_of=step.token) for piece in order)
            if moment.match.accepts(parts[0].token, step.seat):
                yield replace(moment, todo=(*parts, *moment.todo[1:]))

    def was_forced(self, moment: ScriptMoment, step: Answer) -> Iterator[ScriptMoment]:
        """The answer was the only possible one, so it was not asked for."""
        for at, event in enumerate(moment.since):
            if came_by_itself(moment.match, step.seat, step.token, event):
                yield replace(moment, todo=moment.todo[1:], since=moment.since[at + 1 :])
                return

    # -- draws -------------------------------------------------------------------------------------------------

    def drawn(self, moment: ScriptMoment, step: Drawn) -> Iterator[ScriptMoment]:
        """Chips came out of a bag. Those that lay on top of it may be listed with them or left out."""
        for now in moment.onwards():
            yield from self.lay_on_top(now, step)
            if fits(now.match, step):
                yield from self.world_says(now, step)
            elif step.left:
                return

    def lay_on_top(self, moment: ScriptMoment, step: Drawn) -> Iterator[ScriptMoment]:
        """The first chip of the draw lay on top of the bag, so it was known and was drawn without asking."""
        for at, event in enumerate(moment.since):
            if isinstance(event, Moved) and lay_on_top(moment.match.game.places, event, step.seat):
                if step.kinds[:1] in ((event.piece,), (UNSEEN,)):
                    left = replace(step, kinds=step.kinds[1:], left=True)
                    todo = ((left,) if left.kinds else ()) + moment.todo[1:]
                    yield replace(moment, todo=todo, since=moment.since[at + 1 :])
                return

    def world_says(self, moment: ScriptMoment, step: Drawn) -> Iterator[ScriptMoment]:
        """The step is put in as a draw. Chips beyond its number belong to the next draw, after a refill; if there are
        too few, the next steps are part of the same draw."""
        due = moment.match.pending
        assert isinstance(due, Draw)
        kinds, rest = step.kinds, moment.todo[1:]
        while len(kinds) < due.count and rest and isinstance(rest[0], Drawn) and fits(moment.match, rest[0]):
            kinds, rest = kinds + rest[0].kinds, rest[1:]
        now, later = kinds[: due.count], kinds[due.count :]
        if later:
            rest = (replace(step, kinds=later, left=True), *rest)
        match = moment.match.copy()
        with suppress(Illegal):  # why_not_drawn gives the reason if no other reading holds
            yield moment.after(match, match.draw(now), rest)

    # -- from outside ------------------------------------------------------------------------------------------

    def put_in(self, moment: ScriptMoment, step: Learns | Corrects) -> Iterator[ScriptMoment]:
        """Knowledge or a correction is put in now, or after steps that need no decision."""
        for now in moment.onwards():
            match = now.match.copy()
            with suppress(Illegal):
                yield now.after(match, put(match, step), now.todo[1:])
                return

    # -- checks ------------------------------------------------------------------------------------------------

    def offers(self, moment: ScriptMoment, step: ExpectedOffers) -> None:
        """Check the offered tokens where the seat next has something to decide; if it has nothing, where play stops."""
        asked = [now for now in moment.onwards() if now.resting and step.seat in now.match.waiting_for]
        held(asked or [last(moment)], lambda now: tokens_differ(now.match, step.seat, step.tokens, step.path))

    def refuses(self, moment: ScriptMoment, step: Refuses) -> None:
        """Check that the token is refused where the seat next has something to decide, or else where play stops.

        The rule and the words may also be those of a refusal on the way there.
        """
        refused_by: list[Illegal] = []
        refused: list[Illegal] | None = []
        for now in moment.onwards():
            refused = refusals(now.match, step)
            refused_by += refused or ()
            if now.decides and step.seat in now.match.waiting_for:
                break
        if refused is None:
            raise Stopped((step.path, f"{step.token} is not refused to {step.seat}; {pending_now(now.match)}"))
        by_rule = [refusal for refusal in refused_by if step.rule in refusal.rule]
        if by_rule and not any(step.says in refusal.why for refusal in by_rule):
            text = f"{step.token} is refused to {step.seat}, but with other words: {by_rule[-1].why}"
            raise Stopped(((*step.path, "says"), text))
        if not by_rule:
            rules = " or ".join(dict.fromkeys(cited(now.match, one.rule) for one in refused_by))
            by = f'by the rule {rules}, not "{step.rule}"'
            text = f"{step.token} is refused to {step.seat} {by}: {refused_by[-1].why}"
            raise Stopped(((*step.path, "rule"), text))

    def refuses_step(self, moment: ScriptMoment, step: RefusesStep) -> None:
        """Check that the step is refused at every moment up to the next decision; a draw only where one is due."""
        moments = list(moment.onwards())
        if isinstance(step.step, Drawn):
            due = [now for now in moments if fits(now.match, step.step)]
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

    def expects(self, moment: ScriptMoment, expectation: Expectation) -> None:
        """Check that everything holds now, or at one of the rests up to the next decision."""
        start = self.scenario.start
        held(
            [now for now in moment.onwards() if now.resting],
            lambda now: differing(now.match, expectation, start, now.events),
        )

    def finish(self, moment: ScriptMoment) -> None:
        """Check what must hold after the last step."""
        if self.scenario.expectation is not None:
            self.expects(moment, self.scenario.expectation)


def held(moments: list[ScriptMoment], check: Callable[[ScriptMoment], list[Mismatch]]) -> None:
    """Check that one of these moments has no differences. Raises `Stopped` with the fewest; if equal, the latest."""
    found = []
    for moment in moments:
        found.append(check(moment))
        if not found[-1]:
            return
    raise Stopped(*min(reversed(found), key=len))


def last(moment: ScriptMoment) -> ScriptMoment:
    """Return the moment at which the next decision is due, or the match ends."""
    return list(moment.onwards())[-1]


def told(moment: ScriptMoment, seat: str, token: str, todo: tuple[Step, ...]) -> ScriptMoment:
    """Return the moment after this answer."""
    match = moment.match.copy()
    return moment.after(match, match.answer(token, seat), todo)


def put(match: Match, step: Drawn | Learns | Corrects) -> tuple[Event, ...]:
    """Put in what comes from outside the game. Raises `Illegal`."""
    if isinstance(step, Drawn):
        return match.draw(step.kinds)
    if isinstance(step, Learns):
        return match.learn(step.zone, step.kinds)
    return match.correct(step.changes, step.author, step.reason, inside=step.inside)


def why_not_put(moment: ScriptMoment, step: Learns | Corrects) -> str:
    """Return why knowledge or a correction is refused."""
    try:
        put(moment.match.copy(), step)
    except Illegal as refusal:
        return f"{refusal.why.removesuffix('.')}; {pending_now(moment.match)}"
    raise AssertionError("it was refused a moment ago")


def stop(path: Path, text: str) -> list[ScriptMoment]:
    """Raise `Stopped`. It has the type of a list of moments, to be used after `or`."""
    raise Stopped((path, text))


def why_not(moment: ScriptMoment, step: Answer) -> str:
    """Return why an answer fits nowhere."""
    end = last(moment)
    text = f"{step.seat} cannot answer {step.part_of or step.token} here; {pending_now(end.match)}"
    refusal = end.match.why_not(step.token, step.seat)
    if isinstance(end.match.pending, Draw):
        text += "; the script must say what was drawn"
    elif refusal is not None and end.match.pending is not None:
        text += f" ({refusal.why} [{cited(end.match, refusal.rule)}])"
    forced = [(event.seat, event.token) for event in end.since if isinstance(event, Forced)]
    if only := (*forced, *end.given):
        text += "; given before that as the only answer: " + ", ".join(f"{seat}: {token}" for seat, token in only)
    return text


def lay_on_top(places: Places, move: Moved, seat: str) -> bool:
    """Whether a seat drew this piece without asking, because it lay first in an order that only that seat may see."""
    source = places.get(move.source)
    first = source is not None and source.ordered and source.knows is Who.OWNER
    return first and places.owner(move.source) == places.owner(move.target) == seat


def cited(match: Match, rule: str) -> str:
    """Return a rule's key, and what it says."""
    rules = match.game.rulebook(match.table)
    return f"{rule}: {rules[rule].gist}" if rule in rules else rule


def why_not_drawn(moment: ScriptMoment, step: Drawn) -> str:
    """Return why a draw fits nowhere."""
    end = last(moment).match
    if fits(end, step):
        try:
            end.copy().draw(step.kinds)
        except Illegal as refusal:
            return f"{in_words(step.kinds)}: {refusal.why.removesuffix('.')}; {pending_now(end)}"
    where = ".".join(part for part in (step.seat, step.place) if part)
    what = f"{in_words(step.kinds)} too many" if step.left else f"nothing is drawn for {where} here"
    return f"{what}; {pending_now(end)}"
