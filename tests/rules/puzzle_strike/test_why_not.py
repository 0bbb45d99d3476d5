"""Why something is refused: the sentence, the rule, and who may hear it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest

from companion.rules import Illegal, Match, Question
from companion.rules.puzzle_strike.chips import CHIPS
from companion.rules.puzzle_strike.why_not import EXPLAIN, NO_REACTION
from tests.rules.playing import any_input, asked, at, random_duel, say

ATTACKS: dict[str, Any] = {"bank": {"puzzle": "lots_of_attacks"}}


def position(a: dict[str, Any], b: dict[str, Any] | None = None, **rest: Any) -> dict[str, Any]:
    return {"seats": {"A": a, "B": b or {}}, **rest}


POSITIONS: dict[str, tuple[dict[str, Any], str]] = {
    # a name: the position, and what is said from there on (SEAT token, separated by commas)
    "action": (
        position(
            {"pile": [1, 2], "hand": ["crash_gem", "draw_three", "gem_1", "wound", "rigorous_training"]},
            {"hand": ["crash_gem"]},
            turn={"arrows": {"purple": 1}},
        ),
        "",
    ),
    "buy": (
        position(
            {"hand": ["gem_1", "wound"], "bag": ["gem_1"]},
            bank={"stock": {"draw_three": 0}},
            turn={"phase": "buy", "money": 2},
        ),
        "",
    ),
    "buy, hand empty": (position({"bag": ["gem_1"]}, turn={"phase": "buy", "money": 2}), ""),
    "buy, a wound bought": (
        position({"hand": ["gem_1"], "bag": ["gem_1"]}, turn={"phase": "buy", "money": 2, "bought": ["wound"]}),
        "",
    ),
    "buy, no wounds": (
        position(
            {"hand": ["wound"], "bag": ["gem_1"]}, bank={"stock": {"wound": 0}}, turn={"phase": "buy", "money": 2}
        ),
        "",
    ),
    "buy, no wounds, money in the hand": (
        position({"hand": ["gem_2"], "bag": ["gem_1"]}, bank={"stock": {"wound": 0}}, turn={"phase": "buy"}),
        "",
    ),
    "buy, Dragon": (
        position({"hand": ["gem_1"], "ongoing": ["dragon_form"]}, turn={"phase": "buy", "money": 9}),
        "",
    ),
    "gems sent": (
        position(
            {"pile": [2], "hand": ["crash_gem"]},
            {"pile": [1], "hand": ["crash_gem", "thinking_ahead", "draw_three", "rigorous_training"]},
            **ATTACKS,
        ),
        "A play:crash_gem",
    ),
    "gems sent to an empty pile": (
        position({"pile": [2], "hand": ["crash_gem"]}, {"hand": ["crash_gem", "stone_wall"]}),
        "A play:crash_gem",
    ),
    "nothing to break": (
        position({"pile": [1], "hand": ["crash_gem", "wound"]}, {"hand": ["crash_gem"]}),
        "A play:crash_gem",
    ),
    "a 4-gem was sent": (
        position({"pile": [4], "hand": ["crash_gem", "wound"]}, {"pile": [1], "hand": ["crash_gem"]}),
        "A play:crash_gem",
    ),
    "a Dragon sent": (
        position(
            {"pile": [1], "hand": ["crash_gem", "wound"], "ongoing": ["dragon_form"]},
            {"pile": [1], "hand": ["crash_gem"]},
        ),
        "A play:crash_gem",
    ),
    "sent to who was knocked down": (
        position({"pile": [1], "hand": ["crash_gem", "wound"]}, {"pile": [1], "hand": ["crash_gem"], "barred": True}),
        "A play:crash_gem",
    ),
    "answered": (
        position({"pile": [2], "hand": ["crash_gem", "wound"]}, {"pile": [1, 1], "hand": ["crash_gem", "stone_wall"]}),
        "A play:crash_gem, B react:crash_gem",
    ),
    "answered with a 4-gem": (
        position(
            {"pile": [1, 1], "hand": ["crash_gem", "crash_gem", "wound"]},
            {"pile": [4], "hand": ["crash_gem"], "bag": ["gem_1"]},
            turn={"arrows": {"purple": 2}},
        ),
        "A play:crash_gem, B react:crash_gem",
    ),
    "before an attack": (
        position(
            {"pile": [1], "hand": ["sneak_attack"]},
            {"pile": [1], "hand": ["self_improvement", "crash_gem"], "bag": ["thinking_ahead"]},
            **ATTACKS,
        ),
        "A play:sneak_attack",
    ),
    "after an attack": (
        position(
            {"pile": [1], "hand": ["sneak_attack"]},
            {"pile": [1], "hand": ["self_improvement", "thinking_ahead"]},
            **ATTACKS,
        ),
        "A play:sneak_attack, B pass",
    ),
    "after a purchase": (
        position(
            {"hand": ["gem_1"], "bag": ["gem_1"]},
            {"pile": [1], "hand": ["rigorous_training", "crash_gem", "thinking_ahead", "wound"]},
            turn={"phase": "buy", "money": 4},
        ),
        "A buy:combine",
    ),
    "break one": (position({"pile": [1, 2], "hand": ["crash_gem"]}), "A play:crash_gem"),
    "break two": (position({"pile": [1, 2], "hand": ["double_crash_gem"]}), "A play:double_crash_gem"),
    "combine": (position({"pile": [1, 1, 2, 3], "hand": ["combine"]}), "A play:combine"),
    "combine with the bank": (position({"pile": [1, 3], "hand": ["strength_of_earth"]}), "A play:strength_of_earth"),
    "trash": (
        position({"hand": ["martial_mastery", "reversal", "crash_gem", "gem_1"], "bag": ["gem_2"]}),
        "A play:martial_mastery",
    ),
    "trash a gem": (position({"hand": ["gem_essence", "wound", "gem_1"], "bag": ["gem_2"]}), "A play:gem_essence"),
    "gain": (
        position({"hand": ["combos_are_hard"]}, bank={"puzzle": "master_puzzler", "stock": {"roundhouse": 0}}),
        "A play:combos_are_hard",
    ),
    "take": (
        position(
            {"hand": ["training_day", "gem_1", "wound"], "bag": ["gem_2"]},
            bank={"puzzle": "no_attacks", "stock": {"secret_move": 0}},
        ),
        "A play:training_day, A trash:wound",
    ),
    "take from the bag": (
        position({"hand": ["research_and_development", "gem_1", "crash_gem"], "bag": ["combine", "double_crash_gem"]}),
        "A play:research_and_development, A give:gem_1",
    ),
    "give": (
        position({"hand": ["research_and_development", "gem_1", "crash_gem"], "bag": ["combine", "wound"]}),
        "A play:research_and_development",
    ),
    "discard": (
        position({"pile": [1], "hand": ["knockdown"]}, {"hand": ["gem_1", "wound"], "bag": ["gem_2"]}),
        "A play:knockdown",
    ),
    "discard two": (
        position(
            {"pile": [1], "hand": ["chip_damage"]}, {"hand": ["gem_1", "wound", "gem_2"], "bag": ["gem_2"]}, **ATTACKS
        ),
        "A play:chip_damage",
    ),
    "keep": (
        position(
            {"hand": ["gem_1", "wound"], "bag": ["gem_2"]}, turn={"phase": "buy", "piggy": 1, "bought": ["wound"]}
        ),
        "A done",
    ),
    "negate": (
        position({"pile": [3], "hand": ["crash_gem"]}, {"hand": ["gems_to_gemonade"]}, bank={"puzzle": "no_attacks"}),
        "A play:crash_gem, B react:gems_to_gemonade",
    ),
}

PRIVATE = True


class Refused(NamedTuple):
    """What is tried, and what is answered."""

    where: str
    seat: str
    token: str
    rule: str
    words: str
    private: bool = False


REFUSALS = [
    Refused("action", "Zoe", "done", "turn-structure", "Nobody named Zoe is seated here."),
    Refused("action", "A", "dance", "action-phase", "offered: play:crash_gem, done.", PRIVATE),
    Refused("action", "A", "play:unicorn", "action-phase", 'There is no chip "unicorn".'),
    Refused("action", "A", "play:crash_gem+draw_three", "action-phase", "One chip at a time."),
    Refused("action", "A", "play:crash_gem@moon", "action-phase", 'There is no place "moon".'),
    Refused("action", "A", "play:gem_1", "gem-chips", "Gems of the hand are money"),
    Refused("action", "A", "play:gems", "gem-chips", "Gems of the hand are money"),
    Refused("action", "A", "play:wound", "wounds", "A wound does nothing"),
    Refused("action", "A", "play:rigorous_training", "main-and-reaction", "Rigorous Training is a reaction only."),
    Refused("action", "A", "play:combine", "action-phase", "You have no Combine in your hand.", PRIVATE),
    Refused("action", "A", "play:crash_gem@pile", "action-phase", "You have no Crash Gem in your pile."),
    Refused("action", "A", "play:draw_three", "colored-arrows", "pays for Draw Three; it takes a black or brown one."),
    Refused("action", "A", "buy:gem_1", "turn-structure", "Actions come first"),
    Refused("action", "A", "react:crash_gem", "main-and-reaction", "There is nothing to react to now."),
    Refused("action", "B", "react:crash_gem", "main-and-reaction", "There is nothing to react to now."),
    Refused("action", "B", "done", "turn-structure", "It is A's turn."),
    Refused("action", "B", "play:crash_gem", "turn-structure", "It is A's turn."),
    Refused("action", "B", "buy:gem_1", "turn-structure", "It is A's turn."),
    Refused("action", "B", "trash:wound", "action-phase", "It is for A to decide now."),
    Refused("buy", "A", "play:draw_three", "turn-structure", "only gems are laid now"),
    Refused("buy", "A", "play:gem_3", "buy-phase", "You have no 3-gem in your hand.", PRIVATE),
    Refused("buy, hand empty", "A", "play:gems", "buy-phase", "There is no gem left in your hand.", PRIVATE),
    Refused("buy", "A", "buy:mix_master", "bank", "Mix-Master is not in this bank."),
    Refused("buy", "A", "buy:draw_three", "running-out-of-chips", "The stack of Draw Three is empty."),
    Refused("buy", "A", "buy:double_crash_gem", "buy-phase", "costs $9; there is $2 to spend (gems still in the hand"),
    Refused("buy, hand empty", "A", "buy:gem_4", "buy-phase", "4-gem costs $7; there is $2 to spend."),
    Refused("buy, a wound bought", "A", "buy:wound", "wounds", "Only one wound may be bought in a turn."),
    Refused("buy, Dragon", "A", "buy:combine", "chip:dragon_form", "may not buy purple orb chips"),
    Refused("buy", "A", "done", "buy-at-least-one", "a wound costs nothing"),
    Refused("buy, no wounds", "A", "done", "buy-at-least-one", "there is one you can afford"),
    Refused("buy, no wounds, money in the hand", "A", "done", "buy-at-least-one", "one you can afford", PRIVATE),
    Refused("buy", "A", "react:crash_gem", "main-and-reaction", "There is nothing to react to now."),
    Refused("gems sent", "A", "done", "reaction-timing", "First B may react, or pass."),
    Refused("gems sent", "B", "done:x", "reaction-timing", "First react or pass."),
    Refused("gems sent", "B", "play:draw_three", "reaction-timing", "First react or pass."),
    Refused("gems sent", "B", "react:draw_three", "main-and-reaction", "Draw Three is not a reaction."),
    Refused("gems sent", "B", "react:thinking_ahead", "blue-shield", "Thinking Ahead answers a red fist"),
    Refused("gems sent", "B", "react:rigorous_training", "brown-shield", "Rigorous Training answers a purchase"),
    Refused("gems sent", "B", "react:stone_wall", "main-and-reaction", "You have no Stone Wall in your hand.", PRIVATE),
    Refused("gems sent", "B", "react:crash_gem@pile", "main-and-reaction", "You have no Crash Gem in your pile."),
    Refused("gems sent to an empty pile", "B", "react:crash_gem", "counter-crashing", "needs a gem in your own pile"),
    Refused("a 4-gem was sent", "B", "react:crash_gem", "4-gems-uncounter-crashable", "A 4-gem was broken"),
    Refused("a Dragon sent", "B", "react:crash_gem", "chip:dragon_form", "A Dragon's purple orb chips"),
    Refused("sent to who was knocked down", "B", "react:crash_gem", "chip:knockdown", "knocked down"),
    Refused("answered", "B", "react:stone_wall", "one-reaction-per-event", "Only one reaction to the same event"),
    Refused("answered with a 4-gem", "A", "react:crash_gem", "4-gems-uncounter-crashable", "A 4-gem was broken"),
    Refused("answered", "A", "react:crash_gem", "counter-crash-chain", "no gem was sent back"),
    Refused("nothing to break", "B", "react:crash_gem", "counter-crashing", "needs a gem in your own pile"),
    Refused("before an attack", "B", "react:crash_gem", "purple-shield", "Crash Gem answers gems that are sent"),
    Refused("before an attack", "B", "react:self_improvement", "reaction-timing", "a red fist, after it struck."),
    Refused("after an attack", "B", "react:thinking_ahead", "reaction-timing", "a red fist, before it strikes."),
    Refused("before an attack", "B", "react:really_annoying", "main-and-reaction", "no Really Annoying", PRIVATE),
    Refused("after a purchase", "B", "react:thinking_ahead", "blue-shield", "Thinking Ahead answers a red fist"),
    Refused("after a purchase", "B", "react:crash_gem", "purple-shield", "Crash Gem answers gems that are sent"),
    Refused("after a purchase", "A", "done", "reaction-timing", "First B may react, or pass."),
    Refused("break one", "A", "break:1+2", "crash-gem", "This breaks one gem."),
    Refused("break one", "A", "break:3", "crash-gem", "You do not have 3 in your pile."),
    Refused("break two", "A", "break:1+1+2", "double-crash-gem", "breaks one gem or two"),
    Refused("break two", "A", "break:2+2", "double-crash-gem", "You do not have 2+2 in your pile."),
    Refused("combine", "A", "combine:2+3", "combine", "2+3 would make 5: gems combine to 4 at most."),
    Refused("combine", "A", "combine:2+2", "combine", "2+2 do not both lie in your pile."),
    Refused("combine", "A", "combine:1+1+2", "combine", "Exactly two gems are combined."),
    Refused("combine", "A", "combine:one+two", "combine", "Exactly two gems are combined."),
    Refused("combine with the bank", "A", "combine:2+1", "chip:strength_of_earth", "the bank's 1-gem"),
    Refused("trash", "A", "trash:reversal", "character-chips", "Character chips cannot be trashed."),
    Refused("trash", "A", "trash:crash_gem", "chip:martial_mastery", "Only a chip without a purple orb"),
    Refused("trash", "A", "trash:gem_2", "chip:martial_mastery", "You have no 2-gem in your hand.", PRIVATE),
    Refused("trash a gem", "A", "trash:wound", "chip:gem_essence", "Only a gem can be trashed for this."),
    Refused("gain", "A", "gain:roundhouse", "running-out-of-chips", "The stack of Roundhouse is empty."),
    Refused("gain", "A", "gain:master_puzzler", "chip:combos_are_hard", "exclamation"),
    Refused("gain", "A", "gain:sneak_attack", "chip:combos_are_hard", "Sneak Attack is not among what this allows."),
    Refused("take", "A", "take:secret_move", "running-out-of-chips", "The stack of Secret Move is empty."),
    Refused("take", "A", "take:crash_gem", "chip:training_day", "Crash Gem is not among what this allows."),
    Refused("take from the bag", "A", "take:crash_gem", "chip:research_and_development", "not among what", PRIVATE),
    Refused("give", "A", "give:gem_4", "chip:research_and_development", "You have no 4-gem in your hand.", PRIVATE),
    Refused("discard", "B", "discard:gem_4", "chip:knockdown", "You have no 4-gem in your hand.", PRIVATE),
    Refused("discard two", "B", "discard:gem_3+gem_4", "chip:chip_damage", "no 3-gem and no 4-gem", PRIVATE),
    Refused("discard two", "B", "discard:gem_1", "chip:chip_damage", "That is no answer", PRIVATE),
    Refused("keep", "A", "keep:gem_4", "piggy-bank", "You have no 4-gem in your hand.", PRIVATE),
    Refused("negate", "B", "negate:4", "chip:gems_to_gemonade", "up to three"),
]  # fmt: skip


def there(name: str) -> Match:
    """The match at one of the positions."""
    given, said = POSITIONS[name]
    match = at(**given)
    for line in filter(None, said.split(", ")):
        seat, token = line.split(" ")
        match.answer(token, seat)
    return match


@pytest.mark.parametrize("case", REFUSALS, ids=lambda case: f"{case.where}: {case.seat} {case.token}")
def test_refused(case: Refused) -> None:
    match = there(case.where)
    refusal = match.why_not(case.token, case.seat)
    assert refusal is not None
    assert case.words in refusal.why
    assert (refusal.rule, refusal.private) == (case.rule, case.private)
    assert refusal.rule in match.game.rulebook(match.table)


def test_every_explanation_is_tried() -> None:
    tried = {(asked(there(case.where)).what, case.token.partition(":")[0]) for case in REFUSALS}
    tried |= {(what, "") for what, _ in tried}
    assert set(EXPLAIN) - tried == set()


def test_every_reason_that_forbids_a_reaction_is_tried() -> None:
    assert set(NO_REACTION) - {case.rule for case in REFUSALS} == set()


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
    tokens = ["done", "play:gems", *(f"{verb}:{kind}" for verb in ("play", "buy", "react") for kind in CHIPS)]
    for one, two in twins(chance):
        for token in chance.sample(tokens, 20):
            for seat in "AB":
                refusals = one.why_not(token, seat), two.why_not(token, seat)
                if None not in refusals:
                    assert heard(refusals[0]) == heard(refusals[1]), token


@pytest.mark.parametrize(
    ("name", "tokens"),
    [
        ("action", [f"play:{kind}" for kind in CHIPS]),
        ("buy, no wounds", ["done"]),
        ("trash", [f"trash:{kind}" for kind in CHIPS]),
        ("trash a gem", [f"trash:{kind}" for kind in CHIPS]),
        ("take from the bag", ["take:crash_gem", "take:combine", "take:double_crash_gem", "take:wound"]),
        ("gems sent", [f"react:{kind}" for kind in CHIPS]),
        ("before an attack", [f"react:{kind}" for kind in CHIPS]),
        ("after a purchase", [f"react:{kind}" for kind in CHIPS]),
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
