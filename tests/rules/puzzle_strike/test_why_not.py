"""Why something is refused: the sentence, the rule, and who may hear it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.rules import Illegal, Match, Question
from companion.rules.puzzle_strike.sets.library import box_of
from companion.rules.puzzle_strike.why_not import EXPLAIN, NO_REACTION
from tests.rules.playing import any_input, asked, at, random_duel, say
from tests.rules.puzzle_strike.refusal_positions import POSITIONS, there
from tests.rules.puzzle_strike.refusals import REFUSALS, Refused

BOX = box_of(("base",))
"""The chips that matches are usually played with."""


@pytest.mark.parametrize("case", REFUSALS, ids=lambda case: f"{case.where}: {case.seat} {case.token}")
def test_refused(case: Refused) -> None:
    match = there(case.where)
    refusal = match.why_not(case.token, case.seat)
    assert refusal is not None
    assert case.words in refusal.why
    assert (refusal.rule, refusal.private) == (case.rule, case.private)
    assert refusal.rule in match.game.rulebook(match.table)


@pytest.mark.parametrize(
    ("seat", "words"),
    [("B", "bought for $3; Rigorous"), ("A", "answers an opponent's purchase"), ("C", "an opponent's")],
)
def test_a_mate_has_bought_too_cheaply(seat: str, words: str) -> None:
    """It is A's turn; C, who plays with A, buys at a price that only C has."""
    mate = {"money": 4, "effects": ["sale_prices"], "hand": ["gem_1"]}
    others = {"hand": ["rigorous_training"]}
    match = at({"A": {"hand": ["gem_1"]}, "B": others, "C": mate, "D": others}, turn={"phase": "buy"}, mode="team")
    match.answer("buy:combine", "C")
    refusal = match.why_not("react:rigorous_training", seat)
    assert refusal is not None
    assert words in refusal.why


def test_every_explanation_is_tried() -> None:
    tried = {(asked(there(case.where)).what, case.token.partition(":")[0]) for case in REFUSALS}
    tried |= {(what, "") for what, _ in tried}
    assert set(EXPLAIN) - tried == set()


def test_every_reason_that_forbids_a_reaction_is_tried() -> None:
    refusals = [there(case.where).why_not(case.token, case.seat) for case in REFUSALS]
    said = {refusal.template for refusal in refusals if refusal}
    assert {why for why, reason in NO_REACTION.items() if reason.template not in said} == set()


# -- whatever is tried -----------------------------------------------------------------------------------------

VERBS = (
    "play pay break to combine react negate buy gain take trap discard trash pile keep bag give ante choose done sing"
).split()
THINGS = (
    "", "gems", "gem_1", "gem_1+gem_1", "1+4", "4", "crash_gem", "crash_gem+wound", "reversal", "wound", "A", "black",
    "gem_1+gems", "+", "x+y", "{x}", "?", "stand_in_1", "bubble_shield", "rigorous_training",
)  # fmt: skip
PLACES = ("", "@pile", "@discard", "@bag", "@moon", "@money", "@name", "@")


def anything(chance: Random) -> str:
    return f"{chance.choice(VERBS)}:{chance.choice(THINGS)}{chance.choice(PLACES)}"


def sound(match: Match, refusal: Illegal | None) -> None:
    """A refusal that can be said, by a rule that exists."""
    if refusal is not None:
        assert refusal.why.strip()
        assert refusal.rule in match.game.rulebook(match.table)


@pytest.mark.parametrize("name", POSITIONS)
def test_anything_at_all_is_refused_in_words(name: str) -> None:
    match = there(name)
    for seat in "AB":
        for verb in VERBS:
            for thing in THINGS:
                for place in PLACES:
                    sound(match, match.why_not(f"{verb}:{thing}{place}", seat))


@pytest.mark.parametrize("seed", range(10))
def test_anything_at_all_is_refused_in_words_in_whole_games(seed: int) -> None:
    chance = Random(seed)
    match = random_duel(chance)
    while not match.over:
        for seat in match.waiting_for:
            for _ in range(10):
                sound(match, match.why_not(anything(chance), seat))
        say(match, *any_input(match, chance))


# -- what others may hear ----------------------------------------------------------------------------------------


def heard(refusal: Illegal | None) -> str | None:
    """What the others hear."""
    return None if refusal is None or refusal.private else refusal.why


def swapped(match: Match, seat: str, chance: Random) -> Match | None:
    """The same table for everybody else: only the seat's hand and bag are mixed."""
    table: Any = match.table.copy()
    owner = table.seats[seat]
    chips = chance.sample(owner.hand + owner.bag, len(owner.hand + owner.bag))
    owner.hand, owner.bag = tuple(chips[: len(owner.hand)]), tuple(chips[len(owner.hand) :])
    twin = Match(match.game, match.setup, table)
    return twin if isinstance(twin.pending, Question) and twin.pending.what == asked(match).what else None


def twins(chance: Random) -> Iterator[tuple[Match, Match]]:
    """Moments of a random game, each with one that differs in hidden chips alone."""
    match = random_duel(chance)
    while not match.over:
        if isinstance(match.pending, Question) and match.pending.rest:
            for seat in "AB":
                twin = swapped(match, seat, chance)
                if twin is not None:
                    yield match, twin
        say(match, *any_input(match, chance))


