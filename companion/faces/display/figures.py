"""The shapes, as corners in a square from (0, 0) to (1, 1). Nothing is drawn here."""

from __future__ import annotations

from typing import Final, NamedTuple

from companion.faces.chip_looks import BANNER, DISCS, GEMS, Outline, cap
from companion.faces.chip_looks import OUTLINES as CHIP_OUTLINES

OUTLINES: Final[dict[str, Outline]] = CHIP_OUTLINES | {
    "cap": cap(BANNER),
    "play": ((0.12, 0.04), (0.94, 0.5), (0.12, 0.96)),
    "cross": (
        (0.2, 0.02), (0.5, 0.32), (0.8, 0.02), (0.98, 0.2), (0.68, 0.5), (0.98, 0.8),
        (0.8, 0.98), (0.5, 0.68), (0.2, 0.98), (0.02, 0.8), (0.32, 0.5), (0.02, 0.2),
    ),
    "down": ((0.36, 0.02), (0.64, 0.02), (0.64, 0.4), (0.9, 0.4), (0.5, 0.8), (0.1, 0.4), (0.36, 0.4)),
    "step": ((0, 0.1), (0.7, 0.1), (1, 0.5), (0.7, 0.9), (0, 0.9), (0.25, 0.5)),
    "flag": ((0.1, 0), (0.95, 0.28), (0.25, 0.56), (0.25, 1), (0.1, 1)),
}  # fmt: skip
"""Shapes with corners, among them those of chips; `circle`, `coin` and `card` are drawn with pygame's own shapes."""

ROUND: Final = ("circle", "coin")
"""A disc; a disc with a ring in it."""
SOFT: Final = ("card", "rounded")
"""Rectangles with round corners: the back of a hidden chip, and a chip of no colour."""

SHAPES: Final = {tone: look.mark for tone, look in DISCS.items()} | {"gold": "coin"}
"""The shape behind the sign of a number, by its tone, for people who cannot tell the colours apart."""

PICTURED: Final = {"▶": "play", "➤": "play", "→": "play", "✕": "cross", "⚑": "flag", "♛": "crown"}
"""Signs that are drawn as shapes, because the font lacks them."""


class SignSpace(NamedTuple):
    """Where a sign may be in a shape, as shares of the shape's square."""

    x: float
    y: float
    width: float
    height: float


ROOM: Final = {
    name: SignSpace(0.16, 0.16, 0.68, 0.68) for name in (*OUTLINES, *ROUND, *SOFT)
} | {
    "diamond": SignSpace(0.22, 0.25, 0.56, 0.5),
    "shield": SignSpace(0.14, 0.1, 0.72, 0.58),
    "puzzle": SignSpace(0.1, 0.38, 0.52, 0.52),
    "plaster": SignSpace(0.3, 0.3, 0.4, 0.4),
} | {
    look.shape: SignSpace(look.facet_at[0] - 0.24, look.facet_at[1] - 0.24, 0.48, 0.48) for look in GEMS.values()
}  # fmt: skip
BODY: Final = SignSpace(0.14, 0.43, 0.72, 0.42)
"""Where the letters of a disc are: below its banner."""
