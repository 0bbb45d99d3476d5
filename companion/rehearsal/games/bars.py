"""What is asked of a campaign, kit by kit; a soak fails where it falls short."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

NAMED_RIGHT: Final = 0.95
"""Of the mistakes that were noticed."""
EXPLAINED_MS: Final = 5.0
"""In which 99 % of the movements are explained."""
TIMED: Final = 50
"""Games from which on that is asked: fewer say more about what else the machine did meanwhile."""


@dataclass(frozen=True)
class Bars:
    """Beside what is asked of every kit: nothing untrue is committed, each game is followed to its end, each mistake
    that can be seen is noticed, and nearly all of them are named right."""

    needless: int | None = None
    """How many needless questions a game may have; None where that is not asked."""
    false_alarms: int | None = 0
    """How many there may be in all; None where that is not asked."""


USUAL: Final = Bars()
BARS: Final = {
    "cells": Bars(needless=1),
    "taps": Bars(false_alarms=None),
    "trays": USUAL,
    "none": USUAL,
}
