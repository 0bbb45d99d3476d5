"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.places import data_dir, registry_path


def table_path() -> Path:
    """Where the table is described, unless another file is named."""
    return data_dir() / "table.toml"


table_option = click.option(
    "--table",
    "table",
    type=click.Path(path_type=Path),
    default=table_path,
    help="Which table.toml describes the table.",
)
registry_option = click.option(
    "--registry", "registry", type=click.Path(path_type=Path), default=registry_path, help="Which file knows the tags."
)
game_option = click.option("--game", default="puzzle-strike", show_default=True)
json_option = click.option("--json", "as_json", is_flag=True, help="For programs.")
