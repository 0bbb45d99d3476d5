"""The examples of docs/scenarios.md hold, and would not if the rules were different."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from textwrap import dedent

import pytest
import yaml
from click.testing import CliRunner

from companion.cli import main
from companion.rules.puzzle_strike import events
from companion.rules.puzzle_strike.expected import SEAT_KEYS, TURN_KEYS
from companion.rules.puzzle_strike.position import SEAT, TURN, read
from companion.scenarios.scenario import CHECKS, STEPS
from tests.scenarios_runner.texts import run_one

PAGE = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```yaml\n(.*?)```", PAGE, flags=re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES)
def test_it_holds(tmp_path: Path, example: str) -> None:
    assert run_one(tmp_path, example).problems == ()
    assert not run_one(tmp_path, example + "  turn: {seat: A, phase: ante}\n").passed


def test_the_page_has_examples() -> None:
    assert len(EXAMPLES) == 3


@pytest.mark.parametrize("key", dict.fromkeys([*SEAT, *TURN, *SEAT_KEYS, *TURN_KEYS, *CHECKS, *STEPS]))
def test_every_key_stands_on_the_page(key: str) -> None:
    assert re.search(rf"`{key}\b", PAGE)


def test_the_seats_with_unseen_chips_can_be_read() -> None:
    told = PAGE.split("A chip that nobody has identified is")[1].split("Any table can be written")[0]
    examples = [yaml.safe_load(dedent(block)) for block in re.findall(r"(?:^ {4}.*\n)+", told, flags=re.MULTILINE)]
    assert [len(read({"seats": {**seat, "B": {}}})[1].seats["A"].unseen) for seat in examples] == [1, 2]


def dispute() -> tuple[str, list[str], list[str]]:
    """The file, the command and the output of the dispute on the page; the output in the pieces that are shown."""
    told = PAGE.split("## A dispute at the table\n")[1].split("\n## ")[0]
    file, command, output = (dedent(block) for block in re.findall(r"(?:^ {4}.*\n)+", told, flags=re.MULTILINE))
    return file, shlex.split(command)[1:], [" ".join(piece.split()) for piece in output.split("...")]


def printed(folder: Path, file: str, words: list[str]) -> str:
    """What the command prints, with the lines joined: where they break depends on the terminal."""
    (folder / "case.yaml").write_text(file, encoding="utf-8")
    there = [str(folder / word) if word.endswith(".yaml") else word for word in words]
    return " ".join(CliRunner().invoke(main, there).output.split())


def test_the_dispute_is_settled_as_shown(tmp_path: Path) -> None:
    file, words, pieces = dispute()
    assert words[:3] == ["rules", "--position", "case.yaml"]
    assert len(pieces) > 3
    left = printed(tmp_path, file, words)
    for piece in pieces:
        assert piece in left
        left = left.split(piece, 1)[1]


def test_the_other_answer_to_the_dispute(tmp_path: Path) -> None:
    file, words, _ = dispute()
    assert "Not possible" not in printed(tmp_path, file, ["break:1" if word == "break:4" else word for word in words])


def test_the_names_of_what_happens_are_all_there() -> None:
    told = PAGE.split("The names of what happens:\n\n")[1].split("\n\n")[0]
    known = {
        name for name, kind in vars(events).items() if isinstance(kind, type) and kind.__module__ == events.__name__
    }
    before_any_position = {"Picked", "Drafted"}
    of_all_games = {"Moved", "Counted", "Forced", "Learnt", "Corrected", "Changed"}
    assert set(re.findall(r"`(\w+)`", told)) == known - before_any_position | of_all_games
