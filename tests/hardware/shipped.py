"""The example tables that ship with the guide."""

from __future__ import annotations

from companion.table.layout import Layout
from companion.table.layout_file import load_layout
from tests.hardware.pages import HARDWARE


def shipped() -> dict[str, Layout]:
    """Each by its name: `cells-2`."""
    tables = {path.stem: load_layout(path) for path in sorted((HARDWARE / "tables").glob("*.toml"))}
    return {name: table for name, table in tables.items() if isinstance(table, Layout)}


SHIPPED = shipped()
