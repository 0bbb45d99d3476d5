"""`companion replay`: play a record again, up to any of its entries."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.recorded import file_argument, record_from


@click.command("replay")
@file_argument
@click.option("--at", "at", type=click.IntRange(min=0), help="The entry to stop at.  [default: the last]")
def command(file: Path, at: int | None) -> None:
    """Show the table as it was at any point of a record.

    FILE is a record written by `companion export`. Nothing but the rules is needed to replay it. Entries are numbered
    as in the file; 0 is the beginning.

    \b
    Example:
      companion replay evening.txt --at 40
    """
    from companion.ledger import RecordProblem
    from companion.referee.verifying import KeptBack, VerifiedStep, played
    from companion.rules import TABLE, Draw, Question, tell

    recorded = record_from(file)
    last = len(recorded.entries) - 1
    if at is not None and at > last:
        raise click.ClickException(f"There is no entry {at}: the last one is number {last}.")
    shown: VerifiedStep | None = None
    for step in played(recorded):
        if isinstance(step, RecordProblem):
            raise click.ClickException(f"{step}. `companion verify {file}` says more.")
        if isinstance(step, KeptBack):
            raise click.ClickException(
                f"What was said in entry {step.number} is kept back in this record, so it can only be shown up to entry"
                f" {step.number - 1}. Export the game again when it is over: then its record is complete."
            )
        shown = step
        if step.number == at:
            break
    if shown is None:
        raise click.ClickException("This record has no entries.")
    match, words = shown.match, shown.match.game.words
    click.echo(f"Entry {shown.number} of {last}" + (f", {shown.at:.1f} s:" if shown.at is not None else ":"))
    for sentence in tell(match, shown.events, TABLE):
        click.echo(f"  {sentence}")
    click.echo("\n".join(words.picture(match.view(TABLE))))
    if isinstance(match.pending, Question):
        click.echo(f"{', '.join(match.waiting_for)}: {words.question(match.pending)}")
    elif isinstance(match.pending, Draw):
        click.echo(f"{match.pending.seat}: {words.draw(match.pending)}")
