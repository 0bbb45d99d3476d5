"""What somebody may think of doing, so that he can ask why he cannot."""

from __future__ import annotations

from random import Random

import pytest

from companion.rules import JUDGE, TABLE, Draw, Question, SeatSetup, Setup, new_match
from companion.rules.puzzle_strike.sets.library import LIBRARY
from tests.rules.playing import any_input, at, duel, random_duel, say, with_unseen

HAND = ["gem_1", "crash_gem", "wound", "combine"]


def test_the_hand_and_the_bank_may_be_thought_of() -> None:
    match = at({"A": {"hand": HAND, "pile": [1, 3]}, "B": {"hand": ["wound"]}}, turn={"seat": "A"})
    for seat, held in (("A", HAND), ("B", ["wound"])):
        thought = match.game.thinkable(match.view(seat))
        assert {token for token in thought if token.startswith("play:")} == {f"play:{kind}" for kind in held}
        assert {token for token in thought if token.startswith("react:")} == {
            f"react:{kind}" for kind in held if LIBRARY.reacts(kind)
        }
        stock = match.view(seat).zones["bank"]
        assert isinstance(stock, dict)
        assert {token for token in thought if token.startswith("buy:")} == {f"buy:{kind}" for kind in stock}


def test_gems_may_be_thought_of_while_a_chip_asks_for_them() -> None:
    match = at({"A": {"hand": ["combine", "crash_gem"], "pile": [1, 3, 2]}, "B": {}}, turn={"seat": "A"})
    match.answer("play:combine", "A")
    thought = match.game.thinkable(match.view("A"))
    assert thought == ("combine:3+2", "combine:3+1", "combine:2+1")
    refusal = match.why_not("combine:3+2", "A")
    assert refusal
    assert "to at most 4" in refusal.why


def test_what_comes_in_another_phase_may_be_thought_of_too() -> None:
    """To keep while one buys, to buy while one keeps, to combine before the Ward is paid."""
    seats = {"A": {"hand": ["gem_1", "wound"], "bag": ["gem_2"]}, "B": {}}
    match = at(seats, turn={"phase": "buy", "piggy": 1, "bought": ["wound"]})
    assert {"keep:gem_1", "keep:wound"} <= set(match.game.thinkable(match.view("A")))
    assert not any(token.startswith("keep:") for token in match.game.thinkable(match.view("B")))
    match.answer("done", "A")
    assert {"keep:gem_1", "buy:gem_1", "done"} <= set(match.game.thinkable(match.view("A")))
    hand = ["combine", "draw_three", "gem_1"]
    match = at({"A": {"pile": [1, 1], "hand": hand, "bag": ["gem_2"]}, "B": {"ongoing": ["protective_ward"]}})
    match.answer("play:combine", "A")
    assert match.game.thinkable(match.view("A")) == ("discard:draw_three", "discard:gem_1", "combine:1+1", "pass")


@pytest.mark.parametrize("seed", range(4))
def test_each_has_words_and_is_allowed_or_refused_by_a_rule(seed: int) -> None:
    chance = Random(seed)
    match = random_duel(chance)
    while not match.over:
        rules = match.game.rulebook(match.table)
        for seat in "AB":
            thought = match.game.thinkable(match.view(seat))
            assert len(thought) == len(set(thought))
            for token in thought:
                assert match.game.words.token(token)
                refusal = match.why_not(token, seat)
                assert refusal is None or refusal.rule in rules
        say(match, *any_input(match, chance))
    assert match.game.thinkable(match.view("A")) == ()


def test_nobody_else_is_thought_for_and_nothing_hidden_is_named() -> None:
    """Two tables that differ in B's hand are the same to A; what A has not looked at stays unnamed."""
    hands = (["crash_gem"], ["roundhouse"])
    tables = [at({"A": {"hand": ["gem_1"]}, "B": {"hand": hand}}, turn={"seat": "A"}) for hand in hands]
    one, two = (match.game.thinkable(match.view("A")) for match in tables)
    assert one == two
    blind = with_unseen(tables[0], "A", "gem_1 combine", hand="?", bag="?")
    assert not any("?" in token for token in blind.game.thinkable(blind.view("A")))
    for audience in (TABLE, JUDGE):
        assert tables[0].game.thinkable(tables[0].view(audience)) == ()


def test_before_the_first_turn_there_is_nothing_to_think_of() -> None:
    choosing = new_match(Setup("puzzle-strike", (SeatSetup("A"), SeatSetup("B", "rook")), bank="first_game"))
    assert isinstance(choosing.pending, Question)
    drawing = duel()
    assert isinstance(drawing.pending, Draw)
    for match in (choosing, drawing):
        assert [match.game.thinkable(match.view(seat)) for seat in "AB"] == [(), ()]
