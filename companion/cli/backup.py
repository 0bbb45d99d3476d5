"""`companion backup`: a copy of all games."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from companion.cli.games import folder, ledger_option
from companion.cli.paper import say
from companion.ledger import backup


@click.command("backup")
@click.argument("target", required=False, metavar="[FILE]", type=click.Path(path_type=Path, dir_okay=False))
@ledger_option
def command(target: Path | None, path: Path) -> None:
    """Copy all games to a new file, even while a game is being played.

    Do this now and then, and keep the copy on another disk. Without FILE, the copy goes into the folder `backups`
    inside the data folder, with the date in its name. `companion restore FILE` brings it back. The copy does not
    contain the key that signs the records, so nobody who finds it can sign anything with it.

    \b
    Example:
      companion backup /media/usb/games.sqlite
    """
    target = target or folder() / "backups" / f"games-{datetime.now():%Y-%m-%d-%H%M%S}.sqlite"
    copied = backup(path, target)
    say(f"Copied {copied.words} to {target}.")
