"""A copy while a game runs, and the way back. Nothing is ever overwritten."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.ledger import Broken, InUse, Ledger, LedgerError, backup, restore
from tests.ledger.played import HEADER, INPUTS, play, wal_of


def entries(path: Path) -> list[int]:
    """How many each game has."""
    with Ledger.open(path) as ledger:
        assert ledger.troubles == []
        return [len(list(ledger.game(row.number).entries())) for row in ledger.games()]


def names(folder: Path) -> list[str]:
    return sorted(part.name for part in folder.iterdir())


def test_a_copy_is_taken_while_a_game_runs(path: Path, ledger: Ledger, tmp_path: Path) -> None:
    game = play(ledger)
    target = tmp_path / "stick" / "copy.sqlite"
    assert backup(path, target)[:2] == (1, 5)
    assert names(target.parent) == ["copy.sqlite"]
    game.append({"in": "tick"})
    assert entries(target) == [5]
    with Ledger.open(target, read_only=True) as copied:
        assert [entry.payload for entry in copied.game(1).entries()] == [HEADER, *INPUTS]
    assert len(list(game.entries())) == 6


def test_a_copy_never_takes_a_place_that_is_taken(path: Path, ledger: Ledger, tmp_path: Path) -> None:
    play(ledger)
    target = tmp_path / "copy.sqlite"
    for taken in (target, wal_of(target)):
        taken.write_bytes(b"mine")
        with pytest.raises(LedgerError, match="already"):
            backup(path, target)
        assert taken.read_bytes() == b"mine"
        taken.unlink()
    with pytest.raises(LedgerError, match="nothing to copy"):
        backup(tmp_path / "none.sqlite", target)
    assert not target.exists()


def test_a_damaged_ledger_is_not_copied(path: Path, tmp_path: Path) -> None:
    with Ledger.open(path) as ledger:
        play(ledger)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE entry SET public = '{}' WHERE number = 2")
    with pytest.raises(Broken, match=r"altered at entry 2.*--mend"):
        backup(path, tmp_path / "copy.sqlite")
    assert names(tmp_path) == ["data"]


def test_a_copy_that_finds_no_room(path: Path, ledger: Ledger, tmp_path: Path) -> None:
    play(ledger)
    (tmp_path / "file").write_text("")
    with pytest.raises(LedgerError, match="cannot be used"):
        backup(path, tmp_path / "file" / "copy.sqlite")


@pytest.fixture
def copy(path: Path, tmp_path: Path) -> Path:
    """Of a game with five entries. The ledger itself has gone on since."""
    copy = tmp_path / "copy.sqlite"
    with Ledger.open(path) as ledger:
        game = play(ledger)
        backup(path, copy)
        game.append({"in": "tick"})
    return copy


def test_a_copy_is_taken_back_and_what_it_replaces_is_kept(path: Path, copy: Path) -> None:
    before = path.read_bytes()
    copied = restore(copy, path)
    assert copied == (1, 5, "The old one is set aside as games.sqlite.set-aside-1.")
    assert entries(path) == entries(copy) == [5]
    assert path.with_name("games.sqlite.set-aside-1").read_bytes() == before
    assert entries(path.with_name("games.sqlite.set-aside-1")) == [6]


def test_a_copy_is_taken_back_where_nothing_is(path: Path, copy: Path) -> None:
    path.unlink()
    assert restore(copy, path) == (1, 5, "")
    assert entries(path) == [5]


def test_a_copy_is_taken_back_in_place_of_a_wreck(path: Path, copy: Path) -> None:
    path.write_bytes(b"wreck")
    wal_of(path).write_bytes(b"of a log")
    assert "set-aside-1 and games.sqlite.set-aside-1-wal" in restore(copy, path).aside
    assert entries(path) == [5]


@pytest.mark.parametrize("at", [0, 40, 4096])
def test_damage_is_told_of_the_ledger_and_not_of_the_copy(at: int, path: Path, tmp_path: Path) -> None:
    with Ledger.open(path) as ledger:
        play(ledger)
    with closing(sqlite3.connect(path)) as whole:
        whole.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = bytearray(path.read_bytes())
    data[at : at + 60] = b"\xff" * 60
    path.write_bytes(data)
    target = tmp_path / "new.sqlite"
    with pytest.raises(LedgerError) as told:
        backup(path, target)
    assert str(told.value).startswith(f"{path.resolve()} is damaged")
    assert "new.sqlite" not in str(told.value)


def test_no_copy_is_taken_back_under_a_running_game(path: Path, copy: Path) -> None:
    with Ledger.open(path) as ledger:
        with pytest.raises(InUse, match="running companion"):
            restore(copy, path)
        ledger.game(1).append({"in": "tick"})
    assert entries(path) == [7]


def test_a_damaged_copy_is_not_taken_back(path: Path, copy: Path) -> None:
    copy.write_bytes(copy.read_bytes().replace(b"combine", b"wound!!", 1))
    before = names(path.parent)
    with pytest.raises(Broken, match="nothing was changed"):
        restore(copy, path)
    for wrong in (path, copy.with_name("none.sqlite")):
        with pytest.raises(LedgerError):
            restore(wrong, path)
    assert names(path.parent) == before
    assert entries(path) == [6]


def test_a_power_cut_while_a_copy_is_taken_back(path: Path, copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one moment in which there is no file of that name: the next start finds the fresh one."""
    rename = os.rename

    def cut(old: Path, new: Path) -> None:
        if new == path:
            raise KeyboardInterrupt
        rename(old, new)

    with monkeypatch.context() as patched:
        patched.setattr(os, "rename", cut)
        with pytest.raises(KeyboardInterrupt):
            restore(copy, path)
    assert not path.exists()
    with Ledger.open(path) as ledger:
        assert "That is done now" in ledger.troubles[0]
        assert ledger.games()[0].entries == 5
