"""What may be tried in order to be caught: it is against the rules, and possible with the chips that lie there."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules import Illegal, Match, Moved, find_game
from companion.rules.kernel.cheats import Cheat
from companion.rules.puzzle_strike.cheats import CHEATS
from companion.rules.puzzle_strike.game import rulebook

GAME = find_game("puzzle-strike")
ANTE = Moved("gem_1", 1, "bank", "A.pile")
HANDS = {
    "A": {"character": "jaina", "pile": ["gem_1", "gem_3"], "hand": ["crash_gem", "gem_2"], "bag": ["gem_1"] * 4},
    "B": {"character": "rook", "pile": ["gem_1"], "hand": ["combine", "gem_1"], "bag": ["gem_1"] * 4},
}


def match_at(phase: str, **seats: Any) -> Match:
    turn = {"seat": "A", "phase": phase, **({"money": 2} if phase == "buy" else {})}
    given = {"seats": {name: {**row, **seats.get(name, {})} for name, row in HANDS.items()}, "turn": turn}
    return Match(GAME, *GAME.position(given))


def cheats(match: Match, *owed: Moved) -> dict[str, Cheat]:
    return {cheat.key: cheat for cheat in match.game.cheats(match.table, owed)}


def possible(found: dict[str, Cheat]) -> set[str]:
    assert all(bool(cheat.moves) != bool(cheat.not_now) for cheat in found.values())
    return {key for key, cheat in found.items() if cheat.moves}


def test_each_phase_has_its_own() -> None:
    either = {"gem_back", "buy_out_of_turn", "draw_too_many"}
    assert possible(cheats(match_at("action"))) == either | {"play_out_of_turn"}
    assert possible(cheats(match_at("action"), ANTE)) == either | {"play_out_of_turn", "wrong_ante"}
    assert possible(cheats(match_at("buy"))) == either | {"play_too_late", "buy_too_dear"}


def test_what_chips_do_not_allow_is_told() -> None:
    poor = cheats(match_at("action", A={"pile": [], "bag": []}, B={"hand": ["gem_1", "wound"]}))
    keys = ("gem_back", "draw_too_many", "play_out_of_turn", "buy_too_dear", "take_back")
    told = {key: poor[key].not_now for key in keys}
    assert told == {
        "gem_back": "The pile is empty.",
        "draw_too_many": "The bag is empty.",
        "play_out_of_turn": "That hand has no action.",
        "buy_too_dear": "Only in a buy phase.",
        "take_back": "The discard pile is empty.",
    }
    rich = cheats(match_at("buy", A={"discard": ["wound", "combine"]}))
    assert rich["take_back"].moves == (Moved("combine", 1, "A.discard", "A.hand"),)


def test_hands_do_what_the_card_says() -> None:
    acting = cheats(match_at("action"), ANTE)
    assert acting["gem_back"].moves == (Moved("gem_3", 1, "A.pile", "bank"),)
    assert acting["wrong_ante"].moves == (Moved("gem_2", 1, "bank", "A.pile"),)
    assert acting["wrong_ante"].instead == (ANTE,)
    assert (acting["play_out_of_turn"].seat, acting["play_out_of_turn"].moves[0].source) == ("B", "B.hand")
    dear = cheats(match_at("buy"))["buy_too_dear"].moves[0]
    assert dear == Moved("double_crash_gem", 1, "bank", "A.discard")


@pytest.mark.parametrize("phase", ["action", "buy"])
def test_no_answer_moves_the_same_chips(phase: str) -> None:
    match = match_at(phase)
    legal = set()
    for token in match.options("A"):
        trial = match.copy()
        legal |= {event for event in trial.answer(token, "A") if isinstance(event, Moved)}
    for cheat in cheats(match).values():
        assert not legal & set(cheat.moves), cheat.key


def test_dearer_than_all_the_money_of_the_hand() -> None:
    match = match_at("buy")
    dear = cheats(match)["buy_too_dear"].moves[0].piece
    for token in ("play:gem_2", f"buy:{dear}"):
        if token.startswith("buy"):
            with pytest.raises(Illegal, match="costs"):
                match.answer(token, "A")
        else:
            match.answer(token, "A")


def test_every_rule_under_which_one_is_named_is_in_the_rulebook() -> None:
    known = {rule.key for rule in rulebook("7.3")}
    assert {rule for cheat, _ in CHEATS for rule in cheat.rules} <= known


def test_nothing_is_tried_before_the_game_and_after_it() -> None:
    match = match_at("action")
    match.table.phase = "over"  # type: ignore[attr-defined]
    assert possible(cheats(match)) == set()
