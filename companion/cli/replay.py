"""`companion replay`: a record is played again, up to any of its entries."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.recorded import file_argument, record_from


@click.command("replay")
@file_argument
@click.option("--at", "at", type=click.IntRange(min=0), help="Up to this entry.  [default: the last]")
def command(file: Path, at: int | None) -> None:
    """Play the record in FILE (from `companion export`) again, and show the table after an entry.

    It needs the rules and nothing else. Entries are counted as in the file; 0 is the beginning.
    """
    from companion.ledger import Problem
    from companion.referee.verifying import KeptBack, Step, played
    from companion.rules import TABLE, Draw, Question, tell

    recorded = record_from(file)
    last = len(recorded.entries) - 1
    if at is not None and at > last:
        raise click.ClickException(f"There is no entry {at}: the last one is {last}.")
    shown: Step | None = None
    for step in played(recorded):
        if isinstance(step, Problem):
            raise click.ClickException(f"{step}. `companion verify {file}` tells more.")
        if isinstance(step, KeptBack):
            raise click.ClickException(
                f"What was said in entry {step.number} is kept back in this record, so it can be shown up to entry"
                f" {step.number - 1}. When the game is over, its record holds all."
            )
        shown = step
        if step.number == at:
            break
    if shown is None:
        raise click.ClickException("There is no entry in this record.")
    match, words = shown.match, shown.match.game.words
    click.echo(f"Entry {shown.number} of {last}" + (f", {shown.at:.1f} s:" if shown.at is not None else ":"))
    for sentence in tell(match, shown.events, TABLE):
        click.echo(f"  {sentence}")
    click.echo("\n".join(words.picture(match.view(TABLE))))
    if isinstance(match.pending, Question):
        click.echo(f"{', '.join(match.waiting_for)}: {words.question(match.pending)}")
    elif isinstance(match.pending, Draw):
        click.echo(f"{match.pending.seat}: {words.draw(match.pending)}")
