"""A small table of emulated pads on ptys, and the registry of its chips."""

from __future__ import annotations

from pathlib import Path

from companion.rehearsal.virtual_table import TaggedThing
from companion.rules import SeatSetup, Setup
from companion.table.layout import Layout
from companion.table.layout_file import read_layout
from companion.table.registry import Registry
from companion.table.registry_file import RegistryFile
from companion.table.sightings import Uid

TABLE = """
name = "Small"
seats = ["A", "B"]
[[pad]]
number = 1
port = "/dev/pad-1"
readers = [{ tap = "A.played" }, { slot = "A.bag", beyond = "A.hand", label = "slot of A" }, { tap = "A.discard" }]
[[pad]]
number = 2
port = "/dev/pad-2"
readers = [{ tap = "B.played" }, { slot = "B.bag", beyond = "B.hand" }, { cells = "B.pile", count = 2 }]
"""
SETUP = Setup("puzzle-strike", (SeatSetup("Anna", "jaina"), SeatSetup("Ben", "rook")), bank="first_game")
KINDS = ["crash_gem", "playing_with_fire", "burning_vigor", "unstable_power", *["gem_1"] * 12, "crash_gem"]
CHIPS = [TaggedThing(Uid(f"04A1B2C3D4E5{number:02X}"), kind) for number, kind in enumerate(KINDS)]


def small_table() -> Layout:
    found = read_layout(TABLE)
    assert isinstance(found, Layout)
    return found


def enrol(folder: Path) -> None:
    """All chips are known."""
    file = RegistryFile(folder / "tags.json")
    file.registry = Registry()
    for chip in CHIPS:
        file.registry.enrol(chip.uid, "puzzle-strike", chip.kind or "")
    file.save()
