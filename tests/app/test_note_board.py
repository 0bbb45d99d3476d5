"""Notes stand until somebody has read them, also over a restart."""

from __future__ import annotations

import json
import stat
from pathlib import Path, PurePath

import pytest

from companion.app.note_board import MOST, QUIET, NoteBoard
from companion.app.pages import Joining, page_for
from companion.faces.display.pages import Idle
from companion.faces.languages import ENGLISH, languages
from companion.rules.kernel.sentences import AND, Sentence, Term, Terms
from companion.table.phrases import Phrase

CARD = Sentence("The card is full.")
ROOM = Sentence("Make room on it.")


class Time:
    """Two clocks that stand until they are told to go on."""

    def __init__(self) -> None:
        self.now = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def board(tmp_path: Path, time: Time) -> NoteBoard:
    return NoteBoard(tmp_path / "unread.json", clock=time, steady=time)


def words(board: NoteBoard) -> list[str]:
    return [note.words for note in board.said(ENGLISH)]


def test_a_note_stands_until_it_is_read(board: NoteBoard) -> None:
    told: list[str] = []
    board.changed = lambda: told.append("changed")
    board.add("disk", CARD, ROOM)
    (note,) = board.said(ENGLISH)
    assert (note.key, note.words, note.remedy) == ("disk", "The card is full.", "Make room on it.")
    assert board.read("disk")
    assert not board.unread()
    assert not board.read("disk")
    assert not board.read("nothing of the kind")
    assert told == ["changed", "changed"]


def test_a_lasting_note_stands_until_it_is_over(board: NoteBoard, tmp_path: Path, time: Time) -> None:
    board.add("place", CARD, ROOM, lasting=True)
    assert not board.read("place")
    for number in range(MOST + 1):
        board.add(f"disk {number}", CARD)
    assert words(board).count("The card is full.") == MOST + 1
    assert [note.key for note in board.said(ENGLISH) if note.lasting] == [board.said(ENGLISH)[0].key] == ["place"]
    assert "place" not in {note.key for note in NoteBoard(tmp_path / "unread.json").unread()}, (
        "it ends with the program"
    )
    board.over("place")
    assert "place" not in {note.key for note in board.unread()}


def test_the_same_matter_is_one_note_and_comes_back_after_a_while_of_quiet(board: NoteBoard, time: Time) -> None:
    for _ in range(5):
        board.add("disk", CARD)
        time.now += QUIET / 2
    assert words(board) == ["The card is full."]
    board.read("disk")
    for _ in range(5):
        board.add("disk", CARD)
        time.now += QUIET / 2
    assert words(board) == [], "it has never stopped: somebody knows"
    time.now += QUIET
    board.add("disk", CARD)
    assert words(board) == ["The card is full."], "it has happened again"


def test_the_log_has_a_note_with_its_numbers_and_files(board: NoteBoard, caplog: pytest.LogCaptureFixture) -> None:
    """What else is filled in may be a chip or a person."""
    caplog.set_level("INFO")
    file = Sentence("Pad {number}: {chip} of {seat}. The file was set aside: {file}.", {
        "number": 2, "chip": Term("wound"), "seat": "Anna", "file": PurePath("notes-1.json.unreadable"),
    })  # fmt: skip
    board.add("jottings", file, Phrase("{pad} has {readers}.", pad=Phrase("Pad {number}", number=2), readers="x"))
    (line,) = caplog.messages
    assert line == "Note jottings: Pad 2: … of …. The file was set aside: notes-1.json.unreadable. Pad 2 has …."
    assert "Anna" in board.said(ENGLISH)[0].words


def test_other_words_about_a_matter_are_to_be_read_too(board: NoteBoard) -> None:
    board.add("disk", CARD)
    board.read("disk")
    board.add("disk", Sentence("The card fails."))
    assert words(board) == ["The card fails."]


def test_what_is_over_need_not_be_read_and_is_new_when_it_comes_again(board: NoteBoard) -> None:
    board.add("disk", CARD)
    board.over("disk")
    board.over("nothing of the kind")
    assert words(board) == []
    board.add("disk", CARD)
    board.read("disk")
    board.over("disk")
    board.add("disk", CARD)
    assert words(board) == ["The card is full."]


def test_what_was_not_read_is_there_after_a_restart_in_every_language(
    tmp_path: Path, board: NoteBoard, time: Time
) -> None:
    where = Phrase("Pad {number}", number=2)
    board.add("pad", Phrase("{pad} has restarted ({why}).", pad=where, why=(Phrase("watchdog"), Phrase("power on"))))
    board.add("words", Sentence("Waiting for {seats}.", {"seats": Terms(("Anna", Term("the table")), AND)}))
    board.add("read", CARD)
    board.read("read")
    path = tmp_path / "unread.json"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    again = NoteBoard(path, clock=time, steady=time)
    assert again.said(ENGLISH) == board.said(ENGLISH)
    assert again.said(languages()["ru"]) == board.said(languages()["ru"])
    assert "Pad 2 has restarted (watchdog, power on)." in words(again)
    assert "Pad" not in again.said(languages()["ru"])[1].words
    again.read("pad")
    again.read("words")
    assert NoteBoard(path).unread() == ()


@pytest.mark.parametrize(
    "text",
    ["", "{", "7", "[7]", '[{"key": "x", "what": ["{gone}", {}], "remedy": ["", {}], "at": 1}]', '[{"key": "x"}]'],
)
def test_a_file_that_cannot_be_read_costs_nothing_but_its_notes(tmp_path: Path, text: str) -> None:
    path = tmp_path / "unread.json"
    path.write_text(text)
    board = NoteBoard(path)
    assert board.unread() == ()
    board.add("disk", CARD)
    assert json.loads(path.read_text())[0]["key"] == "disk"


def test_where_nothing_can_be_written_a_note_is_shown_all_the_same(tmp_path: Path) -> None:
    board = NoteBoard(tmp_path / "no folder" / "unread.json")
    board.add("disk", CARD)
    assert words(board) == ["The card is full."]


def test_only_so_many_are_kept_and_the_newest_comes_first(board: NoteBoard) -> None:
    for number in range(MOST + 5):
        board.add(str(number), CARD)
    keys = [note.key for note in board.unread()]
    assert len(keys) == MOST
    assert keys[0] == str(MOST + 4)


def test_an_earlier_day_is_named(board: NoteBoard, time: Time) -> None:
    board.add("disk", CARD)
    assert len(board.said(ENGLISH)[0].when) == len("14:05")
    time.now += 2 * 86400
    assert board.said(ENGLISH)[0].when.startswith("2023-11-1")


def test_the_display_shows_it_with_or_without_a_game(board: NoteBoard) -> None:
    board.add("disk", CARD, ROOM)
    page = page_for(None, Joining(""), None, (Sentence("A pad is away."),), (), 0.0, ENGLISH, board.said(ENGLISH))
    assert isinstance(page, Idle)
    assert page.notes[0] == "A pad is away."
    assert page.notes[1].endswith(": The card is full. Make room on it.")
