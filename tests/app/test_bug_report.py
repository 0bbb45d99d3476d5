"""A bug report has what helps to find a mistake, and nothing that is still hidden."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest

from companion.app.hall import RunningHall
from companion.app.program_log import logging_to
from companion.app.table import NO_KIT
from companion.faces.languages import ENGLISH, languages
from companion.referee.inputs import Answered, Finished
from companion.rules import SeatSetup, Setup

SECRET = Setup("puzzle-strike", (SeatSetup("Anna"), SeatSetup("Ben")), bank="first_game")


def files(hall: RunningHall) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(hall.bug_report("", languages()))) as file:
        return {name: file.read(name).decode() for name in file.namelist()}


@pytest.fixture
def hall(tmp_path: Path) -> RunningHall:
    """Anna has picked in secret, and there are traces."""
    traces = tmp_path / "traces"
    traces.mkdir()
    (traces / "game-1-2026.trace.jsonl").write_text('{"at":1,"tags":["04A1"]}\n')
    (traces / "game-12-2026.trace.jsonl").write_text("of another game")
    found = RunningHall(tmp_path / "games.sqlite", traces=traces)
    with logging_to(tmp_path):
        found.table().begin(SECRET, NO_KIT, "", judged=False)
    found.table().send(Answered("Anna", "choose:grave", 0.0), "test", ENGLISH)
    return found


def test_while_a_game_runs_nothing_hidden_is_in_it(hall: RunningHall) -> None:
    found = files(hall)
    assert set(found) == {"README.txt", "about.txt", "record.txt", "shown.json", "log.txt"}
    assert "choose:grave" not in str(found)
    assert set(json.loads(found["shown.json"])) == {"notes", "table, en", "table, ru"}
    assert "seen by table" in found["record.txt"]
    assert "Begun: version" in found["log.txt"]
    assert "companion " in found["about.txt"]
    hall.close()


def test_when_it_is_over_all_of_it_is(hall: RunningHall) -> None:
    hall.table().send(Finished(("Anna", "Ben"), 0.0), "test", ENGLISH)
    found = files(hall)
    assert found["trace/game-1-2026.trace.jsonl"].startswith('{"at":1')
    assert "trace/game-12-2026.trace.jsonl" not in found
    assert "choose:grave" in found["record.txt"]
    assert "Anna, en" in json.loads(found["shown.json"])
    assert "trace/" in found["README.txt"]
    hall.close()


def test_two_games_that_differ_in_a_hidden_pick_give_the_same_report(tmp_path: Path) -> None:
    found = []
    for pick in ("grave", "jaina"):
        hall = RunningHall(tmp_path / pick / "games.sqlite")
        hall.table().begin(SECRET, NO_KIT, "", judged=False)
        hall.table().send(Answered("Anna", f"choose:{pick}", 0.0), "test", ENGLISH)
        found.append(files(hall)["shown.json"])
        hall.close()
    assert found[0] == found[1]


def test_without_a_game_there_is_a_report_too(tmp_path: Path) -> None:
    hall = RunningHall(tmp_path / "games.sqlite")
    assert files(hall)["record.txt"] == "No game is running."
    hall.close()
