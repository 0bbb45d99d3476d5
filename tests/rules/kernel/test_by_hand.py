"""Pieces and numbers in a judge's hands, of any game."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.rules import JUDGE, SeatSetup, Setup, new_match
from companion.rules.kernel.by_hand import BOX, ByHand, DialTurned, HandCarried, arranged, dialled, net, with_one
from companion.rules.kernel.positions import PositionError
from companion.rules.kernel.tales import Ending

BEACONS = Setup(game="beacons", seats=tuple(SeatSetup(name) for name in "ABCD"))


def test_what_comes_and_goes_is_counted_once() -> None:
    moves = [HandCarried("red", "pool", "row"), HandCarried("red", "row", "hand"), HandCarried("blue", "pool", "row")]
    assert net(moves) == {"pool": Counter(red=-1, blue=-1), "row": Counter(blue=1), "hand": Counter(red=1)}
    assert net([]) == {}


def test_a_dial_is_set_where_its_path_leads() -> None:
    changes = {"seats": {"A": {"hand": ["red"]}}}
    turned = [DialTurned(("turn", "money"), 3), DialTurned(("seats", "A", "barred"), True)]
    assert dialled(changes, turned) == {"seats": {"A": {"hand": ["red"], "barred": True}}, "turn": {"money": 3}}
    assert changes == {"seats": {"A": {"hand": ["red"]}}}, "the correction itself stays as it was"
    with pytest.raises(PositionError, match="expected keys with values"):
        dialled({"turn": 3}, turned)


def test_a_zone_with_one_piece_more_or_less() -> None:
    assert with_one(2, "red", -1) == 1
    assert with_one(0, "red", -1) == 0
    assert with_one({"red": 1}, "blue", 1) == {"red": 1, "blue": 1}
    assert with_one({"red": 0}, "red", -1) == {"red": 0}
    assert with_one(("red", "blue", "red"), "red", -1) == ("red", "blue")
    assert with_one(("red", "?"), "blue", -1) == ("red",)
    assert with_one(("red",), "blue", 1) == ("red", "blue")
    assert with_one(("red",), "blue", -1) == ("red",)


def test_pieces_lie_where_they_were_carried_and_the_box_is_no_place() -> None:
    match = new_match(BEACONS)
    view = match.view(JUDGE)
    source = next(name for name, zone in view.zones.items() if isinstance(zone, tuple) and zone)
    zone = view.zones[source]
    assert isinstance(zone, tuple)
    laid = arranged(view, [HandCarried(zone[0], source, BOX)])
    assert len(laid.zones[source]) == len(zone) - 1  # type: ignore[arg-type]
    assert view.zones[source] == zone


def test_a_game_that_says_nothing_lets_hands_change_its_places_alone() -> None:
    match = new_match(BEACONS)
    words, view = match.game.words, match.view(JUDGE)
    assert words.by_hand(view) == ByHand(tuple(view.places))
    assert words.feat(("anything",)) is None
    assert words.ending({}, ("A", "B")) == Ending("", 0, ("", ""))
    with pytest.raises(PositionError, match="write the correction down"):
        match.game.as_changes(match.table, [HandCarried("x", "y", "z")])
