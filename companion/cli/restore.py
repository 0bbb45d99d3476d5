"""`companion restore`: back to a copy of all games."""

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
    """Put the copy FILE, made by `companion backup`, in the place of the games that are there.

    The copy is looked through first. The file that it replaces is set aside and kept; no companion may be running.
    """
    copied = restore(source, path)
    say(f"Restored: {copied.games} games with {copied.entries} entries. {copied.aside}".rstrip())
