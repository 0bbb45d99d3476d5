"""Tables to rehearse with."""

from __future__ import annotations

from pathlib import Path

from companion.rehearsal.virtual_pads import on_pads_alone
from companion.table.layout import Layout
from companion.table.layout_file import load_layout

TABLES = Path(__file__).resolve().parents[2] / "hardware" / "tables"


def example(name: str) -> Layout:
    """One of the tables that ship, on pads alone."""
    layout = load_layout(TABLES / f"{name}.toml")
    assert isinstance(layout, Layout)
    return on_pads_alone(layout)
