"""`companion pads flash`: the real avrdude against an emulated boot loader, and what may be missing."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import flash as flashing
from companion.cli.pads import command
from tests.cli.boot_loader import board
from tests.needs import needs

IMAGE = bytes(range(256)) * 3 + b"the end"


def hex_file(path: Path, image: bytes = IMAGE) -> Path:
    """The image as avr-objcopy writes it."""
    rows = []
    for at in range(0, len(image), 16):
        part = image[at : at + 16]
        row = bytes([len(part), at >> 8, at & 0xFF, 0]) + part
        rows.append(f":{(row + bytes([-sum(row) & 0xFF])).hex().upper()}")
    path.write_text("\n".join([*rows, ":00000001FF", ""]), encoding="ascii")
    return path


def flash(*words: str) -> Result:
    return CliRunner().invoke(command, ["flash", *words])


@pytest.mark.parametrize(("name", "speed"), [("nano", 115200), ("nano-old", 57600), ("promini", 57600)])
def test_avrdude_puts_the_firmware_on_the_board(tmp_path: Path, name: str, speed: int) -> None:
    needs("avrdude")
    with board(speed) as (port, loader):
        outcome = flash(port, "--board", name, "--hex", str(hex_file(tmp_path / "a b.hex")))
    assert outcome.exit_code == 0, (outcome.output, loader.mute, loader.begun, loader.deaf_to)
    assert bytes(loader.flash[: len(IMAGE)]) == IMAGE
    assert set(loader.flash[len(IMAGE) :]) == {0xFF}
    assert not loader.programming
    assert "has been flashed" in outcome.output


# -- a pretended avrdude, that takes only what the real one would ----------------------------------------------

PRETENDED = """#!/bin/sh
printf '%s\\n' "$@" > "$(dirname "$0")/said"
[ "$1 $2" = "-p atmega328p" ] && [ "$3 $4" = "-c arduino" ] && [ "$5" = "-P" ] && [ -e "$6" ] || exit 2
[ "$7 $8" = "-b 115200" ] || [ "$7 $8" = "-b 57600" ] || exit 3
[ "$9" = "-D" ] || exit 4
shift 9
[ "$1" = "-U" ] && [ $# = 2 ] || exit 5
case "$2" in flash:w:*:i) file=${2#flash:w:}; [ -f "${file%:i}" ] || exit 6 ;; *) exit 7 ;; esac
exit ANSWER
"""


def pretend(folder: Path, monkeypatch: pytest.MonkeyPatch, answer: int) -> Path:
    program = folder / "bin" / "avrdude"
    program.parent.mkdir()
    program.write_text(PRETENDED.replace("ANSWER", str(answer)), encoding="ascii")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    return program.parent / "said"


def test_the_call_is_as_it_should_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = pretend(tmp_path, monkeypatch, answer=0)
    port, firmware = tmp_path / "port", hex_file(tmp_path / "pad.hex")
    port.touch()
    outcome = flash(str(port), "--board", "promini", "--hex", str(firmware))
    assert outcome.exit_code == 0, outcome.output
    call = said.read_text(encoding="utf-8").split("\n")
    assert call == ["-p", "atmega328p", "-c", "arduino", "-P", str(port), "-b", "57600", "-D", "-U",
                    f"flash:w:{firmware}:i", ""]  # fmt: skip
    shown = flash(str(port), "--board", "promini", "--hex", str(firmware), "--dry-run")
    assert shown.output.split() == ["avrdude", *call[:-1]]


def test_avrdude_that_gives_up_is_told_with_what_to_try(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(tmp_path, monkeypatch, answer=1)
    port = tmp_path / "port"
    port.touch()
    outcome = flash(str(port), "--hex", str(hex_file(tmp_path / "pad.hex")))
    assert outcome.exit_code == 1
    assert "avrdude gave up" in outcome.output
    assert "--board nano-old" in outcome.output


def test_a_port_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(tmp_path, monkeypatch, answer=0)
    outcome = flash(str(tmp_path / "port"), "--hex", str(hex_file(tmp_path / "pad.hex")))
    assert outcome.exit_code == 1
    assert "Is the pad plugged in?" in outcome.output


def test_no_avrdude(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert shutil.which("avrdude") is None
    outcome = flash("/dev/null", "--hex", str(hex_file(tmp_path / "pad.hex")))
    assert outcome.exit_code == 1
    assert "sudo apt install avrdude" in outcome.output


def test_no_firmware(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flashing, "BUILD", tmp_path)
    outcome = flash("/dev/null", "--dry-run")
    assert outcome.exit_code == 1
    assert "make -C firmware" in outcome.output
    assert "pad-16mhz.hex" in outcome.output
    outcome = flash("/dev/null", "--hex", str(tmp_path / "no.hex"))
    assert outcome.exit_code == 1
    assert f"There is no file {tmp_path / 'no.hex'}." in outcome.output


def test_the_files_are_those_that_the_firmware_makes() -> None:
    assert {kind.hex for kind in flashing.BOARDS.values()} == {"pad-16mhz.hex", "pad-8mhz.hex"}
    assert flashing.BUILD.parent.joinpath("PROTOCOL.md").is_file()
