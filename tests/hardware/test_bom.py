"""What to buy and to print is enough for each kit, and no more than it needs."""

from __future__ import annotations

import csv
import re
from math import ceil

import pytest

from companion.table.layout import Layout, SpotRole
from tests.hardware.pages import HARDWARE, rows, section, text
from tests.hardware.shipped import SHIPPED

CHIPS = 342
KITS = ("taps-2", "taps-3", "taps-4", "cells-2", "cells-3", "cells-4", "trays-2", "trays-3", "trays-4")


def bought() -> dict[str, dict[str, int]]:
    """Each part's quantities by kit."""
    with (HARDWARE / "bom" / "kits.csv").open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    assert len({line["part"] for line in lines}) == len(lines)
    return {line["part"]: {kit: int(line[kit]) for kit in line if kit[-1].isdigit()} for line in lines}


BOUGHT = bought()


def needed(layout: Layout) -> dict[str, int]:
    """What follows from where the readers stand."""
    spots = [spot for pad in layout.pads for spot in pad.spots]
    trays = sum(spot.cells for spot in spots) // 14
    taps = sum(spot.role is SpotRole.TAP and not spot.hidden for spot in spots)
    slots = sum(spot.hidden for spot in spots)
    pads = len(layout.pads)
    ports = pads + bool(layout.station)
    plates = 2 * trays + taps + slots + pads + 1  # one for the station
    return {
        "pi": 1,
        "display": 1,
        "station": 1 if layout.station else 0,
        "reader": len(spots),
        "reader_spare": ceil(len(spots) / 10),
        "controller": pads,
        "usb_serial": ports,
        "usb_cable": ports,
        "hub": ceil(ports / 7) if ports > 4 else 0,
        "regulator": pads,
        "buffer": pads,
        "lamp": len(spots),
        "resistor_330": len(spots),
        "resistor_10k": len(spots) + pads,
        "resistor_47": 2 * pads,
        "capacitor_100n": len(spots) + 2 * pads,
        "capacitor_10u": len(spots),
        "perfboard": pads,
        "ribbon": pads,
        "screw": 4 * plates,
        "joint": 2 * 2 * trays,  # between the two halves, and before the overflow tap
        "tray_4": trays,
        "tray_3": trays,
        "base_4": trays,
        "base_3": trays,
        "tap": taps,
        "slot": slots,
        "lid": pads,
        "base_1": taps + slots + pads,
        "station_tap": 1,
        "station_base": 1,
    }


@pytest.mark.parametrize("kit", KITS)
def test_quantities_follow_from_the_table(kit: str) -> None:
    quantities = {part: numbers[kit] for part, numbers in BOUGHT.items() if part != "sticker"}
    assert quantities == needed(SHIPPED[kit])


@pytest.mark.parametrize("kit", KITS)
def test_stickers_suffice_for_the_box_with_a_few_spare(kit: str) -> None:
    assert CHIPS * 1.03 <= BOUGHT["sticker"][kit] <= CHIPS * 1.1


@pytest.mark.parametrize("kit", KITS)
def test_no_pad_has_more_readers_than_it_can_serve_and_none_is_wasted(kit: str) -> None:
    layout = SHIPPED[kit]
    by_seat = {seat: [p for p in layout.pads if p.spots[0].zone.startswith(f"{seat}.")] for seat in layout.seats}
    for seat, pads in by_seat.items():
        readers = sum(len(pad.spots) for pad in pads)
        assert len(pads) == ceil(readers / 4), seat
    assert sum(map(len, by_seat.values())) == len(layout.pads)


def test_each_kit_with_readers_has_its_column() -> None:
    assert all(tuple(numbers) == KITS for numbers in BOUGHT.values())
    assert set(KITS) == {name for name, layout in SHIPPED.items() if layout.pads}


def test_the_parts_to_print_for_a_seat_are_those_of_the_list() -> None:
    """The guide's table counts for one seat: `base_1` is told with what stands on it."""
    for row in rows(section(text("README.md"), "4. Print")):
        parts = re.findall(r"`(\w+)`", row[0])
        for kit, cell in zip(("taps", "cells", "trays"), row[1:4], strict=True):
            if parts[0].startswith("station"):
                assert BOUGHT[parts[0]][f"{kit}-2"] == 1
                continue
            count = 0 if cell == "-" else int(cell.removesuffix(" each"))
            for part in parts:
                if part != "base_1":
                    assert BOUGHT[part][f"{kit}-2"] == 2 * count, (part, kit)
