"""The table of Puzzle Strike as a board."""

from __future__ import annotations

from random import Random
from typing import TypeVar

import pytest

from companion.rules import JUDGE, TABLE, Match
from companion.rules.kernel.board import Board, Gain, Heap, Number, Panel, PieceGroup, Stacks, Token, Total, Track
from companion.rules.puzzle_strike.play import Play
from companion.rules.puzzle_strike.ways.known import rules_of
from tests.rules.playing import any_input, at, random_duel, say

PieceT = TypeVar("PieceT", Total, Number, Heap, Stacks, Token, Track)


def board(match: Match, audience: str = TABLE) -> Board:
    return match.game.words.board(match.view(audience))


def panel(match: Match, seat: str, audience: str = TABLE) -> Panel:
    return next(panel for panel in board(match, audience).seats if panel.key == seat)


def pieces(panel: Panel, kind: type[PieceT]) -> list[PieceT]:
    return [piece for piece in panel.pieces if isinstance(piece, kind)]


def heap(panel: Panel, label: str) -> Heap:
    return next(piece for piece in pieces(panel, Heap) if piece.label == label)


def numbers(panel: Panel) -> dict[str, str]:
    return {number.label: number.value for number in pieces(panel, Number)}


def in_play(seat: dict[str, object] | None = None, **turn: object) -> Match:
    one = {"character": "jaina", "pile": [1, 3], "hand": ["gem_1", "wound"], "bag": ["wound", "gem_2"]}
    two = {"character": "rook", "pile": [4, 3], "discard": ["wound", "wound"], "hand": ["gem_1"]}
    return at({"A": {**one, **(seat or {})}, "B": two}, turn={"seat": "A", "number": 3, **turn})


def test_the_pile_comes_first_with_its_bonus() -> None:
    match = in_play()
    (total,) = pieces(panel(match, "A"), Total)
    assert total._replace(levels=()) == Total(
        "Pile", 4, 10, 7, Gain("+1", "Height bonus", "2 more for +2"), place="A.pile"
    )
    assert [(rung.value, rung.label) for rung in total.levels] == [(3, "+1"), (6, "+2"), (9, "+3")]
    assert pieces(panel(match, "B"), Total)[0].note == "Height bonus +2, 2 more for +3"
    gems = heap(panel(match, "A"), "Gems")
    assert gems.main
    assert gems.chips == (
        PieceGroup("gem_1", "1-gem", 1, "1", "gem", worth=1),
        PieceGroup("gem_3", "3-gem", 1, "3", "gem", worth=3),
    )


@pytest.mark.parametrize(("total", "note"), [(0, "+0, 3 more for +1"), (8, "+2, 1 more for +3"), (9, "+3"), (14, "+3")])
def test_the_height_bonus_says_how_far_it_is_to_more(total: int, note: str) -> None:
    match = in_play({"pile": [1] * total})
    assert pieces(panel(match, "A"), Total)[0].note == f"Height bonus {note}"


def test_whose_turn_it_is_and_what_he_has() -> None:
    match = in_play(arrows={"black": 2, "brown": 1}, money=-1)
    assert board(match).headline == "Turn 3: A, action phase"
    assert (panel(match, "A").active, panel(match, "B").active) == (True, False)
    assert numbers(panel(match, "A")) == {"Money": "-$1", "Black arrows": "2", "Brown arrows": "1"}
    assert numbers(panel(match, "B")) == {}
    assert panel(match, "B").subtitle == "Rook"


def test_what_is_hidden_is_counted() -> None:
    match = in_play()
    public = panel(match, "A")
    assert heap(public, "Hand") == Heap("Hand", hidden=2, place="A.hand", hand=True)
    assert heap(public, "Bag") == Heap("Bag", hidden=2, place="A.bag", quiet=True)
    assert [chip.kind for chip in heap(panel(match, "A", "A"), "Hand").chips] == ["gem_1", "wound"]
    assert [chip.kind for chip in heap(panel(match, "A", JUDGE), "Bag").chips] == ["gem_2", "wound"]
    assert heap(panel(match, "B"), "Discard pile").chips == (
        PieceGroup("wound", "Wound", 2, "W", "grey", picture="plaster"),
    )


def test_who_is_knocked_down_is_told() -> None:
    match = in_play({"barred": True})
    assert [token.text for token in pieces(panel(match, "A"), Token)] == ["Knocked down: no purple shields this turn"]


def test_the_panic_track_says_how_far_it_is() -> None:
    match = at(
        {"A": {"hand": ["wound"]}, "B": {}}, bank={"stock": {"roundhouse": 0, "combine": 0}, "puzzle": "no_attacks"}
    )
    (track,) = board(match).shared[0].pieces
    assert isinstance(track, Track)
    assert (track.at, track.label) == (1, "Panic Time: 2-gems are anted")
    assert track.note == "Empty stacks: 2; 3 make it Danger Time"


def test_the_bank_has_the_prices_of_now() -> None:
    match = in_play(effects=["sale_prices", "sale_prices"])
    (stacks,) = board(match).shared[1].pieces
    assert isinstance(stacks, Stacks)
    play = Play(rules_of(match.table), match.table, [])  # type: ignore[arg-type]
    assert {stack.chip.kind: stack.price for stack in stacks.stacks} == {
        stack.chip.kind: f"${play.price(stack.chip.kind)}" for stack in stacks.stacks
    }
    assert next(stack for stack in stacks.stacks if stack.chip.kind == "gem_1").price == "$1"


@pytest.mark.parametrize("seed", range(6))
def test_every_moment_of_a_match_has_a_board_for_everybody(seed: int) -> None:
    """Also before the first turn, and when it is over."""
    chance = Random(seed)
    match = random_duel(chance)
    while not match.over:
        for audience in (TABLE, JUDGE, "A", "B"):
            shown = board(match, audience)
            assert [panel.key for panel in shown.seats] == ["A", "B"]
            assert not shown.over
        say(match, *any_input(match, chance))
    winner = str(match.view(TABLE).facts["winner"])
    assert board(match).headline == f"{winner} wins."
    assert board(match).over
    assert [panel.out for panel in board(match).seats] == [name != winner for name in "AB"]
    for panel in board(match).seats:  # one state only: nobody who is out, or has won, is in danger too
        (total,) = pieces(panel, Total)
        assert (total.danger, total.note) == (0, "")
        assert not any("eaten" in token.text for token in pieces(panel, Token))
