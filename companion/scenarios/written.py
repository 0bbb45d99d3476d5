"""A match at any pending point as a scenario: the position at its last rest, and as a script what was said since."""

from __future__ import annotations

from typing import Any

from companion.rules import Draw, Illegal, Match
from companion.rules.kernel.positions import PositionError
from companion.scenarios.play import put
from companion.scenarios.scenario import Answer, Corrects, Drawn, Learns, Scenario


def written(match: Match, title: str) -> dict[str, Any]:
    """Plain values, from which `read_scenario` and `reached` make the same match again."""
    game = match.game
    frame: dict[str, Any] = {"title": title}
    if game.key != "puzzle-strike":  # which is what is read where none is named
        frame["game"] = game.key
    frame |= game.write(match.setup, match.base)
    script: list[dict[str, Any]] = []
    now = Match(game, match.setup, match.base.copy())
    for kind, who, what in match.since:
        if kind == "answer":
            script.append({who: what})
            now.answer(what, who)  # type: ignore[arg-type]
        elif kind == "draw":
            script.append({"draw": drawn(now, list(what))})
            now.draw(what)
        else:
            script.append({"learn": {"zone": who, "kinds": list(what)}})
            now.learn(who, what)
    return frame | ({"script": script} if script else {})


def drawn(match: Match, kinds: list[str]) -> dict[str, Any]:
    """What comes out now, as a step says it."""
    due = match.pending
    assert isinstance(due, Draw)
    owner, _, place = due.source.rpartition(".")
    said: dict[str, Any] = {"seat": owner} if owner else {}
    if place != "bag":
        said["from"] = place
    return {**said, "kinds": kinds}


def reached(scenario: Scenario) -> Match:
    """The match after a script that tells every step. Raises `PositionError` where one is missing or wrong."""
    match = Match(scenario.game, scenario.setup, scenario.start.copy())
    for step in scenario.steps:
        try:
            if isinstance(step, Answer):
                match.answer(step.token, step.seat)
            elif isinstance(step, Drawn | Learns | Corrects):
                put(match, step)
        except Illegal as refusal:
            raise PositionError(step.path, str(refusal)) from None
    return match
