"""Tries in a position: whom they are for, what goes without saying, and how the chips are read."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules import Illegal, Match
from companion.scenarios.tries import Try, attempt
from tests.rules.playing import at


def position(a: dict[str, Any], b: dict[str, Any] | None = None, **rest: Any) -> Match:
    return at({"A": a, "B": b or {}}, patient=True, **rest)


def tried(match: Match, *texts: str) -> Try:
    """The last of several tries; those before it go."""
    for text in texts[:-1]:
        assert attempt(match, text).refusal is None, text
    return attempt(match, texts[-1])


def why(found: Try) -> str:
    assert found.refusal is not None
    return found.refusal.why


def names(found: Try) -> list[str]:
    return [type(event).__name__ for event in found.events]


# -- random picks ----------------------------------------------------------------------------------------------


def test_a_random_pick_out_of_a_hand_is_not_made_by_the_desk() -> None:
    match = position({"hand": ["jackpot"]}, {"hand": ["gem_1", "wound", "combine"]})
    found = tried(match, "play:jackpot", "done")
    assert why(found).startswith("2 chips are picked at random from B's hand. Which ones? The position does not say")
    assert why(found).endswith('name it, for example "draw:gem_1,wound".')
    assert not any(step.token.startswith("draw:") for step in found.by_itself)
    assert tried(match, "draw:wound,combine").refusal is None


def test_a_pick_that_can_come_out_in_one_way_only_needs_nobody() -> None:
    match = position({"hand": ["jackpot"]}, {"hand": ["gem_1", "wound"]})
    found = tried(match, "play:jackpot", "done")
    assert found.refusal is None
    assert found.by_itself[-1][1:3] == ("draw:gem_1,wound", "nothing else can come out")


def test_what_is_drawn_is_refused_by_its_name() -> None:
    match = position({"hand": ["draw_three"], "bag": ["gem_1", "wound", "gem_2", "gem_3"]})
    assert why(tried(match, "play:draw_three", "draw:gem_4,crash_gem,wound")) == (
        "4-gem and Crash Gem cannot come out of A's bag."
    )
    assert why(tried(match, "draw:wound,wound,gem_1")) == "Wound: you named 2, but A's bag has 1."
    assert why(tried(position({"hand": ["draw_three"]}), "draw:gem_1")) == "There is nothing to draw now."


# -- whom a try is for -----------------------------------------------------------------------------------------


def test_what_the_seat_on_turn_cannot_do_is_not_done_by_the_next_one() -> None:
    """A has no arrow left, so that everything up to B's turn goes without saying; B could play a Crash Gem."""
    a = {"pile": [1], "hand": ["crash_gem"], "bag": ["wound"] * 6}
    b = {"pile": [1], "hand": ["crash_gem"], "bag": ["gem_1"]}
    found = tried(position(a, b, turn={"arrows": {"black": 0}}), "play:crash_gem")
    assert (found.seat, found.by_itself) == ("A", ())
    assert "You have no arrow left for Crash Gem" in why(found)


def test_a_reaction_is_an_opponents() -> None:
    match = position({"hand": ["gem_1"], "bag": ["gem_1"]}, {"hand": ["wound"]}, turn={"phase": "buy", "money": 4})
    found = tried(match, "react:rigorous_training")
    assert (found.seat, why(found)) == ("B", "A has bought nothing this turn.")


def test_a_reaction_that_came_too_late_is_that_of_the_seat_that_passed() -> None:
    a = {"pile": [2, 1], "hand": ["crash_gem", "gem_1"], "bag": ["gem_1"]}
    b = {"pile": [1], "hand": ["crash_gem"], "bag": ["gem_1"]}
    found = tried(position(a, b), "play:crash_gem", "break:2", "pass", "react:crash_gem")
    assert (found.seat, why(found)) == ("B", "It is too late to react to the gems: you passed.")


def test_an_act_of_the_turn_is_meant_by_who_is_on_turn_while_another_is_asked() -> None:
    a = {"pile": [2, 1], "hand": ["crash_gem", "draw_three"], "bag": ["gem_1"]}
    b = {"pile": [1], "hand": ["crash_gem"], "bag": ["gem_1"]}
    match = position(a, b)
    found = tried(match, "play:crash_gem", "break:2", "buy:gem_1")
    assert (found.seat, why(found)) == ("A", "B must react or pass first.")
    assert tried(match, "pass").seat == "B"


def test_a_window_that_opens_on_the_way_is_for_the_one_who_is_asked() -> None:
    a, b = {"pile": [3], "hand": ["crash_gem"]}, {"pile": [2], "hand": ["crash_gem"], "bag": ["gem_1"]}
    found = tried(position(a, b), "play:crash_gem", "react:crash_gem")
    assert (found.seat, found.refusal) == ("B", None)
    assert found.by_itself[0].token == "break:3"


