"""`companion rehearse`: test the companion at a virtual table, and measure how well it reads the table."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from companion.cli.example_tables import TABLES, table_from
from companion.cli.rehearse_games import command as games
from companion.cli.rehearse_kills import command as kills
from companion.cli.rehearse_situations import command as situations

KITS = ("cells", "taps", "trays")
SHOWN = 5
"""How many troubles are printed in full."""


@click.group("rehearse")
def command() -> None:
    """Test the companion with a virtual table and clumsy hands.

    Emulated pads, hands that move chips, and faults that all follow from one seed. docs/rehearsal.md tells more.
    """


command.add_command(games)
command.add_command(kills)
command.add_command(situations)


@command.command("table")
@click.option(
    "--movements", default=1000, show_default=True, type=click.IntRange(1), help="How many movements to make."
)
@click.option(
    "--noise",
    default="heavy",
    show_default=True,
    help="none, light, heavy, or single settings such as missed=0.2,flips=0.01 (docs/rehearsal.md).",
)
@click.option("--seed", default=1, show_default=True, help="The same seed gives the same rehearsal.")
@click.option("--table", "file", type=click.Path(path_type=Path), help="A table.toml to rehearse.")
@click.option("--kit", type=click.Choice(KITS), help="The example table to use without --table.  [default: cells]")
@click.option(
    "--seats",
    default="2",
    show_default=True,
    type=click.Choice(["2", "4"]),
    help="How many seats the example table has.",
)
@click.option(
    "--world",
    default="ptys",
    show_default=True,
    type=click.Choice(["simulated", "ptys"]),
    help="simulated: serial lines in memory. ptys: real ones of this system.",
)
@click.option(
    "--hands", default=0, help="How many hands move chips at once.  [default: one for each seat, and one more]"
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
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
    """Move chips over a virtual table.

    What the readers reported is compared with what the hands did.

    \b
    Example:
      companion rehearse table --movements 200 --kit taps --noise light

    \b
    Exit status: 0 when every movement was reported once and rightly; else 1.
    """
    from companion.rehearsal.faults import read_noise
    from companion.rehearsal.measure import rehearse

    if file and kit:
        raise click.UsageError("Use either --table or --kit, not both: each of them names a table.")
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
    """Print a report for people."""
    faults = ", ".join(f"{count} {name}" for name, count in result["faults"].items()) or "none"
    click.echo(
        f"{result['table']}, seed {result['seed']}: {result['movements']} movements, {result['wrong']} wrong, "
        f"{result['missed']} missed, {result['duplicated']} duplicated."
    )
    click.echo(
        f"Reported after {result['delay_p50_ms']:.0f} ms (99 %: {result['delay_p99_ms']:.0f} ms) at the table; the "
        f"program's share is {result['p50_ms']} ms (99 %: {result['p99_ms']} ms)."
    )
    click.echo(f"{result['looks']} looks in {result['table_seconds']} s, rehearsed in {result['seconds']} s.")
    click.echo(f"Faults: {faults}.")
    if result["clashes"]:
        click.echo(f"Neighbours looked at the same time {result['clashes']} times: the host must prevent that.")
