"""What each table can see of the ways that chips take."""

from __future__ import annotations

import pytest

from companion.arbiter.sight import Sight, Visibility, fits
from companion.rules import UNSEEN, Moved
from companion.table.layout import Layout, Pad, Spot, SpotRole
from tests.rehearsal.games.tables import customs, kit
from tests.rehearsal.tables import example

DUEL = customs("cells").game
TAPS = ("A.played", "A.discard")


@pytest.mark.parametrize(
    ("table", "source", "target", "way"),
    [
        ("cells", "bank", "A.pile", Visibility.ENTERS),
        ("cells", "A.hand", "A.played", Visibility.ENTERS),
        ("cells", "A.played", "A.discard", Visibility.ENTERS),
        ("cells", "A.pile", "bank", Visibility.ENTERS),
        ("cells", "A.pile", "box", Visibility.LEAVES),
        ("cells", "bank", "B.hand", Visibility.LEAVES),
        ("cells", "A.discard", "A.hand", Visibility.LEAVES),
        ("cells", "A.bag", "A.hand", Visibility.SLOT),
        ("cells", "A.top", "A.hand", Visibility.SLOT),
        ("cells", "A.discard", "A.bag", Visibility.NOT),
        ("cells", "A.played", "A.ongoing", Visibility.NOT),
        ("taps", "A.pile", "bank", Visibility.ENTERS),
        ("taps", "A.bag", "A.hand", Visibility.SLOT),
        ("trays", "bank", "A.pile", Visibility.ENTERS),
        ("trays", "A.pile", "bank", Visibility.LEAVES),
        ("trays", "A.hand", "A.played", Visibility.NOT),
        ("trays", "A.bag", "A.hand", Visibility.NOT),
        ("none", "bank", "A.pile", Visibility.NOT),
    ],
)
def test_by_which_spot_a_chip_is_seen(table: str, source: str, target: str, way: Visibility) -> None:
    assert Sight(example(f"{table}-2"), DUEL).way("gem_1", source, target) is way


def test_a_tray_without_an_overflow_tap_sees_only_that_a_gem_has_gone() -> None:
    tray = Layout("One tray", ("A", "B"), (Pad(1, "", (Spot("1.0", SpotRole.CELLS, "A.pile", 2),)),))
    assert Sight(tray, DUEL).way("gem_1", "A.pile", "bank") is Visibility.LIFTED


def test_a_bag_without_a_slot_is_a_heap_all_the_same() -> None:
    taps = Layout(
        "Two taps", ("A", "B"), (Pad(1, "", tuple(Spot(f"1.{n}", SpotRole.TAP, z) for n, z in enumerate(TAPS))),)
    )
    sight = Sight(taps, DUEL)
    assert sight.way("gem_1", "A.discard", "A.bag") is Visibility.NOT
    assert sight.way("gem_1", "A.discard", "A.hand") is Visibility.LEAVES


def test_nobody_sees_whether_a_hidden_chip_is_in_the_hand_or_in_the_bag() -> None:
    sight = Sight(example("cells-2"), DUEL)
    assert sight.place("A.hand") == sight.place("A.bag") == "A.hidden"
    assert sight.place("A.pile") == "A.pile"


def test_pieces_without_tags_are_not_seen_at_all() -> None:
    sight = Sight(kit("beacons"), customs("beacons").game)
    assert not sight.shows(Moved("red", 1, "box", "pier"))
    assert sight.shows(Moved("crown", 1, "N.crown", "E.crown"))


def test_an_unseen_piece_may_be_any_chip() -> None:
    assert fits(UNSEEN, "gem_1")
    assert fits("gem_1", "gem_1")
    assert not fits("gem_2", "gem_1")
