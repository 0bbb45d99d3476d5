"""Writes a match as a scenario, at any point: the position at its last rest, and a script of what was said since."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import yaml

from companion.rules import Draw, Forced, Game, Illegal, Match, Plain, Setup
from companion.rules.kernel.positions import PositionError
from companion.scenarios.play import put
from companion.scenarios.scenario import USUAL_GAME, Answer, Corrects, Drawn, Learns, Scenario

WIDTH = 110
"""What fits into this many columns is written on one line."""


def written(match: Match, title: str = "") -> dict[str, Any]:
    """Return plain values from which `read_scenario` and `reached` make the same match; a position needs no title."""
    position = ({"title": title} if title else {}) | written_table(match.game, match.setup, match.base)
    script: list[dict[str, Any]] = []
    now = Match(match.game, match.setup, match.base.copy())
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
    return position | ({"script": script} if script else {})


def written_table(game: Game[Any], setup: Setup, table: Plain) -> dict[str, Any]:
    """Return a table at rest as plain values."""
    named = {} if game.key == USUAL_GAME else {"game": game.key}
    return named | game.write(setup, table)


def drawn(match: Match, kinds: list[str]) -> dict[str, Any]:
    """Return what comes out of the pending draw, as a step of a script."""
    due = match.pending
    assert isinstance(due, Draw)
    places = match.game.places
    owner = places.owner(due.source)
    said: dict[str, Any] = {"seat": owner} if owner else {}
    if not places.is_heap(due.source):
        said["from"] = places.label(due.source)
    return {**said, "kinds": kinds}


def reached(scenario: Scenario, before_each: Callable[[], object] = lambda: None) -> Match:
    """Return the match after a script that gives every step. Raises `PositionError` if one is missing or wrong.

    A step may also name an answer that happened without asking just before it. `before_each` is called before each
    step; what it raises ends a script that takes too long.
    """
    match = Match(scenario.game, scenario.setup, scenario.start.copy())
    forced: list[tuple[str, str]] = []
    for step in scenario.steps:
        before_each()
        try:
            if isinstance(step, Answer):
                if (step.seat, step.token) in forced and match.accepts(step.token, step.seat) is None:
                    forced.remove((step.seat, step.token))
                    continue
                events = match.answer(step.token, step.seat)
                forced = [(event.seat, event.token) for event in events if isinstance(event, Forced)]
            elif isinstance(step, Drawn | Learns | Corrects):
                put(match, step)
        except Illegal as refusal:
            raise PositionError(step.path, str(refusal)) from None
    return match


def as_yaml(position: dict[str, object]) -> str:
    """Return a position as YAML, laid out as people write it: one line for each seat, if it fits."""
    node = yaml.representer.SafeRepresenter(sort_keys=False).represent_data(position)
    assert isinstance(node, yaml.MappingNode)
    lay_out(node, 0)
    node.flow_style = False
    for key, value in node.value:
        if key.value in ("seats", "script"):
            value.flow_style = False
    return yaml.serialize(node, Dumper=yaml.SafeDumper, width=WIDTH, allow_unicode=True)


def lay_out(node: yaml.Node, indent: int) -> None:
    """Put lists and short mappings on one line; a mapping that is too long gets a line for each key."""
    if isinstance(node, yaml.CollectionNode):
        node.flow_style = True
    if isinstance(node, yaml.MappingNode):
        line = yaml.serialize(node, Dumper=yaml.SafeDumper, width=10_000)
        node.flow_style = indent + len(line) <= WIDTH
        for _, value in node.value:
            lay_out(value, indent + 2)
