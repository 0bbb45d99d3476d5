"""Builds what the tests run: the firmware as it is flashed, and the rig that runs it."""

from __future__ import annotations

import fcntl
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.rehearsal.rig import FIRMWARE
from tests.firmware.host import Host
from tests.needs import needs

BUILD = FIRMWARE / "build"


def make(*words: object) -> None:
    """Run make in the firmware's folder; what it says when it fails is the message."""
    told = subprocess.run(
        ["make", "-s", *map(str, words)], cwd=FIRMWARE, capture_output=True, text=True, timeout=300, check=False
    )
    assert told.returncode == 0, told.stdout + told.stderr


@pytest.fixture(scope="session")
def built() -> Path:
    """The folder with the HEX files and the rig; several test runs may come here at once."""
    needs(
        "avr-gcc",
        "/usr/lib/avr/include/avr/io.h",
        "cc",
        "make",
        "/usr/include/simavr/sim_avr.h",
        "/usr/include/libelf.h",
    )
    BUILD.mkdir(exist_ok=True)
    with (BUILD / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        make("all")
        make("-C", "sim")
    return BUILD


@pytest.fixture
def host(built: Path) -> Iterator[Host]:
    """A host with a fresh pad, which has said its BOOT."""
    with Host() as host:
        yield host
