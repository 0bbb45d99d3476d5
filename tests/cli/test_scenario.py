"""`companion scenario`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from tests.scenarios_runner.texts import CRASH, TURN

WRONG = CRASH + "expect: {winner: A}\n"


def scenario(*words: str | Path) -> Result:
    return CliRunner().invoke(main, ["scenario", *map(str, words)])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "deep" / "deeper").mkdir(parents=True)
    (tmp_path / "crash.yaml").write_text(f"{CRASH}---\n{TURN}", encoding="utf-8")
    (tmp_path / "deep" / "deeper" / "turn.yml").write_text(TURN, encoding="utf-8")
    (tmp_path / "deep" / "notes.txt").write_text("no scenario", encoding="utf-8")
    return tmp_path


def test_files_and_folders_are_played(folder: Path) -> None:
    result = scenario(folder)
    assert (result.exit_code, result.output) == (0, "3 passed, 0 failed\n")
    assert scenario(folder / "crash.yaml", folder / "deep").output == "3 passed, 0 failed\n"


def test_from_anywhere(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder / "deep")
    assert scenario("..").output == "3 passed, 0 failed\n"


def test_a_file_named_twice_is_played_once(folder: Path) -> None:
    assert scenario(folder, folder / "crash.yaml", folder / "deep" / "..").output == "3 passed, 0 failed\n"


def test_a_failure_is_told_with_file_line_and_title(folder: Path) -> None:
    wrong = folder / "wrong.yaml"
    wrong.write_text(WRONG, encoding="utf-8")
    result = scenario(folder)
    assert result.exit_code == 1
    assert f"FAILED {wrong}:1: A crash\n" in result.output
    assert f"  {wrong}:8: winner: expected A, it is none\n" in result.output
    assert result.output.endswith("\n3 passed, 1 failed\n")


def test_a_malformed_file_is_told_apart(folder: Path) -> None:
    wrong = folder / "wrong.yaml"
    wrong.write_text(CRASH.replace("script", "skript"), encoding="utf-8")
    result = scenario(folder)
    assert result.exit_code == 2
    assert f'  {wrong}:5: unknown key "skript"; did you mean script?\n' in result.output
    assert result.output.endswith("\n3 passed, 1 failed\n")


def test_json(folder: Path) -> None:
    wrong = folder / "wrong.yaml"
    wrong.write_text(WRONG, encoding="utf-8")
    result = scenario(folder, "--json")
    assert result.exit_code == 1
    report = json.loads(result.output)
    assert (report["passed"], report["failed"]) == (3, 1)
    (failure,) = report["failures"]
    assert (failure["file"], failure["line"], failure["title"]) == (str(wrong), 8, "A crash")
    assert failure["problems"] == [f"{wrong}:8: winner: expected A, it is none"]
    assert json.loads(scenario(folder / "crash.yaml", "--json").output) == {
        "passed": 2,
        "failed": 0,
        "failures": [],
        "notes": [],
    }


def test_more_chips_than_the_box_holds_are_noted_and_played_all_the_same(folder: Path) -> None:
    many = folder / "crash.yaml"
    many.write_text(CRASH.replace("gem_1]}\n  B", f"{', '.join(['gem_4'] * 17)}]}}\n  B"), encoding="utf-8")
    note = f"{many}:2: 4-gem: 17 are here, the box has 12"
    assert scenario(many).output == f"note: {note}\n1 passed, 0 failed\n"
    report = json.loads(scenario(many, "--json").output)
    assert (report["passed"], report["notes"]) == (1, [note])


def test_what_is_not_there(folder: Path) -> None:
    result = scenario(folder / "missing.yaml")
    assert result.exit_code == 2
    assert "missing.yaml" in result.output
    (folder / "empty").mkdir()
    result = scenario(folder / "empty")
    assert result.exit_code == 2
    assert "There are no scenario files" in result.output
    assert scenario().exit_code == 2
