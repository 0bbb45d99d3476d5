"""A damaged file opens, and what can be read of it is there; a sample of the campaign in `torn.py`."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.ledger import Entry, Ledger
from companion.ledger.chain import START, new_entry
from companion.ledger.exchange import exchange, fresh_file
from companion.ledger.salvage import Image, chains, rows_in
from companion.ledger.schema import EntryRow
from tests.ledger.played import HEADER, INPUTS, play, wal_of
from tests.ledger.torn import campaign


def test_torn_and_flipped_files_open() -> None:
    tally = campaign(60, seed=11)
    assert tally.faults == []
    assert 20 < tally.set_aside < 60


@pytest.fixture
def recorded(path: Path) -> Path:
    """A ledger that was closed, with one game in it."""
    with Ledger.open(path) as ledger:
        play(ledger)
    return path


def opened(path: Path) -> tuple[list[str], int]:
    """The troubles, and how many entries of game 1 are left."""
    with Ledger.open(path) as ledger:
        games = ledger.games()
        return ledger.troubles, games[0].entries if games else 0


def aside(path: Path) -> list[str]:
    return sorted(part.name for part in path.parent.iterdir() if "set-aside" in part.name)


GARBAGE = {
    "empty": b"",
    "zeros": bytes(5000),
    "text": b"Dear diary,\n",
    "begun": b"SQLite format 3\0",
    "noise": Random(1).randbytes(9000),
}


@pytest.mark.parametrize("garbage", GARBAGE.values(), ids=GARBAGE)
def test_a_file_that_is_none(path: Path, garbage: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(garbage)
    (trouble,), entries = opened(path)
    assert "set aside as games.sqlite.set-aside-1" in trouble
    assert entries == 0
    assert (path.parent / "games.sqlite.set-aside-1").read_bytes() == garbage
    assert opened(path) == ([], 0)


def test_nothing_that_was_set_aside_is_ever_overwritten(recorded: Path) -> None:
    for number in range(1, 4):
        data = bytearray(recorded.read_bytes())
        data[number] ^= 1
        recorded.write_bytes(data)
        (trouble,), entries = opened(recorded)
        assert f"set-aside-{number}" in trouble
        assert entries == 5
    assert aside(recorded) == [f"games.sqlite.set-aside-{number}" for number in range(1, 4)]


def test_a_broken_chain_is_cut_and_said(recorded: Path) -> None:
    """Altered by somebody who knows SQLite: the file is sound, and the chain is not."""
    with closing(sqlite3.connect(recorded)) as connection, connection:
        connection.execute("UPDATE entry SET public = replace(public, 'combine', 'wound!!') WHERE number = 2")
    (trouble,), entries = opened(recorded)
    assert "altered at entry 2" in trouble
    assert "Game 1 ends with entry 1" in trouble
    assert entries == 2


def test_a_dropped_entry_is_said(recorded: Path) -> None:
    with closing(sqlite3.connect(recorded)) as connection, connection:
        connection.execute("DELETE FROM entry WHERE number = 3")
    (trouble,), entries = opened(recorded)
    assert "game 1 is altered at entry 3" in trouble
    assert entries in (3, 5)  # SQLite may have left its bytes where they were


def test_a_log_that_sqlite_would_skip_without_a_word(path: Path, tmp_path: Path) -> None:
    torn = tmp_path / "torn.sqlite"
    with Ledger.open(path) as ledger:
        play(ledger)
        torn.write_bytes(path.read_bytes())
        log = bytearray(wal_of(path).read_bytes())
    log[9] ^= 4  # in its head: SQLite takes the whole log for an old one
    wal_of(torn).write_bytes(log)
    with closing(sqlite3.connect(f"file:{torn}?mode=ro", uri=True)) as connection:
        assert connection.execute("SELECT count(*) FROM entry").fetchone() == (0,)
    (trouble,), entries = opened(torn)
    assert "in the write-ahead log, which is damaged" in trouble
    assert entries == 5
    assert aside(torn)[1] == "torn.sqlite.set-aside-1-shm"
    assert (tmp_path / "torn.sqlite.set-aside-1-wal").read_bytes() == log


def test_a_log_alone(path: Path, tmp_path: Path) -> None:
    left = tmp_path / "left.sqlite"
    with Ledger.open(path) as ledger:
        play(ledger)
        wal_of(left).write_bytes(wal_of(path).read_bytes())
    (trouble,), entries = opened(left)
    assert "the file is gone" in trouble
    assert entries == 5


def test_each_entry_lies_in_the_file_twice(recorded: Path) -> None:
    found = list(rows_in(Image(recorded.read_bytes(), b"")))
    assert [row.number for row in found].count(3) == 2
    assert {row.entry().number for row in found if row.game == 1} == set(range(5))


def test_of_two_that_fit_the_one_that_was_built_on_counts() -> None:
    """A write that failed may have left its bytes behind; what was written in its place is followed by others."""
    first = new_entry(0, {}, START)
    failed, second = (new_entry(1, {"try": number}, first.link) for number in range(2))
    third = new_entry(2, {}, second.link)
    rows = [row_of(entry) for entry in (first, failed, second, third)]
    for line in (rows, rows[::-1]):
        assert chains(line)[1].rows == [rows[0], rows[2], rows[3]]
    assert chains(rows[:3])[1].rows == rows[:2]
    assert chains(rows[2:])[1] == ([], 2)
    assert chains(rows[2:], {1: (1, first.link)})[1] == (rows[2:], 0)


def row_of(entry: Entry) -> EntryRow:
    return EntryRow(1, entry.number, entry.public.text.encode(), b"", entry.public.salt, entry.link)


def test_pages_of_an_earlier_time_in_the_log_are_no_part_of_an_entry(path: Path, tmp_path: Path) -> None:
    """The log is begun anew now and then, and what is not yet written over is older than what stands before it."""
    torn = tmp_path / "torn.sqlite"
    with Ledger.open(path) as ledger:
        game = play(ledger)
        for at in (1, 2, 3, 4):
            game.snapshot(at, str(at) * 30_000)  # those that are dropped leave free pages
        ledger.store.connection.execute("PRAGMA wal_checkpoint(RESTART)")
        game.append({"said": "".join(map(str, range(5000)))})
        torn.write_bytes(b"x" + path.read_bytes()[1:])
        wal_of(torn).write_bytes(wal_of(path).read_bytes())
    assert opened(torn)[1] == 6


# -- power cuts while one file takes another one's place -------------------------------------------------------


class PowerCut(Exception):
    pass


@pytest.mark.parametrize("cut", range(1, 5))
def test_a_power_cut_while_mending(path: Path, monkeypatch: pytest.MonkeyPatch, cut: int) -> None:
    """Each renaming may be the one that does not happen any more."""
    with Ledger.open(path) as ledger:
        play(ledger)
        whole = path.read_bytes(), wal_of(path).read_bytes()
    path.write_bytes(b"x" + whole[0][1:])
    wal_of(path).write_bytes(whole[1])
    renamed = 0
    rename = os.rename

    def until_the_cut(old: Path, new: Path) -> None:
        nonlocal renamed
        renamed += 1
        if renamed == cut:
            raise PowerCut
        rename(old, new)

    with monkeypatch.context() as patched:
        patched.setattr(os, "rename", until_the_cut)
        with pytest.raises(PowerCut):
            Ledger.open(path)
    troubles, entries = opened(path)
    assert entries == len([HEADER, *INPUTS])
    assert len(troubles) == 1
    assert "set aside as games.sqlite.set-aside-1 and games.sqlite.set-aside-1-wal" in troubles[0]
    kept = {part.read_bytes() for part in path.parent.iterdir() if part.name in aside(path)}
    assert {b"x" + whole[0][1:], whole[1]} <= kept


def test_a_file_half_written_never_takes_a_place(recorded: Path) -> None:
    def begun() -> None:
        with fresh_file(recorded) as part:
            part.write_bytes(b"half")
            raise PowerCut

    with pytest.raises(PowerCut):
        begun()
    recorded.with_name("games.sqlite.part").write_bytes(b"half, from an earlier time")
    assert opened(recorded) == ([], 5)


def test_a_fresh_file_that_came_too_late_is_not_taken(recorded: Path) -> None:
    recorded.with_name("games.sqlite.fresh").write_bytes(b"anything")
    assert opened(recorded) == ([], 5)
    with fresh_file(recorded) as part:
        part.write_bytes(b"new")
    assert "set-aside-1" in exchange(recorded)
    assert recorded.read_bytes() == b"new"
