"""`companion log`: what the program wrote down, for who looks for a mistake in it."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.places import data_dir

LINES = 300
"""An evening with some troubles, and what led to them."""


@click.command("log")
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), default=data_dir, help="The data folder.")
@click.option(
    "--lines", default=LINES, show_default=True, type=click.IntRange(1), help="How many of the newest lines to show."
)
@click.option("--path", "only_path", is_flag=True, help="Print only the path.")
def command(data: Path, lines: int, only_path: bool) -> None:
    """Show the newest lines of the program's log.

    Use it when something broke down and you want to report it. The log names no hidden chip, no tag and no code, so you
    can send it even during a game.

    \b
    Example:
      companion log > log.txt
    """
    from companion.app.program_log import NAME, files_in, last_lines

    path = data / NAME
    if only_path:
        click.echo(path)
        return
    if not files_in(data):
        raise click.ClickException(
            f"There is no log in {data}: the companion has not run there yet, or --data names another folder."
        )
    try:
        found = last_lines(data, lines)
    except OSError as problem:
        words = f"{problem.filename} cannot be read: {problem.strerror}. Ask as the user who runs the companion."
        raise click.ClickException(words) from None
    click.echo("\n".join(found))
