"""The driver of the station: polls from a thread, finds a lost station again, ends at once."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from queue import Queue

import pytest

from companion.table.phrases import Phrase
from companion.table.sightings import Look, Uid
from companion.table.station import PATIENCE, Poll, Sensed, StationDriver, StationError, StationTrouble

TAG = Sensed(Uid("04A1B2C3D4E5F6"))
WAIT = 20.0
"""Seconds after which something that should have come never comes."""


class Script:
    """A station that does what it is told, call by call."""

    def __init__(self, *opens: str) -> None:
        self.opens = list(opens)
        self.says: Queue[Sensed | StationTrouble | None] = Queue()
        self.hurried = threading.Event()
        self.closed = 0

    def open(self) -> None:
        wrong = self.opens.pop(0) if self.opens else ""
        if wrong:
            raise StationError(Phrase(wrong))

    def poll(self) -> Sensed | StationTrouble | None:
        while not self.hurried.is_set():
            if not self.says.empty():
                return self.says.get()
            self.hurried.wait(0.001)
        return StationTrouble(Phrase("hurried"))

    def close(self) -> None:
        self.closed += 1

    def hurry(self) -> None:
        self.hurried.set()


class Ears:
    """What the driver told."""

    def __init__(self) -> None:
        self.polls: Queue[Poll] = Queue()
        self.notices: Queue[str] = Queue()


@contextmanager
def driven(station: Script) -> Iterator[Ears]:
    ears = Ears()
    ticks = iter(range(10**9))
    driver = StationDriver(station, ears.polls.put, ears.notices.put, lambda: float(next(ticks)), rest=0.0, retry=0.001)
    driver.start()
    try:
        yield ears
    finally:
        driver.stop()
    assert not [thread for thread in threading.enumerate() if thread.name == "station"]


def test_polls_come_in_order_with_their_time() -> None:
    station = Script()
    with driven(station) as ears:
        for said in (None, TAG, StationTrouble(Phrase("noise")), TAG):
            station.says.put(said)
        polls = [ears.polls.get(timeout=WAIT) for _ in range(4)]
    assert polls == [Poll(0.0), Poll(1.0, TAG), Poll(2.0, None, "noise"), Poll(3.0, TAG)]
    assert station.closed == 1
    assert ears.notices.empty()


def test_a_poll_is_a_look_of_the_station() -> None:
    assert Poll(1.0, TAG).look() == Look("station", 1.0, (Uid("04A1B2C3D4E5F6"),))
    assert Poll(1.0).look() == Look("station", 1.0)
    assert Poll(1.0, None, "noise").look() == Look("station", 1.0, (), "noise")
    assert not Poll(1.0, None, "noise").look().clean


def test_a_lost_station_is_greeted_anew_and_people_are_told_once() -> None:
    station = Script("", "no such port", "no such port", "no such port")
    with driven(station) as ears:
        for _ in range(PATIENCE):
            station.says.put(StationTrouble(Phrase("its cable was pulled")))
        station.says.put(TAG)
        while ears.polls.get(timeout=WAIT).tag != TAG:
            pass
        said = [ears.notices.get(timeout=WAIT) for _ in range(3)]
        assert ears.notices.empty()
    assert said == [
        "The station is lost: its cable was pulled. The program keeps looking for it.",
        "no such port",
        "The station is back.",
    ]
    assert station.closed == 2


def test_a_few_troubles_are_no_loss() -> None:
    station = Script()
    with driven(station) as ears:
        for _ in range(5):
            for _ in range(PATIENCE - 1):
                station.says.put(StationTrouble(Phrase("noise")))
            station.says.put(None)
        for _ in range(5 * PATIENCE):
            ears.polls.get(timeout=WAIT)
    assert ears.notices.empty()
    assert station.closed == 1


def test_nothing_is_delivered_while_it_is_stopped() -> None:
    station = Script()
    with driven(station) as ears:
        station.says.put(TAG)
        assert ears.polls.get(timeout=WAIT).tag == TAG
    assert ears.polls.empty()
    assert station.hurried.is_set(), "the poll that waited was ended"


def test_a_station_that_is_never_there_can_be_stopped() -> None:
    station = Script(*["no such port"] * 1000000)
    with driven(station) as ears:
        assert ears.notices.get(timeout=WAIT) == "no such port"
        assert ears.polls.get(timeout=WAIT).trouble
    assert station.closed == 0


def test_stopping_twice_or_before_the_start_is_no_fault() -> None:
    driver = StationDriver(Script(), lambda poll: None, lambda words: None, lambda: 0.0)
    driver.stop()
    driver.start()
    driver.stop()
    driver.stop()
    assert "station" not in [thread.name for thread in threading.enumerate()]


@pytest.mark.parametrize("tag", [TAG, None])
def test_a_rest_between_polls_does_not_delay_the_end(tag: Sensed | None) -> None:
    station = Script()
    station.says.put(tag)
    heard: Queue[Poll] = Queue()
    driver = StationDriver(station, heard.put, lambda words: None, lambda: 0.0, rest=3600.0)
    driver.start()
    assert heard.get(timeout=WAIT).tag == tag
    driver.stop()
