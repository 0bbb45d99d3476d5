"""What the whole program costs while nothing happens: memory, a share of a core, and the time to start.

It runs as people run it, in a process of its own, but the display draws into memory. The pages are served, a game is
under way, and emulated pads answer on real ports, as they do at a table.
"""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from time import monotonic, sleep
from typing import Final, NamedTuple

from companion.app.seating import seated
from companion.ledger import Ledger
from companion.referee.referee import Referee
from companion.rehearsal.live_pads import LivePads
from companion.rules import SeatSetup, Setup
from companion.table.layout import Layout
from companion.table.layout_words import write_layout
from companion.table.twin import Twin

PATIENCE: Final = 60.0
"""Seconds after which a start counts as failed."""
SETTLING: Final = 3.0
"""Seconds after the start that are not measured, because some things are done only once."""
GAME: Final = Setup("puzzle-strike", (SeatSetup("Anna", "jaina"), SeatSetup("Ben", "rook")), bank="first_game")


class FootprintFigures(NamedTuple):
    """The figures that were measured."""

    rss_mb: float
    idle_cpu_percent: float
    start_seconds: float
    """Seconds until the first page was served."""
    readers: int
    """How many readers were polled all the time."""

    def to_json(self) -> dict[str, float]:
        """The figures by name."""
        return {name: round(value, 2) for name, value in self._asdict().items()}


def measure(layout: Layout | None, seconds: float) -> FootprintFigures:
    """Measure the program at this table for so many idle seconds. Raises `OSError` if it does not start."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        if layout:
            layout = replace(layout, station=None)  # its emulation would run in the program, and be counted
            pads = stack.enter_context(LivePads(layout, folder / "ports"))
            layout = pads.layout
            (folder / "table.toml").write_text(write_layout(layout), encoding="utf-8")
        under_way(folder, layout)
        began = monotonic()
        process, address = stack.enter_context(started(folder))
        wait_for(process, address, began + PATIENCE)
        start = monotonic() - began
        sleep(SETTLING)
        before, at = cpu_seconds(process.pid), monotonic()
        sleep(seconds)
        busy = (cpu_seconds(process.pid) - before) / (monotonic() - at)
        return FootprintFigures(rss_mb(process.pid), 100 * busy, start, len(list(layout.spots())) if layout else 0)


def under_way(folder: Path, layout: Layout | None) -> None:
    """Write a game that has just begun to the folder's ledger."""
    names = tuple(seat.name for seat in GAME.seats)
    seats = seated(layout, GAME) if layout else Layout("", names)
    with Ledger.open(folder / "games.sqlite") as ledger:
        Referee.begin(ledger, GAME, seats, {}, Twin(seats, {}), started=datetime.now().isoformat(timespec="seconds"))


@contextmanager
def started(folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """Run `companion run` in a process of its own, and yield its process and address. At the end it gets a Ctrl-C."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    words = ["run", "--data", str(folder), "--host", "127.0.0.1", "--port", str(port), "--wifi", ""]
    process = subprocess.Popen(
        [sys.executable, "-m", "companion", *words],
        env=os.environ | {"SDL_VIDEODRIVER": "dummy"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process, f"http://127.0.0.1:{port}/"
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def wait_for(process: subprocess.Popen[bytes], address: str, until: float) -> None:
    """Wait for the first page. Raises `OSError`."""
    while True:
        try:
            with urllib.request.urlopen(address, timeout=PATIENCE) as page:
                page.read()
                return
        except OSError as problem:
            if process.poll() is not None or monotonic() > until:
                raise OSError(f"The program does not start ({problem}). Run: companion run") from None
            sleep(0.02)


def cpu_seconds(pid: int) -> float:
    """How many CPU seconds a process has used on all cores, from /proc."""
    told = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")


def rss_mb(pid: int) -> float:
    """How much memory a process uses, in millions of bytes."""
    found = re.search(r"VmRSS:\s*(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) * 1024 / 1e6 if found else 0.0
