"""`companion backup`: a copy of all games."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from companion.cli.games import ledger_option
from companion.cli.paper import say
from companion.cli.places import data_dir
from companion.ledger import backup


@click.command("backup")
@click.argument("target", required=False, metavar="[FILE]", type=click.Path(path_type=Path, dir_okay=False))
@ledger_option
def command(target: Path | None, path: Path) -> None:
    """Copy all games into a new file, also while one is played.

    Without FILE, the copy goes into the folder `backups` of the data folder, with the date in its name. Take one to
    another disk now and then. `companion restore FILE` is the way back.
    """
    target = target or data_dir() / "backups" / f"games-{datetime.now():%Y-%m-%d-%H%M%S}.sqlite"
    copied = backup(path, target)
    say(f"Copied: {copied.games} games with {copied.entries} entries, into {target}.")
