"""The guide's links lead somewhere, and what it says of tables, parts and measures is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.table.layout import Layout
from companion.table.layout_file import read_layout
from tests.hardware.pages import HARDWARE, PAGES, anchors, example, rows, section, text
from tests.hardware.printed import measures
from tests.hardware.shipped import SHIPPED


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8"))
    assert links
    for link in links:
        name, _, anchor = link.partition("#")
        target = page.parent / name if name else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target.read_text(encoding="utf-8")), link


def test_pictures_are_small() -> None:
    pictures = list((HARDWARE / "pictures").iterdir())
    assert pictures
    assert [picture.name for picture in pictures if picture.stat().st_size > 60_000] == []


def test_the_kits_have_as_many_readers_and_pads_as_the_page_says() -> None:
    told = {row[0]: row[4:7] for row in rows(section(text("README.md"), "1. Choose a kit"))}
    for kit, row in told.items():
        for seats, cell in zip((2, 3, 4), row, strict=True):
            layout = SHIPPED[f"{kit}-{seats}"]
            readers = sum(len(pad.spots) for pad in layout.pads)
            assert cell == (f"{readers} on {len(layout.pads)}" if readers else "none"), (kit, seats)
    assert {f"{kit}-{seats}" for kit in told for seats in (2, 3, 4)} == set(SHIPPED)


def test_the_measures_to_check_are_those_of_the_drawing() -> None:
    assumed = measures()
    for row in rows(section(text("README.md"), "3. Measure before you print")):
        names = re.findall(r"`(\w+)`", row[2])
        assert [float(number) for number in re.findall(r"[\d.]+", row[1])] == [assumed[name] for name in names]


def test_the_panel_s_pins_are_those_of_its_example() -> None:
    panel = section(text("wiring.md"), "Panel")
    layout = read_layout('seats = ["A", "B"]\n' + example(panel, "[panel]"), "the example")
    assert isinstance(layout, Layout), layout
    assert layout.panel == {row[0]: int(row[1]) for row in rows(panel)}


HEADER = {2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33, 14: 8, 15: 10} | {
    16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37, 27: 13
}  # fmt: skip
"""A Raspberry Pi's 40-pin header: GPIO number to pin."""


def test_the_panel_s_pins_stand_where_a_raspberry_pi_has_them() -> None:
    panel = rows(section(text("wiring.md"), "Panel"))
    assert {int(row[1]): int(row[2]) for row in panel}.items() <= HEADER.items()
    station = " ".join(" ".join(row) for row in rows(section(text("wiring.md"), "NFC station")))
    uart = {int(gpio): int(pin) for gpio, pin in re.findall(r"GPIO(\d+), pin (\d+)", station)}
    assert uart.items() <= HEADER.items()
    assert uart.keys() == {14, 15}
    assert not uart.keys() & {int(row[1]) for row in panel}, "the panel takes the station's pins"


def test_the_sum_of_a_pad_s_currents_is_right() -> None:
    power = section(text("wiring.md"), "Power")
    idle, field, controller, lamp, adapter = (int(re.findall(r"(\d+) mA", row[1])[-1]) for row in rows(power))
    told = re.search(r"\*\*(\d+) mA\*\*", power)
    assert told
    assert int(told[1]) == 4 * idle + field + controller + 4 * lamp + adapter


def test_the_doctor_says_what_the_checklist_quotes() -> None:
    commands = HARDWARE.parent / "companion" / "cli"
    said = "".join(path.read_text(encoding="utf-8") for path in sorted(commands.glob("*.py")))
    quoted = re.findall(r'"([^"]+)"', section(text("README.md"), "8. Bring up"))
    pieces = [piece.strip() for quote in quoted for piece in quote.split("...")]
    assert len(pieces) > 15
    assert [piece for piece in pieces if piece not in said] == []
