"""Pads in real time, with the driver that a real table has. It waits for what must come, and for nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Queue

import pytest

from companion.rehearsal.emulated_reader import Ailment
from companion.rehearsal.faults import NOISE
from companion.rehearsal.live_pads import LivePads
from companion.rehearsal.virtual_table import TaggedThing
from companion.table.messages import Lamp, SelfTest, SelfTestVerdict, Tested
from companion.table.pad_driver import PadDriver
from companion.table.reader_notices import ReaderNotice
from companion.table.sightings import Look, Uid
from tests.rehearsal.tables import example

CHIP = TaggedThing(Uid("04A1B2C3D4E5F6"), "gem_1")
LONG = 20.0
"""Seconds after which something that must come will not come any more."""


class Evening:
    """Pads and driver, and what the driver tells."""

    def __init__(self, pads: LivePads) -> None:
        self.pads = pads
        self.told: Queue[Look | ReaderNotice] = Queue()
        self.driver = PadDriver(pads.layout, self.told.put)

    def wait_for(self, wanted: Callable[[Look | ReaderNotice], bool]) -> None:
        while not wanted(self.told.get(timeout=LONG)):
            pass


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with LivePads(example("taps-2"), tmp_path / "pads") as pads:
        evening = Evening(pads)
        with evening.driver:
            yield evening


def sees(reader: str, *uids: Uid) -> Callable[[Look | ReaderNotice], bool]:
    return lambda told: isinstance(told, Look) and told.reader == reader and told.clean and told.tags == uids


def trouble(about: str, *, trouble: bool = True) -> Callable[[Look | ReaderNotice], bool]:
    return lambda told: isinstance(told, ReaderNotice) and told.about == about and told.trouble is trouble


def test_a_chip_is_seen_and_seen_no_more(evening: Evening) -> None:
    evening.wait_for(sees("2.3"))
    evening.pads.put(CHIP, "2.3")
    evening.wait_for(sees("2.3", CHIP.uid))
    evening.pads.lift(CHIP)
    evening.wait_for(sees("2.3"))


def test_a_pad_is_unplugged_and_plugged_in_again(evening: Evening) -> None:
    evening.pads.put(CHIP, "1.0")
    evening.wait_for(sees("1.0", CHIP.uid))
    evening.pads.unplug(1)
    evening.wait_for(trouble("pad 1"))
    evening.wait_for(sees("2.0"))
    evening.pads.plug(1)
    evening.wait_for(sees("1.0", CHIP.uid))


def test_a_pad_restarts_in_the_middle(evening: Evening) -> None:
    evening.pads.put(CHIP, "1.0")
    evening.wait_for(sees("1.0", CHIP.uid))
    evening.pads.reboot(1, "W")
    evening.wait_for(trouble("pad 1"))
    evening.wait_for(sees("1.0", CHIP.uid))


def test_a_reader_dies_and_others_go_on(evening: Evening) -> None:
    evening.wait_for(sees("1.0"))
    evening.pads.ail("1.0", Ailment.DEAD)
    evening.wait_for(trouble("1.0"))
    evening.wait_for(sees("1.1"))
    evening.pads.ail("1.0", Ailment.NONE)
    evening.wait_for(trouble("1.0", trouble=False))


def test_lamps_and_requests_reach_the_pad(evening: Evening) -> None:
    evening.wait_for(sees("1.0"))
    evening.driver.set_lamp("1.2", Lamp.BLINKING)
    answer = evening.driver.request(1, SelfTest(3)).result(timeout=LONG)
    assert answer.reply == Tested(3, SelfTestVerdict.PASS)
    while evening.pads.virtual.pads[1].lamps != [0, 0, 2, 0]:
        evening.wait_for(sees("1.0"))


def test_it_also_goes_with_noise(tmp_path: Path) -> None:
    with LivePads(example("taps-2"), tmp_path, NOISE["heavy"], seed=3) as pads:
        evening = Evening(pads)
        with evening.driver:
            for reader in ("1.0", "2.3", "98.0"):
                pads.put(CHIP, reader)
                evening.wait_for(sees(reader, CHIP.uid))
