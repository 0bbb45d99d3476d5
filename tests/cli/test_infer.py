"""`companion infer`: a trace goes through the arbiter."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from companion.arbiter import arbiter, rulings
from companion.cli import main
from companion.cli.example_tables import TABLES, table_from
from companion.rehearsal.faults import read_noise
from companion.rehearsal.games.companion import Committed
from companion.rehearsal.games.line import TrueLine
from companion.rehearsal.games.stage import stage
from companion.rehearsal.games.trace import STILL, read_situation, read_truth, truth_lines
from companion.table import presence
from tests.cli.traced import record

FEW = 150
"""Seconds of the game."""


def run(*words: object) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["infer", *map(str, words)])
    return result.exit_code, result.output


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The traces of a game, the first minutes of it."""
    folder = tmp_path_factory.mktemp("traces")
    record(folder, 5, FEW, "none")
    return folder


def files(folder: Path, seed: int = 5) -> tuple[Path, str, Path]:
    return folder / f"game-{seed}.trace.jsonl", "--setup", folder / f"game-{seed}.setup.json"


def test_what_is_committed_is_told_with_its_time(folder: Path) -> None:
    code, words = run(*files(folder), "--truth", folder / "game-5.truth.jsonl")
    assert code == 0
    lines = words.splitlines()
    assert lines[-1] == "Everything that was committed is true."
    assert sum("answer" in line for line in lines) > 10
    assert "draw     ? ? ? ? ?" in lines[0]


def test_for_programs(folder: Path) -> None:
    code, words = run(*files(folder), "--json")
    assert code == 0
    rows = [json.loads(line) for line in words.splitlines()]
    assert {"what": "committed", "kind": "draw", "seat": "", "said": ["?"] * 5, "at": 0.0} in rows
    moments = [row["at"] for row in rows]
    assert moments == sorted(moments)


def other_purchase(folder: Path) -> tuple[list[dict[str, Any]], str]:
    """The truth up to the first purchase, which is another one; and what it is now."""
    rows = [json.loads(line) for line in (folder / "game-5.truth.jsonl").read_text().splitlines()]
    first = next(number for number, row in enumerate(rows) if str(row["said"]).startswith("buy:"))
    setup = read_situation((folder / "game-5.setup.json").read_text()).setup
    text = "".join(f"{json.dumps(row)}\n" for row in rows[:first])
    match = read_truth(text, setup).game.end
    seat = rows[first]["seat"]
    offered = (token for token in match.options(seat) if token.startswith("buy:"))
    rows[first]["said"] = next(token for token in offered if token != rows[first]["said"])
    return rows[: first + 1], f"{seat} {rows[first]['said']}"


