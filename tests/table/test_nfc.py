"""The station by the real nfcpy, against the pretended PN532 at the end of a pty."""

from __future__ import annotations

import os
import sys
import termios
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from queue import Queue

import pytest

from companion.rehearsal.nfc_tags import (
    ClassicCard,
    FaintTag,
    MuteTag,
    NfcTag,
    Ntag213,
    Ntag215,
    Phone,
    Ultralight,
    WanderingTag,
)
from companion.rehearsal.station import EmulatedStation, Fault
from companion.table.nfc import NfcStation
from companion.table.phrases import Phrase
from companion.table.sightings import Uid
from companion.table.station import Condition, Poll, Sensed, StationDriver, StationError, StationTrouble

UID = Uid("04A1B2C3D4E5F6")
OTHER = "04A1B2C3D4E5F7"
WAIT = 20.0


@pytest.fixture
def emulated(tmp_path: Path) -> Iterator[EmulatedStation]:
    """Plugged in."""
    station = EmulatedStation(tmp_path / "station")
    yield station
    station.close()


@pytest.fixture
def station(emulated: EmulatedStation) -> Iterator[NfcStation]:
    """Greeted, and asked to look closer."""
    station = opened(NfcStation(str(emulated.port), closer=True))
    yield station
    station.close()


def opened(station: NfcStation) -> NfcStation:
    """On a machine that is busy elsewhere the driver's tenth of a second may pass: then once more, as a driver does."""
    for _ in range(20):
        try:
            station.open()
        except StationError:
            continue
        return station
    raise AssertionError("no greeting in twenty attempts")


def told(station: NfcStation) -> Sensed | None:
    """What lies there, whatever a busy machine does to single polls."""
    for _ in range(20):
        found = station.poll()
        if not isinstance(found, StationTrouble):
            return found
    raise AssertionError("nothing but trouble in twenty polls")


def test_nothing_then_a_chip_then_nothing(emulated: EmulatedStation, station: NfcStation) -> None:
    assert told(station) is None
    emulated.put(Ntag213(UID))
    assert told(station) == Sensed(UID, "NTAG213", Condition.FINE)
    assert told(station) == Sensed(UID, "NTAG213", Condition.FINE), "it lies there still"
    emulated.take()
    assert told(station) is None


@pytest.mark.parametrize(
    ("tag", "words"),
    [
        (Ntag215(UID), "NTAG215"),
        (Ultralight(UID), "tag of an older type"),
        (ClassicCard("11223344"), "MIFARE Classic card"),
        (Phone(), "phone or a card that makes up another number"),
    ],
)
def test_foreign_tags_are_told_by_what_they_are(
    emulated: EmulatedStation, station: NfcStation, tag: NfcTag, words: str
) -> None:
    emulated.put(tag)
    found = told(station)
    assert found is not None
    assert found.condition is Condition.FOREIGN
    assert words in found.why
    assert found.lasting is not isinstance(tag, Phone)


class EmptyTag(Ntag213):
    """Its memory does not hold its own UID any more."""

    def __init__(self, uid: str) -> None:
        super().__init__(uid)
        self.memory = bytes(len(self.memory))


@pytest.mark.parametrize("tag", [MuteTag(UID), WanderingTag(UID), EmptyTag(UID)])
def test_a_damaged_tag_is_told_from_a_foreign_one(emulated: EmulatedStation, station: NfcStation, tag: NfcTag) -> None:
    emulated.put(tag)
    found = told(station)
    assert found is not None
    assert found.condition is Condition.DAMAGED
    assert "put a new one on the chip" in found.why


def test_a_faint_tag_is_fine_when_it_reads_well(emulated: EmulatedStation, station: NfcStation) -> None:
    emulated.put(FaintTag(UID))
    assert told(station) == Sensed(UID, "NTAG213", Condition.FINE)


