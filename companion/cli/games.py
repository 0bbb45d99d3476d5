"""`companion games`: list the recorded games."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from companion.cli.options import json_option
from companion.cli.paper import say
from companion.cli.places import data_dir
from companion.ledger import Ledger

FOLDER: Final = "companion.folder"
Command = TypeVar("Command", bound=Callable[..., Any])


def folder() -> Path:
    """The data folder that the command line names, or else the usual one."""
    named = click.get_current_context().meta.get(FOLDER)
    return named if isinstance(named, Path) else data_dir()


def keep_folder(context: click.Context, option: click.Parameter, data: Path | None) -> None:
    """Note the data folder for `folder`, before other options need it."""
    context.meta[FOLDER] = data


def ledger_option(command: Command) -> Command:
    """Let a command take the games file, or the data folder that it is in."""
    ledger = click.option(
        "--ledger",
        "path",
        type=click.Path(path_type=Path, dir_okay=False),
        default=lambda: folder() / "games.sqlite",
        help="The games file.  [default: games.sqlite in the data folder]",
    )
    data = click.option(
        "--data",
        type=click.Path(path_type=Path, file_okay=False),
        is_eager=True,
        expose_value=False,
        callback=keep_folder,
        help="The data folder, as for `companion run`.",
    )
    return ledger(data(command))


@click.command("games")
@ledger_option
@click.option("--mend", is_flag=True, help="Check the whole file, and rescue what can be read if it is damaged.")
@json_option
def command(path: Path, mend: bool, as_json: bool) -> None:
    """List the recorded games, even while one is being played.

    The numbers in the list are those that `companion export` takes.

    With --mend the whole file is checked. A damaged file is set aside, not deleted, and every game that can still be
    read is copied to a new one.
    """
    with Ledger.open(path, read_only=not mend) as ledger:
        games, troubles = ledger.games(), ledger.troubles
    if as_json:
        told = {"games": [game._asdict() for game in games], "troubles": troubles}
        click.echo(json.dumps(told, indent=2, ensure_ascii=False))
        return
    for trouble in troubles:
        say(trouble, fg="yellow")
    if mend and not troubles:
        say(f"{path} is not damaged.")
    for game in games:
        state = "over" if game.over else "not over"
        click.echo(f"{game.number:5}  {game.started:19.19}  {game.entries:6} entries  {state:8}  {game.title}")
    if not games:
        say("No games have been recorded yet.")
