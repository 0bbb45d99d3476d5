"""The board of three and four players: who may answer, what floats, teams, places, and what is shown beside it."""

from __future__ import annotations

from typing import Any

from companion.rules import TABLE, Draw, Match, SeatSetup, Setup, find_game, new_match
from companion.rules.kernel.board import Heap, Panel, Token, Total
from companion.rules.puzzle_strike.position import read
from companion.rules.puzzle_strike.table_words import WORDS

PUZZLE_STRIKE = find_game("puzzle-strike")


def texts(panel: Panel) -> list[str]:
    """What the markers of a panel say."""
    return [piece.text for piece in panel.pieces if isinstance(piece, Token)]


def of_four(**given: Any) -> Match:
    """A match of four who may all react."""
    seats = {name: {"hand": ["crash_gem", "gem_1"], "pile": [1, 3]} for name in ("Anna", "Ben", "Carla", "Dan")}
    more = given.pop("seats", {})
    return Match(
        PUZZLE_STRIKE, *read({"seats": {name: {**seats[name], **more.get(name, {})} for name in seats}, **given})
    )


def test_the_headline_says_who_may_answer_what_is_in_the_air() -> None:
    match = of_four()
    for seat, token in (("Anna", "play:crash_gem"), ("Anna", "break:3"), ("Anna", "to:Ben"), ("Ben", "pass")):
        match.answer(token, seat)
    for audience in (TABLE, "Ben", "Dan"):
        board = WORDS.board(match.view(audience))
        assert board.headline == "Turn 1: Anna. Three 1-gems in the air at Ben; Carla may answer."


def test_gems_that_float_are_told_at_their_sender() -> None:
    match = of_four(seats={"Anna": {"pile": [4, 4, 3, 1]}})
    for token in ("play:crash_gem", "break:1", "to:Ben"):
        match.answer(token, "Anna")
    anna, ben, *_ = WORDS.board(match.view(TABLE)).seats
    assert texts(anna) == ["A 1-gem floats on the way to Ben"]
    assert "Floating here" in [piece.label for piece in ben.pieces if isinstance(piece, Heap)]


def test_a_team_shows_its_pile_at_both_and_wins_together() -> None:
    given = {"mode": "team", "seats": {"Carla": {"pile": []}, "Dan": {"pile": []}}, "ask": "choices"}
    panels = WORDS.board(of_four(**given).view(TABLE)).seats
    totals = [next(piece for piece in panel.pieces if isinstance(piece, Total)) for panel in panels]
    assert [(total.value, total.place) for total in totals] == [(4, "Anna.pile"), (4, "Ben.pile")] * 2
    assert [panel.subtitle for panel in panels] == ["with Carla", "with Dan", "with Anna", "with Ben"]
    assert [panel.active for panel in panels] == [True, False, True, False]
    match = of_four(**given, turn={"seat": "Anna", "phase": "over", "winner": "Ben"})
    board = WORDS.board(match.view(TABLE))
    assert board.headline == "Ben and Dan win."
    assert [panel.out for panel in board.seats] == [True, False, True, False]
    ending = WORDS.ending(match.view(TABLE).facts, match.table.order)  # type: ignore[attr-defined]
    assert ending.words == "Ben and Dan win. Piles: 4, 4, 4, 4."


def test_places_are_told_with_the_tie_break() -> None:
    piles = {"Anna": {"pile": [4, 4, 3]}, "Ben": {"pile": [1]}, "Carla": {"pile": [1]}, "Dan": {"pile": [4]}}
    turn = {"seat": "Ben", "phase": "over", "winner": "Carla", "losers": ["Anna"], "tied": ["Ben", "Carla"]}
    match = of_four(seats=piles, turn=turn)
    facts = match.view(TABLE).facts
    assert facts["places"] == (("Carla",), ("Ben",), ("Dan",), ("Anna",))
    words = WORDS.ending(facts, tuple(piles)).words
    assert words == "Carla wins. 1. Carla (1) after a tie-break; 2. Ben (1); 3. Dan (4); 4. Anna (11)."
    assert [texts(panel) for panel in WORDS.board(match.view(TABLE)).seats] == [
        ["Place 4"], ["Place 2"], ["Place 1"], ["Place 3"],
    ]  # fmt: skip


def test_who_left_last_comes_second() -> None:
    turn = {"seat": "Dan", "phase": "over", "winner": "Ben", "out": ["Carla", "Anna", "Dan"]}
    match = of_four(mode="last-standing", turn=turn)
    assert match.view(TABLE).facts["places"] == (("Ben",), ("Dan",), ("Anna",), ("Carla",))


def test_who_is_out_and_who_is_tied_is_marked() -> None:
    out = of_four(mode="last-standing", turn={"seat": "Anna", "out": ["Carla"]})
    panels = WORDS.board(out.view(TABLE)).seats
    assert [panel.out for panel in panels] == [False, False, True, False]
    assert texts(panels[2]) == ["Out of the game"]
    tied = of_four(turn={"seat": "Anna", "tied": ["Anna", "Dan"], "losers": ["Ben"]})
    assert [texts(panel) for panel in WORDS.board(tied.view(TABLE)).seats] == [
        ["Tied: one more turn"], [], [], ["Tied: one more turn"],
    ]  # fmt: skip


def test_rules_of_the_house_and_the_pool_of_a_draft_are_shown() -> None:
    board = WORDS.board(of_four(house=["open_hands"]).view(TABLE))
    assert [(panel.title, texts(panel)) for panel in board.shared[2:]] == [("House rules", ["Hands are open"])]
    setup = Setup("puzzle-strike", (SeatSetup("A"), SeatSetup("B")), options={"characters": "clockwork"})
    match = new_match(setup)
    assert isinstance(match.pending, Draw)
    match.draw(match.pending.among[:9])
    match.answer(match.options("A")[0], "A")
    board = WORDS.board(match.view(TABLE))
    pool = board.shared[1].pieces[0]
    assert isinstance(pool, Heap)
    assert (pool.label, len(pool.chips)) == ("Pool", 8)
    assert board.seats[0].subtitle == "Reversal"
