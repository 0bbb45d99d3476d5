"""Where chips lie when a game begins."""

from __future__ import annotations

from companion.app.decks import lying
from companion.rules import SeatSetup, Setup, register
from tests.sample_game import GAME

SEATS = tuple(map(SeatSetup, "NESW"))


def test_what_lies_at_an_address_is_there() -> None:
    register(GAME)
    found = lying(Setup(GAME.key, SEATS, mode="charts"))
    assert found["grid@4"] == {"boat": 1}
    assert found["N.crown"] == {"crown": 1}
    assert sum(found["deck"].values()) == 15
    assert "row@1" not in found
    assert "pier" not in found