@pytest.mark.parametrize("seed", range(8))
def test_what_all_may_hear_is_the_same_whatever_the_hidden_chips(seed: int) -> None:
    chance = Random(seed)
    verbs = ("play", "buy", "react", "keep", "trash", "gain", "discard", "pile", "choose")
    tokens = ["done", "pass", "none", "play:gems", *(f"{verb}:{kind}" for verb in verbs for kind in BOX)]
    for one, two in twins(chance):
        for token in chance.sample(tokens, 20):
            for seat in "AB":
                refusals = one.why_not(token, seat), two.why_not(token, seat)
                if None not in refusals:
                    assert heard(refusals[0]) == heard(refusals[1]), token


@pytest.mark.parametrize(
    ("name", "tokens"),
    [
        ("action", [f"play:{kind}" for kind in BOX]),
        ("buy, no wounds", ["done", "pass", "none"]),
        ("buy, no wounds, nothing in reach", ["done", "pass", "none", "keep:gem_1", "trash:gem_1"]),
        ("keep", [f"{verb}:{kind}" for kind in BOX for verb in ("keep", "buy", "discard")]),
        ("give", [f"give:{kind}" for kind in BOX]),
        ("essence without a gem", [f"trash:{kind}" for kind in BOX]),
        ("hex on one wound", ["discard:wound", "discard:wound+wound", "gain:wound"]),
        ("trash", [f"trash:{kind}" for kind in BOX]),
        ("trash a gem", [f"trash:{kind}" for kind in BOX]),
        ("take from the bag", ["take:crash_gem", "take:combine", "take:double_crash_gem", "take:wound"]),
        ("gems sent", [f"react:{kind}" for kind in BOX]),
        ("before an attack", [f"react:{kind}" for kind in BOX]),
        ("after a purchase", [f"react:{kind}" for kind in BOX]),
        ("hex, answered", [f"react:{kind}" for kind in BOX]),
        ("hex, answered", ["discard:wound", "discard:wound+wound", "pass", "choose:wound"]),
        ("double-take", [f"choose:{kind}{place}" for kind in BOX for place in ("", "@hand", "@discard", "@bag")]),
        ("ward", [f"discard:{kind}" for kind in BOX]),
        ("wards", [f"discard:{kind}" for kind in BOX]),
        ("risky", [f"pile:{kind}" for kind in BOX]),
        ("improve", [f"trash:{kind}{place}" for kind in BOX for place in ("", "@discard", "@bag")]),
        ("no more lies", [f"trash:{one}+{two}" for one in BOX for two in ("gem_1", "wound", "gem_3")]),
        ("discard two", [f"discard:{one}{two}" for one in BOX for two in ("", "+gem_1", "+wound", "+gem_3")]),
    ],
)
def test_inside_effects_too(name: str, tokens: list[str]) -> None:
    """One chip of the hand lies in the bag instead, and one of the bag in the hand."""
    given, said = POSITIONS[name]
    seat = there(name).waiting_for[0]
    own = given["seats"][seat]
    played = {line.partition(":")[2].partition("@")[0] for line in said.split(", ")}
    for at_hand, chip in enumerate(own["hand"]):
        if chip in played:
            continue
        for in_bag in {"draw_three", "combine", "gem_3", *own.get("bag", [])}:
            hand = [*own["hand"][:at_hand], in_bag, *own["hand"][at_hand + 1 :]]
            one = at_position(given, seat, own["hand"], [*own.get("bag", []), in_bag], said)
            two = at_position(given, seat, hand, [*own.get("bag", []), chip], said)
            if one is None or two is None or asked(one).what != asked(two).what:
                continue
            for token in tokens:
                refusals = one.why_not(token, seat), two.why_not(token, seat)
                if None not in refusals:
                    assert heard(refusals[0]) == heard(refusals[1]), (token, chip, in_bag)


def at_position(given: dict[str, Any], seat: str, hand: list[str], bag: list[str], said: str) -> Match | None:
    """The position with another hand and bag; None where the script does not lead to the same question there."""
    seats = {**given["seats"], seat: {**given["seats"][seat], "hand": hand, "bag": bag}}
    match = at(**{**given, "seats": seats})
    for line in filter(None, said.split(", ")):
        who, token = line.split(" ")
        if match.accepts(token, who) is None:
            return None
        match.answer(token, who)
    return match


def because(match: Match, token: str, seat: str) -> str:
    refusal = match.why_not(token, seat)
    assert refusal is not None
    return refusal.why


def test_more_of_a_size_than_the_pile_has() -> None:
    match = at({"A": {"pile": [1, 2], "hand": ["double_crash_gem"]}, "B": {}})
    match.answer("play:double_crash_gem", "A")
    assert because(match, "break:1+1", "A") == "There is only one 1-gem in your pile."


def test_more_than_three_gems_are_not_negated() -> None:
    match = at({"A": {"pile": [3, 1], "hand": ["crash_gem"]}, "B": {"pile": [1], "hand": ["gems_to_gemonade"]}})
    for token, seat in (("play:crash_gem", "A"), ("break:3", "A"), ("react:gems_to_gemonade", "B")):
        match.answer(token, seat)
    assert because(match, "negate:4", "B").endswith("none, 1, 2 or 3.")


def test_who_has_passed_is_told_so_though_a_crash_gem_lies_in_his_pile() -> None:
    seats = {"A": {"pile": [3, 2], "hand": ["crash_gem", "gem_1"]}, "B": {"pile": [1, "crash_gem"], "hand": ["gem_1"]}}
    match = at(seats)
    for token, seat in (("play:crash_gem", "A"), ("break:3", "A"), ("pass", "B")):
        match.answer(token, seat)
    assert "pass" in because(match, "react:crash_gem", "B").lower()
