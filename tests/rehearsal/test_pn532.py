"""The pretended PN532 is strict: what a real one would not take, it does not take either."""

from __future__ import annotations

import errno
import re
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rehearsal.nfc_tags import (
    ClassicCard,
    FaintTag,
    NfcTag,
    Ntag213,
    Phone,
    TagState,
    Ultralight,
    checked,
    crc_a,
)
from companion.rehearsal.pn532 import ACK, ERROR, FIRST_SPEED, NACK, Command, Pn532
from companion.rehearsal.station import EmulatedStation

driver: Any = import_module("nfc.clf.pn532")
transport: Any = import_module("nfc.clf.transport")
clf: Any = import_module("nfc.clf")

UID = "04A1B2C3D4E5F6"
OTHER = "04A1B2C3D4E5F7"


def framed(code: int, data: str = "", head: int = 0xD4) -> bytes:
    """A command in a normal frame, as a host says it."""
    body = bytes([head, code]) + bytes.fromhex(data)
    return b"\x00\x00\xff" + bytes([len(body), -len(body) & 0xFF]) + body + bytes([-sum(body) & 0xFF, 0])


def extended(code: int, data: bytes) -> bytes:
    """The same in the frame for long ones."""
    body = bytes([0xD4, code]) + data
    length = len(body).to_bytes(2, "big")
    head = b"\x00\x00\xff\xff\xff" + length + bytes([-sum(length) & 0xFF])
    return head + body + bytes([-sum(body) & 0xFF, 0])


WAKING = bytes(10)
VERSION = framed(0x02)
NORMAL_USE = framed(0x14, "010000")
LIST = framed(0x4A, "0100")
NOTHING_LISTED = bytes.fromhex("D54B00")


def said(frames: list[bytes]) -> bytes:
    """The answer without its frame; its checks are looked at."""
    ack, answer = frames
    assert ack == ACK
    assert answer[:3] == b"\x00\x00\xff"
    assert not sum(answer[3:5]) & 0xFF
    assert not sum(answer[5:-1]) & 0xFF
    assert len(answer) == answer[3] + 7
    return answer[5:-2]


class Host:
    """Says commands to a chip that is awake and in use."""

    def __init__(self, *tags: NfcTag) -> None:
        self.chip = Pn532()
        self.chip.tags = list(tags)
        assert said(self.chip.hear(WAKING + NORMAL_USE, FIRST_SPEED)) == b"\xd5\x15"

    def __call__(self, code: int, data: str = "") -> str:
        """What the chip answers, after its code, in hex."""
        answer = said(self.chip.hear(framed(code, data), FIRST_SPEED))
        assert answer[:2] == bytes([0xD5, code + 1])
        return answer[2:].hex()

    def refuses(self, code: int, data: str = "") -> bool:
        return self.chip.hear(framed(code, data), FIRST_SPEED) == [ACK, ERROR]

    def through(self, data: str) -> str:
        return self(0x42, data)


# -- frames --------------------------------------------------------------------------------------------------------


def test_it_sleeps_until_enough_bytes_came_before_the_frame() -> None:
    for few in range(4):
        assert Pn532().hear(bytes(few) + VERSION, FIRST_SPEED) == []
    chip = Pn532()
    assert said(chip.hear(WAKING + VERSION, FIRST_SPEED)) == bytes.fromhex("D50332010607")


def test_it_must_be_told_how_it_is_used_first() -> None:
    chip = Pn532()
    assert chip.hear(WAKING + LIST, FIRST_SPEED) == [ACK, ERROR]
    chip.hear(NORMAL_USE, FIRST_SPEED)
    assert said(chip.hear(LIST, FIRST_SPEED)) == NOTHING_LISTED


@pytest.mark.parametrize("at", range(2, len(LIST) - 1))
@pytest.mark.parametrize("bit", [0x01, 0x80])
def test_a_frame_with_a_wrong_bit_gets_no_answer(at: int, bit: int) -> None:
    host = Host(Ntag213(UID))
    broken = LIST[:at] + bytes([LIST[at] ^ bit]) + LIST[at + 1 :]
    assert host.chip.hear(broken, FIRST_SPEED) == []
    assert [command.code for command in host.chip.log] == [0x14]


def test_the_next_good_frame_after_a_broken_one_is_heard() -> None:
    host = Host()
    for broken in (LIST[:-4], LIST[:5], b"\x00\xff\xff\xff\x40\x00\x00", b"noise\x00\xff"):
        host.chip.hear(broken + bytes(260), FIRST_SPEED)
        assert said(host.chip.hear(LIST, FIRST_SPEED)) == NOTHING_LISTED


def test_bytes_at_another_speed_are_not_heard() -> None:
    host = Host()
    assert host.chip.hear(LIST, 921600) == []
    assert said(host.chip.hear(LIST, FIRST_SPEED)) == NOTHING_LISTED


