"""`companion export`: a game as one text file."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.games import ledger_option
from companion.ledger import JUDGE, TABLE, Ledger, LedgerError, write_record
from companion.table.whole_files import write_whole


@click.command("export")
@click.argument("number", type=click.IntRange(min=1))
@ledger_option
@click.option("--as", "audience", default=TABLE, show_default=True, help="For whom: table, judge, or a seat.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Into this file.  [default: the terminal]")
@click.option("--force", is_flag=True, help="Also in the place of a file that is there.")
def command(number: int, path: Path, audience: str, out: Path | None, force: bool) -> None:
    """Write the record of game NUMBER as text: a line for each input (docs/record.md).

    `companion games` lists the numbers. While the game runs, what is hidden from those it is for stays out of it; when
    it is over, the record holds all.
    """
    with Ledger.open(path, read_only=True) as ledger:
        game = ledger.game(number)
        text = write_record(game, audience)
        owners = {owner for entry in game.entries() for owner in entry.owners}
    if not game.over and audience == JUDGE:
        click.echo("This game is not over: the record holds what is hidden, and is for the judge alone.", err=True)
    elif not game.over and audience not in {TABLE, *owners}:
        click.echo(f"Nothing in game {number} is for {audience} alone: this is what the table sees.", err=True)
    if out is None:
        click.echo(text, nl=False)
        return
    if out.exists() and not force:
        raise LedgerError(f"There is a file {out} already. Take another name, or --force.")
    try:
        write_whole(out, text.encode())
    except OSError as problem:
        raise LedgerError(f"{out} cannot be written: {problem.strerror or problem}.") from None
    click.echo(f"Game {number} is written to {out}.")