@pytest.mark.parametrize("other", [Ntag213(OTHER), ClassicCard("11223344"), Ntag215("04000000000000")])
def test_two_tags_at_once_are_noticed(emulated: EmulatedStation, station: NfcStation, other: NfcTag) -> None:
    emulated.put(Ntag213(UID), other)
    found = told(station)
    assert found is not None
    assert found.condition is Condition.CROWDED
    emulated.take()
    emulated.put(Ntag213(UID))
    assert told(station) == Sensed(UID, "NTAG213", Condition.FINE), "and when the other is gone all is well"


def test_for_play_the_uid_is_enough(emulated: EmulatedStation) -> None:
    station = opened(NfcStation(str(emulated.port)))
    emulated.put(MuteTag(UID))
    assert told(station) == Sensed(UID)
    emulated.take()
    emulated.put(ClassicCard("11223344"))
    assert told(station) == Sensed(Uid("11223344"))
    station.close()


def test_a_chip_that_is_taken_away_while_it_is_read_is_not_called_damaged(
    emulated: EmulatedStation, station: NfcStation
) -> None:
    class Fleeting(Ntag213):
        """Gone at the first command."""

        def answer(self, data: bytes) -> bytes | None:
            emulated._chip.tags = []
            return None

    emulated.put(Fleeting(UID))
    assert told(station) is None


@pytest.mark.parametrize("fault", [fault for fault in Fault if fault is not Fault.NO_ACK])
def test_a_spoilt_answer_is_trouble_and_the_next_poll_works(
    emulated: EmulatedStation, station: NfcStation, fault: Fault
) -> None:
    emulated.put(Ntag213(UID))
    emulated.spoil(fault)
    assert isinstance(station.poll(), StationTrouble)
    assert emulated.faults_left == 0
    assert told(station) == Sensed(UID, "NTAG213", Condition.FINE)


def test_a_lost_ack_is_borne(emulated: EmulatedStation, station: NfcStation) -> None:
    emulated.put(Ntag213(UID))
    emulated.spoil(Fault.NO_ACK)
    assert told(station) == Sensed(UID, "NTAG213", Condition.FINE)


@pytest.mark.parametrize("fault", list(Fault))
def test_whatever_is_spoilt_in_a_closer_look_no_chip_is_called_damaged(
    emulated: EmulatedStation, station: NfcStation, fault: Fault
) -> None:
    """The link failed, not the tag; tried at every command that reaches the tag."""
    emulated.put(Ntag213(UID))
    before = len(emulated.log)
    assert told(station) == Sensed(UID, "NTAG213", Condition.FINE)
    looked = [command.code for command in emulated.log[before:]]
    emulated.take()
    assert told(station) is None
    in_the_air = [at for at, code in enumerate(looked) if code in (0x42, 0x4A)]
    assert len(in_the_air) > 4
    for number in in_the_air:
        emulated.put(Ntag213(UID))
        emulated.spoil(*[Fault.NO_ACK] * number, fault)
        for _ in range(20):
            found = station.poll()
            assert isinstance(found, StationTrouble) or found in (None, Sensed(UID, "NTAG213", Condition.FINE))
            if emulated.faults_left == 0:
                break
        emulated.take()
        assert told(station) is None


def test_the_cable_is_pulled_and_put_in_again(emulated: EmulatedStation, station: NfcStation) -> None:
    emulated.put(Ntag213(UID))
    assert told(station) == Sensed(UID, "NTAG213", Condition.FINE)
    emulated.unplug()
    assert station.poll() == StationTrouble(Phrase("its cable was pulled"))
    station.close()
    with pytest.raises(StationError, match="is the station plugged in"):
        station.open()
    assert isinstance(station.poll(), StationTrouble)
    emulated.plug()
    opened(station)
    assert told(station) == Sensed(UID, "NTAG213", Condition.FINE)


def test_a_program_that_ended_without_a_word_does_not_block_the_station(
    emulated: EmulatedStation, station: NfcStation
) -> None:
    station._hang_up()
    emulated.put(Ntag213(UID))
    assert told(opened(station)) == Sensed(UID, "NTAG213", Condition.FINE)


def test_a_dead_station_is_told_in_words(emulated: EmulatedStation) -> None:
    emulated.dead = True
    with pytest.raises(StationError, match="Is it set to HSU"):
        NfcStation(str(emulated.port)).open()


