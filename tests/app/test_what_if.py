"""What if: the same answers, and the same reasons, as `companion rules --try`."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.app.what_if import read_text, what_if
from companion.cli import rules
from companion.faces.languages import ENGLISH, languages
from companion.rules import SeatSetup, Setup, new_match
from companion.scenarios.scenario import read_scenario
from companion.scenarios.tries import attempt
from companion.scenarios.written import reached

POSITION = """
seats:
  A: {character: jaina, pile: [gem_2, gem_2], hand: [crash_gem, gem_1, gem_1]}
  B: {character: rook, pile: [gem_1], hand: [gem_1, gem_1, gem_1, gem_1, gem_1]}
turn: {seat: A}
"""
SCENARIO = replace(
    read_text(POSITION),
    value={"title": "position", **read_text(POSITION).value},  # type: ignore[dict-item]
)


def test_one_answer_after_the_other() -> None:
    tried = what_if(POSITION, ("play:crash_gem", "break:2", "buy:gem_4", "done"), ENGLISH)
    assert [step.accepted for step in tried.steps] == [True, True, False]
    tried = what_if(POSITION, ("play:crash_gem", "done"), ENGLISH)
    assert [step.accepted for step in tried.steps] == [True, True]


@pytest.mark.parametrize("token", ["A:react:crash_gem", "buy:gem_4", "break:3", "nonsense"])
def test_a_page_says_what_the_command_says(token: str) -> None:
    step = what_if(POSITION, (token,), ENGLISH).steps[0]
    said = rules.attempt(reached(read_scenario(SCENARIO)), token)
    assert (step.accepted, step.why, step.rulings) == (False, said["why"], tuple(said["rulings"]))


def test_a_refusal_in_another_language() -> None:
    refused = what_if(POSITION, ("buy:gem_4",), languages()["ru"]).steps[0]
    assert not refused.accepted
    assert any("а" <= sign <= "я" for sign in refused.why.lower())


def test_draws_are_made_in_the_order_of_the_bag() -> None:
    seats = (SeatSetup("A", "jaina"), SeatSetup("B", "rook"))
    tried = attempt(new_match(Setup(game="puzzle-strike", seats=seats, bank="first_game")), "done")
    assert tried.refusal is None
    assert any(step.token.startswith("draw:") for step in tried.by_itself)


def test_what_goes_without_saying_is_told_in_the_language_of_the_page() -> None:
    position = "seats: {A: {pile: [3], hand: [crash_gem]}, B: {pile: [2], hand: [crash_gem], bag: [gem_1]}}"
    play, answer = what_if(position, ("play:crash_gem", "pass"), languages()["ru"]).steps
    assert (play.seat, answer.seat) == ("A", "B")
    assert answer.by_itself[0][:2] == ("A: break:3", "единственный ответ")
    assert answer.by_itself[0].happened


def test_a_pick_that_nobody_told_is_asked_for_in_the_language_of_the_page() -> None:
    position = "seats: {A: {hand: [jackpot]}, B: {hand: [gem_1, wound, combine]}}"
    (_, refused) = what_if(position, ("play:jackpot", "done"), languages()["ru"]).steps
    assert not refused.accepted
    assert refused.why.startswith("Наугад из руки (B), 2 фишки: какие?")
