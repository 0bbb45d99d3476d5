"""The scenarios of Puzzle Strike 2 notice each rule that is broken on purpose."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.mutations.second_game import MUTANTS, ROOT, BrokenLine, file_of

BROKEN = 3
"""The rules did not even load, so that nothing was tested."""


@pytest.fixture(scope="module")
def results() -> dict[str, int]:
    run = subprocess.run(
        [sys.executable, "-m", "tests.mutations.second_game"],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, int] = json.loads(run.stdout)
    return found


def test_the_scenarios_pass_with_the_rules_as_they_are(results: dict[str, int]) -> None:
    assert results[""] == 0


@pytest.mark.parametrize("mutant", MUTANTS, ids=[mutant.name for mutant in MUTANTS])
def test_it_is_noticed(mutant: BrokenLine, results: dict[str, int]) -> None:
    source = file_of(mutant).read_text(encoding="utf-8")
    assert source.count(mutant.line) == 1, f"{mutant.module} has changed: break another line for this rule"
    assert results[mutant.name] == 1