def test_frames_may_come_in_pieces() -> None:
    host = Host()
    answers = [host.chip.hear(bytes([byte]), FIRST_SPEED) for byte in LIST]
    assert [said(answer) for answer in answers if answer] == [NOTHING_LISTED]


def test_an_extended_frame_is_answered_by_one() -> None:
    host = Host()
    data = bytes(262)
    ack, answer = host.chip.hear(extended(0x00, data), FIRST_SPEED)
    assert ack == ACK
    assert answer[:8] == bytes.fromhex("0000FFFFFF0108F7")
    assert answer[10:-2] == data
    assert host.chip.hear(extended(0x00, bytes(264)), FIRST_SPEED) == [], "longer than the chip takes"


def test_nack_asks_for_the_answer_again_and_ack_for_nothing() -> None:
    host = Host()
    (_, answer) = host.chip.hear(LIST, FIRST_SPEED)
    assert host.chip.hear(NACK, FIRST_SPEED) == [answer]
    assert host.chip.hear(ACK, FIRST_SPEED) == []


def test_what_it_does_not_know_gets_an_error_frame() -> None:
    host = Host()
    assert host.refuses(0x99)
    assert host.refuses(0x4A, "0300"), "two tags are the most"
    assert host.refuses(0x4A, "0105"), "no such technology"
    assert host.refuses(0x4A, "010004A1"), "half a UID"
    assert host.refuses(0x32, "0200"), "a configuration that is too short"
    assert host.refuses(0x32, "0700")
    assert host.refuses(0x06, "1234"), "no such register"
    assert host.refuses(0x08, "630300ff")
    assert host.refuses(0x02, "00"), "a command with something behind it"
    assert host.chip.hear(framed(0x02, head=0xD5), FIRST_SPEED) == [ACK, ERROR]


def test_the_speed_changes_after_the_answer() -> None:
    host = Host()
    host(0x10, "07")
    assert host.chip.hear(ACK, FIRST_SPEED) == []
    assert host.chip.hear(LIST, FIRST_SPEED) == []
    assert said(host.chip.hear(LIST, 921600)) == NOTHING_LISTED


def test_after_power_down_it_sleeps() -> None:
    host = Host(Ntag213(UID))
    host(0x4A, "0100")
    assert host(0x16, "B000") == "00"
    assert host.chip.tags[0].state is TagState.IDLE
    assert host.chip.hear(LIST, FIRST_SPEED) == []
    assert said(host.chip.hear(WAKING + LIST, FIRST_SPEED))[2] == 1


@given(st.lists(st.binary(max_size=40) | st.sampled_from([LIST, VERSION, NORMAL_USE, ACK, NACK]), max_size=20))
def test_whatever_it_hears_it_goes_on(pieces: list[bytes]) -> None:
    host = Host(Ntag213(UID))
    for piece in pieces:
        host.chip.hear(piece, host.chip.speed)
    host.chip.hear(bytes(600), host.chip.speed)
    assert len(host.chip._heard) <= 600, "nothing grows"
    assert host.chip.hear(WAKING + VERSION, host.chip.speed)[-1][6:7] in (b"\x03", b"")


# -- the field -----------------------------------------------------------------------------------------------------

LISTED = f"010100440007{UID.lower()}"
GET_VERSION = "0004040201000f03"


def test_a_tag_is_listed_with_all_that_it_says() -> None:
    assert Host(Ntag213(UID))(0x4A, "0100") == LISTED
    assert Host(ClassicCard("11223344"))(0x4A, "0100") == "010100040804" + "11223344"
    assert Host()(0x4A, "0100") == "00"
    assert Host(Ntag213(UID))(0x4A, "0101") == "00", "it is no tag of type F"


def test_a_tag_is_selected_by_its_uid() -> None:
    host = Host(Ntag213(UID), Ntag213(OTHER))
    assert host(0x4A, f"010088{UID}") == LISTED
    assert host(0x4A, f"010088{UID[:-2]}00") == "00"


def test_the_register_tells_whether_anything_answered() -> None:
    host = Host()
    host(0x4A, "0100")
    assert host(0x06, "6339") == "26"
    host.chip.tags = [Ntag213(UID)]
    host(0x4A, "0100")
    assert host(0x06, "6339") != "26"


def test_a_command_to_a_tag_needs_a_selected_one() -> None:
    host = Host(Ntag213(UID))
    assert host.through("60") == "01"
    host(0x4A, "0100")
    assert host.through("60") == f"00{GET_VERSION}"
    host(0x32, "0102")
    assert host.through("60") == "01", "the field was off"


