"""The shapes, as corners in a square from (0, 0) to (1, 1); no drawing, only where things are."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final, NamedTuple

Point = tuple[float, float]


def polygon(corners: int, turn: float = 0.0) -> tuple[Point, ...]:
    """A regular polygon that stands on a side, or is turned by so much of a full turn."""
    first = -pi / 2 + turn * 2 * pi
    points = [(cos(first + 2 * pi * n / corners), sin(first + 2 * pi * n / corners)) for n in range(corners)]
    low = min(y for _, y in points)
    high = max(y for _, y in points)
    wide = max(abs(x) for x, _ in points)
    half = max(wide, (high - low) / 2)
    return tuple((0.5 + x / (2 * half), 0.5 + (y - (low + high) / 2) / (2 * half)) for x, y in points)


OUTLINES: Final[dict[str, tuple[Point, ...]]] = {
    "triangle": ((0.5, 0.04), (0.98, 0.94), (0.02, 0.94)),
    "square": ((0.06, 0.06), (0.94, 0.06), (0.94, 0.94), (0.06, 0.94)),
    "diamond": ((0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)),
    "lens": ((0.5, 0), (0.86, 0.22), (1, 0.5), (0.86, 0.78), (0.5, 1), (0.14, 0.78), (0, 0.5), (0.14, 0.22)),
    "pentagon": polygon(5),
    "hexagon": polygon(6),
    "octagon": polygon(8, 1 / 16),
    "shield": ((0.08, 0.06), (0.92, 0.06), (0.92, 0.56), (0.5, 0.98), (0.08, 0.56)),
    "drop": ((0.5, 0), (0.9, 0.55), (0.75, 0.9), (0.5, 1), (0.25, 0.9), (0.1, 0.55)),
    "play": ((0.12, 0.04), (0.94, 0.5), (0.12, 0.96)),
    "cross": (
        (0.2, 0.02), (0.5, 0.32), (0.8, 0.02), (0.98, 0.2), (0.68, 0.5), (0.98, 0.8),
        (0.8, 0.98), (0.5, 0.68), (0.2, 0.98), (0.02, 0.8), (0.32, 0.5), (0.02, 0.2),
    ),
    "down": ((0.36, 0.02), (0.64, 0.02), (0.64, 0.4), (0.9, 0.4), (0.5, 0.8), (0.1, 0.4), (0.36, 0.4)),
    "step": ((0, 0.1), (0.7, 0.1), (1, 0.5), (0.7, 0.9), (0, 0.9), (0.25, 0.5)),
    "flag": ((0.1, 0), (0.95, 0.28), (0.25, 0.56), (0.25, 1), (0.1, 1)),
    "crown": ((0.02, 0.15), (0.28, 0.5), (0.5, 0.08), (0.72, 0.5), (0.98, 0.15), (0.88, 0.92), (0.12, 0.92)),
}  # fmt: skip
"""Shapes with corners; `circle`, `coin` and `card` are drawn with what pygame has."""

ROUND: Final = ("circle", "coin")
"""A disc; a disc with a ring in it."""
SOFT: Final = ("card", "rounded")
"""Rectangles with round corners: the back of a hidden chip, and a chip of no colour."""

CORNERS: Final = {"1": "circle", "2": "lens", "3": "triangle", "4": "square", "5": "pentagon", "6": "hexagon"}
"""A chip whose sign is a number: the shape has as many corners."""

SHAPES: Final = {
    "black": "square",
    "brown": "shield",
    "purple": "hexagon",
    "red": "triangle",
    "blue": "diamond",
    "green": "octagon",
    "gold": "coin",
    "grey": "rounded",
}
"""By tone, for whom colours are hard to tell apart."""

PICTURED: Final = {"▶": "play", "➤": "play", "→": "play", "✕": "cross", "⚑": "flag", "♛": "crown"}
"""Signs that are drawn: the type has none of them."""


class Room(NamedTuple):
    """Where in a shape a sign may stand, as parts of its square."""

    x: float
    y: float
    width: float
    height: float


ROOM: Final = {
    name: Room(0.16, 0.16, 0.68, 0.68) for name in (*OUTLINES, *ROUND, *SOFT)
} | {
    "triangle": Room(0.27, 0.38, 0.46, 0.5),
    "diamond": Room(0.22, 0.25, 0.56, 0.5),
    "shield": Room(0.14, 0.1, 0.72, 0.58),
    "square": Room(0.1, 0.1, 0.8, 0.8),
    "rounded": Room(0.08, 0.1, 0.84, 0.8),
}  # fmt: skip
