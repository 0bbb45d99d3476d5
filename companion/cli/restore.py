"""`companion restore`: bring back all games from a copy."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.games import ledger_option
from companion.cli.paper import say
from companion.ledger import restore


@click.command("restore")
@click.argument("source", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False))
@ledger_option
def command(source: Path, path: Path) -> None:
    """Bring back the games from FILE, a copy made by `companion backup`.

    FILE is checked first. The games that it replaces are set aside, not deleted. Stop the companion before you do this.

    \b
    Example:
      companion restore /media/usb/games.sqlite
    """
    copied = restore(source, path)
    say(f"Restored {copied.words}. {copied.aside}".rstrip())
