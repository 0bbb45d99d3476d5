"""The rules stay pure: what their modules import is read from the source, game by game."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
RULES = ROOT / "companion" / "rules"
KERNEL = "companion.rules.kernel"

# The rules predict from what they are told: time, chance and the outside world come in as answers.
IMPURE = {
    "asyncio", "datetime", "http", "multiprocessing", "random", "secrets", "select", "socket", "sqlite3",
    "subprocess", "tempfile", "threading", "time", "urllib", "uuid",
}  # fmt: skip


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def package_of(path: Path) -> list[str]:
    """The package that a module's relative imports start from."""
    return list(path.relative_to(ROOT).parent.parts)


def imports(source: str, package: list[str]) -> Iterator[str]:
    """Every module that the source imports, by absolute name: at the top, late, or for type checking only."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            stem = ".".join([*base, *([node.module] if node.module else [])])
            # "from companion.rules import kernel": only stem and taken name together tell which module it is.
            yield from (f"{stem}.{alias.name}" for alias in node.names)


def is_within(name: str, package: str) -> bool:
    return name == package or name.startswith(package + ".")


def may_import(module: str, name: str) -> bool:
    """Whether a module of the rules may import a name: the standard library, the kernel, and its own game."""
    top = name.partition(".")[0]
    if top != "companion":
        return top in sys.stdlib_module_names and top not in IMPURE
    own = ".".join(module.split(".")[:3])
    return is_within(name, KERNEL) or (own != "companion.rules" and is_within(name, own))


@pytest.mark.parametrize("path", sorted(RULES.rglob("*.py")), ids=module_name)
def test_rules_import_the_standard_library_the_kernel_and_their_own_game(path: Path) -> None:
    module = module_name(path)
    found = imports(path.read_text(encoding="utf-8"), package_of(path))
    assert [name for name in found if not may_import(module, name)] == []


def test_the_walk_reaches_every_module() -> None:
    names = {module_name(path) for path in RULES.rglob("*.py")}
    assert {"companion.rules", KERNEL, "companion.rules.puzzle_strike"} <= names


@pytest.mark.parametrize(
    ("line", "allowed"),
    [
        ("import tomllib", True),
        ("from collections.abc import Iterator", True),
        ("from companion.rules.kernel import Draw", True),
        ("from ..kernel.match import Match", True),
        ("from . import chips", True),
        ("import yaml", False),
        ("import random", False),
        ("from companion import ledger", False),
        ("from companion.players import greedy", False),
        ("from companion.rules import strange_synergy", False),
        ("from .. import strange_synergy", False),
        ("from companion.rules.puzzle_strike_2 import GAME", False),
        ("def late():\n    from time import monotonic", False),
    ],
)
def test_the_walk_tells_right_from_wrong(line: str, allowed: bool) -> None:
    module = "companion.rules.puzzle_strike.turn"
    found = list(imports(line, ["companion", "rules", "puzzle_strike"]))
    assert found
    assert all(may_import(module, name) for name in found) is allowed


def test_the_kernel_knows_no_game() -> None:
    assert not may_import(KERNEL + ".registry", "companion.rules.puzzle_strike")
    assert may_import(KERNEL + ".registry", "importlib.metadata")
