"""The printed parts: rendered, closed, in one piece, and as large as the measures say."""

from __future__ import annotations

import fcntl
import struct
import subprocess
from pathlib import Path

import pytest

from tests.hardware.pages import HARDWARE
from tests.hardware.printed import Solid, measures, solid
from tests.needs import needs

COARSE = "-D '$$fn=20'"  # circles of few corners: quicker, and of the same size
MEASURES = measures()
READERS = {"tray_4": 4, "tray_3": 3, "base_4": 4, "base_3": 3, "base_1": 1, "tap": 1, "slot": 1, "lid": 1}


def make(target: str, build: Path, options: str = "") -> subprocess.CompletedProcess[str]:
    needs("openscad", "xvfb-run", "make")
    command = ["make", "-s", "-C", str(HARDWARE), target, f"BUILD={build}", f"OPTIONS={COARSE} {options}"]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


@pytest.fixture(scope="module")
def parts() -> dict[str, Solid]:
    """Rendered once, also where several test runs come here at once."""
    build = HARDWARE / "build" / "coarse"
    build.mkdir(parents=True, exist_ok=True)
    with (build / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        made = make("stl", build)
    assert made.returncode == 0, made.stderr
    assert made.stderr == ""
    return {path.stem: solid(path) for path in build.glob("*.stl")}


def test_every_part_is_rendered(parts: dict[str, Solid]) -> None:
    assert set(parts) == {*READERS, "station_tap", "station_base"}


def test_parts_are_closed_and_in_one_piece(parts: dict[str, Solid]) -> None:
    for name, part in parts.items():
        assert part.volume > 5_000, name
        assert part.open_edges == [], name
        assert part.pieces == 1, name


def test_parts_are_as_large_as_the_measures_say(parts: dict[str, Solid]) -> None:
    m = MEASURES
    front = m["cell_pitch"] / 2 + (m["chip_d"] + m["chip_play"]) / 2 + 2.5
    back = m["board_y"] - m["coil_y"] + m["board_play"] / 2 + m["channel"] + m["wall"]
    heights = {
        "tray": m["floor_z"] + m["recess"] + m["rim"],
        "base": m["bottom"] + m["under_board"] + m["board_z"],
        "tap": m["floor_z"] + 1,
        "slot": m["floor_z"] + m["chip_h"] + 1 + 2,
        "lid": m["floor_z"],
    }
    for name, readers in READERS.items():
        size = (readers * m["reader_pitch"], front + back, heights[name.split("_")[0]])
        assert parts[name].size == pytest.approx(size, abs=0.01), name


def test_parts_fit_on_the_printer_s_bed(parts: dict[str, Solid]) -> None:
    for name, part in parts.items():
        assert max(part.size) <= MEASURES["bed"], name
        assert max(part.size) <= 180, f"{name}: the guide says 180 x 100 mm"
        assert sorted(part.size)[1] <= 100, f"{name}: the guide says 180 x 100 mm"


def test_plate_and_base_lie_on_each_other(parts: dict[str, Solid]) -> None:
    for plate, base in [("tray_4", "base_4"), ("tray_3", "base_3"), ("tap", "base_1"), ("slot", "base_1"),
                        ("lid", "base_1"), ("station_tap", "station_base")]:  # fmt: skip
        assert parts[plate].size[:2] == pytest.approx(parts[base].size[:2]), plate


def test_a_recess_takes_away_what_a_chip_needs(parts: dict[str, Solid]) -> None:
    """Three trays' readers against four: the difference is one reader with its two cells."""
    m = MEASURES
    one = parts["tray_4"].volume - parts["tray_3"].volume
    whole = m["reader_pitch"] * parts["tray_4"].size[1] * (m["floor_z"] + m["recess"])
    chip = 3.0 * ((m["chip_d"]) / 2) ** 2 * m["recess"]  # 3.0: a circle of twenty corners is a little smaller
    assert one < whole - 2 * chip
    assert one > whole - 3 * chip


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ("-D chip_d=34", "set cells_per_reader = 1"),
        ("-D cell_pitch=36 -D chip_d=34", "too far from the coil"),
        ("-D chip_play=3", "too much play in all"),
        ("-D floor_z=5", "too thick to read through"),
        ("-D floor_z=1.6", "above the solder joints"),
        ("-D chip_h=2", "no finger lifts it"),
        ("-D board_x=43", "too small for the board"),
        ("-D bed=150", "do not fit on the printer"),
        ("-D cells_per_reader=3", "one cell or two"),
    ],
)
def test_measures_that_do_not_go_together_are_refused(options: str, reason: str, tmp_path: Path) -> None:
    made = make(f"{tmp_path}/tray_4.stl", tmp_path, options)
    assert made.returncode != 0
    assert reason in made.stderr
    assert not list(tmp_path.iterdir())


def test_wider_chips_can_have_a_reader_each(tmp_path: Path) -> None:
    """As the guide says it, for chips of 38 mm."""
    options = "-D cells_per_reader=1 -D chip_d=38 -D reader_pitch=48"
    for option in options.replace("-D ", "").split():
        assert option in (HARDWARE / "README.md").read_text(encoding="utf-8")
    made = make(f"{tmp_path}/tray_3.stl", tmp_path, options)
    assert made.returncode == 0, made.stderr
    tray = solid(tmp_path / "tray_3.stl")
    assert tray.open_edges == []
    assert tray.size[0] == 3 * 48


def test_a_picture_shows_something(tmp_path: Path) -> None:
    made = make(f"{tmp_path}/view.png", tmp_path)
    assert made.returncode == 0, made.stderr
    picture = (tmp_path / "view.png").read_bytes()
    assert struct.unpack(">II", picture[16:24]) == (900, 540)
    assert len(picture) > 12_000, "an empty picture packs into much less"
