"""Which spots a chip touches on its way, kit by kit."""

from __future__ import annotations

import pytest

from companion.rehearsal.games.customs import pointed_at
from tests.arbiter.test_pointing import BANK
from tests.rehearsal.games.tables import customs
from tests.rules.playing import at

NOWHERE: tuple[tuple[str, ...], bool] = ((), False)

WAYS = [
    # zones, and what is touched with cells, with taps, with trays
    ("bank A.pile", ((), True), (("1.0",), False), ((), True)),
    ("A.pile bank", (("station",), False), (("station",), False), (("2.3",), False)),
    ("A.pile bank B.pile", ((), True), (("2.0",), False), ((), True)),
    ("A.hand A.played", (("3.0",), False), (("1.1",), False), NOWHERE),
    ("A.hand A.played A.ongoing", (("3.0",), False), (("1.1",), False), NOWHERE),
    ("A.ongoing A.discard", (("3.1",), False), (("1.2",), False), NOWHERE),
    ("A.bag A.hand", (("3.2",), False), (("1.3",), False), NOWHERE),
    ("A.top A.hand", (("3.2",), False), (("1.3",), False), NOWHERE),
    ("A.hand A.top", NOWHERE, NOWHERE, NOWHERE),
    ("A.discard A.bag", NOWHERE, NOWHERE, NOWHERE),
    ("A.discard A.top", (("3.1",), False), (("1.2",), False), NOWHERE),
    ("bank A.hand", (("station",), False), (("station",), False), NOWHERE),
    ("A.hand bank", (("station",), False), (("station",), False), NOWHERE),
    ("bank A.discard A.top", (("3.1",), False), (("1.2",), False), NOWHERE),
    ("bank A.discard A.bag", (("3.1",), False), (("1.2",), False), NOWHERE),
    ("A.pile", NOWHERE, NOWHERE, NOWHERE),
]


@pytest.mark.parametrize(("zones", "cells", "taps", "trays"), WAYS)
def test_ways(
    zones: str, cells: tuple[tuple[str, ...], bool], taps: tuple[tuple[str, ...], bool], trays: tuple[object, bool]
) -> None:
    for name, expected in (("cells", cells), ("taps", taps), ("trays", trays), ("none", NOWHERE)):
        assert customs(name).touches(zones.split()) == expected, name


def test_a_chip_that_leaves_the_table_shows_where_it_lay_in_a_cell() -> None:
    assert customs("cells").shows(["A.pile"])
    assert customs("trays").shows(["A.pile"])
    assert not customs("taps").shows(["A.pile"])
    assert not customs("cells").shows(["A.hand"])


def test_who_chooses_a_chip_of_the_bank_points_at_it_also_where_it_is_played_by_what_follows() -> None:
    """The only chip left to play goes to the table by itself; who plays or buys one moves it, and points at nothing."""
    seats = {
        "A": {"character": "jaina", "pile": [1], "hand": ["master_puzzler", "gem_2", "gem_1"], "bag": ["wound"]},
        "B": {"character": "rook", "pile": [1], "hand": ["gem_1"], "bag": ["wound"]},
    }
    match = at(seats, bank={"puzzle": BANK})
    said = ["play:master_puzzler", "choose:sneak_attack", "choose:combine", "done"]
    said += ["play:sneak_attack", "play:gem_1", "buy:wound"]
    ways = {}
    for token in said:
        before = match.copy()
        ways[token] = pointed_at(before, before.pending, token, match.answer(token, "A"))
    assert ways == {token: [] for token in said} | {
        "choose:sneak_attack": [("sneak_attack", "bank")],
        "choose:combine": [("combine", "bank")],
    }
