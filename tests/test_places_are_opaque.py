"""Nobody outside a game takes the name of a place apart: who wants to know whose it is asks the place."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

HOUSE = Path(__file__).resolve().parents[1] / "companion"
GAMES = [folder for folder in (HOUSE / "rules").iterdir() if folder.is_dir() and folder.name != "kernel"]
TAKEN_APART = {"partition", "rpartition", "split", "rsplit"}
MARK = "."

NO_PLACES = {
    "app/first_run/placing.py": "a reader is a pad and a number: 1.0",
    "app/first_run/moves.py": "a reader is a pad and a number: 1.0",
    "app/network.py": "the name of a machine",
    "app/pages.py": "a reader is a pad and a number: 1.0",
    "app/program_log.py": "the name of a module",
    "cli/watched.py": "a reader is a pad and a number: 1.0",
    "faces/languages/language.py": "the names of a module and of a file",
    "rules/kernel/game.py": "the names of modules",
    "rules/kernel/plain_board.py": "a fact of a seat: A.money",
}
"""What else has such a mark in its name, by file."""


def modules() -> list[Path]:
    files = (path for path in HOUSE.rglob("*.py") if not any(game in path.parents for game in GAMES))
    return [path for path in files if str(path.relative_to(HOUSE)) not in NO_PLACES]


def taken_apart(source: str) -> Iterator[int]:
    """The lines in which a text is taken apart at the dot, or is looked at for one."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.expr):
            continue
        looked_for: list[ast.expr] = []
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in TAKEN_APART:
            looked_for = node.args
        elif isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
            looked_for = [node.left]
        if any(isinstance(one, ast.Constant) and one.value == MARK for one in looked_for):
            yield node.lineno


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(HOUSE)))
def test_no_name_of_a_place_is_taken_apart(path: Path) -> None:
    assert [*taken_apart(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize("line", ['zone.partition(".")', 'zone.rpartition(".")[0]', '"." in zone', '"." not in zone'])
def test_it_would_be_noticed(line: str) -> None:
    assert [*taken_apart(line)] == [1]


@pytest.mark.parametrize("path", NO_PLACES)
def test_what_is_let_pass_is_still_there(path: str) -> None:
    assert [*taken_apart((HOUSE / path).read_text(encoding="utf-8"))]
