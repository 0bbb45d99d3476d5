"""On phones chips have the shapes that they have on the display."""

from __future__ import annotations

import re

import pytest

from companion.faces.display.chips import shape_of
from companion.faces.display.figures import CORNERS, OUTLINES, SHAPES
from companion.faces.server.app import find_web
from tests.faces.server.conftest import Served

POLYGON = re.compile(r"^\.disc\.([\w-]+) \{ clip-path: polygon\(([^)]*)\)", re.MULTILINE)


def test_their_corners_are_the_same() -> None:
    found = dict(POLYGON.findall((find_web() / "static" / "table.css").read_text(encoding="utf-8")))
    shapes = {f"tone-{tone}": shape for tone, shape in SHAPES.items()}
    shapes |= {f"value-{sign}": shape for sign, shape in CORNERS.items()}
    assert found.keys() == {name for name, shape in shapes.items() if shape in OUTLINES}
    for name, corners in found.items():
        written = [tuple(float(part.rstrip("%")) for part in corner.split()) for corner in corners.split(", ")]
        assert written == [pytest.approx((x * 100, y * 100), abs=0.01) for x, y in OUTLINES[shapes[name]]], name


def test_a_gem_has_the_shape_of_its_value(duel: Served) -> None:
    page = duel.phone().page("/")
    for sign in "1234":
        assert shape_of(sign, "green") == CORNERS[sign]
        assert f'<span class="disc tone-green value-{sign}" aria-hidden="true">{sign}</span>' in page
    assert re.search(r'class="left"><span class="sr">left: </span><span aria-hidden="true">×</span>\d', page)