def test_a_halted_tag_is_silent_until_the_field_was_off() -> None:
    host = Host(Ntag213(UID))
    host(0x4A, "0100")
    assert host.through("5000") == "01"
    assert host.through("60") == "01"
    assert host(0x4A, "0100") == "00"
    host(0x32, "0102")
    assert host(0x4A, "0100") == LISTED


def test_two_tags_are_found_one_after_the_other() -> None:
    host = Host(Ntag213(UID), Ntag213(OTHER))
    first = host(0x4A, "0100")
    host.through("5000")
    second = host(0x4A, "0100")
    assert {first[-14:].upper(), second[-14:].upper()} == {UID, OTHER}
    host(0x32, "0102")
    assert host(0x4A, "0100") == first, "the same one first every time"
    host(0x32, "0102")
    assert host(0x4A, "0200")[:2] == "02"


def test_without_the_check_of_the_chip_the_host_gets_the_check_bytes() -> None:
    host = Host(Ntag213(UID))
    host(0x4A, "0100")
    host(0x08, "630300")
    assert host.through("60") == f"00{checked(bytes.fromhex(GET_VERSION)).hex()}"
    assert host.through("1a00") == "0000", "a refusal has four bits and no check"
    assert host.through("60") == "01", "a tag that refused is not selected any more"


def test_with_the_check_of_the_chip_a_refusal_is_a_damaged_answer() -> None:
    host = Host(Ntag213(UID))
    host(0x4A, "0100")
    assert host.through("1a00") == "02"


def test_a_frame_without_check_bytes_is_refused_by_the_tag() -> None:
    host = Host(Ntag213(UID))
    host(0x4A, "0100")
    host(0x08, "630200630300")
    assert host.through("60") == "0001"
    assert host.through(checked(b"\x60").hex()) == "01", "and it is not selected any more"


def test_wrong_framing_is_not_understood_by_the_tag() -> None:
    for registers in ("630283", "630393", "630500"):
        host = Host(Ntag213(UID))
        host(0x4A, "0100")
        host(0x08, registers)
        assert host.through("60") == "01"


def test_a_time_too_short_for_an_answer() -> None:
    host = Host(Ntag213(UID))
    host(0x4A, "0100")
    host(0x32, "020A0B01")
    assert host.through("60") == "01"


def test_data_exchange_needs_a_listed_tag() -> None:
    host = Host(Ntag213(UID))
    assert host(0x40, "013000") == "27"
    host(0x4A, "0100")
    assert host(0x40, "013000")[:20] == "00" + "04a1b29f" + "c3d4e5f6"[:8] + "04"[:2]
    assert host(0x40, "023000") == "27"
    assert host(0x52, "00") == "00"
    assert host(0x40, "013000") == "27"


def test_the_status_tells_field_and_tags() -> None:
    host = Host(Ntag213(UID))
    assert host(0x04) == "00000080"
    host(0x4A, "0100")
    assert host(0x04) == "000101" + "01000010" + "80"


# -- tags ----------------------------------------------------------------------------------------------------------


def test_the_check_bytes_of_the_air() -> None:
    assert crc_a(b"\x50\x00") == bytes.fromhex("57CD")
    assert crc_a(b"\x00\x00") == bytes.fromhex("A01E")
    assert crc_a(b"\x12\x34") == bytes.fromhex("26CF")


def selected(tag: NfcTag) -> NfcTag:
    assert tag.requested()
    tag.select()
    return tag


def test_a_tag_that_is_selected_does_not_answer_a_request() -> None:
    tag = selected(Ntag213(UID))
    assert not tag.requested()
    assert tag.requested(), "and is free again after that"


@pytest.mark.parametrize("command", ["5000", "60", "3000"])
def test_a_tag_checks_every_frame(command: str) -> None:
    good = checked(bytes.fromhex(command))
    for at in range(len(good)):
        tag = selected(Ntag213(UID))
        assert tag.hear(good[:at] + bytes([good[at] ^ 0x04]) + good[at + 1 :]) == b"\x01"
        assert tag.state is TagState.IDLE


def test_a_sticker_reads_as_its_data_sheet_says() -> None:
    tag = selected(Ntag213(UID))
    head = tag.hear(checked(b"\x30\x00"))
    assert head is not None
    assert head[:16].hex().upper() == "04A1B29FC3D4E5F604480000E1101200"
    last = tag.hear(checked(b"\x30\x2c"))
    assert last is not None
    assert last[4:8] == head[:4], "reading goes round at the end"
    assert tag.hear(checked(b"\x3a\x00\x01")) == checked(head[:8])
    assert tag.hear(checked(b"\x30\x2d")) == b"\x00"
    assert tag.state is TagState.IDLE


