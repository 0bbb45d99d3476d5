"""Scripts: what hands can do, and what must be told of it."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from random import Random

import pytest

from companion.rehearsal.chips import chips_for
from companion.rehearsal.faults import NOISE, Noise
from companion.rehearsal.hands import AFTER_OUTAGE, BEFORE_OUTAGE, NEXT_CHIP, REST, SAME_AGAIN, write_script
from companion.rehearsal.script import Act, MovementScript
from companion.rehearsal.virtual_table import TaggedThing
from companion.table.layout import SpotRole
from tests.rehearsal.tables import example

KITS = ("cells-2", "cells-4", "taps-2", "taps-4", "trays-2")


def script_for(kit: str, seed: int = 1, movements: int = 300, noise: Noise = NOISE["heavy"]) -> MovementScript:
    layout = example(kit)
    return write_script(layout, chips_for(layout, Random(seed)), movements, Random(seed), noise)


@pytest.mark.parametrize("kit", KITS)
def test_no_place_holds_more_chips_than_it_has_room_for(kit: str) -> None:
    layout, script = example(kit), script_for(kit)
    lying: dict[TaggedThing, str] = {}
    for act in script.acts:
        lying.pop(act.chip, None)
        if act.reader:
            lying[act.chip] = act.reader
            room = max(1, layout.spot(act.reader).cells)
            assert sum(reader == act.reader for reader in lying.values()) <= room


@pytest.mark.parametrize("kit", KITS)
def test_the_truth_follows_from_the_acts(kit: str) -> None:
    """The meaning of cells and taps, told a second time."""
    layout, script = example(kit), script_for(kit)
    zones: dict[TaggedThing, str] = dict(script.homes)
    told = []
    for act in script.acts:
        if act.reader is None:
            continue
        spot, zone = layout.spot(act.reader), zones[act.chip]
        if zone != spot.zone:
            zones[act.chip] = spot.zone
        elif spot.role is SpotRole.TAP:
            zones[act.chip] = spot.beyond
        if zones[act.chip] != zone:
            told.append((act.chip.uid, act.chip.kind, zone or None, zones[act.chip], act.reader, act.at))
    assert told == [(e.uid, e.kind, e.origin, e.to_zone, e.reader, e.start) for e in script.expected]


def visits(script: MovementScript) -> dict[str, list[tuple[Act, float]]]:
    """By reader: which chip was laid there, and until when it lay."""
    found: dict[str, list[tuple[Act, float]]] = defaultdict(list)
    lying: dict[TaggedThing, Act] = {}
    for act in script.acts:
        if laid := lying.pop(act.chip, None):
            assert laid.reader
            found[laid.reader].append((laid, act.at))
        if act.reader:
            lying[act.chip] = act
    return found


def test_hands_rest_on_taps_and_leave_time_between_two_chips() -> None:
    layout = example("cells-2")
    for reader, there in visits(script_for("cells-2", movements=2000)).items():
        if layout.spot(reader).role is not SpotRole.TAP:
            continue
        there.sort(key=lambda visit: visit[0].at)
        assert all(until - act.at >= REST[0] - 1e-9 for act, until in there)
        for (before, left), (after, _) in pairwise(there):
            gap = SAME_AGAIN if before.chip == after.chip else NEXT_CHIP[0]
            assert after.at - left >= gap - 1e-9


def test_nobody_touches_what_has_just_broken() -> None:
    layout, script = example("cells-2"), script_for("cells-2", movements=3000)
    assert script.outages
    for outage in script.outages:
        broken = {spot.reader for pad in layout.pads if pad.number == outage.pad for spot in pad.spots}
        if outage.reader:
            broken = {outage.reader}
        near = [
            act
            for act in script.acts
            if act.reader in broken and outage.at - BEFORE_OUTAGE < act.at < outage.until + AFTER_OUTAGE
        ]
        assert near == []


def test_the_same_seed_is_the_same_script() -> None:
    assert script_for("cells-2", 5) == script_for("cells-2", 5)
    assert script_for("cells-2", 5).acts != script_for("cells-2", 6).acts


def test_many_hands_are_at_work_at_once() -> None:
    script = script_for("taps-2", movements=1000)
    everything = sorted((act.at, until) for there in visits(script).values() for act, until in there)
    at_once = sum(1 for one, other in pairwise(everything) if other[0] < one[1])
    assert at_once > len(everything) / 2


def test_a_table_without_readers_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match="no readers"):
        script_for("none-2")
