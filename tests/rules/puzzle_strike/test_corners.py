"""Chips in places where they find nothing, or too much."""

from __future__ import annotations

from typing import Any

from companion.rules import Match, Moved, Question
from tests.rules.playing import at, due


def with_chip(chip: str, *rest: str, foe: dict[str, Any] | None = None, **position: Any) -> Match:
    """A has this chip to play, and some others."""
    return at({"A": {"pile": [1], "hand": [chip, *rest], "bag": ["gem_2"]}, "B": foe or {}}, **position)


def hand(match: Match, seat: str = "A") -> list[str]:
    content = match.view("judge").zones[f"{seat}.hand"]
    assert isinstance(content, tuple)
    return sorted(content)


def names(events: tuple[object, ...]) -> set[str]:
    return {type(event).__name__ for event in events}


def test_double_take_plays_a_chip_again_that_has_trashed_itself() -> None:
    match = with_chip("double_take", "its_a_trap", "gem_1", bank={"puzzle": "lots_of_attacks"})
    for token in ("play:double_take", "choose:its_a_trap", "trap:wound", "trap:wound"):
        match.answer(token, "A")
    facts, bank = match.view("table").facts, match.view("table").zones["bank"]
    assert facts["trap.wound"] == 2
    assert isinstance(bank, dict)
    assert bank["its_a_trap"] == 5, "one went back to the bank, not two"
    assert match.view("table").zones["A.played"] == ("double_take",)


def test_no_more_lies_with_an_empty_hand_asks_nothing() -> None:
    events = with_chip("no_more_lies").answer("play:no_more_lies", "A")
    assert "Trashed" not in names(events)
    assert ("A", "pass") not in events


def test_self_improvement_with_nothing_to_trash() -> None:
    match = with_chip("self_improvement", "stone_wall", "big_rocks")
    events = match.answer("play:self_improvement", "A")
    assert "Trashed" not in names(events)
    assert hand(match) == ["big_rocks", "stone_wall"]


def test_rigorous_training_with_nothing_to_trash() -> None:
    foe = {"hand": ["rigorous_training", "dragon_form"], "bag": ["wound"]}
    match = with_chip("wound", foe=foe, turn={"phase": "buy", "money": 5})
    match.answer("buy:combine", "A")
    match.answer("react:rigorous_training", "B")
    assert match.view("table").zones["B.discard"] == ("rigorous_training",), "it was played, and gained nothing"


def test_jackpot_at_an_empty_hand_turns_up_nothing() -> None:
    match = with_chip("jackpot", "wound")
    events = match.answer("play:jackpot", "A")
    assert "Revealed" not in names(events)
    assert match.view("table").facts["A.money"] == 0


def test_jackpot_with_no_orb_chip_left_to_play() -> None:
    none_left = {"stock": {"combine": 0, "crash_gem": 0, "double_crash_gem": 0}}
    match = with_chip("jackpot", "gem_1", foe={"hand": ["combine", "crash_gem"]}, bank=none_left)
    match.answer("play:jackpot", "A")
    events = match.draw(due(match).among)
    assert ("B", ("combine", "crash_gem")) in events
    assert isinstance(match.pending, Question)
    assert match.pending.what == "buy"


def test_a_trashed_chip_without_a_stack_goes_into_the_box() -> None:
    match = with_chip("purge_bad_habits", "its_a_trap", bank={"puzzle": "first_game"})
    before = match.view("table").zones["bank"]
    match.answer("play:purge_bad_habits", "A")
    events = match.answer("trash:its_a_trap", "A")
    assert Moved("its_a_trap", 1, "A.hand", "box") in events
    assert set(match.view("table").zones["bank"]) == set(before)  # type: ignore[arg-type]
