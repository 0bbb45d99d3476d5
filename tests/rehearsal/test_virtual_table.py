"""Chips lie where hands put them."""

from __future__ import annotations

from companion.rehearsal.virtual_pads import on_pads_alone
from companion.rehearsal.virtual_table import TaggedThing, VirtualTable, beside
from companion.table.sightings import Uid
from tests.rehearsal.tables import example

ONE, OTHER = TaggedThing(Uid("04A1B2C3D4E5F6"), "gem_1"), TaggedThing(Uid("0A0B0C0D"), "combine")


def test_a_chip_lies_on_one_reader_at_a_time() -> None:
    table = VirtualTable(example("cells-2"))
    table.put(ONE, "1.0")
    table.put(OTHER, "1.0")
    assert table.lying_on("1.0") == (ONE, OTHER)
    table.put(ONE, "1.1", on_edge=True)
    assert (table.lying_on("1.0"), table.lying_on("1.1")) == ((OTHER,), (ONE,))
    assert table.is_on_edge(ONE)
    assert dict(table.all_lying()) == {ONE: "1.1", OTHER: "1.0"}
    table.lift(ONE)
    table.lift(ONE)
    assert table.where(ONE) is None
    assert not table.is_on_edge(ONE)


def test_two_chips_with_one_tag_are_two_chips() -> None:
    table = VirtualTable(example("cells-2"))
    table.put(ONE, "1.0")
    table.put(TaggedThing(ONE.uid, ONE.kind, copy=2), "4.0")
    assert len(dict(table.all_lying())) == 2


def test_readers_of_a_group_stand_in_a_row() -> None:
    near = beside(example("cells-2"))
    assert near["1.0"] == ("1.1",)
    assert near["1.3"] == ("1.2", "2.0")
    assert near["3.3"] == ("3.2",)
    assert near["4.0"] == ("4.1",)


def test_the_bank_spot_gets_a_pad_of_its_own_where_the_station_serves_as_one() -> None:
    layout = example("taps-2")
    assert layout.station is None
    assert [spot.zone for spot in layout.spots()][-1] == "bank"
    assert on_pads_alone(layout) is layout
