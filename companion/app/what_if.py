"""What if: a position as people write it, some answers, and what the rules make of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import yaml

from companion.faces.hall import HallError, Step, Tried
from companion.faces.languages import Language
from companion.faces.screen import Choice
from companion.faces.screen_words import cited, words_of
from companion.rules import JUDGE, Match, Question, Words, tell
from companion.rules.kernel.positions import PositionError
from companion.rules.kernel.sentences import Sentence
from companion.scenarios import tries
from companion.scenarios.documents import Document, Malformed, Value, read_document
from companion.scenarios.scenario import read_scenario
from companion.scenarios.written import reached

NOWHERE = Path("position")
EXAMPLE = "seats: {A: {pile: [gem_1]}}"
IN_LINE = "Line {line}: {problem}"


def what_if(text: str, tokens: tuple[str, ...], language: Language) -> Tried:
    """What is legal there, and what would come of these answers; a script in the position is played first."""
    try:
        document = read_text(text)
        assert isinstance(document.value, dict)
        scenario = read_scenario(replace(document, value={"title": "position", **document.value}))
        match = reached(scenario)
    except HallError as problem:
        return unread(problem.said(language))
    except PositionError as problem:
        line = document.line_of(problem.path)
        return unread(language.say(IN_LINE).format(line=line, problem=problem.message))
    words = words_of(match, language)
    steps: list[Step] = []
    for token in tokens:
        steps.append(attempt(match, words, token, language))
        if not steps[-1].accepted:
            break
    pending = match.pending
    asks = words.question(pending) if isinstance(pending, Question) else words.draw(pending) if pending else ""
    seats = match.waiting_for
    offered = [
        Choice(token, f"{seat}: {words.token(token)}" if len(seats) > 1 else words.token(token))
        for seat in seats
        for token in match.options(seat)
    ]
    return Tried(
        tuple(words.picture(match.view(JUDGE))),
        asks or language.say("The game is over."),
        cited(match, pending.rule, language) if pending else None,
        tuple(offered),
        tuple(steps),
    )


def unread(problem: str) -> Tried:
    """Where the position is none."""
    return Tried((), "", None, (), (), problem)


def read_text(text: str) -> Document:
    """The one document of a text. Raises `HallError`."""
    try:
        node = yaml.SafeLoader(text).get_single_node()
        found = read_document(NOWHERE, node) if node is not None else None
    except yaml.MarkedYAMLError as problem:
        line = problem.problem_mark.line + 1 if problem.problem_mark else 1
        raise HallError(Sentence(IN_LINE, {"line": line, "problem": problem.problem})) from None
    except (yaml.YAMLError, RecursionError, ValueError) as problem:
        raise HallError(Sentence("This cannot be read: {problem}", {"problem": problem})) from None
    if isinstance(found, Malformed):
        raise HallError(Sentence(IN_LINE, {"line": found.line, "problem": found.message}))
    if found is None or not isinstance(found.value, dict):
        raise HallError(Sentence("Expected keys with values, as {example}.", {"example": EXAMPLE}))
    return found


def read_changes(text: str) -> Mapping[str, Value]:
    """A correction, in the keys of a position. Raises `HallError`."""
    value = read_text(text).value
    assert isinstance(value, dict)
    return value


def attempt(match: Match, words: Words, text: str, language: Language) -> Step:
    """One answer, in words."""
    tried = tries.attempt(match, text)
    happened = [line for events in tried.steps for line in tell(match, events, JUDGE, words)]
    rulings = tuple(map(language.say, tried.rulings))
    if tried.refusal is None:
        return Step(text, True, tuple(happened), rulings=rulings)
    why = tried.refusal.said(language.say)
    return Step(text, False, tuple(happened), why, cited(match, tried.refusal.rule, language), rulings)
