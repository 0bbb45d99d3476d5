"""What each table can see of the ways that chips take."""

from __future__ import annotations

import pytest

from companion.arbiter.sight import Sight, Way, fits
from companion.rules import UNSEEN, Moved, find_game
from companion.table.layout import Layout, Pad, Role, Spot
from tests.rehearsal.games.tables import kit
from tests.rehearsal.tables import example

DUEL = find_game("puzzle-strike")


@pytest.mark.parametrize(
    ("table", "source", "target", "way"),
    [
        ("cells", "bank", "A.pile", Way.ENTERS),
        ("cells", "A.hand", "A.played", Way.ENTERS),
        ("cells", "A.played", "A.discard", Way.ENTERS),
        ("cells", "A.pile", "bank", Way.ENTERS),
        ("cells", "A.pile", "box", Way.LEAVES),
        ("cells", "bank", "B.hand", Way.LEAVES),
        ("cells", "A.discard", "A.hand", Way.LEAVES),
        ("cells", "A.bag", "A.hand", Way.SLOT),
        ("cells", "A.top", "A.hand", Way.SLOT),
        ("cells", "A.discard", "A.bag", Way.NOT),
        ("cells", "A.played", "A.ongoing", Way.NOT),
        ("taps", "A.pile", "bank", Way.ENTERS),
        ("taps", "A.bag", "A.hand", Way.SLOT),
        ("trays", "bank", "A.pile", Way.ENTERS),
        ("trays", "A.pile", "bank", Way.LEAVES),
        ("trays", "A.hand", "A.played", Way.NOT),
        ("trays", "A.bag", "A.hand", Way.NOT),
        ("none", "bank", "A.pile", Way.NOT),
    ],
)
def test_by_which_spot_a_chip_is_seen(table: str, source: str, target: str, way: Way) -> None:
    assert Sight(example(f"{table}-2"), DUEL).way("gem_1", source, target) is way


def test_a_tray_without_an_overflow_tap_sees_only_that_a_gem_has_gone() -> None:
    tray = Layout("One tray", ("A", "B"), (Pad(1, "", (Spot("1.0", Role.CELLS, "A.pile", 2),)),))
    assert Sight(tray, DUEL).way("gem_1", "A.pile", "bank") is Way.LIFTED


def test_nobody_sees_whether_a_hidden_chip_is_in_the_hand_or_in_the_bag() -> None:
    sight = Sight(example("cells-2"), DUEL)
    assert sight.place("A.hand") == sight.place("A.bag") == "A.hidden"
    assert sight.place("A.pile") == "A.pile"


def test_pieces_without_tags_are_not_seen_at_all() -> None:
    sight = Sight(kit("beacons"), find_game("beacons"))
    assert not sight.shows(Moved("red", 1, "box", "pier"))
    assert sight.shows(Moved("crown", 1, "N.crown", "E.crown"))


def test_an_unseen_piece_may_be_any_chip() -> None:
    assert fits(UNSEEN, "gem_1")
    assert fits("gem_1", "gem_1")
    assert not fits("gem_2", "gem_1")
