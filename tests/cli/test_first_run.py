"""`companion first-run` at the terminal: what it prints, what it takes, where it stops and goes on."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.app.first_run.guide import Guide
from companion.app.first_run.steps import Card, FindPads, Listen
from companion.app.first_run.walk import Notes, Walk
from companion.cli import first_run, main
from companion.cli.first_run_devices import TableDevices, free_name
from companion.rehearsal.nfc_tags import Ntag213
from companion.rehearsal.station import EmulatedStation
from companion.table import under_way
from companion.table.layout import Layout
from companion.table.layout_file import load_layout
from companion.table.registry_file import RegistryFile
from tests.app.first_run.hands import GEM, Table, emulated_table, only_the_usual_game


@pytest.fixture(autouse=True)
def one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    only_the_usual_game(monkeypatch)


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["first-run", *words], input=typed)


NO_PORT = "/dev/there-is-no-such-port"


def test_a_table_without_readers(data: Path) -> None:
    outcome = run(NO_PORT, typed="en\nagain\nwithout\n4\nwrite\nlater\nnext\nfinish\n")
    assert outcome.exit_code == 0, outcome.output
    layout = load_layout(data / "table.toml")
    assert isinstance(layout, Layout)
    assert layout.seats == ("A", "B", "C", "D")
    assert outcome.output.count("There is no port") == 2
    assert "To play, run: companion run\n" in outcome.output
    assert "Step 10 of 10: Three moves" in outcome.output
    assert run(NO_PORT).output.startswith("All steps are done.")


def test_it_speaks_the_language_that_was_chosen(data: Path) -> None:
    outcome = run(NO_PORT, typed="ru\n")
    assert outcome.exit_code == 1
    assert "Поиск плат" in outcome.output
    assert "К предыдущему шагу" in outcome.output


def test_an_end_of_what_is_typed_keeps_all_and_says_so(data: Path) -> None:
    outcome = run(NO_PORT, typed="en\n")
    assert outcome.exit_code == 1
    assert "`companion first-run` continues from here." in outcome.output
    assert "Step 2 of 10" in run(NO_PORT).output
    assert "Step 1 of 10" not in run(NO_PORT).output
    assert "Step 1 of 10" in run(NO_PORT, "--again").output


def test_what_is_no_answer_is_asked_again(data: Path) -> None:
    outcome = run(NO_PORT, typed="xx\nen\nprevious\n")
    assert "That does not answer this question." in outcome.output
    assert outcome.output.count("Step 1 of 10") == 2


def test_not_while_hands_are_hidden(data: Path) -> None:
    under_way.mark(data, under_way.UnderWay("Ann and Ben", "noon"))
    outcome = run(NO_PORT, typed="en\n")
    assert outcome.exit_code == 1
    assert "Ann and Ben has been under way" in outcome.output
    under_way.mark(data, under_way.UnderWay("Ann and Ben", "noon", rehearsal=True))
    assert "Step 1" in run(NO_PORT).output


def test_what_was_kept_and_makes_no_sense(data: Path) -> None:
    data.mkdir(parents=True)
    (data / "first-run.json").write_bytes(b'{"done": 5')
    assert "was not written by this program, so the steps start over." in run(NO_PORT).output.replace("\n    ", " ")


def test_a_folder_that_takes_nothing(data: Path) -> None:
    (data / "first-run.json.new").mkdir(parents=True)
    outcome = run(NO_PORT, typed="en\n")
    assert outcome.exit_code == 1
    assert "Is the folder yours?" in outcome.output


def test_ctrl_c_is_as_good_as_the_end(data: Path) -> None:
    if threading.current_thread() is not threading.main_thread():
        pytest.skip("signals go to the main thread")
    before = signal.getsignal(signal.SIGINT)
    shown = first_run.Terminal.show

    def press(self: first_run.Terminal, view: object) -> None:
        shown(self, view)  # type: ignore[arg-type]
        if "pads" in str(getattr(view, "title", "")) and getattr(view, "card", None):
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(first_run.Terminal, "show", press)
        patch.setattr(first_run.Keyboard, "end", lambda keyboard: None)
        outcome = run(NO_PORT, typed="en\n")
    assert outcome.exit_code == 1
    assert "`companion first-run` continues from here." in outcome.output
    assert signal.getsignal(signal.SIGINT) is before


# -- at a table ------------------------------------------------------------------------------------------------


@pytest.fixture
def table(tmp_path: Path, data: Path) -> Iterator[Table]:
    with emulated_table(tmp_path) as found:
        yield Table(found.pads, data)


def test_a_person_at_the_terminal(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Types into a pipe what the guide asks for, and lays chips; from blank pads to a list of what passed."""
    person = table.person()
    ears, mouth = os.pipe()
    shown = first_run.Terminal.show

    def watched(self: first_run.Terminal, view: object) -> None:
        shown(self, view)  # type: ignore[arg-type]
        person.look(view)  # type: ignore[arg-type]

    def type_it(word: str) -> None:
        os.write(mouth, f"{word}\n".encode())

    monkeypatch.setattr(first_run.Terminal, "show", watched)
    monkeypatch.setattr(person, "say", type_it)
    monkeypatch.setattr(person, "walk", object())
    with os.fdopen(ears) as stdin, pytest.MonkeyPatch.context() as patch:
        patch.setattr("companion.cli.listening.sys.stdin", stdin)
        outcome = CliRunner().invoke(main, ["first-run", *table.ports], input=stdin.buffer)  # type: ignore[arg-type]
        os.close(mouth)
    assert outcome.exit_code == 0, outcome.output
    assert [spot.zone for spot in table.layout.spots()] == [
        "A.pile", "A.discard", "A.played", "A.bag", "B.bag", "B.discard", "B.played", "B.pile",
    ]  # fmt: skip
    assert "  pass      Touch this with any chip" in outcome.output


