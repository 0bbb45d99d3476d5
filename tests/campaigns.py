"""Long campaigns as programs: so many, from one seed, and a failure where anything was wrong."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence


def run(about: str | None, campaign: Callable[[int, int], tuple[Sequence[str], str]]) -> None:
    """Read the options, run it, print its faults and what it tells of itself."""
    options = argparse.ArgumentParser(description=about)
    options.add_argument("--count", type=int, default=2000)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    faults, told = campaign(given.count, given.seed)
    print(*faults, sep="\n")
    print(f"{told}, {len(faults)} faults")
    raise SystemExit(bool(faults))
