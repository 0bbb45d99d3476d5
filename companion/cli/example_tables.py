"""The tables that come along, and how one is read for a command."""

from __future__ import annotations

from pathlib import Path

import click

from companion.table.layout import Layout
from companion.table.layout_file import Problems, load_layout


def tables_folder() -> Path:
    """Beside the program in the source tree, inside its package once installed."""
    installed = Path(__file__).with_name("tables")
    return installed if installed.is_dir() else Path(__file__).resolve().parents[2] / "hardware" / "tables"


TABLES = tables_folder()


def table_from(path: Path) -> Layout:
    """The table that a file describes, or what is wrong with it."""
    layout = load_layout(path)
    if isinstance(layout, Problems):
        raise click.ClickException("\n".join(layout.said()))
    return layout
