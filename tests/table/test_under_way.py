"""The file that says that a game is under way."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from companion.table.under_way import NAME, UNKNOWN, UnderWay, clear, mark, read

DUEL = UnderWay("Puzzle Strike: A and Ж", "Friday, 20:15")


def test_a_game_is_under_way_until_it_is_said_to_be_over(tmp_path: Path) -> None:
    folder = tmp_path / "not" / "there"
    assert read(folder) is None
    mark(folder, DUEL)
    assert read(folder) == DUEL
    mark(folder, replace(DUEL, number=2))
    assert read(folder) == replace(DUEL, number=2)
    mark(folder, UnderWay("a trial", "now", rehearsal=True))
    assert read(folder) == UnderWay("a trial", "now", rehearsal=True)
    clear(folder)
    assert read(folder) is None
    clear(folder)
    assert list(folder.iterdir()) == []


def test_a_file_without_the_number_of_the_game_is_read(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text('{"title": "A duel", "since": "noon", "rehearsal": false}')
    assert read(tmp_path) == UnderWay("A duel", "noon")


def test_a_file_with_the_number_of_the_game_is_read() -> None:
    second = Path(__file__).parents[1] / "old" / "second"
    assert read(second) == UnderWay("Anna, Ben", "2026-11-19T21:43:06", number=2)


def test_only_a_rehearsal_hides_nothing() -> None:
    assert DUEL.hides
    assert UNKNOWN.hides
    assert not UnderWay("a trial", "now", rehearsal=True).hides


def test_a_crash_while_a_game_is_marked_leaves_what_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mark(tmp_path, DUEL)

    def power_cut(*_: object) -> None:
        raise OSError("power cut")

    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", power_cut)
        with pytest.raises(OSError, match="power cut"):
            mark(tmp_path, UnderWay("a trial", "now", rehearsal=True))
    assert read(tmp_path) == DUEL
    mark(tmp_path, UnderWay("another", "now"))
    assert read(tmp_path) == UnderWay("another", "now")


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff", b"null", b'{"rehearsal": 1}', b"[" * 100_000])
def test_what_cannot_be_read_is_a_game(tmp_path: Path, content: bytes) -> None:
    (tmp_path / NAME).write_bytes(content)
    game = read(tmp_path)
    assert game == UNKNOWN


def test_a_folder_in_its_place_is_a_game(tmp_path: Path) -> None:
    (tmp_path / NAME).mkdir()
    assert read(tmp_path) == UNKNOWN


@given(some.binary(max_size=60))
def test_any_bytes_are_read(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    folder = tmp_path_factory.mktemp("data")
    (folder / NAME).write_bytes(content)
    game = read(folder)
    assert game is not None
    assert game.hides
