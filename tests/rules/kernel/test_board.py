"""Boards of games that are not Puzzle Strike: the sample game's own, and the one that every game has."""

from __future__ import annotations

from companion.rules import TABLE, Match
from companion.rules.kernel.board import Board, Grid, Heap, Number, Panel, PieceGroup, Row, Token
from companion.rules.kernel.plain_board import plain_board
from tests.rules.kernel.test_sample_game import LAMPS, dealt


def beacons() -> Match:
    match = dealt(LAMPS)
    match.answer("play:lamp", "A")
    match.answer("lay:red", "A")
    match.draw(("oil",))
    return match


def shared(board: Board, key: str) -> Panel:
    return next(panel for panel in board.shared if panel.key == key)


def test_the_sample_game_shows_crown_light_pier_and_grid() -> None:
    board = beacons().game.words.board(beacons().view(TABLE))
    assert board.seats[0].pieces[0] == Token("holds the crown")
    assert not [piece for piece in board.seats[1].pieces if isinstance(piece, Token)]
    assert shared(board, "light").pieces == (Number("dawn", "0", "gold"), Number("dusk", "0", "gold"))
    assert shared(board, "pier").pieces == (Row("Pier", (PieceGroup("red", "red", 1, "R", "red"),), place="pier"),)
    (grid,) = shared(board, "grid").pieces
    assert isinstance(grid, Grid)
    assert [cell for cell in grid.cells if cell] == [(PieceGroup("boat", "boat", 1, "B"),)]
    assert grid.cells[4]


def test_the_sample_games_hands_are_hidden_from_the_others() -> None:
    match = beacons()
    words = match.game.words
    for audience, hidden in ((TABLE, 2), ("B", 2), ("A", 0)):
        panel = words.board(match.view(audience)).seats[0]
        hand = next(piece for piece in panel.pieces if isinstance(piece, Heap) and piece.label == "Hand")
        assert (hand.hidden, len(hand.chips)) == (hidden, 2 - hidden)


def test_a_game_that_says_nothing_has_its_zones_and_facts_shown() -> None:
    match = beacons()
    board = plain_board(match.view(TABLE))
    assert [panel.key for panel in board.seats] == list("ABCD")
    assert Heap("hand", hidden=2, place="A.hand") in board.seats[0].pieces
    assert Heap("spent", (PieceGroup("lamp", "lamp"),), place="A.spent") in board.seats[0].pieces
    assert Number("dawn.light", "0") in board.shared[0].pieces
    assert [panel.active for panel in board.seats] == [False, True, False, True]
