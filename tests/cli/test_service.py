"""`companion service` at the terminal: what it says, and that it does nothing where it may not."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.app.service.found import KEPT, SERVICE, UNITS
from companion.app.service.hotspot import Hotspot, written
from companion.app.service.machine import Machine, Said
from companion.app.service.plan import install_plan
from companion.cli import main, service
from tests.app.service.paper import PROGRAM, after


@pytest.fixture
def device(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """This very device, in a folder; its commands are only noted."""
    (tmp_path / "usr/bin").mkdir(parents=True)
    (tmp_path / "usr/bin/nmcli").touch()
    called: list[str] = []

    def run(words: Sequence[str]) -> Said:
        called.append(" ".join(words))
        if words[0] == "journalctl":
            return 0, "Pad 2 is there."
        return (3, "inactive") if words[:2] == ["systemctl", "is-active"] else (0, "")

    machine = Machine(tmp_path, run)
    machine.image = ""
    monkeypatch.setattr(machine, "has_systemd", lambda: True)
    monkeypatch.setattr(machine, "called", called, raising=False)
    monkeypatch.setattr(service, "Machine", lambda root=None: machine)
    monkeypatch.setattr(service, "own_program", lambda: PROGRAM)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    return machine


def companion(*words: str) -> Result:
    return CliRunner().invoke(main, ["service", *words])


def installed(device: Machine) -> Machine:
    device.at(f"{UNITS}/multi-user.target.wants").mkdir(parents=True)
    device.at(f"{UNITS}/multi-user.target.wants/{SERVICE}").symlink_to("x")
    assert companion("install").exit_code == 0
    return device


def files(root: Path) -> set[str]:
    return {str(path.relative_to(root)) for path in root.rglob("*") if not path.is_dir()}


def test_a_dry_run_prints_every_word_and_touches_nothing(device: Machine) -> None:
    before = files(device.root)
    told = companion("install", "--dry-run")
    assert told.exit_code == 0
    assert f"write   {UNITS}/{SERVICE}" in told.output
    assert f"        | ExecStart={PROGRAM} run --data /var/lib/companion" in told.output
    assert "run     systemctl enable companion.service companion-hotspot.service" in told.output
    assert "None of this was done." in told.output
    assert files(device.root) == before
    assert not [line for line in device.called if "is-active" not in line and "--active" not in line]  # type: ignore[attr-defined]


def test_what_a_dry_run_prints_is_what_an_install_does(device: Machine) -> None:
    planned = [line for line in companion("install", "--dry-run").output.splitlines() if not line.startswith("  ")]
    done = companion("install").output.splitlines()
    assert [line for line in done if line in planned] == planned[:-1]
    assert "sudo -Hu companion companion first-run" in "\n".join(done)


def test_a_second_install_says_that_there_is_nothing_to_do(device: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    start = device.look(PROGRAM)
    whole = after(start, install_plan(start))
    monkeypatch.setattr(device, "look", lambda program: replace(whole, program=program))
    told = companion("install")
    assert told.exit_code == 0
    assert told.output.startswith("Nothing to do: everything is installed as it should be.")
    assert files(device.root) == {"usr/bin/nmcli"}


def test_who_is_not_root_is_told_what_to_type(device: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    told = companion("install")
    assert told.exit_code == 1
    assert f"sudo {PROGRAM} service install" in told.output
    assert files(device.root) == {"usr/bin/nmcli"}


def test_without_systemd_it_says_so(device: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device, "has_systemd", lambda: False)
    told = companion("install")
    assert told.exit_code == 1
    assert "is it a container?" in told.output
    assert files(device.root) == {"usr/bin/nmcli"}


def test_a_program_in_somebodys_home_is_no_service(device: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "own_program", lambda: "/home/pi/.venv/bin/companion")
    told = companion("install")
    assert told.exit_code == 1
    assert "python3 -m venv /opt/companion" in told.output


def test_a_dry_run_from_somebodys_home_prints_what_the_docs_lead_to(
    device: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "own_program", lambda: "/home/pi/.venv/bin/companion")
    told = companion("install", "--dry-run")
    assert told.exit_code == 0
    assert "Note: This program lies at /home/pi" in told.stderr
    assert "ExecStart=/opt/companion/bin/companion run" in told.stdout
    assert "/home/pi" not in told.stdout
    assert files(device.root) == {"usr/bin/nmcli"}


def test_a_command_that_fails_is_said_in_words(device: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device, "run", lambda words: (1, "it is full"))
    told = companion("install")
    assert told.exit_code == 1
    assert "`systemd-sysusers` failed (1): it is full." in told.output


def test_the_status(device: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    told = companion("status")
    assert (told.exit_code, "is not installed" in told.output) == (4, True)
    installed(device)
    told = companion("status")
    assert told.exit_code == 3
    assert "It starts with the device." in told.output
    assert "It is not running. To start it: sudo systemctl start companion" in told.output
    assert "    Pad 2 is there." in told.output
    monkeypatch.setattr(device, "run", lambda words: (0, ""))
    told = companion("status")
    assert (told.exit_code, "It is running." in told.output) == (0, True)


def test_remove_says_where_the_games_are(device: Machine) -> None:
    assert "Nothing to do" in companion("remove").output
    installed(device)
    device.at("/var/lib/companion").mkdir(parents=True)
    device.at("/var/lib/companion/games.sqlite").write_bytes(b"an evening")
    told = companion("remove")
    assert told.exit_code == 0, told.output
    assert "Games, tags and codes stay in /var/lib/companion" in told.output
    assert device.at("/var/lib/companion/games.sqlite").read_bytes() == b"an evening"
    assert not [name for name in files(device.root) if name.startswith("etc/") and "wants" not in name]


@pytest.fixture
def network(device: Machine, monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], list[str]]:
    """Whether a known network is found; and what was called."""

    def there(found: bool) -> list[str]:
        called: list[str] = []

        def run(words: Sequence[str]) -> Said:
            called.append(" ".join(words[:3]))
            return (0 if found else 1, "") if words[0] == "nm-online" else (0, "")

        monkeypatch.setattr(device, "run", run)
        return called

    return there


def test_a_hotspot_opens_where_no_network_is(device: Machine, network: Callable[[bool], list[str]]) -> None:
    device.at("/var/lib/companion").mkdir(parents=True)
    called = network(True)
    assert "the table's own Wi-Fi is not needed" in companion("hotspot", "--if-alone").output
    assert "nmcli connection up" not in called
    called = network(False)
    told = companion("hotspot", "--if-alone")
    assert "nmcli connection up" in called
    kept = device.at(KEPT).read_text(encoding="utf-8")
    assert "passphrase" in kept
    assert kept.split('"')[7] not in told.output, "it is for the display, not for the journal"


def test_it_keeps_its_passphrase(device: Machine, network: Callable[[bool], list[str]]) -> None:
    device.at("/var/lib/companion").mkdir(parents=True)
    device.at(KEPT).write_text(written(Hotspot("Table-GW5N", "abcd-efgh-jk23")), encoding="utf-8")
    network(False)
    assert "The Wi-Fi Table-GW5N is open." in companion("hotspot").output
    profile = device.at("/etc/NetworkManager/system-connections/companion-hotspot.nmconnection")
    assert "psk=abcd-efgh-jk23" in profile.read_text(encoding="utf-8")
    assert profile.stat().st_mode & 0o777 == 0o600


def test_without_networkmanager_there_is_none(device: Machine) -> None:
    device.at("/usr/bin/nmcli").unlink()
    assert "There is no NetworkManager here" in companion("hotspot").output
    assert "cannot open a Wi-Fi of its own" in companion("install").output