def test_what_is_not_true_is_told_and_ends_with_1(folder: Path, tmp_path: Path) -> None:
    rows, said = other_purchase(folder)
    (truth := tmp_path / "truth.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    code, words = run(*files(folder), "--truth", truth)
    assert code == 1
    assert f"; in truth {said}" in words.splitlines()[-1]
    code, words = run(*files(folder), "--truth", truth, "--json")
    assert code == 1
    compared = json.loads(words.splitlines()[-1])
    assert compared["what"] == "compared"
    assert compared["difference"].endswith(said)


@pytest.mark.parametrize(
    ("seed", "until", "said"),
    [(7, 110, "choose:piggy+money"), (9, 485, "trap:sale_prices"), (10, 160, "choose:black+chips")],
)
def test_another_way_to_the_same_table_is_no_difference_and_people_answer_the_truth(
    seed: int, until: float, said: str, tmp_path: Path
) -> None:
    record(tmp_path, seed, until)
    code, words = run(*files(tmp_path, seed), "--truth", tmp_path / f"game-{seed}.truth.jsonl")
    assert code == 0
    assert words.splitlines()[-1] == "Everything that was committed is true."
    assert "refused" not in words
    assert "ruling" not in words
    lines = [line.split(" s  ")[-1].strip() for line in words.splitlines()]
    says = next(number for number, line in enumerate(lines) if line.endswith(f" {said}") and line[:4] == "says")
    assert lines[says + 1] == lines[says].replace("says  ", "answer")
    assert any(line.endswith("is answered") for line in lines[says:])


def test_chips_discarded_in_another_order_are_no_difference() -> None:
    layout = table_from(TABLES / "cells-2.toml")
    staged = stage(4, layout, read_noise("none"))
    lines = truth_lines(staged)
    line = TrueLine(read_truth("".join(f"{one}\n" for one in lines), staged.truth.setup).game)
    turned = 0
    for item in list(line.items):
        said = item.said
        if isinstance(said, str) and said.startswith("discard:") and "+" in said:
            said = "discard:" + "+".join(reversed(said.partition(":")[2].split("+")))
            turned += said != item.said
        kind = "answer" if isinstance(said, str) else "draw"
        assert line.take(Committed(kind, item.seat, said, 0.0)) == ""
    assert turned
    assert line.is_done


def test_what_was_played_and_not_committed_is_counted(folder: Path, tmp_path: Path) -> None:
    (empty := tmp_path / "empty.jsonl").write_text(f'{{"at":{FEW},"reader":"1.0"}}\n')
    code, words = run(empty, *files(folder)[1:], "--truth", folder / "game-5.truth.jsonl")
    assert code == 0
    assert re.search(r"Of what was played, \d\d answers were not committed.", words)


def test_a_truth_that_the_rules_refuse(folder: Path, tmp_path: Path) -> None:
    rows, _ = other_purchase(folder)
    rows[-1]["said"] = "play:something_else"
    (truth := tmp_path / "truth.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    code, words = run(*files(folder), "--truth", truth)
    assert code == 1
    assert f"The truth cannot be played, line {len(rows)}: " in words


def test_lines_that_are_no_looks_are_left_out(folder: Path, tmp_path: Path) -> None:
    trace, _, setup = files(folder)
    (broken := tmp_path / "broken.jsonl").write_text("nonsense\n" + trace.read_text())
    result = CliRunner().invoke(main, ["infer", str(broken), "--setup", str(setup)])
    assert result.exit_code == 0
    assert "line 1: this is not JSON: left out." in result.stderr
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


def test_it_says_why(folder: Path) -> None:
    """Each answer that was not said stands with the chips that showed it, a line that begins with it, and its rule."""
    _, words = run(*files(folder), "--json", "--why")
    rows = [json.loads(line) for line in words.splitlines()]
    whys = [(row["said"], row["why"]) for row in rows if row["what"] == "committed" and row["kind"] == "answer"]
    assert all(why["seen"] and why["rule"] for _, why in whys)
    assert any([said] == line[:1] for said, why in whys for line in why["considered"])
    _, words = run(*files(folder), "--why")
    assert re.search(r"^ {14}seen    \w+: [\w./]+ -> [\w.]+$", words, flags=re.MULTILINE)
    assert " line    " in words


def test_a_long_pause_is_passed_over(folder: Path, tmp_path: Path) -> None:
    """One look long after the others: its time is not walked through tick by tick, and what follows is still told."""
    trace, _, setup = files(folder)
    text = trace.read_text()
    late = tmp_path / "late.jsonl"
    late.write_text(text + '{"at": 1e9, "reader": "1.0", "tags": ["04A1B2C3"]}\n')
    code, words = run(late, "--setup", setup)
    assert code == 0
    assert "A chip that is not part of this game" in words.splitlines()[-1]
    before = [line for line in run(trace, "--setup", setup)[1].splitlines() if "ruling" not in line]
    assert words.splitlines()[: len(before)] == before


def test_nothing_waits_as_long_as_a_pause_that_is_passed_over() -> None:
    waits = [rulings.PLAYING_ON, rulings.LONG_OVERDUE, rulings.GONE, presence.LATE, presence.SINGLE]
    assert max(*waits, arbiter.DOUBT) < STILL
