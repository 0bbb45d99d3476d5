"""`companion replay`: records as files."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.ledger import Ledger
from companion.referee.inputs import Corrected, Finished
from tests.referee.games import by_hand, say


def run(*words: object) -> tuple[int, str]:
    result = CliRunner().invoke(main, [str(word) for word in words])
    return result.exit_code, result.output


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The exported record of a short game."""
    path = tmp_path / "games.sqlite"
    with Ledger.open(path) as ledger:
        referee = by_hand(ledger)
        say(referee, "A", "done", "buy:wound", "done")
        referee.step(Finished(("A", "B"), 9.0))
    file = tmp_path / "record.txt"
    assert run("export", 1, "--ledger", path, "--out", file)[0] == 0
    return file


def test_replay_shows_the_table_at_any_entry(file: Path) -> None:
    code, begin = run("replay", file, "--at", 0)
    assert code == 0
    assert begin.startswith("Entry 0 of 4:")
    assert "A: Play an action" in begin
    code, bought = run("replay", file, "--at", 2)
    assert code == 0
    assert "Entry 2 of 4, 2.0 s:\n  A buys a wound" in bought
    assert "discard pile: Wound" in bought
    assert "discard pile: Wound" not in begin
    assert run("replay", file) == run("replay", file, "--at", 4)


def test_replay_beyond_the_end(file: Path) -> None:
    code, words = run("replay", file, "--at", 5)
    assert code == 1
    assert "There is no entry 5: the last one is number 4." in words


def test_what_is_no_record(tmp_path: Path) -> None:
    (file := tmp_path / "diary.txt").write_text("Dear diary,\n")
    for command in ("verify", "replay"):
        code, words = run(command, file)
        assert code == 1
        assert "is not a record, or it was changed after it was written" in " ".join(words.split())


@pytest.fixture
def running(tmp_path: Path) -> Path:
    """The record of a running game that has been put right."""
    path = tmp_path / "games.sqlite"
    with Ledger.open(path) as ledger:
        referee = by_hand(ledger)
        changes = {"seats": {"A": {"pile": [1, 2]}}, "bank": {"change": {"gem_2": -1}}}
        assert referee.step(Corrected(("A", "B"), changes, "an elbow", 5.0)).accepted
    file = tmp_path / "record.txt"
    assert run("export", 1, "--ledger", path, "--out", file)[0] == 0
    return file


def test_what_is_kept_back_is_said(running: Path) -> None:
    code, words = run("replay", running)
    assert code == 1
    assert "kept back" in words
    assert run("replay", running, "--at", 0)[0] == 0


def test_a_record_of_another_program(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with Ledger.open(path) as ledger:
        ledger.begin({"title": "chess by post"})
    file = tmp_path / "record.txt"
    run("export", 1, "--ledger", path, "--out", file)
    code, words = run("verify", file)
    assert code == 1
    assert "not played by the rules" in words
    assert "does not tell how the game began" in " ".join(words.split())
    code, words = run("replay", file)
    assert code == 1
    assert "does not tell how the game began" in words
