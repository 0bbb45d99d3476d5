"""A sample of the hostile lines; `python -m tests.table.fuzz_lines` runs as many as anybody likes."""

from __future__ import annotations

import pytest

from tests.table.fuzz_lines import fuzz


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_ten_thousand_hostile_lines(seed: int) -> None:
    found = fuzz(10_000, seed)
    for kind in ("good", "too long", "not a line", "wrong check", "nonsense", "Look", "RequestDone", "ReaderNotice"):
        assert found[kind] > 10, f"there is too little of what is {kind}"
