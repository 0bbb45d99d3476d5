"""How sure a rate is: its 95 % interval by Wilson."""

from __future__ import annotations

from math import sqrt
from typing import Final

SURE: Final = 1.959964
"""The quantile of the normal distribution for 95 %, both sides."""


def interval(hits: int, of: int) -> tuple[float, float]:
    """Return the Wilson interval of a rate, from 0 to 1: with 95 % certainty the true rate lies in it.

    >>> [round(end, 3) for end in interval(0, 50)], [round(end, 3) for end in interval(48, 50)]
    ([0.0, 0.071], [0.865, 0.989])
    """
    if not of:
        return 0.0, 1.0
    rate, square = hits / of, SURE**2
    middle = (rate + square / (2 * of)) / (1 + square / of)
    half = SURE / (1 + square / of) * sqrt(rate * (1 - rate) / of + square / (4 * of * of))
    return max(0.0, middle - half) if hits else 0.0, min(1.0, middle + half) if hits < of else 1.0