# -- the reason is that of the question that was meant -----------------------------------------------------------


@pytest.mark.parametrize(
    ("a", "b", "texts", "says"),
    [
        (
            {"hand": ["hex_of_murkwood"], "pile": [1]},
            {"hand": ["wound", "gem_1"]},
            ("play:hex_of_murkwood", "B:discard:wound+wound"),
            "You do not have two wounds in your hand: gain one.",
        ),
        (
            {"hand": ["crash_gem"], "pile": [2]},
            {"pile": [1]},
            ("play:crash_gem", "break:1"),
            "There is no 1-gem in your pile.",
        ),
        (
            {"hand": ["gem_essence", "wound"]},
            {},
            ("play:gem_essence", "trash:gem_1"),
            "Gem Essence does nothing more: when it was carried out, no gem was trashed from the hand.",
        ),
    ],
)
def test_a_question_with_one_answer_is_not_passed_over(
    a: dict[str, Any], b: dict[str, Any], texts: tuple[str, ...], says: str
) -> None:
    assert why(tried(position(a, b), *texts)) == says


# -- what happened when ----------------------------------------------------------------------------------------


def test_what_a_forced_answer_brought_about_stands_at_its_own_step() -> None:
    a, b = {"pile": [3], "hand": ["crash_gem"]}, {"pile": [2], "hand": ["crash_gem"], "bag": ["gem_1"]}
    found = tried(position(a, b), "play:crash_gem", "pass")
    steps = {step.token: [type(event).__name__ for event in step.events] for step in found.by_itself}
    assert "Broke" in steps["break:3"]
    assert any("Sent" in happened for happened in steps.values())
    assert not {"Broke", "Sent"} & set(names(found))
    assert "Landed" in names(found)


# -- how chips are read ----------------------------------------------------------------------------------------


def read(*chips: str) -> list[list[str]]:
    """The inferred readings of chips."""
    entries = position({}).game.encyclopedia()
    return [[ruling.text for ruling in entries[chip].rulings if ruling.source == "inferred"] for chip in chips]


def test_buying_a_chip_carries_out_nothing_of_it() -> None:
    match = position({"hand": ["gem_1"], "bag": ["gem_1"]}, turn={"phase": "buy", "money": 9})
    (own,) = read("double_crash_gem")
    assert own
    assert tried(match, "buy:double_crash_gem").rulings == ()


def test_an_answer_that_names_no_chip_shows_the_chip_that_asked() -> None:
    match = position({"hand": ["double_crash_gem"], "pile": [1, 2]}, {"pile": [1]})
    (own,) = read("double_crash_gem")
    found = tried(match, "play:double_crash_gem", "break:1")
    assert sorted(found.rulings) == sorted(own)
    assert found.rulings[0] == "You decide whether to break one gem or two, even where two are there."


def test_the_chip_that_asks_comes_before_the_one_that_played_it() -> None:
    match = position({"hand": ["double_take", "gem_essence", "gem_1", "gem_2"], "bag": ["wound"]})
    outer, inner = read("double_take", "gem_essence")
    found = tried(match, "play:double_take", "choose:gem_essence", "trash:gem_1")
    assert found.rulings[0] in inner
    assert {*outer, *inner} <= set(found.rulings)
    assert not set(found.rulings) & set(read("gem_1")[0])


def test_of_a_refusal_the_deciding_reading_comes_first() -> None:
    match = position({"hand": ["double_crash_gem"], "pile": [1, 1, 2]}, {"pile": [1]})
    found = tried(match, "play:double_crash_gem", "break:1+1+2")
    assert isinstance(found.refusal, Illegal)
    assert found.refusal.rule == "double-crash-gem"
    assert found.rulings[0] == "You decide whether to break one gem or two, even where two are there."
    refused = tried(position({"hand": ["wound", "draw_three"]}), "play:wound")
    assert refused.rulings == (), "what is read of a wound decides nothing here"


def test_a_refusal_shows_how_the_chip_is_read_that_stands_in_the_way() -> None:
    a = {"pile": [1, 2], "hand": ["crash_gem", "wound"], "bag": ["gem_1"]}
    match = position(a, {"pile": [1, "crash_gem"], "barred": True})
    found = tried(match, "play:crash_gem", "break:1", "react:crash_gem@pile")
    assert (found.seat, found.refusal and found.refusal.rule) == ("B", "chip:knockdown")
    assert any(text.startswith("A Crash Gem that Iron Defense laid in the pile") for text in found.rulings)
    assert found.rulings[0] in read("knockdown")[0]
