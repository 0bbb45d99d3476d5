"""`companion rehearse situations`: play what people do with their hands, and compare it with what they want."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from companion.cli.situations import SituationTable, read_situations, situation_files
from companion.rehearsal.faults import read_noise
from companion.rehearsal.situations.campaign import SituationTally, SituationTask, likely_share, rehearse_situations

USUAL = Path("tests/arbiter/situations")


@click.command("situations")
@click.argument("paths", nargs=-1, type=click.Path(exists=True, path_type=Path), metavar="[PATH...]")
@click.option(
    "--noise", default="none", show_default=True, help="none, light, heavy, or single settings (docs/rehearsal.md)."
)
@click.option("--seed", default=1, show_default=True, help="The first seed; the next times count on from it.")
@click.option("--times", default=1, show_default=True, type=click.IntRange(1), help="How often to play each situation.")
@click.option(
    "--workers", default=1, show_default=True, type=click.IntRange(1), help="How many processes play at once."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
def command(paths: tuple[Path, ...], noise: str, seed: int, times: int, workers: int, as_json: bool) -> None:
    """Play situations: short scripts of what people do at the table.

    PATH is a file, or a folder whose situation files are all played; without it,
    tests/arbiter/situations. Unless --noise says otherwise, the readers miss
    nothing. docs/situations.md explains how to write a situation.

    \b
    Examples:
      companion rehearse situations
      companion rehearse situations --noise light --times 20
      companion rehearse situations my_case.yaml

    \b
    Exit status: 0 when all came out as wanted; 1 when one did not; 2 when a
    file cannot be read as situations.
    """
    try:
        knobs = read_noise(noise)
    except ValueError as problem:
        raise click.ClickException(str(problem)) from None
    if not paths and not USUAL.is_dir():
        raise click.UsageError(f"There is no folder {USUAL} here. Name a file or a folder of situations.")
    files = situation_files(paths or (USUAL,))
    found = [one for file in files for one in read_situations(file)]
    if not found:
        raise click.UsageError(f"There are no situations (*.yaml, *.yml) in {', '.join(map(str, paths or (USUAL,)))}.")
    malformed = [f"{one.where}: {one.wrong}" for one in found if not one.situation]
    tasks = [
        SituationTask(one.situation, one.where, knobs, range(seed, seed + times), SituationTable)
        for one in found
        if one.situation
    ]
    tallies = []
    for tally in rehearse_situations(tasks, workers):
        tallies.append(tally)
        if not as_json:
            show(tally)
    total(tallies, malformed, as_json)
    if malformed:
        sys.exit(2)
    if any(tally.right < tally.times for tally in tallies):
        sys.exit(1)


def show(tally: SituationTally) -> None:
    """Print how one situation came out."""
    how = "right    " if tally.right == tally.times else "otherwise"
    count = f"  {tally.right} of {tally.times}" if tally.times > 1 else ""
    click.echo(f"{how}{count}  {tally.title}")
    if tally.seed is not None:
        click.echo(f"    {tally.where}" + (f", seed {tally.seed}" if tally.times > 1 else ""))
        for line in tally.differs:
            click.echo(f"    {line}")


def by_file(tallies: list[SituationTally]) -> dict[str, tuple[int, int]]:
    """How often the situations of each file came out right, and how often they were played."""
    found: dict[str, tuple[int, int]] = {}
    for tally in tallies:
        file = Path(tally.where.rpartition(":")[0]).name
        well, all_runs = found.get(file, (0, 0))
        found[file] = well + tally.right, all_runs + tally.times
    return found


def total(tallies: list[SituationTally], malformed: list[str], as_json: bool) -> None:
    """Print the counts of all situations together."""
    right, times = sum(tally.right for tally in tallies), sum(tally.times for tally in tallies)
    always = sum(tally.right == tally.times for tally in tallies)
    low, high = likely_share(right, times)
    if as_json:
        result = {
            "situations": len(tallies),
            "always_right": always,
            "runs": times,
            "right": right,
            "interval": [round(low, 4), round(high, 4)],
            "malformed": malformed,
            "by_situation": [tally.to_json() for tally in tallies],
        }
        click.echo(json.dumps(result))
        return
    for line in malformed:
        click.echo(f"MALFORMED {line}", err=True)
    for file, (well, all_runs) in by_file(tallies).items():
        click.echo(f"{well:5} of {all_runs:<5} {file}")
    click.echo(
        f"{len(tallies)} situations, {always} of them always right. Played {times} times: {right} right "
        f"({100 * right / max(1, times):.0f} %; 95 % interval {100 * low:.0f} to {100 * high:.0f} %)."
    )
