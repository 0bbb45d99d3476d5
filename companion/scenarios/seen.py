"""Shows how a scenario is played: each step, what it brought about, and the match after it."""

from __future__ import annotations

from typing import NamedTuple

from companion.rules import Event, Illegal, Match
from companion.scenarios.checks import refusals
from companion.scenarios.moments import ScriptMoment
from companion.scenarios.play import MOST_STEPS, ScenarioRun, Stopped
from companion.scenarios.scenario import Refuses, Scenario, Step


class SeenStep(NamedTuple):
    """A step of a script, as it was played."""

    step: Step
    events: tuple[Event, ...]
    """What happened since the step before."""
    match: Match
    """The match after it."""
    refusal: Illegal | None = None
    """Why it was refused, if the scenario is about that."""


class ScriptReading(NamedTuple):
    """One way to read a script, as far as it has been played."""

    moment: ScriptMoment
    seen: tuple[SeenStep, ...]


def seen(scenario: Scenario) -> tuple[SeenStep, ...] | None:
    """Return the steps of a scenario as they are played; None if it cannot be played as it says."""
    match = Match(scenario.game, scenario.setup, scenario.start.copy())
    run = ScenarioRun(scenario)
    readings = [ScriptReading(ScriptMoment(match, scenario.steps, match.opening, match.opening), ())]
    for _ in range(MOST_STEPS):
        if not readings:
            return None
        moment, steps = readings.pop()
        try:
            if not moment.todo:
                run.finish(moment)
                return steps
            after = run.step(moment)
        except Stopped:
            continue
        readings += [ScriptReading(now, (*steps, as_seen(moment, now))) for now in reversed(after)]
    return None


def as_seen(before: ScriptMoment, after: ScriptMoment) -> SeenStep:
    """Return the step that led from one moment to the next."""
    step = before.todo[0]
    refusal = None
    if isinstance(step, Refuses):
        found = (one for now in before.onwards() for one in refusals(now.match, step) or ())
        refusal = next((one for one in found if step.rule in one.rule), None)
    return SeenStep(step, after.events[len(before.events) :], after.match, refusal)
