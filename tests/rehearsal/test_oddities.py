"""What hands do that nobody plans: a tag that is there twice, a cell with too many chips, a tag that nobody knows."""

from __future__ import annotations

from random import Random

from companion.rehearsal.emulated_bench import LINES, EmulatedBench
from companion.rehearsal.faults import NOISE
from companion.rehearsal.script import Act, MovementScript
from companion.rehearsal.virtual_table import TaggedThing
from companion.rehearsal.virtual_time import VirtualTime
from companion.table.oddities import Odd
from companion.table.sightings import Uid
from tests.rehearsal.tables import example

ONE = TaggedThing(Uid("04A1B2C3D4E5F6"), "gem_1")
ANOTHER = TaggedThing(Uid("04A1B2C3D4E5F7"), "gem_2")
THIRD = TaggedThing(Uid("0A0B0C0D"), "combine")
STRANGER = TaggedThing(Uid("00112233445566778899"), None)
SAME = TaggedThing(ONE.uid, "gem_1", copy=2)


def rehearsed(*acts: Act) -> VirtualTime:
    """These acts, with light noise, at a table with cells."""
    layout, noise = example("cells-2"), NOISE["light"]
    homes = {act.chip: "bank" if act.chip.kind else "" for act in acts}
    script = MovementScript(homes, tuple(sorted(acts, key=lambda act: act.at)), ())
    time = VirtualTime(layout, script, EmulatedBench(layout, noise, Random(1), LINES["simulated"]))
    time.run()
    return time


def ways(time: VirtualTime, uid: Uid) -> list[tuple[frozenset[str], str]]:
    return [(told.movement.from_zones, told.movement.to_zone) for told in time.told if told.movement.uid == uid]


BANK = frozenset({"bank"})


def test_two_tags_with_one_number_are_told_as_such() -> None:
    there = [Act(5.0 + step * 0.01, chip, reader) for step, (chip, reader) in enumerate([(ONE, "1.0"), (SAME, "4.0")])]
    meanwhile = [Act(12.0, ANOTHER, "3.0"), Act(13.0, ANOTHER, None), Act(40.0, THIRD, "6.0"), Act(41.0, THIRD, None)]
    time = rehearsed(*there, *meanwhile)
    (odd,) = time.twin.oddities(time.now)
    assert (odd.odd, odd.readers) == (Odd.DOUBLED, ("1.0", "4.0"))
    assert len(ways(time, ONE.uid)) < 6, "no endless wandering to and fro"
    assert ways(time, ANOTHER.uid) == [(BANK, "A.played")]
    assert ways(time, THIRD.uid) == [(BANK, "B.played")]


def test_a_cell_may_hold_too_many_chips() -> None:
    time = rehearsed(*(Act(5.0 + step, chip, "1.0") for step, chip in enumerate((ONE, ANOTHER, THIRD))))
    assert [ways(time, chip.uid) for chip in (ONE, ANOTHER, THIRD)] == [[(BANK, "A.pile")]] * 3


def test_a_tag_that_nobody_knows_is_followed_all_the_same() -> None:
    time = rehearsed(Act(5.0, STRANGER, "3.0"), Act(6.0, STRANGER, None), Act(8.0, STRANGER, "1.0"))
    assert ways(time, STRANGER.uid) == [(frozenset(), "A.played"), (frozenset({"A.played"}), "A.pile")]
    assert STRANGER.uid in time.twin.strangers()


def test_a_hand_in_the_wrong_tray_is_told_and_so_is_its_way_back() -> None:
    time = rehearsed(Act(5.0, ONE, "4.1"), Act(9.0, ONE, None), Act(9.5, ONE, "1.1"))
    assert ways(time, ONE.uid) == [(BANK, "B.pile"), (frozenset({"B.pile"}), "A.pile")]


def test_a_chip_that_comes_back_to_its_cell_was_never_gone() -> None:
    time = rehearsed(Act(5.0, ONE, "1.0"), Act(9.0, ONE, None), Act(29.0, ONE, "1.0"), Act(40.0, ONE, None))
    assert ways(time, ONE.uid) == [(BANK, "A.pile")]


def test_a_chip_that_is_forgotten_on_a_tap_has_touched_it_once() -> None:
    time = rehearsed(Act(5.0, ONE, "3.0", on_edge=True), Act(125.0, ONE, None))
    assert ways(time, ONE.uid) == [(BANK, "A.played")]
