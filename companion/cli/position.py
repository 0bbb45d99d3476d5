"""`companion position`: compare positions in words, or write one out in full."""

from __future__ import annotations

import json
from pathlib import Path

import click

from companion.cli.paper import say
from companion.cli.rules import a_number, after_script, read_file
from companion.rules import Changed, Match
from companion.scenarios.checks import pending_now
from companion.scenarios.scenario import Scenario
from companion.scenarios.written import as_yaml, written, written_table

a_file = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.group("position")
def command() -> None:
    """Compare two positions, or write one out in full.

    Positions are files (docs/scenarios.md). A scenario file stands for the position at its start; with --played, for
    the one after its script.
    """


played_first = click.option("--played", is_flag=True, help="Play the scripts first. A script has to name every step.")


@command.command("compare")
@click.argument("one", type=a_file)
@click.argument("two", type=a_file)
@played_first
@click.option(
    "--number",
    "numbers",
    type=click.IntRange(min=1),
    multiple=True,
    help="Which position of a file with several. Give it twice for ONE and TWO.  [default: 1]",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
@click.pass_context
def compare_command(
    ctx: click.Context, one: Path, two: Path, played: bool, numbers: tuple[int, ...], as_json: bool
) -> None:
    """Say in words how position TWO differs from position ONE.

    \b
    Example:
      companion position compare before.yaml after.yaml

    \b
    Exit status: 0 when they are the same; 1 when they differ; 2 when a file
    cannot be read as a position.
    """
    if len(numbers) > 2:
        raise click.UsageError("give --number twice: for ONE and for TWO.")
    first, second = (numbers[:1] or (1,))[0], (numbers[-1:] or (1,))[0]
    before, after = read_position(one, first, played), read_position(two, second, played)
    if before.game is not after.game:
        raise Unreadable(f"{one} is a position of {before.game.title}, {two} one of {after.game.title}.")
    if played:
        then, now = played_out(one, before), played_out(two, after)
        changes = [*before.game.compare(then.table, now.table), *said_since(then, now)]
    else:
        changes = list(before.game.compare(before.start, after.start))
    if as_json:
        report = {
            "same": not changes,
            "differences": [{"zone": change.zone, "text": change.text} for change in changes],
        }
        click.echo(json.dumps(report, indent=2, ensure_ascii=False))
    else:
        for change in changes:
            say(change.text)
        if not changes:
            click.echo("The two positions are the same.")
    ctx.exit(1 if changes else 0)


@command.command("write")
@click.argument("file", type=a_file)
@played_first
@a_number
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
def write_command(file: Path, played: bool, number: int | None, as_json: bool) -> None:
    """Write out the position of FILE as the program understands it.

    Names become keys, and what goes without saying is left out. If a script ends in the middle of an effect, you get
    the position before that effect, and the script from there on.

    \b
    Example:
      companion position write --played scenario.yaml
    """
    scenario = read_position(file, number or 1, played)
    match = played_out(file, scenario) if played else None
    position = written(match) if match else written_table(scenario.game, scenario.setup, scenario.start)
    click.echo(json.dumps(position, indent=2, ensure_ascii=False) if as_json else as_yaml(position), nl=as_json)


class Unreadable(click.ClickException):
    """A file without a position that could be compared or written."""

    exit_code = 2


def read_position(file: Path, number: int, played: bool) -> Scenario:
    """The position in the file. If it has a script that is not to be played, print a note."""
    try:
        scenario = read_file(file, number)
    except click.ClickException as problem:
        raise Unreadable(problem.message) from None
    if scenario.steps and not played:
        click.echo(f"note: {file}: it has a script, which was not played. To play it, use --played.", err=True)
    return scenario


def played_out(file: Path, scenario: Scenario) -> Match:
    """The match after the script of a position."""
    try:
        return after_script(file, scenario)
    except click.ClickException as problem:
        raise Unreadable(problem.message) from None


def said_since(one: Match, two: Match) -> list[Changed]:
    """How two matches inside an effect differ apart from the table: what was said since it began, and what is asked."""
    found = []
    if one.since != two.since:
        found.append(Changed("", f"Said since the effect began: {steps_of(two)}, not {steps_of(one)}."))
    if pending_now(one) != pending_now(two) and not (one.resting and two.resting):
        found.append(Changed("", f"Now {pending_now(two)}, not {pending_now(one).removeprefix('pending: ')}."))
    return found


def steps_of(match: Match) -> str:
    """The tokens that were said since the last position at rest."""
    steps = [
        f"{who}: {what}" if kind == "answer" else f"{kind} {f'{who} ' if who else ''}[{', '.join(what)}]"
        for kind, who, what in match.since
    ]
    return ", ".join(steps) or "nothing"
