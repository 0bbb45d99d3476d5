"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.places import data_dir, registry_path


def table_path() -> Path:
    """The file that describes the table, unless another one is named."""
    return data_dir() / "table.toml"


table_option = click.option(
    "--table",
    "table",
    type=click.Path(path_type=Path),
    default=table_path,
    help="The file that describes the table.  [default: table.toml in the data folder]",
)
registry_option = click.option(
    "--registry",
    "registry",
    type=click.Path(path_type=Path),
    default=registry_path,
    help="The file with the tags.  [default: tags.json in the data folder]",
)
game_option = click.option("--game", default="puzzle-strike", show_default=True, help="Whose chips are on the table.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
