"""Rules of the house: what each changes, what it cites, and that nothing else knows them."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

import companion
from companion.players import RandomPlayer, play_out
from companion.rehearsal.pieces_kept import PiecesKept
from companion.rules import TABLE, Draw, Match, Question, SeatSetup, Setup, find_game, new_match
from companion.rules.puzzle_strike.house.known import HOUSE
from companion.rules.puzzle_strike.position import read

RULES = Path(companion.__file__).parent / "rules"
GAME = find_game("puzzle-strike")


def position(house: str, **given: Any) -> Match:
    """A match from a position, by these rules of the house."""
    return Match(GAME, *read({"house": house.split(), "ask": "choices", **given}))


POOR = {
    "seats": {"A": {"hand": ["combine"], "bag": ["wound"] * 9}, "B": {"hand": ["combine"]}},
    "turn": {"seat": "A", "phase": "buy"},
}


def test_nobody_has_to_buy_a_wound() -> None:
    strict, free = position("", **POOR), position("no_mandatory_wound", **POOR)
    assert strict.options("A") == ("buy:wound",)
    assert free.options("A") == ("buy:wound", "done")
    assert isinstance(free.pending, Question)
    assert free.pending.rule == "house:no_mandatory_wound"
    free.answer("done", "A")
    assert free.view(TABLE).zones["A.discard"] == ("combine",)


def test_who_can_pay_for_another_chip_still_has_to_buy() -> None:
    rich = {"seats": {"A": {"hand": ["gem_1"]}, "B": {}}, "turn": {"seat": "A", "phase": "buy"}}
    match = position("no_mandatory_wound", **rich)
    assert "done" not in match.options("A")
    refusal = match.why_not("done", "A")
    assert refusal is not None


def test_the_bank_is_known_before_anybody_chooses() -> None:
    seats = (SeatSetup("A"), SeatSetup("B"))
    match = new_match(Setup("puzzle-strike", seats, options={"bank_before_characters": "on"}))
    due = match.pending
    assert isinstance(due, Draw)
    assert (due.source, due.rule) == ("box", "house:bank_before_characters")
    match.draw(due.among[:10])
    assert set(due.among[:10]) <= match.view(TABLE).zones["bank"].keys()  # type: ignore[union-attr]
    assert isinstance(match.pending, Question)
    assert match.pending.about == "character"
    usual = new_match(Setup("puzzle-strike", seats))
    assert isinstance(usual.pending, Question)


def test_everybody_sees_open_hands_and_no_bag() -> None:
    seats = {"A": {"hand": ["gem_1", "wound"], "bag": ["combine"]}, "B": {"hand": ["crash_gem"]}}
    match = position("open_hands", seats=seats)
    for audience in (TABLE, "B"):
        view = match.view(audience)
        assert view.zones["A.hand"] == ("gem_1", "wound")
        assert view.zones["A.bag"] == 1
    closed = position("", seats=seats).view("B")
    assert closed.zones["A.hand"] == 2


def test_a_reaction_that_everybody_can_see_is_missing_is_not_asked_for() -> None:
    seats = {"A": {"hand": ["crash_gem"], "pile": [1]}, "B": {"hand": ["wound"], "bag": ["crash_gem"], "pile": [1]}}
    for house, asked in (("", "react"), ("open_hands", "action")):
        match = position(house, seats=seats)
        match.answer("play:crash_gem", "A")
        assert not isinstance(match.pending, Question) or match.pending.what in (asked, "buy")


TEAM = {
    "mode": "team",
    "seats": {
        "A": {"hand": ["combine"], "pile": [1]},
        "B": {"hand": ["wound"]},
        "C": {"hand": ["combine", "gem_1"]},
        "D": {"hand": ["wound"]},
    },
    "turn": {"seat": "A"},
}


def test_a_phase_ends_when_both_mates_say_so() -> None:
    match = position("both_mates_end", **TEAM)
    match.answer("done", "A")
    pending = match.pending
    assert isinstance(pending, Question)
    assert (pending.what, pending.seats, pending.rule) == ("agree", ("C",), "house:both_mates_end")
    match.answer("more", "C")
    assert match.options("A") == match.options("C") == ("play:combine", "done"), "C plays on, and so may A"
    match.answer("play:combine", "C")
    match.answer("done", "C")
    assert match.waiting_for == ("A",)
    match.answer("done", "A")
    assert match.view(TABLE).facts["phase"] == "buy"
    either = position("", **TEAM)
    either.answer("done", "A")
    assert either.view(TABLE).facts["phase"] == "buy"


def test_every_rule_of_the_house_is_in_the_index_of_its_match_alone() -> None:
    for key, rule in HOUSE.items():
        match = position(key, **POOR)
        book = match.game.rulebook(match.table)
        assert book[rule.rule].gist == rule.gist
        assert match.view(TABLE).facts["house"] == (key,)
        assert all(other.rule not in book for other in HOUSE.values() if other is not rule)


@pytest.mark.parametrize(("mode", "seats"), [("duel", 2), ("free-for-all", 3), ("team", 4), ("last-standing", 4)])
def test_games_by_all_rules_of_the_house_end_with_every_piece(mode: str, seats: int) -> None:
    names = "ABCD"[:seats]
    for seed in range(5):
        chance = Random(seed)
        match = new_match(
            Setup("puzzle-strike", tuple(map(SeatSetup, names)), mode=mode, options=dict.fromkeys(HOUSE, "on"))
        )
        pieces = PiecesKept(match)
        play_out(match, {name: RandomPlayer() for name in names}, chance, on_step=pieces.follow)
        assert list(pieces.missing(match)) == []


def test_nothing_knows_the_rules_of_the_house_by_name() -> None:
    names = re.compile("|".join([*HOUSE, *(key.upper() for key in HOUSE)]))
    fields = {"open_hands"}  # the rules of a match have a part of that name
    for path in RULES.rglob("*.py"):
        if "house" not in path.parts:
            assert set(names.findall(path.read_text(encoding="utf-8"))) <= fields, path
