"""Every command that asks something ends with its input: in words, with a status, and at once."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.rehearsal.station import EmulatedStation

SECONDS = 60.0


@pytest.fixture
def station(tmp_path: Path) -> Iterator[str]:
    found = EmulatedStation(tmp_path / "station")
    yield str(found.port)
    found.close()


def ended(tmp_path: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """The command as a shell starts it, with nothing more to read than this."""
    home = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "share")}
    command = [sys.executable, "-m", "companion", *words]
    return subprocess.run(
        command, input=typed, env=os.environ | home, capture_output=True, text=True, timeout=SECONDS, check=False
    )


def test_first_run(tmp_path: Path) -> None:
    found = ended(tmp_path, "first-run", "/dev/there-is-no-such-port", typed="en\n")
    assert found.returncode == 1
    assert "The input has ended" in found.stdout
    assert "`companion first-run` continues from here." in found.stdout
    assert "Traceback" not in found.stderr


def test_play(tmp_path: Path) -> None:
    found = ended(tmp_path, "play", "--seed", "1")
    assert found.returncode == 0
    assert "The game ends here." in found.stdout
    assert "Traceback" not in found.stderr


def test_enrolling(tmp_path: Path, station: str) -> None:
    found = ended(tmp_path, "tags", "enrol", "--port", station)
    assert found.returncode == 1
    assert "The input has ended" in found.stdout
    assert "`companion tags enrol` continues from here." in found.stdout
    assert "Traceback" not in found.stderr


def test_checking_at_the_station(tmp_path: Path, station: str) -> None:
    found = ended(tmp_path, "tags", "check", "--port", station)
    assert found.returncode == 1  # no chip has a tag
    assert "The input has ended" in found.stdout
    assert "Traceback" not in found.stderr


def test_no_other_command_reads_what_is_typed() -> None:
    """A new prompt wants a line here."""
    sources = Path(__file__).parents[2] / "companion"
    reads = ("input(", "click.prompt", "click.confirm", "click.pause", "getchar", "stdin", "listen_to_keyboard(")
    found = {
        str(path.relative_to(sources))
        for path in sources.rglob("*.py")
        if any(word in path.read_text(encoding="utf-8") for word in reads)
    }
    parents_speak = {"app/demo/child.py", "app/demo/child_process.py", "rehearsal/rig.py"}
    assert found - parents_speak == {"cli/first_run.py", "cli/duel.py", "cli/listening.py"}
