"""How chips look, everywhere: the one table of their colours and shapes.

The display, the phones and the virtual table all draw chips from this table. The display reads it directly; what pages
need, `web/static/chips.svg` and `chips.css`, is written from it (`chip_styles`). A gem is a cut jewel with as many
points as it is worth and its number on it. Any other chip is a disc with a banner, and the banner has a colour and a
mark, so that nobody has to tell chips apart by colour alone. Below the banner is the picture that the game names
(`chip_pictures`); its name stands beside or below the chip.
"""

from __future__ import annotations

from math import acos, asin, cos, hypot, pi, sin
from typing import Final, NamedTuple

Point = tuple[float, float]
Outline = tuple[Point, ...]
"""The corners of a shape in a square from (0, 0) to (1, 1)."""

GEM: Final = "gem"
"""The tone of every gem; its number says which gem it is."""
BANNER: Final = 0.38
"""The share of a disc's height that its banner takes."""
MARK: Final = (0.35, 0.06, 0.3)
"""Where the mark is on a disc: its left edge, top edge and side, as shares of the disc."""
FACET: Final = 0.62
"""The size of a gem's facet, as a share of the gem."""


def arc(middle: Point, radius: float, start: float, end: float, steps: int = 12) -> Outline:
    """Return points on a circle between two angles, in fractions of a full turn: 0 is right, 0.25 is at the bottom."""
    x, y = middle
    angles = (2 * pi * (start + (end - start) * step / steps) for step in range(steps + 1))
    return tuple((round(x + radius * cos(angle), 4), round(y + radius * sin(angle), 4)) for angle in angles)


def drop(radius: float = 0.36) -> Outline:
    """Return the shape with one point: a circle, and two straight sides up to the tip."""
    touch = acos(radius / (1 - radius)) / (2 * pi)
    return ((0.5, 0.0), *arc((0.5, 1 - radius), radius, touch - 0.25, 0.75 - touch, 20))


def lens(half: float = 0.34) -> Outline:
    """Return the shape with two points: a flat arc above, another below."""
    radius = (0.25 + half * half) / (2 * half)
    reach, away = asin(0.5 / radius) / (2 * pi), radius - half
    upper = arc((0.5, 0.5 + away), radius, -0.25 - reach, -0.25 + reach)
    lower = arc((0.5, 0.5 - away), radius, 0.25 - reach, 0.25 + reach)
    return (*upper, *lower[1:-1])


def cut(corners: Outline, depth: float) -> Outline:
    """Return a shape with its corners cut off, like those of a jewel."""
    found = []
    for at, (x, y) in enumerate(corners):
        for other_x, other_y in (corners[at - 1], corners[(at + 1) % len(corners)]):
            part = depth / hypot(other_x - x, other_y - y)
            found.append((round(x + (other_x - x) * part, 4), round(y + (other_y - y) * part, 4)))
    return tuple(found)


def burst(points: int, inner: float) -> Outline:
    """Return a star with this many points."""
    turns = [(at / (2 * points) - 0.25, 0.5 if at % 2 == 0 else inner) for at in range(2 * points)]
    return tuple(arc((0.5, 0.5), radius, turn, turn, 1)[0] for turn, radius in turns)


def puzzle() -> Outline:
    """Return a piece of a jigsaw puzzle: a square with a knob above and one on the right."""
    above, right = arc((0.4, 0.22), 0.17, 0.375, 1.125, 10), arc((0.78, 0.6), 0.17, -0.375, 0.375, 10)
    return ((0.05, 0.34), *above, (0.66, 0.34), *right, (0.66, 0.95), (0.05, 0.95))


def plaster() -> Outline:
    """Return a sticking plaster: a strip from the lower left to the upper right, with round ends."""
    return (*arc((0.76, 0.24), 0.24, -0.375, 0.125), *arc((0.24, 0.76), 0.24, 0.125, 0.625))


def cap(banner: float) -> Outline:
    """Return the upper part of a disc, down to the lower edge of its banner."""
    half = acos(1 - 2 * banner) / (2 * pi)
    return arc((0.5, 0.5), 0.5, -0.25 - half, -0.25 + half, 20)


OUTLINES: Final[dict[str, Outline]] = {
    "drop": drop(),
    "lens": lens(),
    "triangle": cut(((0.5, 0.0), (1.0, 0.94), (0.0, 0.94)), 0.07),
    "square": cut(((0.06, 0.06), (0.94, 0.06), (0.94, 0.94), (0.06, 0.94)), 0.12),
    "puzzle": puzzle(),
    "burst": burst(8, 0.3),
    "shield": ((0.08, 0.04), (0.92, 0.04), (0.92, 0.54), (0.5, 1.0), (0.08, 0.54)),
    "orb": arc((0.5, 0.5), 0.5, 0.0, 23 / 24, 23),
    "diamond": ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)),
    "leaf": cut(((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)), 0.29),
    "crown": ((0.02, 0.15), (0.28, 0.5), (0.5, 0.08), (0.72, 0.5), (0.98, 0.15), (0.88, 0.92), (0.12, 0.92)),
    "plaster": plaster(),
}
"""The shapes of gems and the marks on banners, by name."""


class Gem(NamedTuple):
    """How a gem looks, in every theme."""

    shape: str
    fill: str
    facet: str
    edge: str
    ink: str
    """The colour of the number."""
    facet_at: Point = (0.5, 0.5)
    """The middle of the facet and of the number on it."""


class Disc(NamedTuple):
    """How any other chip looks, in every theme."""

    mark: str
    banner: str
    """The colour of the banner and of the ring."""
    on_banner: str
    body: str = "#fff6e6"
    on_body: str = "#2a2019"
    picture: str = ""
    """The colour of the picture; that of the banner where none is given."""


GEMS: Final[dict[str, Gem]] = {
    "1": Gem("drop", "#3f8f2f", "#2e7020", "#1d4d13", "#ffffff", (0.5, 0.63)),
    "2": Gem("lens", "#2c74d6", "#1f5bb0", "#123a75", "#ffffff"),
    "3": Gem("triangle", "#e3a410", "#f4c650", "#7a5400", "#2b1d00", (0.5, 0.6)),
    "4": Gem("square", "#cb2a58", "#a91d46", "#6c0d29", "#ffffff"),
}
"""The look of each gem, by its number. The colours are our choice; if the printed chips differ, correct this table."""

DISCS: Final[dict[str, Disc]] = {
    "black": Disc("diamond", "#25232d", "#ffffff"),
    "brown": Disc("puzzle", "#8a5a33", "#ffffff"),
    "purple": Disc("orb", "#6d3fb5", "#ffffff", "#532d99", "#ffffff", "#ffffff"),
    "red": Disc("burst", "#c0392b", "#ffffff"),
    "blue": Disc("shield", "#2563b8", "#ffffff"),
    "green": Disc("leaf", "#2b7a4b", "#ffffff"),
    "gold": Disc("crown", "#b98a12", "#1c1503"),
    "grey": Disc("plaster", "#6e6660", "#ffffff", "#d5cec7", "#2a2019", "#7d4b3a"),
}
"""The look of each disc, by the chip's tone; purple chips are purple all over."""


def gem_of(sign: str, tone: str) -> Gem | None:
    """Return the look of the gem with this sign; None if the chip is not a gem.

    >>> gem_of("2", "gem").shape, gem_of("2", "red")
    ('lens', None)
    """
    return GEMS.get(sign) if tone == GEM else None


def disc_of(tone: str) -> Disc:
    """Return the look of a chip that is not a gem; an unknown tone gets the grey one."""
    return DISCS.get(tone, DISCS["grey"])