# -- at the rim ------------------------------------------------------------------------------------------------


def test_ports_are_left_in_peace_afterwards(table: Table) -> None:
    devices = table.devices()
    found = devices.carry_out(FindPads(), lambda event: None)
    assert [(pad.number, pad.readers) for pad in found.pads] == [(1, 4), (2, 4)]
    devices.carry_out(Listen(table.pads.layout), lambda event: None)
    devices.close()
    assert len(devices.carry_out(FindPads(), lambda event: None).pads) == 2


def test_a_file_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    devices = TableDevices(tmp_path, tmp_path / "file" / "table.toml", tmp_path / "tags.json", "puzzle-strike")
    assert "Is the folder yours?" in devices._write('seats = ["A"]\n')


def test_old_tables_get_names_of_their_own(tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    names = []
    for _ in range(3):
        names.append(free_name(table).name)
        free_name(table).touch()
    assert names == ["table.toml.old", "table.toml.old.2", "table.toml.old.3"]


def test_the_station_is_found_and_tags_are_enrolled_on_it(table: Table, tmp_path: Path) -> None:
    station = EmulatedStation(tmp_path / "station")
    person = table.person({"What serves as the bank spot": "station"})

    def lay(card: Card) -> bool:
        if "Lay them on the NFC station" not in card.question:
            return False
        if any("Chip Damage, copy 1" in line for line in card.said):
            station.take()
            person.say("later")
        elif not laid:
            laid.append(GEM.uid)
            station.put(Ntag213(GEM.uid))
        return True

    laid: list[str] = []
    person.first = lay
    try:
        ports = (*table.ports, str(station.port))
        notes = Notes(table.folder)
        devices = TableDevices(table.folder, table.file, table.folder / "tags.json", "puzzle-strike", ports)
        person.walk = Walk(Guide(notes.read()[0], notes.keep), devices)
        assert person.walk.run(person.look)
    finally:
        station.close()
    assert f"The NFC station on {station.port}." in person.heard
    assert table.layout.station
    assert table.layout.station.spot
    assert table.layout.station.spot.zone == "bank"
    assert RegistryFile(table.folder / "tags.json").registry.kind(GEM.uid) == "chip_damage"
