"""The examples of docs/scenarios.md hold, and would not if the rules were different."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.rules.puzzle_strike.position import SEAT_KEYS, TURN_KEYS
from companion.scenarios.scenario import CHECKS, STEPS
from tests.scenarios_runner.texts import run_one

PAGE = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```yaml\n(.*?)```", PAGE, flags=re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES)
def test_it_holds(tmp_path: Path, example: str) -> None:
    assert run_one(tmp_path, example).problems == ()
    assert not run_one(tmp_path, example + "  turn: {seat: A, phase: ante}\n").passed


def test_the_page_has_examples() -> None:
    assert len(EXAMPLES) == 2


@pytest.mark.parametrize("key", [*SEAT_KEYS, *TURN_KEYS, *CHECKS, *STEPS])
def test_every_key_stands_on_the_page(key: str) -> None:
    assert re.search(rf"`{key}\b", PAGE)