def test_two_programs_do_not_use_one_station(emulated: EmulatedStation, station: NfcStation) -> None:
    with pytest.raises(StationError, match="Another program is using"):
        NfcStation(str(emulated.port)).open()
    assert told(station) is None


@pytest.mark.parametrize(
    ("port", "said"),
    [
        ("/dev/null", "is not a serial port"),
        ("/nowhere/station", "is the station plugged in"),
        ("/tmp/station; rm -rf x", "is not the name of a port"),
        ("", "is not the name of a port"),
    ],
)
def test_what_is_no_station_is_told_in_words(port: str, said: str) -> None:
    with pytest.raises(StationError, match=said):
        NfcStation(port).open()


def test_who_may_not_use_the_port_is_told_how_to(emulated: EmulatedStation, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*given: object, **more: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refused)
    with pytest.raises(StationError, match="dialout"):
        NfcStation(str(emulated.port)).open()


def test_without_nfcpy_the_remedy_is_told(emulated: EmulatedStation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nfc.clf.pn532", None)
    with pytest.raises(StationError, match="make setup"):
        NfcStation(str(emulated.port)).open()


def test_closing_never_raises(emulated: EmulatedStation, station: NfcStation) -> None:
    emulated.unplug()
    station.close()
    station.close()
    station.hurry()
    emulated.plug()
    station.open()
    assert station.poll() is None, "it can be opened again"


def test_what_the_driver_raises_stays_inside(
    emulated: EmulatedStation, station: NfcStation, monkeypatch: pytest.MonkeyPatch
) -> None:
    for problem in (termios.error(5, "Input/output error"), IndexError("index out of range"), AssertionError()):

        def fail(*given: object, problem: Exception = problem, **more: object) -> object:
            raise problem

        with monkeypatch.context() as patch:
            patch.setattr(station._front, "sense", fail)
            assert isinstance(station.poll(), StationTrouble)
    assert told(station) is None


# -- with the driver -----------------------------------------------------------------------------------------------


class Told:
    """A driver with its polls."""

    def __init__(self, emulated: EmulatedStation) -> None:
        self.polls: Queue[Poll] = Queue()
        self.notices: Queue[str] = Queue()
        self.driver = StationDriver(
            NfcStation(str(emulated.port), closer=True),
            self.polls.put,
            self.notices.put,
            time.monotonic,
            rest=0.0,
            retry=0.01,
        )
        self.driver.start()

    def until(self, tag: Uid | None) -> None:
        while True:
            poll = self.polls.get(timeout=WAIT)
            if not poll.trouble and (poll.tag.uid if poll.tag else None) == tag:
                return


@pytest.fixture
def driven(emulated: EmulatedStation) -> Iterator[Told]:
    """A driver at work."""
    told = Told(emulated)
    yield told
    told.driver.stop()


def test_the_driver_finds_the_station_again(emulated: EmulatedStation, driven: Told) -> None:
    emulated.put(Ntag213(UID))
    driven.until(UID)
    for _ in range(3):
        emulated.unplug()
        while not driven.notices.get(timeout=WAIT).startswith("There is no"):
            pass
        emulated.plug()
        while driven.notices.get(timeout=WAIT) != "The station is back.":
            pass
        driven.until(UID)
    emulated.take()
    driven.until(None)


def test_the_driver_ends_while_the_chip_is_silent(emulated: EmulatedStation, driven: Told) -> None:
    driven.until(None)
    emulated.dead = True
    while not driven.polls.get(timeout=WAIT).trouble:
        pass
    driven.driver.stop()
    assert not [thread for thread in threading.enumerate() if thread.name == "station"]


def test_every_chip_is_seen_through_a_storm_of_faults(emulated: EmulatedStation, driven: Told) -> None:
    quick = [Fault.DAMAGED, Fault.NO_ACK, Fault.NOISE, Fault.CUT]
    for number in range(40):
        uid = Uid(f"04{number:012X}")
        emulated.spoil(quick[number % len(quick)])
        emulated.put(Ntag213(uid))
        driven.until(uid)
        emulated.take()
        driven.until(None)
