"""The drawing's measures, and printed parts as OpenSCAD writes them."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from tests.hardware.pages import HARDWARE

DRAWING = HARDWARE / "tray" / "tray.scad"

Point: TypeAlias = tuple[float, float, float]
Facet: TypeAlias = tuple[Point, Point, Point]


def measures() -> dict[str, float]:
    """The plain numbers at the top of the drawing."""
    return {
        name: float(number)
        for name, number in re.findall(r"^(\w+) = ([\d.]+);", DRAWING.read_text(encoding="utf-8"), re.MULTILINE)
    }


@dataclass(frozen=True)
class Solid:
    """A part's surface."""

    facets: tuple[Facet, ...]

    @property
    def size(self) -> Point:
        spans = [(min(axis), max(axis)) for axis in zip(*(p for facet in self.facets for p in facet), strict=True)]
        x, y, z = (high - low for low, high in spans)
        return x, y, z

    @property
    def volume(self) -> float:
        return (
            sum(
                a[0] * (b[1] * c[2] - b[2] * c[1])
                + a[1] * (b[2] * c[0] - b[0] * c[2])
                + a[2] * (b[0] * c[1] - b[1] * c[0])
                for a, b, c in self.facets
            )
            / 6
        )

    @property
    def open_edges(self) -> list[tuple[Point, Point]]:
        """Edges that do not have exactly one facet on each side."""
        edges = Counter((facet[i], facet[(i + 1) % 3]) for facet in self.facets for i in range(3))
        return [edge for edge, times in edges.items() if times != 1 or edges[edge[1], edge[0]] != 1]

    @property
    def pieces(self) -> int:
        """How many bodies it falls into."""
        leader: dict[Point, Point] = {}

        def find(point: Point) -> Point:
            while leader.setdefault(point, point) != point:
                leader[point] = leader[leader[point]]
                point = leader[point]
            return point

        for a, b, c in self.facets:
            leader[find(a)] = find(b)
            leader[find(b)] = find(c)
        return len({find(point) for facet in self.facets for point in facet})


def solid(path: Path) -> Solid:
    """Read an STL in ASCII."""
    points = [
        (float(x), float(y), float(z))
        for x, y, z in re.findall(r"vertex (\S+) (\S+) (\S+)", path.read_text(encoding="ascii"))
    ]
    return Solid(tuple((points[i], points[i + 1], points[i + 2]) for i in range(0, len(points), 3)))
