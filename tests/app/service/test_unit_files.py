"""The files that systemd reads, held to systemd's own opinion of them."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.app.service.found import DATA, GROUPS, HOTSPOT, SERVICE
from companion.app.service.plan import shipped, unit
from companion.cli import main
from companion.cli.service import command
from tests.needs import needs

WORST = 2.0
"""Of systemd's measure of exposure, from 0 to 10; from 5 on it calls a service exposed."""
EVERY_UNIT = pytest.mark.parametrize("name", [SERVICE, HOTSPOT])


@pytest.fixture
def unit_file(tmp_path: Path, name: str) -> Path:
    """As it would be installed, with a program that there is on every machine."""
    path = tmp_path / name
    path.write_text(unit(name, "/bin/true"), encoding="utf-8")
    return path


def analyze(*words: str) -> subprocess.CompletedProcess[str]:
    needs("systemd-analyze")
    return subprocess.run(
        ["systemd-analyze", *words],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env=os.environ | {"SYSTEMD_COLORS": "0"},
    )


@EVERY_UNIT
def test_systemd_finds_nothing_wrong(unit_file: Path) -> None:
    said = analyze("verify", "--man=no", str(unit_file))
    assert (said.returncode, said.stdout + said.stderr) == (0, "")


@EVERY_UNIT
def test_systemd_calls_it_little_exposed(unit_file: Path) -> None:
    said = analyze("security", "--offline=true", "--no-pager", f"--threshold={WORST * 10:.0f}", str(unit_file))
    assert said.returncode == 0, said.stdout
    level = re.search(r"exposure level for \S+: ([\d.]+)", said.stdout)
    assert level
    assert float(level[1]) <= WORST


def test_a_key_that_does_not_exist_would_be_noticed(tmp_path: Path) -> None:
    path = tmp_path / SERVICE
    path.write_text(unit(SERVICE, "/bin/true").replace("WatchdogSec", "WatchDogSec"), encoding="utf-8")
    assert "WatchDogSec" in analyze("verify", "--man=no", str(path)).stderr


@EVERY_UNIT
def test_it_starts_a_command_that_there_is(name: str) -> None:
    line = re.search(r"^ExecStart=(.*)$", unit(name, "companion"), re.MULTILINE)
    assert line
    words = [word for word in shlex.split(line[1])[1:] if not word.startswith("$")]
    told = CliRunner().invoke(main, [*words, "--help"])
    assert told.exit_code == 0, told.output
    for option in (word for word in words if word.startswith("--")):
        assert option in told.output


def test_it_is_nobody_in_particular_with_a_watchdog_that_brings_it_back() -> None:
    lines = shipped(SERVICE).splitlines()
    for line in (
        "User=companion",
        "Type=notify",
        "WatchdogSec=30",
        "Restart=always",
        "StartLimitIntervalSec=0",
        "StateDirectory=companion",
        "CapabilityBoundingSet=",
        "NoNewPrivileges=yes",
        "OOMPolicy=stop",
        "StandardError=journal",
        "StandardOutput=null",
        "TTYPath=/dev/tty1",
        "WantedBy=multi-user.target",
    ):
        assert line in lines


@pytest.mark.parametrize(
    ("device", "group"),
    [
        ("char-188", "dialout"),
        ("char-166", "dialout"),
        ("char-gpiochip", "gpio"),
        ("char-226", "video"),
        ("char-226", "render"),
        ("char-13", "input"),
        ("char-89", "i2c"),
        ("char-153", "spi"),
    ],
)
def test_each_device_is_allowed_by_the_unit_and_by_its_group(device: str, group: str) -> None:
    assert f"DeviceAllow={device} rw" in shipped(SERVICE).splitlines()
    assert f"m companion {group}" in shipped("companion.sysusers").splitlines()
    assert group in GROUPS


def test_the_groups_are_those_that_are_looked_for() -> None:
    assert re.findall(r"^m companion (\w+)$", shipped("companion.sysusers"), re.MULTILINE) == list(GROUPS)


def test_options_are_as_the_file_says() -> None:
    """Its example can be given to `companion run` as it stands."""
    example = re.search(r'^# COMPANION_OPTIONS="(.*)"$', shipped("companion.default"), re.MULTILINE)
    assert example
    told = CliRunner().invoke(main, ["run", *example[1].split(), "--help"])
    assert told.exit_code == 0, told.output


def test_systemds_own_tools_make_the_user_and_the_folder(tmp_path: Path) -> None:
    """The whole of it, in the folder of an image."""
    needs("systemd-sysusers", "systemd-tmpfiles", "systemctl")
    if os.geteuid() != 0:
        pytest.skip("only root makes users, those of an image too")
    (tmp_path / "usr/bin").mkdir(parents=True)
    first = CliRunner().invoke(command, ["install", "--root", str(tmp_path)])
    assert first.exit_code == 0, first.output
    assert "Nothing to do" in CliRunner().invoke(command, ["install", "--root", str(tmp_path)]).output
    assert "companion:x:" in (tmp_path / "etc/passwd").read_text(encoding="utf-8")
    kept = tmp_path / DATA.lstrip("/") / "games.sqlite"
    kept.write_bytes(b"an evening")
    assert (kept.parent / ".local/share/puzzle-strike-companion/games.sqlite").read_bytes() == b"an evening"
    assert CliRunner().invoke(command, ["status", "--root", str(tmp_path)]).exit_code == 0
    gone = CliRunner().invoke(command, ["remove", "--root", str(tmp_path)])
    assert gone.exit_code == 0, gone.output
    assert kept.read_bytes() == b"an evening"
    assert CliRunner().invoke(command, ["status", "--root", str(tmp_path)]).exit_code == 4
    assert not list(tmp_path.glob("etc/**/*companion*.*"))
