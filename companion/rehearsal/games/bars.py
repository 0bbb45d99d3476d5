"""What a campaign must reach, kit by kit. A soak fails if it falls short."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

NAMED_RIGHT: Final = 0.95
"""The share of the noticed mistakes that must be named right."""
EXPLAINED_MS: Final = 5.0
"""Milliseconds within which 99 % of the movements must be explained."""
TIMED: Final = 50
"""Explaining times are judged in campaigns of this many games or more: fewer mostly show what else the machine did."""


@dataclass(frozen=True)
class Bars:
    """What is asked of one kit, on top of what is asked of all.

    Of all kits it is asked that nothing untrue is committed, each game is followed to its end, each mistake that can be
    seen is noticed, and nearly all of them are named right."""

    needless: int | None = None
    """The most needless questions that one game may have; None for any number."""
    false_alarms: int | None = 0
    """The most false alarms that a whole campaign may have; None for any number."""


USUAL: Final = Bars()
BARS: Final = {
    "cells": Bars(needless=1),
    "taps": Bars(false_alarms=None),
    "trays": USUAL,
    "none": USUAL,
}
