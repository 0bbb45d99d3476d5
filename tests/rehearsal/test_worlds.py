"""The same script gives the same movements in memory, over real ptys, and with the real firmware in its rig."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from random import Random

from companion.rehearsal.chips import chips_for
from companion.rehearsal.emulated_bench import LINES, EmulatedBench
from companion.rehearsal.faults import Noise, read_noise
from companion.rehearsal.firmware_bench import FirmwareBench
from companion.rehearsal.hands import write_script
from companion.rehearsal.reckoning import reckon
from companion.rehearsal.script import MovementScript
from companion.rehearsal.virtual_time import Bench, VirtualTime
from companion.table.layout import Layout, Pad, Spot, SpotRole
from companion.table.movement import Movement
from companion.table.sightings import Uid
from tests.rehearsal.tables import example

READERS = ("1.0", "1.1", "1.2", "1.3")
SMALL = Layout(
    "A pad",
    ("A",),
    (
        Pad(
            1,
            "rehearsal",
            (
                Spot("1.0", SpotRole.CELLS, "A.pile", cells=2),
                Spot("1.1", SpotRole.TAP, "A.played"),
                Spot("1.2", SpotRole.TAP, "A.bag", beyond="A.hand", hidden=True),
                Spot("1.3", SpotRole.TAP, "bank"),
            ),
        ),
    ),
    groups=(frozenset(READERS),),
)
MISSES = read_noise("missed=0.2")


def script_for(layout: Layout, movements: int, seed: int, noise: Noise, hands: int = 0) -> MovementScript:
    return write_script(layout, chips_for(layout, Random(seed)), movements, Random(seed), noise, hands)


def told(layout: Layout, script: MovementScript, bench: Bench, settling: float = 12.0) -> list[Movement]:
    time = VirtualTime(layout, script, bench, settling)
    time.run()
    assert reckon(script.expected, time.told).troubles == []
    assert len(time.told) == len(script.expected)
    return [told.movement for told in time.told]


def test_memory_and_ptys_give_the_same_to_the_last_digit() -> None:
    layout, noise = example("cells-2"), read_noise("heavy")
    script = script_for(layout, 60, 5, noise)
    memory, ptys = (
        told(layout, script, EmulatedBench(layout, noise, Random(5), LINES[world])) for world in ("simulated", "ptys")
    )
    assert memory == ptys


def ways(movements: list[Movement]) -> dict[Uid, list[tuple[object, ...]]]:
    """Chip by chip, without the times: these differ by milliseconds from one pad to another."""
    found: dict[Uid, list[tuple[object, ...]]] = defaultdict(list)
    for one in movements:
        found[one.uid].append((one.kind, one.from_zones, one.to_zone, one.reader))
    return found


def test_emulated_pads_and_the_real_firmware_give_the_same(built: Path) -> None:
    script = script_for(SMALL, 14, 2, MISSES, hands=3)
    emulated = told(SMALL, script, EmulatedBench(SMALL, MISSES, Random(2), LINES["simulated"]))
    firmware = told(SMALL, script, FirmwareBench(SMALL, MISSES.missed, seed=2, build=built), settling=4.0)
    assert ways(emulated) == ways(firmware)
