"""Scenes of the rules: the scenarios that hold each rule to what it says, played step by step for people to see."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import companion.scenarios
from companion.faces.hall import HallError, Scene, SceneStep
from companion.faces.languages import Language
from companion.faces.screen_words import said, words_of
from companion.rules import JUDGE, Match, Question, Words
from companion.rules.kernel.positions import PositionError
from companion.rules.kernel.sentences import COMMA, Sentence
from companion.scenarios.documents import Document, Loader, Malformed, read_document
from companion.scenarios.scenario import USUAL_GAME, Answer, Drawn, Refuses, Scenario, read_scenario
from companion.scenarios.seen import SeenStep, seen

DOCUMENT: Final = re.compile(r"^---\s*$", re.MULTILINE)
KEY: Final = re.compile(r"^(title|rule|game): *(.*?) *$", re.MULTILINE)
GONE = "There is no such scene."
DRAWN = "drawn: {pieces}"


class SceneSource(NamedTuple):
    """Where a scene is written, and what it is called."""

    file: Path
    text: str
    title: str


def folder() -> Path:
    """Return the folder of the scenarios: in the installed package, or in the source tree."""
    installed = Path(companion.scenarios.__file__).with_name("scenes")
    return installed if installed.is_dir() else Path(companion.__file__).parents[1] / "tests" / "scenarios"


@cache
def sources(where: Path) -> Mapping[tuple[str, str], tuple[SceneSource, ...]]:
    """Return all scenes by game and rule. Files are only skimmed: reading hundreds of scenarios takes seconds."""
    found: dict[tuple[str, str], tuple[SceneSource, ...]] = {}
    for file in sorted(where.rglob("*.yaml")):
        for text in DOCUMENT.split(file.read_text(encoding="utf-8")):
            keys = {key: value.strip("'\"") for key, value in KEY.findall(text)}
            if "title" in keys and "rule" in keys:
                about = keys.get("game", USUAL_GAME), keys["rule"]
                found[about] = (*found.get(about, ()), SceneSource(file, text, keys["title"]))
    return found


def titles(game: str) -> Mapping[str, tuple[str, ...]]:
    """Return the titles of a game's scenes by the rules that they are about."""
    return {rule: tuple(one.title for one in some) for (of, rule), some in sources(folder()).items() if of == game}


def scene(game: str, rule: str, number: int, language: Language) -> Scene:
    """Return a scene, played. Raises `HallError` if there is none."""
    known = sources(folder()).get((game, rule), ())
    if not 0 <= number < len(known):
        raise HallError(Sentence(GONE))
    scenario = scenario_in(known[number])
    steps = seen(scenario) if scenario else None
    if scenario is None or steps is None:
        raise HallError(Sentence(GONE))
    begun = Match(scenario.game, scenario.setup, scenario.start.copy())
    ended = steps[-1].match if steps else begun
    words = words_of(begun, language)
    due = ended.pending
    asks = words.question(due) if isinstance(due, Question) else words.draw(due) if due else ""
    return Scene(
        language.say(scenario.title),
        words.board(begun.view(JUDGE)),
        words.board(ended.view(JUDGE)),
        tuple(told(steps, words)),
        asks,
    )


def scenario_in(source: SceneSource) -> Scenario | None:
    """Read one scenario; None if it cannot be read."""
    try:
        node = Loader(source.text).get_single_node()
        document = read_document(source.file, node) if node is not None else None
        return read_scenario(document) if isinstance(document, Document) else None
    except (Malformed, PositionError):
        return None


def told(steps: tuple[SeenStep, ...], words: Words) -> Iterator[SceneStep]:
    """Yield the steps in words; what the scenario only checks is left out."""
    for one in steps:
        step = one.step
        happened = said(one.events, one.match, JUDGE, words)
        if isinstance(step, Answer):
            yield SceneStep(step.seat, words.token(step.token), happened)
        elif isinstance(step, Refuses):
            why = one.refusal.said(words.say) if one.refusal else ""
            yield SceneStep(step.seat, words.token(step.token), (), why or "—")
        elif isinstance(step, Drawn):
            pieces = COMMA.join(words.pieces(kind) for kind in step.kinds)
            yield SceneStep(step.seat, words.say(DRAWN).format(pieces=pieces), happened)
        elif happened:
            yield SceneStep("", "", happened)
