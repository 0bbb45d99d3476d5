"""`companion infer`: a trace goes through the arbiter."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main

FEW = 150
"""Seconds of the game."""


def run(*words: object) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["infer", *map(str, words)])
    return result.exit_code, result.output


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The traces of a game, the first minutes of it."""
    folder = tmp_path_factory.mktemp("traces")
    words = ["rehearse", "games", "--games", "1", "--seed", "5", "--noise", "none", "--record", str(folder)]
    CliRunner().invoke(main, [*words, "--workers", "1"])
    for kind in ("trace", "truth"):
        file = folder / f"game-5.{kind}.jsonl"
        lines = [line for line in file.read_text().splitlines() if kind == "truth" or json.loads(line)["at"] < FEW]
        file.write_text("".join(f"{line}\n" for line in lines))
    return folder


def files(folder: Path) -> tuple[Path, str, Path]:
    return folder / "game-5.trace.jsonl", "--setup", folder / "game-5.setup.json"


def test_what_is_committed_is_told_with_its_time(folder: Path) -> None:
    code, words = run(*files(folder), "--truth", folder / "game-5.truth.jsonl")
    assert code == 0
    lines = words.splitlines()
    assert lines[-1] == "All that was committed is true."
    assert sum("answer" in line for line in lines) > 10
    assert "draw     ? ? ? ? ?" in lines[0]


def test_for_programs(folder: Path) -> None:
    code, words = run(*files(folder), "--json")
    assert code == 0
    rows = [json.loads(line) for line in words.splitlines()]
    assert {"what": "committed", "kind": "draw", "seat": "", "said": ["?"] * 5, "at": 0.0} in rows
    moments = [row["at"] for row in rows]
    assert moments == sorted(moments)


def test_what_is_not_true_is_told(folder: Path, tmp_path: Path) -> None:
    rows = [json.loads(line) for line in (folder / "game-5.truth.jsonl").read_text().splitlines()]
    said = next(row for row in rows if row["at"] > 30 and str(row["said"]).startswith(("play:", "buy:")))
    said["said"] = "play:something_else"
    (truth := tmp_path / "truth.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    code, words = run(*files(folder), "--truth", truth)
    assert code == 0
    assert f"; in truth {said['seat']} play:something_else" in words.splitlines()[-1]


def test_lines_that_are_no_looks_are_left_out(folder: Path, tmp_path: Path) -> None:
    trace, _, setup = files(folder)
    (broken := tmp_path / "broken.jsonl").write_text("nonsense\n" + trace.read_text())
    result = CliRunner().invoke(main, ["infer", str(broken), "--setup", str(setup)])
    assert result.exit_code == 0
    assert "line 1: this is no JSON: left out." in result.stderr
    assert result.stdout == CliRunner().invoke(main, ["infer", str(trace), "--setup", str(setup)]).stdout


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"form": 7}'])
def test_a_setup_that_is_none(folder: Path, tmp_path: Path, text: str) -> None:
    (setup := tmp_path / "setup.json").write_text(text)
    code, words = run(files(folder)[0], "--setup", setup)
    assert code == 1
    assert "setup file cannot be read" in words


def test_a_truth_that_is_none(folder: Path, tmp_path: Path) -> None:
    (truth := tmp_path / "truth.jsonl").write_text('{"at": 1}\n')
    code, words = run(*files(folder), "--truth", truth)
    assert code == 1
    assert "The truth cannot be read, line 1" in words
