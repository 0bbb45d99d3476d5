"""`companion export`: write a game to one text file."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.games import ledger_option
from companion.cli.places import to_share
from companion.ledger import JUDGE, TABLE, DeviceKey, KeyTrouble, Ledger, LedgerError, find_key, write_record
from companion.table.whole_files import OURS_ALONE, write_whole


@click.command("export")
@click.argument("number", type=click.IntRange(min=1))
@ledger_option
@click.option(
    "--as",
    "audience",
    default=TABLE,
    show_default=True,
    help="Whose view to write: table, judge, or the name of a seat.",
)
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), help="The file to write to.  [default: the terminal]"
)
@click.option("--force", is_flag=True, help="Overwrite a file that is there.")
def command(number: int, path: Path, audience: str, out: Path | None, force: bool) -> None:
    """Write the record of game NUMBER as text, one line for each thing that happened.

    Use it to keep a game, to show it to others, or to check it with `companion verify`. `companion games` lists the
    numbers. docs/record.md explains the form. While a game is still running, the record leaves out what its reader may
    not see, and a file with hidden chips is for you alone to read; once the game is over, the record is complete. This
    device signs the record, if it has a key: `companion run` makes one at its first start.

    \b
    Examples:
      companion export 3 --out evening.txt
      companion export 3 --as judge
    """
    with Ledger.open(path, read_only=True) as ledger:
        game = ledger.game(number)
        text = write_record(game, audience, key_beside(path))
        owners = {owner for entry in game.entries() for owner in entry.owners}
    if not game.over and audience == JUDGE:
        words = "This game is not over: the record contains hidden chips, so give it to nobody but the judge."
        click.echo(words, err=True)
    elif not game.over and audience not in {TABLE, *owners}:
        words = f"Game {number} has nothing that only {audience} may see: this is what the whole table sees."
        click.echo(words, err=True)
    if out is None:
        click.echo(text, nl=False)
        return
    if out.exists() and not force:
        raise LedgerError(f"There already is a file {out}. Choose another name, or overwrite it with --force.")
    try:
        write_whole(out, text.encode(), to_share() if game.over or audience == TABLE else OURS_ALONE)
    except OSError as problem:
        raise LedgerError(f"{out} cannot be written: {problem.strerror or problem}.") from None
    click.echo(f"Game {number} was written to {out}.")


def key_beside(path: Path) -> DeviceKey | None:
    """The key of the device that owns this ledger. If it cannot be used, say so and return None: nothing is signed."""
    try:
        key = find_key(path.resolve().parent)
    except KeyTrouble as problem:
        click.echo(str(problem), err=True)
        return None
    if key is None:
        click.echo("This record is not signed: no device has made its key here yet.", err=True)
    return key
