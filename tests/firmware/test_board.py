"""The board around the firmware: corpus, memory, restarts, lamps, other builds, the port of a real-time pad."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from random import Random

import pytest
import serial

from companion.rehearsal.rig import FIRMWARE, Rig, RigError
from tests.firmware.conftest import make
from tests.firmware.host import FAST, Host, line
from tests.firmware.tags import SIZES, some
from tests.needs import needs

UID = "04A1B2C3D4E5F6"


def corpus(name: str) -> list[tuple[str, bytes]]:
    """Verdict and bytes of each row."""
    rows = (FIRMWARE / "corpus" / name).read_text(encoding="ascii").splitlines()
    cells = [row.split("\t") for row in rows if row and not row.startswith("#")]
    return [(verdict, text.encode().decode("unicode_escape").encode("latin-1")) for verdict, text, *_ in cells]


def test_a_fresh_pad_answers_as_the_corpus_says(built: Path) -> None:
    host = Host(build=built)
    try:
        for verdict, data in corpus("requests.tsv"):
            host.rig.reset("power")
            host.listen()
            heard = host.shout(data).decode("ascii").splitlines()
            number = "--" if verdict in ("ERR CRC", "ERR LONG") else data.lstrip(b"\n")[1:3].decode("latin-1")
            said = line(f"!{number} {verdict}").decode().splitlines()
            assert heard == ([] if verdict == "nothing" else said), data
            if b" NUM " in data:  # a fresh pad has no number
                host.close()
                host = Host(build=built)
    finally:
        host.close()


def test_the_number_is_kept_in_the_eeprom(built: Path, tmp_path: Path) -> None:
    eeprom = tmp_path / "eeprom"
    with Host(build=built, eeprom=eeprom) as host:
        assert host.ask("NUM 99") == "DONE"
    with Host(build=built, eeprom=eeprom) as host:
        assert host.boot.split()[4] == "99"
    kept = bytearray(eeprom.read_bytes())
    kept[kept.index(99)] = 98  # as if the power had failed between two bytes
    eeprom.write_bytes(kept)
    with Host(build=built, eeprom=eeprom) as host:
        assert host.boot.split()[4] == "0"


def test_lamps(host: Host) -> None:
    for reader in range(4):
        assert host.ask(f"LED {reader} 1") == "DONE"
        assert [state.lamp for state in host.rig.state().readers] == [other == reader for other in range(4)]
        assert host.ask(f"LED {reader} 0") == "DONE"
    assert host.ask("LED 2 2") == "DONE"
    before = host.rig.state().readers[2].lamp_changes
    host.rig.run(3000)
    assert host.rig.state().readers[2].lamp_changes - before >= 4
    host.ask("LED 2 0")
    assert not host.rig.state().readers[2].lamp


def test_kinds_of_chips(host: Host) -> None:
    host.rig.chip(0, "91")
    host.rig.chip(1, "B2")
    host.rig.sick(3)
    assert host.ask("RESET 0 H") == "DONE"
    assert host.ask("RESET 1 S") == "DONE"
    assert [host.ask(f"TEST {reader}") for reader in range(4)] == [
        "TESTED 0 PASS",
        "TESTED 1 CLONE",
        "TESTED 2 PASS",
        "TESTED 3 FAIL",
    ]
    assert host.ask("HI 1").split()[4] == "91,B2,92,92"
    host.rig.put(1, UID)
    assert host.look(1) == ("OK", (UID,))  # a clone reads as well
    host.fair()


def test_a_reader_that_never_answered(host: Host) -> None:
    host.rig.kill(3)
    host.rig.reset("power")
    assert host.listen().split()[5] == "92,92,92,--"
    assert host.health(3)["state"] == "NONE"
    host.rig.put(0, UID)
    assert host.look(0) == ("OK", (UID,))
    assert host.look(3) == ("FAIL", ())
    host.rig.revive(3)
    host.rig.put(3, UID)
    assert host.look(3) == ("OK", (UID,))
    host.fair()


def test_a_chip_that_counts_collisions_otherwise_is_not_believed(host: Host) -> None:
    chance = Random(13)
    host.rig.tell("collpos", "frame")
    for _ in range(40):
        uids = some(chance, chance.choice((2, 5)), SIZES)
        host.rig.clear(0)
        host.rig.put(0, *uids)
        state, told = host.look(0)
        assert (state, told) == ("OK", tuple(uids)) or (state == "PART" and set(told) < set(uids))
    host.fair()


def test_tags_that_miss_looks(host: Host) -> None:
    uids = some(Random(11), 2)
    host.rig.put(0, *uids)
    host.rig.miss(0, 0.3, seed=1)
    seen = [host.look(0) for _ in range(40)]
    assert all(state == "OK" and set(told) <= set(uids) for state, told in seen)
    assert 20 < sum(uids[0] in told for _, told in seen) < 36


def test_one_request_may_wait(host: Host) -> None:
    host.rig.put(0, UID)
    assert host.write(line("?A0 SCAN 0") + line("?A1 LAST 0")) is not None
    host.rig.run(50)
    assert host.read() == f"!A0 SEEN 0 01 OK +{UID}"
    assert host.read() == f"!A1 FULL 0 01 OK {UID}"


def test_what_comes_while_it_is_busy_is_counted(host: Host) -> None:
    host.rig.put(0, *some(Random(12), 5))
    host.shout(line("?A0 SCAN 0") + line("?A1 HEALTH") * 20)
    host.shout(b"\n")  # ends whatever is left of a line
    assert host.counts()["overruns"] > 0
    host.fair()


def test_a_pad_with_two_readers(built: Path, tmp_path: Path) -> None:
    hex_file = tmp_path / "pad-16mhz.hex"
    make("READERS=2", f"BUILD={tmp_path}", hex_file)
    with Host(build=built, hex_file=hex_file, readers=2) as host:
        assert host.boot == "!-- BOOT 1 1.0.0 0 92,92 P"
        host.rig.put(1, UID)
        assert host.look(1) == ("OK", (UID,))
        assert host.ask("SCAN 2") == "ERR READER"
        assert host.ask("SCAN 4") == "ERR FIELDS"


def ask(port: serial.Serial, request: str) -> str:
    """What a pad in real time answers; asked again where it did not, as a host does."""
    for _ in range(30):
        port.write(b"\n" + line(request))
        while heard := port.readline().decode("ascii", "replace"):
            if heard.startswith(f"!{request[1:3]} "):
                return heard.partition("*")[0]
    raise AssertionError(f"{request} is not answered")


def test_in_real_time_over_the_port(built: Path, tmp_path: Path) -> None:
    link = tmp_path / "pad"
    with Rig(build=built, link=link, reset_on_open=True) as rig:
        rig.put(0, UID)
        with serial.Serial(str(link), FAST, timeout=1) as port:
            assert ask(port, "?77 HI 1").split()[-1] in ("PE", "E")  # opening the port restarts the board
            assert ask(port, "?00 SCAN 0") == f"!00 SEEN 0 01 OK +{UID}"
            rig.unplug()
            assert not link.is_symlink()
            with pytest.raises(serial.SerialException):
                port.read(100000)
        rig.plug()
        with serial.Serial(str(link), FAST, timeout=1) as port:
            assert ask(port, "?77 HI 1").split()[-1] in ("PE", "E")
            assert ask(port, "?00 LAST 0") == "!00 FULL 0 00 OK"
        assert rig.violations() == ()


def test_the_rig_ends_with_its_input(built: Path) -> None:
    rig = Rig(build=built, pace="fast")
    path = rig.path
    rig.close()
    with pytest.raises(OSError, match=os.strerror(errno.ENOENT)):
        os.open(path, os.O_RDWR | os.O_NOCTTY)
    with pytest.raises(RigError, match="has ended"):
        rig.state()


def test_what_the_rig_refuses(host: Host, tmp_path: Path) -> None:
    for words in (("put", 4, UID), ("put", 0, "88010203"), ("put", 0, "0401"), ("take", 0, UID), ("dance",)):
        with pytest.raises(RigError):
            host.rig.tell(*words)
    with pytest.raises(RigError, match="make -C firmware"):
        Rig(build=tmp_path)


def test_the_models_are_strict() -> None:
    needs("cc", "make")
    make("-C", "sim", "test")
