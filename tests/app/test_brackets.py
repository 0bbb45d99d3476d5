"""Files of 200,000 brackets: each is read at the start, and none of them keeps a game from being played on."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.app.evening import Evening, Settings
from companion.app.first_run.walk import Notes
from companion.app.hall import UNREAD
from companion.app.table import NO_KIT
from companion.cli.run import layout_from
from companion.faces.languages import ENGLISH
from companion.referee.inputs import Answered
from companion.table import under_way
from companion.table.registry import RegistryError
from companion.table.registry_file import RegistryFile
from tests.app.tables import SETUP, small_table

BRACKETS = [b"[" * 200_000, b"[" * 200_000 + b"]" * 200_000, b'{"a":' * 200_000, b'["' + b"[" * 200_000 + b'"]']
GOES_ON = "The game goes on where it stopped"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game is under way."""
    with Evening(Settings(tmp_path, port=None, wifi="", announce=False), lambda words: None) as evening:
        evening.hall.table().begin(SETUP, NO_KIT, "[" * 5000, judged=True)
        evening.hall.table().note("[" * 500)
    return tmp_path


@pytest.mark.parametrize("text", BRACKETS)
@pytest.mark.parametrize("name", ["notes-1.json", UNREAD, "doors.json", under_way.NAME, "first-run.json", "tags.json"])
def test_the_game_goes_on(folder: Path, name: str, text: bytes) -> None:
    (folder / name).write_bytes(text)
    said: list[str] = []
    with Evening(Settings(folder, small_table(), port=None, wifi="", announce=False), said.append) as evening:
        assert GOES_ON in "".join(said)
        assert evening.hall.table().send(Answered("Anna", "done", 0.0), "phone", ENGLISH).accepted
        evening.hall.table().note("it goes on")
        assert evening.hall.table().notes()[-1] == "it goes on"
    assert Notes(folder).read()[0].language


@pytest.mark.parametrize("text", BRACKETS)
def test_files_that_are_nothing_else_are_said_to_be_none(folder: Path, text: bytes) -> None:
    (folder / "table.toml").write_bytes(b"seats = " + text)
    assert layout_from(None, folder) is None
    (folder / "tags.json").write_bytes(text)
    with pytest.raises(RegistryError):
        RegistryFile(folder / "tags.json")


def test_notes_that_cannot_be_read_are_put_aside_and_said(folder: Path) -> None:
    (folder / "notes-1.json").write_bytes(BRACKETS[0])
    with Evening(Settings(folder, port=None, wifi="", announce=False), lambda words: None) as evening:
        evening.hall.table().note("a new one")
        assert evening.hall.table().notes() == ("a new one",)
        (note,) = evening.hall.table().unread(ENGLISH)
        assert "notes-1.json.unreadable" in note.words
    assert (folder / "notes-1.json.unreadable").read_bytes() == BRACKETS[0]


def test_a_long_note_is_cut(folder: Path) -> None:
    with Evening(Settings(folder, port=None, wifi="", announce=False), lambda words: None) as evening:
        evening.hall.table().note("[" * 200_000)
        assert evening.hall.table().notes()[-1] == "[" * 500
