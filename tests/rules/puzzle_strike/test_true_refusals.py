"""A refusal is true: whatever is tried, at whatever moment."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from companion.rules import Illegal, Match, Question
from companion.rules.puzzle_strike import limits, other_answers, refused, why_not
from companion.rules.puzzle_strike.sets.library import LIBRARY, SETS, box_of
from companion.rules.puzzle_strike.words import WHY_NOTHING
from tests.faces.languages.msgids import sentences
from tests.rules.playing import any_input, asked, at, say
from tests.rules.puzzle_strike.refusal_positions import there
from tests.rules.puzzle_strike.refusals import REFUSALS

BOX = box_of(("base",))
"""The chips that matches are usually played with."""

NO_ANSWER = '"{said}" means nothing here. Say what you do, and with which chip, as in "play:crash_gem".'
"""What is left where no reason is known."""

OF_CHIPS = (
    "play", "react", "buy", "gain", "take", "trap", "discard", "trash", "pile", "keep", "bag", "give", "choose", "ante",
)  # fmt: skip
OF_GEMS = ("break", "combine")
VERBS = (*OF_CHIPS, *OF_GEMS, "to", "pay", "negate")

MEANT_BY = {("choose", "hex_of_murkwood"): {"gain", "discard"}, ("ante", "dragon_form"): {"ante", "discard"}}
"""What is asked, where the options alone do not tell."""


def verbs_asked(question: Question) -> set[str]:
    """The verbs of the answers that this question takes."""
    offered = {token.partition(":")[0] for tokens in question.options.values() for token in tokens}
    also = {"play", "buy"} if question.what == "buy" else {"play"} if question.what == "action" else set()
    return {question.what, *question.also, *offered, *MEANT_BY.get((question.what, question.about), ()), *also}


ALL_SETS = tuple(SETS)


def random_position(chance: Random, sets: tuple[str, ...]) -> Match:
    """Any chips in the hands, so that each kind is played sooner or later."""
    box = box_of(sets)
    kinds = sorted(box)
    bank = chance.sample(sorted(box.of_kind("puzzle")), 10)

    def seat() -> dict[str, object]:
        return {
            "hand": chance.sample(kinds, chance.randint(1, 6)),
            "bag": chance.sample(kinds, chance.randint(0, 4)),
            "discard": chance.sample(kinds, chance.randint(0, 3)),
            "pile": [chance.randint(1, 4) for _ in range(chance.randint(0, 4))],
        }

    turn = {"phase": chance.choice(("action", "action", "buy")), "arrows": {"black": 3}, "money": chance.randint(0, 6)}
    turn["piggy"] = chance.randint(0, 1)
    if chance.random() < 0.1:
        turn = {"phase": "ante"}
    given = {"A": seat(), "B": seat()}
    for chips in given.values():
        if chance.random() < 0.2:
            chips["ongoing"] = [chance.choice([kind for kind in kinds if box[kind].ongoing])]
    return at(given, bank={"puzzle": bank}, turn=turn, patient=chance.random() < 0.3, sets=sets)


def moments(seed: int, games: int, steps: int = 12) -> Iterator[Match]:
    """Questions of random games that start in the middle; from seed 4 on with the chips of all sets."""
    chance = Random(seed)
    for _ in range(games):
        match = random_position(chance, ("base",) if seed < 4 else ALL_SETS)
        for _ in range(steps):
            if match.over:
                break
            if isinstance(match.pending, Question):
                yield match
            say(match, *any_input(match, chance))


@cache
def sentences_of(*modules: ModuleType) -> frozenset[str]:
    """What these modules say."""
    found = set()
    for module in modules:
        tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
        found |= {text for text, _ in sentences(tree) if text.endswith(".")}
    return frozenset(found)


def refusal(match: Match, token: str, seat: str) -> Illegal | None:
    return match.why_not(token, seat)


@pytest.mark.parametrize("seed", range(6))
def test_a_wrong_verb_is_never_explained_by_the_chip(seed: int) -> None:
    """What is offered in another word goes; only the word is wrong, or it is understood."""
    of_things = sentences_of(limits, refused)
    for match in moments(seed, 150):
        question = asked(match)
        others = [verb for verb in VERBS if verb not in verbs_asked(question)]
        for seat in match.waiting_for:
            for option in match.options(seat):
                thing = option.partition(":")[2]
                is_chip = all(kind in LIBRARY for kind in thing.partition("@")[0].split("+"))
                for verb in others if is_chip else ():
                    found = match.why_not(f"{verb}:{thing}", seat)
                    assert found is not None, (option, verb)
                    assert found.template not in of_things, (option, verb, found.why)
                    assert found.template != NO_ANSWER, (option, verb, question)


@pytest.mark.parametrize("seed", range(6))
def test_a_wrong_place_is_not_explained_by_the_chip_of_the_bank(seed: int) -> None:
    """The chip goes; only where it lies is said wrongly."""
    for match in moments(seed, 100):
        for seat in match.waiting_for:
            for option in match.options(seat):
                if option.startswith(("gain:", "buy:", "trap:")) and "@" not in option:
                    found = match.why_not(f"{option}@discard", seat)
                    assert found is None or found.template == other_answers.WITHOUT_A_PLACE, (option, found.why)


@pytest.mark.parametrize("seed", range(6))
def test_there_is_a_reason_for_everything_that_can_be_thought_of(seed: int) -> None:
    chance = Random(seed)
    for match in moments(seed, 100):
        words = ["pass", "done", "none", "combine:1+2", "break:1", "to:B", "negate:1", "pay:black"]
        words += [f"{verb}:{chance.choice(sorted(LIBRARY))}" for verb in OF_CHIPS]
        for seat in "AB":
            for token in words:
                found = match.why_not(token, seat)
                assert found is None or found.template != NO_ANSWER, (asked(match), seat, token)


def test_a_chip_that_could_do_nothing_is_spoken_of_as_it_was() -> None:
    assert other_answers.WHY_IT_COULD_NOT.keys() == other_answers.COULD_NOT.keys()
    assert WHY_NOTHING.keys() - other_answers.COULD_NOT.keys() == {"living_on_the_edge"}, "which asks nothing"


# -- every sentence is said somewhere ----------------------------------------------------------------------------

GEMS_TRIED = ("1", "4", "1+1", "1+2", "3+4", "2+2+1", "x")
SYMBOLS = ("black", "black+piggy", "chips", "black+black", "quince")
CHOSEN = ("wound+wound", "gem_1+gem_1", "crash_gem+wound+gem_1")


def all_that_is_thought_of(match: Match, seat: str, chance: Random) -> Iterator[str]:
    """What the rules themselves think that people try, and a sample of everything else."""
    yield from match.game.thinkable(match.view(seat))
    yield from (
        "done",
        "pass",
        "none",
        "dance",
        "play:gems",
        "play:",
        "to:A",
        "to:C",
        "pay:black",
        "negate:1",
        "negate:9",
    )
    for verb in OF_GEMS:
        yield from (f"{verb}:{gems}" for gems in GEMS_TRIED)
    pairs = CHOSEN if isinstance(match.pending, Question) and not match.pending.rest else ()
    yield from (f"choose:{thing}" for thing in SYMBOLS)
    for verb in OF_CHIPS:
        for thing in (*chance.sample(sorted(LIBRARY), 6), *pairs):
            yield f"{verb}:{thing}{chance.choice(('', '', '', '@discard', '@pile', '@moon'))}"


def said_in_random_games(seed: int, games: int) -> set[str]:
    """The templates of all refusals."""
    chance = Random(seed)
    found = set()
    for match in moments(seed, games):
        for seat in "AB":
            refusals = (match.why_not(token, seat) for token in all_that_is_thought_of(match, seat, chance))
            found |= {refusal.template for refusal in refusals if refusal}
    return found


def test_every_sentence_is_said_in_a_random_game_or_at_a_named_position() -> None:
    """A sentence that nobody can ever hear explains nothing: another one stands in its way."""
    written = sentences_of(why_not, limits, refused, other_answers)
    said = said_in_random_games(1, 200) | said_in_random_games(4, 120)
    at_positions = {
        refusal.template: case.where
        for case in REFUSALS
        if (refusal := there(case.where).why_not(case.token, case.seat)) is not None
    }
    assert written - said - at_positions.keys() == set()
    print(sorted((at_positions[text], text) for text in written - said))
