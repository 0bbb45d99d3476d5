"""The firmware's core on this machine: its own tests and its fuzzer, with sanitizers."""

from __future__ import annotations

import re
import subprocess

import pytest

from companion.rehearsal.rig import FIRMWARE
from tests.needs import needs


@pytest.mark.parametrize(
    ("words", "proof"),
    [
        (["test"], r"^[1-9]\d\d+ tests, 0 failed$"),
        (["fuzz", "LINES=1000000"], r"^1000000 hostile lines with [1-9]\d+ looks among them, seed 1: 0 wrong"),
    ],
    ids=["tests", "fuzzer"],
)
def test_the_core_holds_on_this_machine(words: list[str], proof: str, tmp_path: object) -> None:
    needs("cc", "make")
    words = ["make", "-s", *words, f"BUILD={tmp_path}"]
    told = subprocess.run(words, cwd=FIRMWARE, capture_output=True, text=True, timeout=300, check=False)
    assert told.returncode == 0, told.stdout + told.stderr
    assert re.search(proof, told.stdout, re.M), told.stdout