def test_strangers() -> None:
    assert selected(Ultralight(UID)).hear(checked(b"\x60")) == b"\x00"
    assert selected(ClassicCard("11223344")).hear(checked(b"\x30\x00")) == b"\x04"
    phone = Phone()
    before = phone.uid
    phone.lose_power()
    assert phone.uid != before
    assert phone.uid[0] == before[0] == 8
    faint = FaintTag(UID)
    assert [faint.requested() for _ in range(4)] == [False, True, False, True]
    with pytest.raises(ValueError, match="7 bytes"):
        Ntag213("11223344")


# -- the real driver, with its bytes broken on purpose --------------------------------------------------------------


@pytest.fixture
def station(tmp_path: Path) -> Iterator[EmulatedStation]:
    """Plugged in."""
    station = EmulatedStation(tmp_path / "station")
    yield station
    station.close()


def connect(station: EmulatedStation) -> Any:
    """The driver, as nfcpy has it, with no help of ours."""
    tty = transport.TTY(str(station.port))
    try:
        return driver.init(tty)
    except BaseException:
        tty.close()
        raise


def close(device: Any) -> None:
    device.close()


def test_the_real_driver_connects_senses_and_leaves(station: EmulatedStation) -> None:
    device = connect(station)
    station.put(Ntag213(UID))
    target = device.sense_tta(clf.RemoteTarget("106A"))
    assert target.sdd_res.hex().upper() == UID
    close(device)
    codes = [command.code for command in station.log]
    assert codes[:3] == [0x02, 0x14, 0x10]
    assert len(next(command.data for command in station.log if command.code == 0x00)) == 263, "an extended frame"
    assert codes[-2:] == [0x10, 0x16]
    close(connect(station))


Breaker = Callable[[bytes], bytes]


def broken(code: int, change: Callable[[bytearray], object]) -> Breaker:
    """Changes the frames of one command."""

    def breaker(frame: bytes) -> bytes:
        start = frame.find(b"\x00\xff")
        body = 7 if frame[start + 2 : start + 4] == b"\xff\xff" else 4
        if frame[start + body : start + body + 2] != bytes([0xD4, code]):
            return frame
        changed = bytearray(frame)
        change(changed)
        return bytes(changed)

    return breaker


def flip(at: int) -> Callable[[bytearray], object]:
    return lambda frame: frame.__setitem__(at, frame[at] ^ 0x40)


BREAKERS = {
    "no waking": lambda frame: frame.lstrip(b"\x00").join((b"\x00\x00", b"")) if frame[:3] == bytes(3) else frame,
    "wrong check of the data": broken(0x02, flip(-2)),
    "wrong check of the length": broken(0x14, lambda frame: frame.__setitem__(-9, frame[-9] ^ 1)),
    "wrong check in the long frame": broken(0x00, flip(-2)),
    "wrong check of the long length": broken(0x00, flip(7)),
    "a byte is lost": broken(0x00, lambda frame: frame.pop(100)),
    "a command that nobody knows": broken(0x12, lambda frame: frame.__setitem__(slice(-4, -1), b"\x77\x00\xb5")),
    "cut": broken(0x32, lambda frame: frame.__delitem__(slice(-3, None))),
}


@pytest.mark.parametrize("name", BREAKERS)
def test_a_driver_that_says_it_wrong_does_not_get_through(
    station: EmulatedStation, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = transport.TTY.write
    breaker = BREAKERS[name]
    monkeypatch.setattr(transport.TTY, "write", lambda tty, frame: write(tty, breaker(bytes(frame))))
    with pytest.raises((OSError, driver.Chipset.Error)):
        connect(station)


def test_a_driver_that_forgets_the_speed_does_not_get_through(
    station: EmulatedStation, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = transport.TTY.open
    monkeypatch.setattr(transport.TTY, "open", lambda tty, port, baudrate=115200: opened(tty, port, 115200))
    with pytest.raises(OSError, match=re.escape("Input/output error")) as problem:
        connect(station)
    assert problem.value.errno == errno.EIO


def test_a_driver_that_never_switches_the_field_off_meets_a_halted_tag(station: EmulatedStation) -> None:
    device = connect(station)
    station.put(Ntag213(UID))
    for found in (True, False):
        target = device.sense_tta(clf.RemoteTarget("106A"))
        assert (target is not None) is found
        if found:
            with suppress(clf.TimeoutError):
                device.send_cmd_recv_rsp(target, b"\x50\x00", 0.01)
    device.mute()
    assert device.sense_tta(clf.RemoteTarget("106A")) is not None
    close(device)


def test_the_port_has_the_speed_that_the_driver_set(station: EmulatedStation) -> None:
    device = connect(station)
    told = subprocess.run(["stty", "-F", str(station.port), "speed"], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "921600"
    close(device)


def test_the_log_tells_what_the_chip_was_told(station: EmulatedStation) -> None:
    close(connect(station))
    assert Command(0x14, bytes.fromhex("010000")) in station.log
