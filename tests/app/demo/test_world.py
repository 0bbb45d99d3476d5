"""Every chip is in exactly one place, or in the air, whatever hands do."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from companion.app.demo.puzzle_strike import USUAL
from companion.app.demo.table import deal
from companion.app.demo.world import AIR, BESIDE, CellTaken, Drawing
from companion.table.sightings import Uid
from tests.app.demo.tables import a_world

DEALT = deal(USUAL)
CHIPS = sorted(DEALT)
PLACES = sorted(a_world().places)
FEW = st.sampled_from(CHIPS[:20])


class AnyHands(RuleBasedStateMachine):
    """Lifts and lays chips wherever it likes."""

    def __init__(self) -> None:
        super().__init__()
        self.world = a_world()

    @rule(uid=FEW, towards=st.sampled_from(PLACES))
    def lift(self, uid: Uid, towards: str) -> None:
        self.world.lift(uid, towards)

    @rule(uid=FEW, place=st.sampled_from(PLACES), on_reader=st.booleans())
    def put(self, uid: Uid, place: str, on_reader: bool) -> None:
        before = self.world.where(uid)
        try:
            self.world.put(uid, place, on_reader=on_reader)
        except CellTaken:
            assert self.world.where(uid) == before

    @rule()
    def end_and_go_on(self) -> None:
        kept = json.loads(json.dumps(self.world.to_json()))
        self.world = a_world()
        self.world.take_json(kept)
        assert not self.world.carried

    @invariant()
    def each_chip_is_somewhere_once(self) -> None:
        world = self.world
        lying = [uid for place in world.places for uid in world.lying(place)]
        assert sorted([*lying, *world.carried]) == CHIPS
        assert all(world.where(uid) == AIR for uid in world.carried)
        assert sum(world.counts().values(), Counter()) == Counter(world.kinds.values())

    @invariant()
    def cells_hold_one_chip_and_readers_see_what_lies_there(self) -> None:
        for place in self.world.places.values():
            lying = self.world.lying(place.id)
            assert place.kind is not Drawing.CELL or len(lying) <= 1
            for uid in lying:
                assert self.world.reader_of(uid) in ("", place.reader)
                assert place.kind is not Drawing.CELL or self.world.reader_of(uid)
        assert not any(self.world.reader_of(uid) for uid in self.world.carried)


AnyHands.TestCase.settings = settings(max_examples=30, stateful_step_count=40, deadline=None)
TestAnyHands = AnyHands.TestCase


def test_what_was_kept_and_is_nonsense_leaves_chips_where_they_are() -> None:
    world = a_world()
    before = world.to_json()
    world.take_json({CHIPS[0]: "nowhere", CHIPS[1]: 7, "no chip": "bank:gem_1"})
    assert world.to_json() == before


def test_two_chips_that_were_kept_in_one_cell_are_told_apart() -> None:
    world = a_world()
    world.take_json({CHIPS[0]: "Anna.pile:1", CHIPS[1]: "Anna.pile:1"})
    assert sorted(world.where(uid) for uid in CHIPS[:2]) == ["Anna.pile:1", BESIDE]


@pytest.mark.parametrize(("zone", "kind", "place"), [
    ("Anna.pile", "gem_1", "Anna.pile:1"), ("bank", "gem_4", "bank:gem_4"), ("bank", "big_rocks", "box"),
    ("Ben.discard", "wound", "Ben.discard"), ("nowhere", "wound", BESIDE),
])  # fmt: skip
def test_there_is_room_for_a_chip(zone: str, kind: str, place: str) -> None:
    assert a_world().room_in(zone, kind) == place
