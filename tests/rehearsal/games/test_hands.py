"""Hands act from the true game alone: nobody foresees anything, and nothing is done that cannot be done."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from random import Random

import pytest

from companion.rehearsal.faults import NOISE
from companion.rehearsal.games.customs import Customs
from companion.rehearsal.games.game_script import ShownChip
from companion.rehearsal.games.hands import LYING, own_chips
from companion.rehearsal.games.outages import Outages
from companion.rehearsal.games.stage import Staged
from companion.rehearsal.games.truth import TrueStep
from companion.rehearsal.virtual_table import TaggedThing
from tests.rehearsal.games.tables import customs, kit, staged

GAMES = [("cells", 1), ("cells", 2), ("taps", 3), ("trays", 4), ("beacons", 5)]


def first_own(game: Staged, table: Customs) -> dict[int, ShownChip]:
    """When the chip that each decision is made with was shown first."""
    found: dict[int, ShownChip] = {}
    for shown in game.script.shown:
        own, _ = own_chips(game.truth.steps[shown.step], table)
        if own and own[0].chip == shown.chip:
            found.setdefault(shown.step, shown)
    return found


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_no_chip_is_shown_before_its_step_was_decided(name: str, seed: int) -> None:
    script = staged(seed, name).script
    assert script.decided == sorted(script.decided)
    assert all(shown.at > script.decided[shown.step] for shown in script.shown)


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_nobody_decides_before_what_the_decision_rests_on_was_shown(name: str, seed: int) -> None:
    game = staged(seed, name)
    for step, shown in first_own(game, customs(name)).items():
        assert all(decided > shown.at for decided in game.script.decided[step + 1 :])


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_every_chip_that_readers_can_see_is_shown_once_for_each_touch(name: str, seed: int) -> None:
    game, habits = staged(seed, name), customs(name)
    wanted, found = 0, len(game.script.shown)
    also = 0  # chips of the bank that touch its spot although they are seen elsewhere, and cells that were all full
    for true in game.truth.steps:
        for chip, zones in true.travels:
            touches = habits.touches(zones[:-1] if zones[-1] in habits.bags and len(zones) > 2 else zones)
            wanted += len(touches.taps) + touches.cells
            also += "bank" in zones[:1] and chip.kind is not None
    assert wanted <= found <= wanted + also


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_a_cell_holds_one_chip_and_a_tap_is_touched_by_one_at_a_time(name: str, seed: int) -> None:
    room = {spot.reader: spot.cells or 1 for spot in kit(name).spots()}
    lying: dict[str, set[TaggedThing]] = defaultdict(set)
    where: dict[TaggedThing, str] = {}
    for act in staged(seed, name).script.acts:
        if act.chip in where:
            lying[where.pop(act.chip)].remove(act.chip)
        if act.reader:
            lying[act.reader].add(act.chip)
            where[act.chip] = act.reader
            assert len(lying[act.reader]) <= room[act.reader]


def test_chips_lie_in_their_cells_until_everybody_has_seen_them() -> None:
    script = staged(1, players=("script",)).script
    lifted = [act for act in script.acts if act.reader is None]
    laid = [shown for shown in script.shown if shown.until == shown.at]
    for shown in laid:
        taken = min((act.at for act in lifted if act.chip == shown.chip and act.at > shown.at), default=math.inf)
        assert taken >= shown.at + LYING
    assert len(laid) > 50


def test_turns_overlap_and_hands_work_at_the_same_time() -> None:
    late = shown = together = rests = 0
    for game in [staged(seed, players=("script",)) for seed in range(1, 5)]:
        shown += len(game.script.shown)
        late += sum(
            any(true.step.seat != game.truth.steps[one.step].step.seat for true in after(game, one))
            for one in game.script.shown
        )
        lying = sorted(one[3:5] for one in game.script.shown if one.until > one.at)
        rests += len(lying)
        together += sum(one[1] > other[0] for one, other in itertools.pairwise(lying))
    assert late > shown / 100
    assert together > rests / 20


def after(game: Staged, shown: ShownChip) -> list[TrueStep]:
    """Steps that were decided after this one and before it was shown."""
    return [
        true
        for true, decided in zip(game.truth.steps, game.script.decided, strict=True)
        if game.script.decided[shown.step] < decided < shown.at and isinstance(true.step.said, str)
    ]


def test_people_leave_alone_what_is_broken() -> None:
    layout = kit("cells")
    outages = Outages(layout, NOISE["heavy"], Random(1))
    (first, *_) = outages.planned
    reader = first.reader or f"{first.pad}.0"
    assert outages.clear([reader], first.at - 2.0, 0.5) == first.at - 2.0
    assert outages.clear([reader], first.at - 0.2, 0.5) > first.until + 5.0
    assert outages.clear([reader], first.until + 1.0, 0.5) > first.until + 5.0
    assert not Outages(layout, NOISE["none"], Random(1)).planned
