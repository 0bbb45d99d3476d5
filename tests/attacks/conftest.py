"""A table in play on a real socket, what people notice of it, and the attackers."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from statistics import quantiles
from threading import Event, Thread
from time import monotonic, sleep, time
from typing import Final

import pytest

from companion.app.hall import RunningHall
from companion.app.table import NO_KIT
from companion.faces.languages import ENGLISH, languages
from companion.faces.server.app import create_app
from companion.faces.server.desk import Desk
from companion.faces.server.doors import Doors, Role, RoleKind
from companion.faces.server.limits import Limits
from companion.faces.server.serve import Serving
from companion.referee.inputs import Answered, Back
from companion.rules import JUDGE
from tests.attacks.attackers import LONGEST
from tests.faces.server.conftest import SETUP, Served

LONG: Final = 6.0
"""Seconds after which a phone gives up."""
WINDOW: Final = 1.5
"""Seconds in which an attack is measured at a time."""
WINDOWS: Final = 3
"""How often it is measured at most: the machine may be busy with something else once."""
PAGE: Final = 1.0
"""Seconds within which a phone that is new gets its page, whatever goes on."""
COMMIT: Final = 0.25
"""Seconds within which 95 of 100 inputs are in the record."""


@dataclass(frozen=True)
class Felt:
    """What people noticed in one window."""

    pages: tuple[float, ...]
    commits: tuple[float, ...]

    @property
    def page(self) -> float:
        """The slowest page of a new phone."""
        return max(self.pages)

    @property
    def commit(self) -> float:
        """Of a hundred inputs the fifth slowest."""
        return quantiles(self.commits, n=20)[-1]

    def __str__(self) -> str:
        return (
            f"a new phone's page {1000 * self.page:.0f} ms at most of {len(self.pages)}, "
            f"commits p95 {1000 * self.commit:.0f} ms of {len(self.commits)}"
        )


class Table:
    """A judged duel that is served."""

    def __init__(self, folder: Path) -> None:
        self.hall = RunningHall(folder / "games.sqlite")
        self.doors = Doors(time, folder / "doors.json")
        self.app = create_app(self.hall, self.doors, languages(), Limits(monotonic))
        self.desk: Desk = self.app.extensions["companion"]
        self.hall.table().begin(SETUP, NO_KIT, "A duel", judged=True)
        self.port = 0

    def token(self, kind: RoleKind, seat: str = "") -> str:
        """Of somebody who has come in."""
        playing = self.hall.table().playing()
        assert playing is not None
        token = self.doors.enter(self.doors.open(Role(kind, seat, playing.number)).text)
        assert token is not None
        return token

    def page(self, path: str = "/", address: str = "127.0.0.1", **headers: str) -> tuple[float, int]:
        """How long a phone waits for a page that never was here before, and what it gets."""
        began = monotonic()
        connection = HTTPConnection("127.0.0.1", self.port, timeout=LONG, source_address=(address, 0))
        try:
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            answer.read()
            return monotonic() - began, answer.status
        except OSError:
            return monotonic() - began, 0
        finally:
            connection.close()

    def commit(self) -> float:
        """How long an input takes until it is in the record: an answer, or the judge's taking it back."""
        playing = self.hall.table().playing()
        assert playing is not None
        self._said = not getattr(self, "_said", False)
        one = Answered("Anna", "done", 0.0) if self._said else Back((JUDGE,), playing.undo or 0, "again", 0.0)
        began = monotonic()
        assert self.hall.table().send(one, "a player", ENGLISH).accepted
        return monotonic() - began

    def felt(self, address: str = "127.0.0.1", seconds: float = WINDOW) -> Felt:
        """What a phone that is new, and a player, notice in one window."""
        pages: list[float] = []
        commits: list[float] = []
        ended = Event()

        def play() -> None:
            while not ended.is_set():
                commits.append(self.commit())
                sleep(0.02)

        player = Thread(target=play)
        player.start()
        until = monotonic() + seconds
        while monotonic() < until or len(pages) < 3:
            took, status = self.page(address=address)
            pages.append(took if status == 200 else LONG)
            sleep(0.05)
        ended.set()
        player.join()
        return Felt(tuple(pages), tuple(commits))


@contextmanager
def attacked(port: int, name: str, *more: str) -> Iterator[None]:
    """While an attack goes on: it did not end before the window did."""
    command = [sys.executable, "-m", "tests.attacks.attackers", str(port), str(LONGEST), name, *more]
    attack = subprocess.Popen(command, cwd=Path(__file__).parents[2])
    try:
        sleep(0.7)
        yield
        assert attack.poll() is None
    finally:
        attack.kill()
        attack.wait()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """In play, and served."""
    found = Table(tmp_path)
    with Serving(found.app, "127.0.0.1", 0) as serving:
        found.port = serving.port
        yield found
    found.hall.close()


@pytest.fixture
def hold_out(table: Table, capsys: pytest.CaptureFixture[str]) -> Callable[..., None]:
    """While an attack goes on, pages and commits stay within their bars in one window of a few: what the attack does
    is there in every window, what the machine does besides is not. The figures are printed."""

    def measure(name: str, *more: str, address: str = "127.0.0.1") -> None:
        quiet = table.felt(seconds=WINDOW / 2)
        for _ in range(WINDOWS):
            with attacked(table.port, name, *more):
                felt = table.felt(address)
            with capsys.disabled():
                print(f"\n  {name}: {felt} (without: {quiet})", flush=True)
            if felt.page < PAGE and felt.commit < COMMIT:
                return
        pytest.fail(f"{name}: {felt}")

    return measure


@pytest.fixture
def judged(tmp_path: Path) -> Iterator[Served]:
    """The same duel without a network, and with a clock that is set by hand."""
    found = Served(tmp_path)
    found.begin(judged=True)
    yield found
    found.hall.close()
