"""What readers see in a game is recorded as a rehearsal records it, and nothing about that stops the game."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Queue
from threading import Event
from typing import Any

import pytest
from click.testing import CliRunner

from companion.app.demo.recording import Recording
from companion.app.evening import Evening, Settings
from companion.app.recorder import Recorder, likely, tail
from companion.cli import main
from companion.faces.languages import ENGLISH
from companion.rehearsal.games.trace import read_situation, read_trace
from companion.rehearsal.live_pads import LivePads
from companion.rules import SeatSetup, Setup, find_game
from companion.table.sightings import Look, Uid
from tests.app.tables import CHIPS, KINDS, SETUP, enrol, small_table
from tests.session.tables import game_of

LONG = 20.0
"""Seconds after which something that must come will not come any more."""


def decks_of(evening: Evening) -> dict[str, int]:
    return evening.attendants[0].passed()


class Table:
    """Pads, a folder for records, and evenings after each other."""

    def __init__(self, pads: LivePads, folder: Path) -> None:
        self.pads = pads
        self.folder = folder
        self.records = folder / "records"
        self.said: Queue[str] = Queue()

    def evening(self) -> Evening:
        settings = Settings(
            self.folder,
            layout=self.pads.layout,
            port=None,
            wifi="",
            announce=False,
            record=self.records,
        )
        return Evening(settings, self.said.put)

    def hears(self, part: str) -> None:
        while part not in self.said.get(timeout=LONG):
            pass

    def file(self, kind: str) -> Path:
        (path,) = self.records.glob(f"game-1-*.{kind}")
        return path


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    enrol(tmp_path)
    with LivePads(small_table(), tmp_path / "ports") as pads:
        yield Table(pads, tmp_path)


def wait_for(evening: Evening, wanted: Callable[[], bool]) -> None:
    """Until it is so; looked at whenever the game has news, and now and then."""
    news = Event()
    evening.hall.subscribe("test", news.set)
    for _ in range(int(LONG / 0.1)):
        if wanted():
            return
        news.wait(0.1)
        news.clear()
    raise AssertionError(wanted)


def answers(evening: Evening) -> list[str]:
    entries = game_of(evening.hall.table()).arbiter.record.entries
    return [f"{said.who} {said.what}" for said in entries if said.kind == "answer"]


def play(table: Table, evening: Evening) -> list[str]:
    """Anna's deck passes her slot, a game begins, and she plays a chip."""
    for number, chip in enumerate(CHIPS[:5], 1):
        table.pads.put(chip, "1.1")
        wait_for(evening, lambda n=number: decks_of(evening)["A"] == n)  # type: ignore[misc]
        table.pads.lift(chip)
    evening.hall.table().begin(SETUP, "table", "A duel", judged=False)
    table.pads.put(CHIPS[1], "1.0")
    wait_for(evening, lambda: f"Anna play:{KINDS[1]}" in answers(evening))
    return answers(evening)


def inferred(table: Table) -> tuple[list[dict[str, Any]], str]:
    """What `companion infer` makes of what was recorded, and what it says beside."""
    words = ["infer", str(table.file("trace.jsonl")), "--setup", str(table.file("setup.json")), "--json"]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()], result.stderr


def test_a_game_is_recorded_and_infer_commits_the_same(table: Table) -> None:
    with table.evening() as evening:
        played = play(table, evening)
    rows, _ = inferred(table)
    said = [f"{row['seat']} {row['said']}" for row in rows if row["what"] == "committed" and row["kind"] == "answer"]
    assert said[: len(played)] == played
    situation = read_situation(table.file("setup.json").read_text(encoding="utf-8"))
    assert situation.setup == SETUP
    assert situation.places[CHIPS[1].uid] == "Anna.bag"
    assert set(situation.kinds) == {chip.uid for chip in CHIPS}
    recording = Recording(read_trace(table.file("trace.jsonl")).looks, situation, ENGLISH)
    with recording:
        recording.pace = 100.0


def test_a_game_that_goes_on_goes_on_in_its_trace_even_where_a_line_was_cut_off(table: Table) -> None:
    with table.evening() as evening:
        play(table, evening)
    path = table.file("trace.jsonl")
    before = read_trace(path).looks
    path.write_bytes(path.read_bytes()[:-9])
    with table.evening() as evening:
        wait_for(evening, lambda: path.read_bytes().count(b"\n") > len(before) + 20)
    after = read_trace(path)
    assert after.looks[: len(before) - 1] == before[:-1]
    assert len(after.looks) > len(before)
    assert [problem.partition(": ")[0] for problem in after.problems] == [f"line {len(before)}"]


def test_a_game_that_began_without_a_record_is_not_recorded(table: Table) -> None:
    with table.evening() as evening:
        evening.hall.table().begin(SETUP, "table", "A duel", judged=False)
    for path in (*table.records.iterdir(),):
        path.unlink()
    with table.evening() as evening:
        table.hears("Game 1 began without a record")
    assert not list(table.records.iterdir())


def test_a_folder_that_cannot_be_written_is_said_and_the_game_goes_on(table: Table) -> None:
    table.records.write_text("I am a file", encoding="utf-8")
    with table.evening() as evening:
        play(table, evening)
        table.hears("The game goes on without that.")
        playing = evening.hall.table().playing()
        assert playing
        assert not playing.over


def test_a_full_disk_is_said_once(tmp_path: Path) -> None:
    said: list[str] = []
    recorder = Recorder(tmp_path, said.append)
    recorder._file = open("/dev/full", "a", encoding="utf-8")  # noqa: SIM115
    for at in (1.0, 2.0, 3.0):
        recorder.look(Look("1.0", at))
    recorder.close()
    assert said == [
        f"What readers see cannot be recorded in {tmp_path} (No space left on device). The game goes on without that."
    ]


def test_time_does_not_go_back_in_a_trace(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path, print)
    path = tmp_path / "one.jsonl"
    recorder._file = path.open("w", encoding="utf-8")
    for at in (1.0, 2.0, 1.5, 3.0):
        recorder.look(Look("1.0", at, (Uid("04A1"),)))
    recorder.close()
    assert [look.at for look in read_trace(path).looks] == [1.0, 2.0, 2.0, 3.0]


def test_the_end_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    assert tail(path) == []
    path.write_text("one\ntwo", encoding="utf-8")
    assert tail(path) == ["one", "two"]


def test_one_zone_of_several() -> None:
    places = find_game("puzzle-strike").lay_out(Setup("puzzle-strike", (SeatSetup("A"), SeatSetup("B"))))
    assert likely({"box", "bank"}, places) == "bank"
    assert likely({"B.bag", "A.bag"}, places) == "A.bag"
    assert likely((), places) == ""
