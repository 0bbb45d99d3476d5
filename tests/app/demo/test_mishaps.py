"""What can go wrong at the press of a button, and ends by itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.app.demo import people
from companion.app.demo.mishaps import GARBAGE, LABELS, MISSING, NOTHING_LIES, UNHELD, UNPLUGGED, Mishaps
from companion.app.demo.motion import ALOFT, TableHands
from companion.app.demo.table import demo_table
from companion.rehearsal.emulated_reader import Ailment
from companion.rehearsal.live_pads import QUIET, LivePads
from tests.app.demo.tables import a_world
from tests.needs import needs


@pytest.fixture
def pads(tmp_path: Path) -> Iterator[LivePads]:
    needs("/dev/ptmx")
    with LivePads(demo_table(), tmp_path) as found:
        yield found


@pytest.fixture
def hands(pads: LivePads) -> TableHands:
    return TableHands(a_world(), pads)


@pytest.fixture
def cut() -> list[str]:
    return []


@pytest.fixture
def mishaps(pads: LivePads, cut: list[str]) -> Mishaps:
    return Mishaps(pads, Random(1), lambda: cut.append("cut"))


@pytest.mark.parametrize(("what", "lasts"), [("miss", MISSING), ("garbage", GARBAGE), ("air", UNHELD)])
def test_noise_comes_and_goes(mishaps: Mishaps, hands: TableHands, pads: LivePads, what: str, lasts: float) -> None:
    assert mishaps.press(what, hands, 10.0) == ""
    assert mishaps.is_on(what)
    noisy = {"miss": pads.virtual.field.noise, "garbage": pads.virtual.mischief.noise}
    assert what == "air" or noisy[what] != QUIET
    assert not mishaps.step(10.0 + lasts / 2)
    assert mishaps.step(10.0 + lasts)
    assert not mishaps.is_on(what)
    assert pads.virtual.field.noise == pads.virtual.mischief.noise == QUIET


def test_the_light_of_a_chip_that_is_held_goes_out_as_it_comes_down(mishaps: Mishaps, hands: TableHands) -> None:
    mishaps.press("air", hands, 10.0)
    assert not people.move(hands, frozenset(), "", "bank:gem_1", "Anna.pile:1", 12.0)
    assert not mishaps.step(12.0 + ALOFT - 0.1)
    assert mishaps.is_on("air")
    assert mishaps.step(12.0 + ALOFT)
    assert not mishaps.is_on("air")


def test_a_pad_is_unplugged_and_comes_back(mishaps: Mishaps, hands: TableHands, pads: LivePads) -> None:
    mishaps.press("unplug", hands, 1.0)
    out = mishaps.unplugged
    assert mishaps.dead == {spot.reader for pad in pads.layout.pads if pad.number == out for spot in pad.spots}
    mishaps.step(1.0 + UNPLUGGED)
    assert (mishaps.unplugged, mishaps.dead) == (0, frozenset())
    mishaps.press("unplug", hands, 20.0)
    mishaps.press("unplug", hands, 21.0)
    mishaps.step(21.0)
    assert mishaps.unplugged == 0


def test_a_reader_is_dead_until_the_button_is_pressed_again(
    mishaps: Mishaps, hands: TableHands, pads: LivePads
) -> None:
    mishaps.press("kill", hands, 1.0)
    (reader,) = mishaps.dead
    assert pads.virtual.reader(reader).ailment is Ailment.DEAD
    assert mishaps.is_on("kill")
    mishaps.press("kill", hands, 2.0)
    assert pads.virtual.reader(reader).ailment is Ailment.NONE
    assert not mishaps.is_on("kill")


def test_a_bump_makes_chips_jump_and_loses_none(mishaps: Mishaps, hands: TableHands) -> None:
    assert mishaps.press("bump", hands, 1.0) == NOTHING_LIES
    gems = hands.world.lying("bank:gem_1")[:6]
    for number, uid in enumerate(gems, 1):
        hands.lift(uid)
        hands.put(uid, f"Ben.pile:{number}")
    before = hands.world.to_json()
    assert mishaps.press("bump", hands, 1.0) == ""
    after = hands.world.to_json()
    assert before != after
    assert {uid for uid in before if before[uid] != after[uid]} <= set(gems)
    assert all(after[uid] == "beside" or after[uid].startswith("Ben.pile:") for uid in gems)


def test_power_and_nonsense(mishaps: Mishaps, hands: TableHands, cut: list[str]) -> None:
    assert mishaps.press("power", hands, 1.0) == ""
    assert cut == ["cut"]
    assert mishaps.press("rain", hands, 1.0)
    assert set(LABELS) == {"miss", "bump", "air", "unplug", "kill", "garbage", "power"}
