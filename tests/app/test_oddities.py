"""What is wrong with the chips themselves is told to people, and no more of it than everybody may know."""

from __future__ import annotations

import re

import pytest

from companion.app.note_board import NoteBoard
from companion.app.oddities import Teller, at_readers, note_of
from companion.app.pages import health_rows
from companion.app.seating import seated
from companion.faces.languages import ENGLISH, languages
from companion.rules import find_game
from companion.session.session import ReaderCondition
from companion.table.changes import Appeared, Change, Doubled
from companion.table.oddities import Odd, Oddity
from companion.table.twin import EXCHANGED, Twin
from tests.app.tables import CHIPS, SETUP, small_table

TABLE = seated(small_table(), SETUP)
WORDS = find_game("puzzle-strike").words
RUSSIAN = languages()["ru"]
TRAY = "Ben's tray, reader 2.2"
DOUBLED = Oddity(Odd.DOUBLED, ("1.0", "2.2"), "crash_gem")
IN_SECRET = Oddity(Odd.DOUBLED)
CROWDED = Oddity(Odd.CROWDED, ("2.2",))
SUMS = Oddity(Odd.SUMS, (), "crash_gem")
ALL = (DOUBLED, IN_SECRET, CROWDED, SUMS, Oddity(Odd.SUMS))


def texts(board: NoteBoard) -> list[str]:
    return [note.words for note in board.said(ENGLISH)]


def test_each_is_told_with_what_to_do() -> None:
    board = NoteBoard()
    Teller(board).tell((CROWDED, DOUBLED, SUMS), TABLE, WORDS)
    sums, doubled, crowded = texts(board)
    assert crowded == f"There are more chips than cells: {TRAY}."
    assert doubled.endswith(f"Where they are: Anna's table, reader 1.0; {TRAY}.")
    assert "Crash Gem" in sums
    assert all(note.remedy for note in board.said(ENGLISH))


@pytest.mark.parametrize("one", ALL, ids=lambda one: f"{one.odd.value}-{one.kind}")
def test_it_is_said_in_russian(one: Oddity) -> None:
    _, what, remedy = note_of(one, TABLE, WORDS)
    for sentence in (what, remedy):
        said = re.sub(r"`[^`]*`|Anna|Ben", "", sentence.said(RUSSIAN.say))
        assert re.search("[а-яё]", said)
        assert not re.search("[A-Za-z]", said)


def test_it_is_gone_with_its_cause_and_stays_read() -> None:
    board = NoteBoard()
    teller = Teller(board)
    for _ in range(3):
        teller.tell((CROWDED, SUMS), TABLE, WORDS)
    assert len(texts(board)) == 2
    board.read(next(note.key for note in board.said(ENGLISH) if "cells" in note.words))
    teller.tell((CROWDED, SUMS), TABLE, WORDS)
    assert len(texts(board)) == 1, "somebody has read that the tray is crowded"
    teller.tell((CROWDED,), TABLE, WORDS)
    assert texts(board) == []
    teller.tell((), TABLE, WORDS)
    teller.tell((CROWDED,), TABLE, WORDS)
    assert len(texts(board)) == 1, "it is crowded anew"


def test_a_note_of_an_earlier_evening_is_gone_when_its_cause_is() -> None:
    board = NoteBoard()
    Teller(board).tell((CROWDED,), TABLE, WORDS)
    Teller(board).tell((), TABLE, WORDS)
    assert texts(board) == []


def test_the_page_of_readers_says_it_where_it_is() -> None:
    health = {spot.reader: ReaderCondition(9) for spot in TABLE.spots()}
    rows = health_rows(TABLE, health, {}, WORDS, ENGLISH, at_readers((CROWDED, IN_SECRET, SUMS), TABLE, WORDS))
    assert [(row.name, row.state) for row in rows if row.state != "good"] == [(TRAY, "weak")]
    assert "There are more chips than cells" in rows[-1].words


# -- what is hidden ------------------------------------------------------------------------------------------------


def told_of(*changes: Change, kinds: tuple[str, ...]) -> tuple[list[str], dict[str, object]]:
    """All that people are told about a table where this is seen."""
    uids = [chip.uid for chip in CHIPS]
    twin = Twin(TABLE, dict(zip(uids, kinds, strict=False)), {uid: {"Anna.bag"} for uid in uids[: len(kinds)]})
    for change in changes:
        twin.take(change)
    oddities = twin.oddities(EXCHANGED + 9.0)
    board = NoteBoard()
    Teller(board).tell(oddities, TABLE, WORDS)
    return [f"{note.key} {note.words} {note.remedy}" for note in board.said(ENGLISH)], {
        **at_readers(oddities, TABLE, WORDS)
    }


@pytest.mark.parametrize("slot", ["1.1", "2.1"])
def test_a_doubled_tag_at_a_slot_tells_nobody_which_chip_it_is(slot: str) -> None:
    """Pairs of tables: another chip has the doubled tag, it is of another kind, or it lies elsewhere in the open."""
    one, other = CHIPS[0].uid, CHIPS[1].uid
    first = told_of(Appeared(one, "2.2", 1.0), Doubled(one, (slot, "2.2"), 2.0), kinds=("crash_gem", "gem_1"))
    assert len(first[0]) == 1
    assert first[1] == {}
    assert first == told_of(Appeared(one, "2.2", 1.0), Doubled(one, (slot, "2.2"), 2.0), kinds=("gem_1", "crash_gem"))
    assert first == told_of(Appeared(one, "2.2", 1.0), Doubled(other, (slot, "1.0"), 2.0), kinds=("crash_gem", "gem_1"))
    assert not re.search("Crash|gem|04A1|Anna|Ben", first[0][0])
