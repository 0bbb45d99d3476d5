"""`companion pads` at a table of emulated pads: list, number, blink."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import main, pads, ports
from companion.cli.ports import FoundPort, ports_there
from companion.rehearsal.emulated_reader import Ailment
from tests.cli.live import Live


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["pads", *words])


# -- list ------------------------------------------------------------------------------------------------------


def test_every_port_is_told_with_its_pad(live: Live, tmp_path: Path) -> None:
    live.pads.ail("1.1", Ailment.DEAD)
    live.pads.reboot(1)
    missing = str(tmp_path / "no-port")
    outcome = run("list", live.port(1), live.port(2), missing)
    assert outcome.exit_code == 0
    assert outcome.output.split("\n") == [
        live.port(1),
        "    pad 1, firmware 1.0.0, 2 readers, but 1 does not answer",
        live.port(2),
        "    pad 2, firmware 1.0.0, 1 readers",
        missing,
        f"    There is no port {missing}. Is the pad plugged in? `companion pads list` shows what is connected.",
        "",
    ]
    rows = json.loads(run("list", "--json", live.port(2), missing).output)
    assert [(row["port"], row["pad"], row["chips"]) for row in rows] == [(live.port(2), 2, ["92"]), (missing, None, [])]


def test_no_pad_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = run("list", str(tmp_path))
    assert outcome.exit_code == 1
    monkeypatch.setattr(pads, "ports_there", list)
    outcome = run("list")
    assert outcome.exit_code == 1
    assert "no serial ports" in outcome.output


def test_a_port_where_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.cli.asking.LONGEST_GREETING", 0.1)
    master, slave = os.openpty()
    try:
        outcome = run("list", os.ttyname(slave))
    finally:
        os.close(master)
        os.close(slave)
    assert outcome.exit_code == 1
    assert "no pad answers" in outcome.output


def test_ports_are_known_by_the_names_that_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Port:
        def __init__(self, device: str, description: str) -> None:
            self.device, self.description = device, description

    one, other = str(tmp_path / "ttyUSB0"), str(tmp_path / "ttyUSB1")
    Path(one).touch()
    stable = tmp_path / "puzzle-strike"
    (stable / "by-path").mkdir(parents=True)
    (stable / "pad-1").symlink_to(one)
    (stable / "by-path" / "usb-0_1").symlink_to(one)
    monkeypatch.setattr(ports, "comports", lambda: [Port(one, "USB Serial"), Port(other, "n/a")])
    monkeypatch.setattr(ports, "STABLE", stable)
    assert ports_there() == [
        FoundPort(str(stable / "pad-1"), (one, str(stable / "by-path" / "usb-0_1")), "USB Serial"),
        FoundPort(other, (), ""),
    ]
    monkeypatch.setattr(ports, "STABLE", tmp_path / "none")
    assert [port.path for port in ports_there()] == [one, other]


# -- number ----------------------------------------------------------------------------------------------------


def test_a_pad_keeps_its_number(live: Live) -> None:
    outcome = run("number", live.port(2), "7")
    assert outcome.output == f"The pad on {live.port(2)} is now pad 7 (it was pad 2).\n"
    live.pads.reboot(2)
    assert "pad 7, firmware" in run("list", live.port(2)).output


def test_a_number_that_cannot_be_kept(live: Live) -> None:
    live.pads.virtual.pads[2].memory_fails = True
    outcome = run("number", live.port(2), "7")
    assert outcome.exit_code == 1
    assert "could not keep its number" in outcome.output
    assert "pad 2, firmware" in run("list", live.port(2)).output


def test_a_number_that_no_pad_can_have(live: Live) -> None:
    assert run("number", live.port(2), "100").exit_code == 2
    outcome = run("number", "/dev/there-is-no-such-port", "1")
    assert outcome.exit_code == 1
    assert "There is no port" in outcome.output


# -- blink -----------------------------------------------------------------------------------------------------


def lamps(live: Live, number: int) -> list[int]:
    return list(live.pads.virtual.pads[number].lamps)


def test_a_lamp_blinks_and_goes_out(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    shone: list[list[int]] = []
    monkeypatch.setattr(pads, "sleep", lambda _: shone.append(lamps(live, 1)))
    outcome = live.run("pads", "blink", "1", "1")
    assert outcome.output == "The lamp of reader 1 blinks for 10 seconds.\n"
    outcome = run("blink", live.port(1), "--seconds", "2")
    assert outcome.output == "All its lamps blink for 2 seconds.\n"
    assert shone == [[0, 2], [2, 2]]
    assert lamps(live, 1) == [0, 0]


def test_a_lamp_that_is_not_there(live: Live) -> None:
    outcome = live.run("pads", "blink", "2", "3")
    assert (outcome.exit_code, outcome.output) == (1, "Error: This pad has no such reader.\n")
    outcome = live.run("pads", "blink", "9")
    assert outcome.exit_code == 1
    assert "has no pad 9" in outcome.output
    live.table.unlink()
    assert "name the port instead" in live.run("pads", "blink", "1").output
