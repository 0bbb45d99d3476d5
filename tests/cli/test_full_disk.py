"""A disk that takes nothing: words on the display, a program that runs on, and a game from which nothing is lost.

The system lets no file of the program grow, as a full disk would; a folder that is none stands for a wrong one.
"""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any

import pytest

from companion.app.evening import Evening, Settings
from companion.app.table import NO_KIT
from companion.cli import run
from companion.faces.display.pages import Failed, Page
from companion.faces.languages import ENGLISH, languages
from companion.faces.server.doors import HOST
from companion.ledger import LedgerError
from companion.referee.inputs import Answered
from tests.app.tables import SETUP
from tests.cli.test_run import LONG, running
from tests.processes import hear
from tests.session.tables import entries_of


class Wall:
    """Stands for the display: it keeps what is shown."""

    was_shown = True

    def __init__(self) -> None:
        self.pages: list[Page] = []
        self._closed = Event()

    def show(self, page: Page) -> None:
        self.pages.append(page)

    def run(self) -> None:
        self._closed.wait(LONG)

    def close(self) -> None:
        self._closed.set()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "RETRY", 0.05)


def make(folder: Path) -> Callable[[], Evening]:
    return lambda: Evening(Settings(folder, port=None, wifi="", announce=False), lambda words: None)


@pytest.mark.usefixtures("quick")
def test_the_display_says_it_until_the_folder_can_be_used(tmp_path: Path) -> None:
    (place := tmp_path / "place").write_text("no folder")
    wall = Wall()

    def put_right() -> None:
        while not wall.pages:
            sleep(0.01)
        place.unlink()

    helper = Thread(target=put_right)
    helper.start()
    evening = run.opened(make(place / "data"), lambda: wall, ENGLISH)  # type: ignore[arg-type, return-value]
    helper.join()
    assert evening is not None
    evening.hall.close()
    page = wall.pages[0]
    assert isinstance(page, Failed)
    assert page.words == "Games cannot be saved, so none can be played."
    assert page.remedy == (
        "The program may not write to the folder of the games: check its permissions. "
        "The program tries again every few seconds."
    )


@pytest.mark.usefixtures("quick")
def test_it_says_so_in_the_language_of_the_table_and_ends_with_its_window(tmp_path: Path) -> None:
    (place := tmp_path / "place").write_text("no folder")
    wall = Wall()
    wall.close()  # at once
    assert run.opened(make(place / "data"), lambda: wall, languages()["ru"]) is None  # type: ignore[arg-type, return-value]
    page = wall.pages[0]
    assert isinstance(page, Failed)
    assert re.search("[а-я]{5}", page.words + page.remedy)
    assert "the" not in page.remedy


def test_what_no_waiting_mends_is_an_error_as_before(tmp_path: Path) -> None:
    with make(tmp_path)(), pytest.raises(LedgerError, match="A running companion"):
        run.opened(make(tmp_path), Wall, ENGLISH)  # type: ignore[arg-type]


def grow(pid: int, most: int) -> None:
    """So large may its files become; -1 for as they like. What would grow further fails, as on a full disk."""
    _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (most if most >= 0 else hard, hard))


def test_the_whole_program_starts_on_a_full_disk_and_goes_on_when_there_is_room(tmp_path: Path) -> None:
    shell = (
        f"ulimit -S -f 0; exec {sys.executable} -m companion run --data {tmp_path / 'data'} --port 0 --host 127.0.0.1"
    )
    more = ["--no-announce", "--wifi", "''"]
    with running_shell(f"{shell} {' '.join(more)}") as process:
        heard = hear(process, "tries again")
        assert "cannot be used" in heard
        assert process.poll() is None
        grow(process.pid, -1)
        assert "Phones: http" in hear(process, "Phones:")
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=LONG)
        assert "Traceback" not in heard + rest


def running_shell(command: str) -> Any:
    environment = os.environ | {"SDL_VIDEODRIVER": "dummy", "PYTHONUNBUFFERED": "1"}
    return subprocess.Popen(
        ["sh", "-c", command], env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )


def test_a_disk_that_fills_up_in_the_middle_of_a_game(tmp_path: Path) -> None:
    """Every screen says what is wrong and what to do, the game goes on, and all of it is saved when there is room."""
    with make(tmp_path)() as evening:
        evening.hall.table().begin(SETUP, NO_KIT, "A duel", judged=False)
        assert evening.hall.table().send(Answered("Anna", "done", 0.0), "phone", ENGLISH).accepted
        size = (tmp_path / "games.sqlite-wal").stat().st_size
        before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        try:
            grow(0, size)
            assert evening.hall.table().send(Answered("Anna", "buy:wound", 0.0), "phone", ENGLISH).accepted
            screen = evening.hall.table().screen("table", ENGLISH)
            assert screen
            assert any("are not on disk yet" in note for note in screen.notes)
            assert any("Disk error: check the card" in note or "make room" in note for note in screen.notes)
        finally:
            grow(0, -1)
            signal.signal(signal.SIGXFSZ, before)
        end = monotonic() + LONG
        while True:
            screen = evening.hall.table().screen("table", ENGLISH)
            assert screen
            if not screen.notes:
                break
            assert monotonic() < end, screen.notes
            sleep(0.05)
    with make(tmp_path)() as evening:
        saved = entries_of(evening.hall.table())
        assert [row["token"] for row in saved if row["in"] == "answer"] == ["done", "buy:wound"]


def test_a_folder_that_becomes_unwritable_is_noted_for_phones_too(tmp_path: Path) -> None:
    with make(tmp_path)() as evening:
        evening.hall.table().begin(SETUP, NO_KIT, "A duel", judged=False)
        (tmp_path / "doors.json").unlink(missing_ok=True)
        (tmp_path / "doors.json.new").mkdir()
        evening.doors.open(HOST)
        wait_for_note(evening, "after a restart, all phones must join again")
        (tmp_path / "doors.json.new").rmdir()
        evening.doors.open(HOST)
        wait_for_note(evening, "")


def wait_for_note(evening: Evening, part: str) -> None:
    """Until a note says that; "" for none at all."""
    end = monotonic() + LONG
    while True:
        screen = evening.hall.table().screen("table", ENGLISH)
        assert screen
        if any(part in note for note in screen.notes) if part else not screen.notes:
            return
        assert monotonic() < end, screen.notes
        sleep(0.05)


def test_without_a_display_it_ends_with_words(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with running(tmp_path / "file" / "data", "--display", "none") as process:
        assert "cannot be used" in hear(process, "Error")
        assert process.wait(LONG) == 1
