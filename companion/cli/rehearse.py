"""`companion rehearse`: the table without the table, and how well it is read."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from companion.cli.example_tables import TABLES, table_from
from companion.cli.rehearse_games import command as games
from companion.cli.rehearse_kills import command as kills

KITS = ("cells", "taps", "trays")
SHOWN = 5
"""Troubles that are told in full."""


@click.group("rehearse", short_help="Try out what reads the table, without a table.")
def command() -> None:
    """Try out what reads the table, without a table: emulated pads, hands that move chips, and faults from a seed."""


command.add_command(games)
command.add_command(kills)


@command.command("table")
@click.option("--movements", default=1000, show_default=True, type=click.IntRange(1), help="How many the hands make.")
@click.option(
    "--noise",
    default="heavy",
    show_default=True,
    help="none, light or heavy, or single knobs as in missed=0.2,flips=0.01; docs/rehearsal.md tells them all.",
)
@click.option("--seed", default=1, show_default=True, help="The same seed is the same rehearsal.")
@click.option("--table", "file", type=click.Path(path_type=Path), help="A table.toml.")
@click.option("--kit", type=click.Choice(KITS), help="An example table instead.  [default: cells]")
@click.option("--seats", default="2", show_default=True, type=click.Choice(["2", "4"]), help="Of the example table.")
@click.option(
    "--world",
    default="ptys",
    show_default=True,
    type=click.Choice(["simulated", "ptys"]),
    help="Serial lines in memory, or real ones of the system.",
)
@click.option("--hands", default=0, help="How many move chips at once.  [default: 1 for each seat, and 1]")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def rehearse_table(
    movements: int,
    noise: str,
    seed: int,
    file: Path | None,
    kit: str | None,
    seats: str,
    world: str,
    hands: int,
    as_json: bool,
) -> None:
    """Hands move chips over a whole table; what was told of it is held against what they did.

    Exits with 1 when a movement was told wrongly, not at all, or twice.
    """
    from companion.rehearsal.faults import read_noise
    from companion.rehearsal.measure import rehearse

    if file and kit:
        raise click.UsageError("Either --table or --kit: an example table is a table of its own.")
    layout = table_from(file or TABLES / f"{kit or KITS[0]}-{seats}.toml")
    try:
        knobs = read_noise(noise)
        report = rehearse(layout, movements, knobs, seed, world=world, hands=hands)
    except ValueError as problem:
        raise click.ClickException(str(problem)) from None
    result = report.to_json()
    if as_json:
        click.echo(json.dumps(result))
    else:
        show(result)
    for trouble in report.reckoning.troubles[:SHOWN]:
        click.echo("\n".join(report.trace(trouble)), err=True)
    if not report.all_well:
        sys.exit(1)


def show(result: dict[str, Any]) -> None:
    """A report, for people."""
    faults = ", ".join(f"{count} {name}" for name, count in result["faults"].items()) or "none"
    click.echo(
        f"{result['table']}, seed {result['seed']}: {result['movements']} movements, {result['wrong']} wrong, "
        f"{result['missed']} missed, {result['duplicated']} duplicated."
    )
    click.echo(
        f"Told after {result['delay_p50_ms']:.0f} ms (99 %: {result['delay_p99_ms']:.0f} ms) at the table; the "
        f"program's share is {result['p50_ms']} ms (99 %: {result['p99_ms']} ms)."
    )
    click.echo(f"{result['looks']} looks in {result['table_seconds']} s, rehearsed in {result['seconds']} s.")
    click.echo(f"Faults: {faults}.")
    if result["clashes"]:
        click.echo(f"Neighbours looked at the same time {result['clashes']} times: the host must not let them.")
