"""docs/arbiter.md says what the code is: its timers and its files."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

import companion.arbiter

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "arbiter.md").read_text(encoding="utf-8")
TIMERS = re.findall(r"^\| `(\w+)\.(\w+)` \| ([\d.]+) \|", PAGE, flags=re.MULTILINE)


@pytest.mark.parametrize(("module", "name", "seconds"), TIMERS)
def test_the_timers_are_those_of_the_code(module: str, name: str, seconds: str) -> None:
    assert getattr(import_module(f"companion.arbiter.{module}"), name) == float(seconds)


def test_the_page_has_timers() -> None:
    assert len(TIMERS) > 15


@pytest.mark.parametrize("file", sorted(Path(companion.arbiter.__file__).parent.glob("[!_]*.py")), ids=lambda f: f.stem)
def test_every_file_of_the_arbiter_is_named(file: Path) -> None:
    assert f"`{file.stem}`" in PAGE
