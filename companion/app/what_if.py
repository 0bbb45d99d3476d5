"""What if: a position as people write it, some answers, and what the rules make of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from time import thread_time

import yaml

from companion.faces.editing import edited
from companion.faces.hall import ByItself, HallError, Tried, TriedStep
from companion.faces.languages import Language
from companion.faces.screen import Choice
from companion.faces.screen_words import cited, words_of
from companion.rules import JUDGE, Match, Question, Words, find_game, tell
from companion.rules.kernel.by_hand import HandAct
from companion.rules.kernel.positions import PositionError
from companion.rules.kernel.sentences import Sentence
from companion.rules.kernel.typed import answers_in
from companion.scenarios import tries
from companion.scenarios.documents import Document, Loader, Malformed, Value, no_yaml, read_document
from companion.scenarios.scenario import USUAL_GAME, read_scenario
from companion.scenarios.written import as_yaml, reached, written

NOWHERE = Path("position")
IN_LINE = "Line {line}: {problem}"


MOST_VALUES = 2000
"""The most values in a position: a box has some hundreds of chips, and a turn some dozens of steps."""
MOST_ANSWERS = 20
LONGEST_TEXT = 20_000
LONGEST_THOUGHT = 1.0
"""Seconds of computing for one try, checked before each step."""
TOO_LONG = "This position is too long: use at most {most} characters."
TOO_MUCH = "This position has too much in it: use at most {most} values."
TAKES_TOO_LONG = "This takes too long to work out. Start from a later position, or try fewer answers."


class Patience:
    """How long one try may take. Time in which other threads compute does not count."""

    def __init__(self) -> None:
        self._until = thread_time() + LONGEST_THOUGHT

    def look(self) -> None:
        """Raise `HallError` if it takes too long."""
        if thread_time() > self._until:
            raise HallError(Sentence(TAKES_TOO_LONG))


def what_if(text: str, answers: str, language: Language, acts: Sequence[HandAct] = (), inside: str = "") -> Tried:
    """What is legal in a position that was changed by hand, and what these answers would do. A script in the position
    is played first, and the answers are given last."""
    patience = Patience()
    try:
        document = read_text(text)
        assert isinstance(document.value, dict)
        scenario = read_scenario(replace(document, value={"title": "position", **document.value}))
        match = reached(scenario, patience.look)
        words = words_of(match, language)
        patience.look()
        table = edited(match, acts, inside, language)
        if acts and table.match is None:
            return Tried((), "", None, (), (), edited=table, position=text)
        match = table.match.copy() if acts and table.match else match
        position = as_yaml(written(match)) if acts else text
        steps: list[TriedStep] = []
        for answer in islice(answers_in(match, answers), MOST_ANSWERS):
            patience.look()
            step = attempt(match, words, answer, language)
            said = {ruling for before in steps for ruling in before.rulings}
            steps.append(replace(step, rulings=tuple(ruling for ruling in step.rulings if ruling not in said)))
            if not step.accepted:
                break
    except HallError as problem:
        return unread(problem.said(language))
    except PositionError as problem:
        line = document.line_of(problem.path)
        return unread(Sentence(IN_LINE, {"line": line, "problem": problem.message}).said(language.say))
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
        edited=edited(match, (), "", language) if steps else table,
        position=position,
        reached=as_yaml(written(match)) if steps else position,
    )


def unread(problem: str) -> Tried:
    """The result for a text that is no position."""
    return Tried((), "", None, (), (), problem)


def read_text(text: str) -> Document:
    """The one document in a text. Length and depth are checked before YAML is parsed. Raises `HallError`."""
    if len(text) > LONGEST_TEXT:
        raise HallError(Sentence(TOO_LONG, {"most": LONGEST_TEXT}))
    try:
        node = Loader(text).get_single_node()
        found = read_document(NOWHERE, node) if node is not None else None
    except yaml.YAMLError as problem:
        found = no_yaml(problem, text)
    except Malformed as problem:
        found = problem
    except ValueError as problem:
        raise HallError(Sentence("This cannot be read: {problem}", {"problem": problem})) from None
    if isinstance(found, Malformed):
        raise HallError(Sentence(IN_LINE, {"line": found.line, "problem": found.message}))
    if found is None or not isinstance(found.value, dict):
        raise HallError(
            Sentence("Expected keys with values, for example {example}.", {"example": find_game(USUAL_GAME).example})
        )
    if len(found.lines) > MOST_VALUES:
        raise HallError(Sentence(TOO_MUCH, {"most": MOST_VALUES}))
    return found


def read_changes(text: str) -> Mapping[str, Value]:
    """A correction, in the keys of a position. Raises `HallError`."""
    value = read_text(text).value
    assert isinstance(value, dict)
    return value


def attempt(match: Match, words: Words, text: str, language: Language) -> TriedStep:
    """The result of one answer, in words."""
    tried = tries.attempt(match, text, words)
    by_itself = tuple(
        ByItself(
            f"{step.seat}: {step.token}" if step.seat else step.token,
            language.say(step.why),
            tuple(tell(match, step.events, JUDGE, words)),
        )
        for step in tried.by_itself
    )
    step = TriedStep(
        tried.token,
        tried.refusal is None,
        tuple(tell(match, tried.events, JUDGE, words)),
        rulings=tuple(map(language.say, tried.rulings)),
        seat=tried.seat,
        by_itself=by_itself,
    )
    if tried.refusal is None:
        return step
    why = tried.refusal.said(language.say)
    return replace(step, why=why, rule=cited(match, tried.refusal.rule, language))
