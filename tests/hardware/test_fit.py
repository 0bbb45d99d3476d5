"""What belongs into the printed parts fits, and is held: told by whether two bodies meet."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.hardware.printed import DRAWING, measures, solid
from tests.needs import needs

M = measures()
NEAR = 0.01
IN_BASE = "boards(1)"
ON_PLATE = "chips(1)"
PLATE = f"translate([0, 0, {M['bottom'] + M['under_board'] + M['board_z'] + NEAR}])"
SCREWS = f"translate([0, 0, {M['bottom'] + NEAR}]) linear_extrude(40) screws(1, 2)"
LAMPS = "translate([0, 0, -1]) linear_extrude(40) offset(-0.1) lamps(1)"


def moved(body: str, x: float = 0, y: float = 0, z: float = 0) -> str:
    return f"translate([{x}, {y}, {z}]) {body}"


def meet(one: str, other: str, folder: Path) -> bool:
    """Whether two bodies of the drawing have anything in common."""
    needs("openscad")
    drawing, common = folder / "meet.scad", folder / "meet.stl"
    coarse = DRAWING.read_text(encoding="utf-8").replace("$fn = 64", "$fn = 16")  # quicker
    (folder / "coarse.scad").write_text(coarse, encoding="utf-8")
    drawing.write_text(f"use <coarse.scad>\nintersection() {{ {one}; {other}; }}\n", encoding="utf-8")
    command = ["openscad", "-o", str(common), str(drawing)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
    assert "Ignoring" not in ended.stderr, ended.stderr
    if ended.returncode:
        assert "Current top level object is empty" in ended.stderr, ended.stderr
        return False
    return solid(common).volume > 0


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("base(1)", moved(IN_BASE, z=NEAR)),
        ("tray(1)", moved(ON_PLATE, z=NEAR)),
        (f"{PLATE} tray(1)", IN_BASE),
        ("base(1)", f"{PLATE} tap()"),
        ("slot()", moved("cylinder(d = chip, h = thick)", z=M["floor_z"] + NEAR)),
        ("base(1)", SCREWS),
        ("union() { tray(1); tap(); slot(); lid(); }", SCREWS),
        ("union() { tray(1); tap(); slot(); }", LAMPS),
        ("base(1)", moved(LAMPS, z=M["bottom"] + 1 + NEAR)),
        ("base(2)", "translate([-100, 44, 3]) cube([300, 4, 10])"),  # wires, from end to end
    ],
)
def test_there_is_room(one: str, other: str, tmp_path: Path) -> None:
    other = other.replace("chip, h = thick", f"{M['chip_d']}, h = {M['chip_h']}")
    assert not meet(one, other, tmp_path)


def test_screws_cut_a_thread_into_the_base(tmp_path: Path) -> None:
    assert meet("base(1)", SCREWS.replace("screws(1, 2)", "screws(1, 3)"), tmp_path)


@pytest.mark.parametrize("way", [{"x": 0.5}, {"y": 0.5}, {"y": -0.5}, {"z": -0.5}], ids=str)
def test_a_board_is_held(way: dict[str, float], tmp_path: Path) -> None:
    assert meet("base(1)", moved(IN_BASE, **way), tmp_path)


@pytest.mark.parametrize("way", [{"x": 0.8}, {"y": -0.8}, {"z": -0.1}], ids=str)
def test_a_chip_is_held_in_its_cell(way: dict[str, float], tmp_path: Path) -> None:
    assert meet("tray(1)", moved(ON_PLATE, **way), tmp_path)
