"""What a game need not say about hands and chips: the contract has plain answers of its own."""

from __future__ import annotations

from typing import cast

import pytest

from companion.rules import Game, Moved, Plain, Question, SeatSetup, Setup, new_match
from companion.rules.kernel.positions import PositionError
from tests.sample_game.game import GAME

MOVED = Moved("lamp", 1, "A.hand", "A.spent")


def test_a_game_that_says_nothing_has_plain_answers() -> None:
    table = new_match(Setup("puzzle-strike", (SeatSetup("A"), SeatSetup("B")))).table
    nothing = cast(Game[Plain], GAME)
    assert Game.attempts(nothing, table, [MOVED]) == ()
    assert Game.owes(nothing, MOVED, [MOVED], Question("play", {}, "one-stone")) == "one-stone"
    assert Game.owes(nothing, MOVED, [MOVED], None) == "last-guess"
    with pytest.raises(PositionError, match="put the pieces back"):
        Game.relocated(nothing, table, [MOVED])


def test_pieces_and_places_go_by_their_keys() -> None:
    words = GAME.words
    assert words.owed("lamp", 2, "A.hand", "") == "move 2 lamp from A.hand to nobody knows where"
    assert words.pieces("?", known=True) == "the 1 unseen"
