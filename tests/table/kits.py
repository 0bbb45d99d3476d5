"""The kits that ship as examples, all readers on pads."""

from __future__ import annotations

from pathlib import Path

from companion.table.layout import Layout
from companion.table.layout_file import load_layout

FOLDER = Path(__file__).parents[2] / "hardware" / "tables"
KITS = ("cells-2", "cells-3", "cells-4", "taps-2", "taps-3", "taps-4", "trays-2", "trays-3", "trays-4")


def kit(name: str) -> Layout:
    layout = load_layout(FOLDER / f"{name}.toml")
    assert isinstance(layout, Layout)
    return layout
