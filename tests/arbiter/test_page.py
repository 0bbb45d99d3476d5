"""docs/arbiter.md says what the code is: its timers and its files."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

import companion.arbiter

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "arbiter.md").read_text(encoding="utf-8")
TIMER = re.compile(r"^([A-Z_]+) = [\d]+\.[\d]+$", flags=re.MULTILINE)
"""What is counted in seconds stands with a point."""
TIMERS = re.findall(r"^\| `(\w+)\.(\w+)` \| ([\d.]+) \|", PAGE, flags=re.MULTILINE)


@pytest.mark.parametrize(("module", "name", "seconds"), TIMERS)
def test_the_timers_are_those_of_the_code(module: str, name: str, seconds: str) -> None:
    assert getattr(import_module(f"companion.arbiter.{module}"), name) == float(seconds)


def test_every_timer_of_the_arbiter_is_named() -> None:
    named = {(module, name) for module, name, _ in TIMERS}
    files = Path(companion.arbiter.__file__).parent.glob("[!_]*.py")
    modules = [(file.stem, vars(import_module(f"companion.arbiter.{file.stem}"))) for file in files]
    own = {(module, name) for module, values in modules for name in TIMER.findall(source(module)) if values[name] > 0}
    assert own == named


def source(module: str) -> str:
    """The text of a file of the arbiter."""
    return Path(companion.arbiter.__file__).with_name(f"{module}.py").read_text(encoding="utf-8")


@pytest.mark.parametrize("file", sorted(Path(companion.arbiter.__file__).parent.glob("[!_]*.py")), ids=lambda f: f.stem)
def test_every_file_of_the_arbiter_is_named(file: Path) -> None:
    assert f"`{file.stem}`" in PAGE
