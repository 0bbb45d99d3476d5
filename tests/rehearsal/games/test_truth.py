"""The true game: every chip with a tag is where the rules have its kind, at each step."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.rehearsal.games.mistakes.mistake import moments
from companion.rules.kernel.game import by_address
from tests.rehearsal.games.tables import staged


@pytest.mark.parametrize(("name", "seed"), [("none", 1), ("none", 2), ("beacons", 1), ("beacons", 2)])
def test_each_chip_is_where_the_rules_have_its_kind(name: str, seed: int) -> None:
    game = staged(seed, name)
    start = game.truth.start
    untagged = start.game.untagged
    for moment in moments(game.truth, game.chance):
        zones = by_address(start.game.lies(moment.match.table), start.game.places)
        for zone, content in zones.items():
            wanted = +Counter({kind: count for kind, count in Counter(content).items() if kind not in untagged})
            assert Counter(chip.kind for chip in moment.zones.get(zone, ())) == wanted, zone


def test_nothing_is_left_open_at_the_beginning() -> None:
    setup = staged(3, "none").truth.setup
    assert all(seat.character for seat in setup.seats)
    assert len(setup.bank) == 10
    assert setup.first in ("A", "B")


def test_all_tags_differ_and_the_same_seed_is_the_same_game() -> None:
    one, other, another = staged(4, "none"), staged(4, "none"), staged(5, "none")
    assert len(one.truth.kinds) == len(one.truth.homes)
    assert one.truth.kinds == other.truth.kinds
    assert [true.travels for true in one.truth.steps] == [true.travels for true in other.truth.steps]
    assert one.script == other.script
    assert one.script != another.script


def test_a_gem_now_and_then_goes_straight_from_pile_to_pile() -> None:
    ways = Counter(
        travel.zones for seed in range(1, 9) for true in staged(seed, "none").truth.steps for travel in true.travels
    )
    assert 0 < ways["A.pile", "bank", "B.pile"] < ways["A.pile", "bank"] / 4
