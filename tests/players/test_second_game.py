"""The sparring partner plays Puzzle Strike 2: it wins, and plays single moments as one should."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from companion.players import SteadyPlayer, find_player, play_out
from companion.players.table import random_setup
from companion.rules import Match, Question, find_game, new_match

ROW = {"row": ["pink", "blue", "green", "purple", "green"], "deck": ["blue", "pink"]}


def said(seats: Mapping[str, Any], turn: Mapping[str, Any] | None = None, bank: Mapping[str, Any] | None = None) -> str:
    """What the player on turn says first; with the scepter in other hands, if nothing else is said."""
    game = find_game("puzzle-strike-2")
    position = {"ask": "choices", "seats": {"B": {"scepter": True}, **seats}, "bank": bank or ROW, "turn": turn or {}}
    match = Match(game, *game.position(position))
    assert isinstance(match.pending, Question)
    seat = match.waiting_for[0]
    return SteadyPlayer().choose(lambda: match.view(seat), match.options(seat), Random(1))


def on_turn(**me: Any) -> str:
    return said({"A": me}, {"seat": "A"})


def test_it_wins_nearly_always_against_chance() -> None:
    won = 0
    for number in range(60):
        rng, seat = Random(f"steady/{number}"), "AB"[number // 2 % 2]
        match = new_match(random_setup(rng, game="puzzle-strike-2", first="AB"[number % 2]))
        players = {name: find_player("steady" if name == seat else "random") for name in "AB"}
        play_out(match, players, rng)
        won += match.view("table").facts["winner"] == seat
    assert won >= 54


def test_it_crashes_a_run_and_not_a_single_gem_that_does_no_harm() -> None:
    assert on_turn(pile=["pink", "blue", "blue", "blue"], hand=["crash_gem", "wound"]) == "play:crash_gem"
    assert on_turn(pile=["pink"], hand=["crash_gem", "wound"], actions=2) in ("done", "play:crash_gem")


def test_it_blocks_what_is_incoming_unless_it_holds_the_scepter() -> None:
    assert on_turn(incoming=4, hand=["basic_block", "wound"]) == "play:basic_block"
    holding = {"A": {"scepter": True, "incoming": 4, "hand": ["basic_block", "wound"]}, "B": {}}
    assert said(holding, {"seat": "A"}) != "play:basic_block"


def test_it_drops_first_where_that_makes_a_better_crash() -> None:
    row = {"row": ["blue", "blue", "green", "purple", "green"], "deck": ["blue"]}
    me = {"A": {"pile": ["pink", "green"], "incoming": 2, "hand": ["crash_gem", "wound"]}}
    assert said(me, {"seat": "A"}, row) == "drop"


def test_it_gives_the_scepter_away_before_it_would_bust() -> None:
    def decided(gems: int, incoming: int) -> str:
        pile = (["pink", "blue"] * 7)[:gems]
        seats = {"B": {"scepter": True, "pile": pile, "incoming": incoming}, "A": {}}
        return said(seats, {"seat": "A", "phase": "command"})

    assert decided(3, 2) == "power_up"
    assert decided(6, 5) == "yield"


def test_it_swaps_towards_a_run() -> None:
    game = find_game("puzzle-strike-2")
    seats = {"A": {"pile": ["blue", "blue", "pink", "blue"], "hand": ["swap", "crash_gem"]}, "B": {"scepter": True}}
    match = Match(game, *game.position({"ask": "choices", "seats": seats, "bank": ROW}))
    player = SteadyPlayer()
    for wanted in ("play:swap", "swap:3", "swap:2", "play:crash_gem"):
        answer = player.choose(lambda: match.view("A"), match.options("A"), Random(1))
        assert answer == wanted
        match.answer(answer, "A")


def test_it_uses_its_diamond_to_save_itself() -> None:
    pile = ["pink", "blue", "pink", "blue", "pink", "green", "pink", "green", "pink", "blue", "pink", "blue"]
    assert on_turn(pile=pile, diamond=True, hand=["wound"], actions=0) == "diamond:purify"
    assert on_turn(pile=pile[:4], diamond=True, hand=["wound"], actions=0) == "done"
