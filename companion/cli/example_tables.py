"""The example tables that come with the program, and how a command reads one."""

from __future__ import annotations

from pathlib import Path

import click

from companion.app.table_file import load_table
from companion.table.layout import Layout
from companion.table.layout_file import TableProblems


def tables_folder() -> Path:
    """The folder of the example tables: in the source tree, or inside the package if it is installed."""
    installed = Path(__file__).with_name("tables")
    return installed if installed.is_dir() else Path(__file__).resolve().parents[2] / "hardware" / "tables"


TABLES = tables_folder()


def table_from(path: Path) -> Layout:
    """The table that a file describes. Raises a `ClickException` that lists the file's problems."""
    layout = load_table(path)
    if isinstance(layout, TableProblems):
        raise click.ClickException("\n".join(layout.said()))
    return layout
