"""The driver with its thread, on real ptys. What it decides is tested with `Pads`; here, that it does it."""

from __future__ import annotations

from collections.abc import Callable, Generator
from concurrent.futures import CancelledError
from contextlib import ExitStack
from pathlib import Path
from queue import Queue
from threading import enumerate as threads

import pytest

from companion.table.layout import Layout, Pad, Spot, SpotRole
from companion.table.messages import Done, Hi, Lamp, Led, Num, SelfTest, SelfTestVerdict, Tested
from companion.table.pad_driver import PadDriver
from companion.table.pad_link import LinkState
from companion.table.raw_log import RawLog
from companion.table.reader_notices import ReaderNotice
from companion.table.sightings import Look
from tests.table.pty_pad import PtyPad
from tests.table.scripted_pad import A, ScriptedPad

PATIENCE = 20.0
"""Seconds after which something that should happen at once has not happened."""


class Table:
    """Two pads and their driver."""

    def __init__(self, folder: Path, stack: ExitStack, log: RawLog | None = None) -> None:
        self.pads = {number: PtyPad(folder / f"pad-{number}", ScriptedPad(number, 2)) for number in (1, 2)}
        for pad in self.pads.values():
            stack.enter_context(pad)
        self.layout = layout_at(folder)
        self.heard: Queue[Look | ReaderNotice] = Queue()
        self.driver = stack.enter_context(PadDriver(self.layout, self.heard.put, log))

    def wait(self, wanted: Callable[[Look | ReaderNotice], bool]) -> Look | ReaderNotice:
        while not wanted(heard := self.heard.get(timeout=PATIENCE)):
            pass
        return heard

    def wait_for_look(self, reader: str, *tags: str) -> None:
        self.wait(lambda heard: isinstance(heard, Look) and heard.reader == reader and heard.tags == tags)

    def wait_for_words(self, words: str) -> None:
        self.wait(lambda heard: isinstance(heard, ReaderNotice) and words in heard.words)


def layout_at(folder: Path) -> Layout:
    def spots(number: int) -> tuple[Spot, ...]:
        return tuple(Spot(f"{number}.{index}", SpotRole.TAP, "A.pile") for index in range(2))

    return Layout("", ("A",), tuple(Pad(number, str(folder / f"pad-{number}"), spots(number)) for number in (1, 2)))


@pytest.fixture
def table(tmp_path: Path) -> Generator[Table]:
    with ExitStack() as stack:
        yield Table(tmp_path, stack)


def test_looks_come_from_all_pads(table: Table) -> None:
    table.wait_for_look("1.0")
    table.wait_for_look("2.1")
    table.pads[2].pad.tags[1].add(A)
    table.wait_for_look("2.1", A)


def test_a_cable_that_is_pulled_and_plugged_in_again(table: Table) -> None:
    table.wait_for_look("1.0")
    table.pads[1].unplug()
    table.wait_for_words("is gone")
    table.wait_for_look("2.0")
    table.pads[1].pad.tags[0].add(A)
    table.pads[1].plug()
    table.wait_for_words("Pad 1 is connected")
    table.wait_for_look("1.0", A)


def test_a_pad_that_is_plugged_in_late(tmp_path: Path) -> None:
    with ExitStack() as stack:
        heard: Queue[Look | ReaderNotice] = Queue()
        stack.enter_context(PadDriver(layout_at(tmp_path), heard.put))
        for _ in range(2):
            notice = heard.get(timeout=PATIENCE)
            assert isinstance(notice, ReaderNotice)
            assert "There is no port" in notice.words
        stack.enter_context(PtyPad(tmp_path / "pad-2", ScriptedPad(2, 2)))
        while not isinstance(told := heard.get(timeout=PATIENCE), Look):
            assert "There is no port" not in told.words, "said once"


def test_requests_lamps_and_questions(table: Table) -> None:
    table.wait_for_look("1.0")
    assert table.driver.request(1, SelfTest(1)).result(PATIENCE).reply == Tested(1, SelfTestVerdict.PASS)
    assert table.driver.request(1, Num(1)).result(PATIENCE).reply == Done()
    assert table.driver.ask(lambda pads: pads.links[1].state).result(PATIENCE) is LinkState.READY
    table.driver.set_lamp("1.1", Lamp.ON).result(PATIENCE)
    assert table.driver.request(1, SelfTest(0)).result(PATIENCE).reply == Tested(0, SelfTestVerdict.PASS)
    table.wait_for_look("1.0")
    table.wait_for_look("1.0")
    assert Led(1, Lamp.ON) in table.pads[1].pad.requests


def test_what_cannot_be_asked_does_no_harm(table: Table) -> None:
    with pytest.raises(ValueError, match="not asked for"):
        table.driver.request(1, Hi()).result(PATIENCE)
    with pytest.raises(KeyError):
        table.driver.set_lamp("9.0", Lamp.ON).result(PATIENCE)
    with pytest.raises(ZeroDivisionError):
        table.driver.ask(lambda pads: 1 // 0).result(PATIENCE)
    assert table.driver.request(9, SelfTest(0)).result(PATIENCE).reply is None
    table.wait_for_look("1.0")


def test_stopping_leaves_nothing_behind(tmp_path: Path) -> None:
    with ExitStack() as stack:
        table = Table(tmp_path, stack)
        table.wait_for_look("1.0")
        for pad in table.pads.values():
            pad.pad.silent = True
        waiting = table.driver.request(1, SelfTest(0))
        table.driver.stop()
        assert "pads" not in [thread.name for thread in threads()]
        for future in (waiting, table.driver.request(1, SelfTest(0)), table.driver.ask(lambda pads: 0)):
            assert isinstance(future.exception(PATIENCE), CancelledError)
        for pad in table.pads.values():
            pad.pad.silent = False
        with PadDriver(table.layout, table.heard.put):  # the ports are free again
            table.wait_for_words("Pad 1 is connected")


def test_a_driver_that_was_never_started_can_be_stopped(tmp_path: Path) -> None:
    PadDriver(layout_at(tmp_path), lambda told: None).stop()
    assert "pads" not in [thread.name for thread in threads()]


def test_what_went_over_the_line_is_logged(tmp_path: Path) -> None:
    with ExitStack() as stack:
        table = Table(tmp_path, stack, RawLog(tmp_path / "raw.log", layout_at(tmp_path)))
        table.wait_for_look("1.0")
        table.pads[1].pad.tags[0].add(A)
        table.wait_for_look("1.0", A)
    text = (tmp_path / "raw.log").read_text()
    assert "1 > ?00 HI 1*9862" in text
    assert "1 < !00 HELLO" in text
    assert f"+{A}" in text or f" {A}*" in text


def test_a_log_that_cannot_be_written_is_told_and_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "raw.log").mkdir()
    (tmp_path / "raw.log.1").mkdir()
    (tmp_path / "raw.log.1" / "x").touch()
    with ExitStack() as stack:
        table = Table(tmp_path, stack, RawLog(tmp_path / "raw.log", layout_at(tmp_path)))
        table.wait_for_words("cannot be written")
        table.wait_for_look("1.0")
