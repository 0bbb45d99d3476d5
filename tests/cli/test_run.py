"""`companion run`: the whole program in a process of its own, with emulated pads on real ptys."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.app.evening import Evening, Settings
from companion.app.first_run.progress import Progress
from companion.app.table import NO_KIT
from companion.cli.codes import PrintedCodes
from companion.cli.run import chosen_language, codes_of, introduce, layout_from, picture
from companion.faces.server.doors import Role, RoleKind
from companion.rehearsal.live_pads import LivePads
from companion.table.layout_words import write_layout
from tests.app.tables import SETUP, small_table
from tests.processes import hear

LONG = 30.0
"""Seconds after which something that must come will not come any more."""


@contextmanager
def running(folder: Path, *words: str, driver: str = "dummy") -> Iterator[subprocess.Popen[str]]:
    """The program; whatever happens, it is gone afterwards."""
    command = [
        sys.executable,
        "-m",
        "companion",
        "run",
        "--data",
        str(folder),
        "--port",
        "0",
        "--host",
        "127.0.0.1",
        "--no-announce",
    ]
    environment = os.environ | {"SDL_VIDEODRIVER": driver, "PYTHONUNBUFFERED": "1"}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with subprocess.Popen([*command, *words], env=environment, text=True, **pipes) as process:  # type: ignore[call-overload]
        try:
            yield process
        finally:
            process.kill()


def test_an_evening_with_pads_display_and_pages_ends_with_ctrl_c(tmp_path: Path) -> None:
    with LivePads(small_table(), tmp_path / "ports") as pads:
        pads.unplug(2)
        (tmp_path / "table.toml").write_text(write_layout(pads.layout), encoding="utf-8")
        with running(tmp_path) as process:
            heard = hear(process, "Ctrl-C ends the evening")
            assert re.search(r"host +\w{3} \w{3}   http://127\.0\.0\.1:\d+/join\?code=\w{6}", heard)
            assert "█" in heard
            address = re.search(r"http://[\d.:]+", heard)
            assert address
            with urllib.request.urlopen(address[0], timeout=LONG) as page:
                assert page.status == 200
            if "There is no port" not in heard:
                hear(process, "There is no port")
            pads.plug(2)
            hear(process, "Pad 2 is connected")
            process.send_signal(signal.SIGINT)
            rest, _ = process.communicate(timeout=LONG)
            assert process.returncode == 0
            assert "Traceback" not in rest


def test_the_codes_in_the_terminal_are_those_of_the_game_that_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = Settings(tmp_path, host="127.0.0.1", port=0, wifi="", announce=False)
    with Evening(settings, print) as evening:
        codes = PrintedCodes(lambda: codes_of(evening), lambda: evening.address)
        introduce(evening, codes)
        assert "host" in capsys.readouterr().out
        for _ in range(2):
            evening.hall.table().begin(SETUP, NO_KIT, "", judged=False)
            codes.print_new()
            told = capsys.readouterr().out
            assert "New codes:" in told
            assert "host" not in told
            printed = dict(re.findall(r"^  (\w+) .*code=(\w{6})$", told, re.MULTILINE))
            number = evening.hall.ledger.games()[-1].number
            opened = {code.role: code.text for code in evening.doors.codes()}
            assert [opened[Role(RoleKind.SEAT, seat, number, "table")] for seat in printed] == [*printed.values()]
            assert [*printed] == ["Anna", "Ben"]
            codes.print_new()
            assert capsys.readouterr().out == "", "once"


@pytest.mark.parametrize(
    ("table", "words"),
    [(None, "There is no table in"), ("nonsense =", "line 1: this is not TOML")],
)
def test_a_table_that_is_not_there_or_not_readable(
    tmp_path: Path, table: str | None, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if table is not None:
        (tmp_path / "table.toml").write_text(table, encoding="utf-8")
    assert layout_from(None, tmp_path) is None
    assert words in capsys.readouterr().err


def test_a_display_that_cannot_be_opened_is_said_and_the_rest_goes_on(tmp_path: Path) -> None:
    with running(tmp_path, "--record", str(tmp_path / "records"), driver="nonsense") as process:
        hear(process, "There are no readers, so nothing is recorded.")
        hear(process, "The display cannot be opened")
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(1.0)
        process.send_signal(signal.SIGTERM)
        rest, _ = process.communicate(timeout=LONG)
        assert process.returncode == 0
        assert "Traceback" not in rest


def test_a_code_for_cameras() -> None:
    assert len(set(map(len, picture("http://table.local/join?code=ABC").splitlines()))) <= 2


def test_the_display_speaks_what_was_chosen_in_the_first_run(tmp_path: Path) -> None:
    assert chosen_language(tmp_path) == "en"
    (tmp_path / "first-run.json").write_text(Progress(language="ru").to_json(), encoding="utf-8")
    assert chosen_language(tmp_path) == "ru"
    (tmp_path / "first-run.json").write_text(Progress(language="xx").to_json(), encoding="utf-8")
    assert chosen_language(tmp_path) == "en"


def test_a_folder_that_cannot_be_used_is_said_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with running(tmp_path / "file" / "data", "--display", "none") as process:
        heard = hear(process, "Error")
        assert f"{tmp_path / 'file' / 'data'} cannot be used: Not a directory." in heard
        assert "Traceback" not in heard
        assert process.wait(LONG) == 1
