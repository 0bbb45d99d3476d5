"""`companion rehearse games`: whole games on the virtual table, and what was understood of them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import click

from companion.cli.example_tables import TABLES, table_from

KITS = ("cells", "taps", "trays", "none")
SHOWN = 3
"""Games with troubles that are told in full."""


@click.command("games")
@click.option("--games", default=20, show_default=True, type=click.IntRange(1), help="How many are played.")
@click.option("--seed", default=1, show_default=True, help="Of the first game; the others follow on it.")
@click.option("--kit", default="cells", show_default=True, type=click.Choice(KITS), help="Which readers the table has.")
@click.option("--noise", default="heavy", show_default=True, help="none, light or heavy, or knobs; docs/rehearsal.md.")
@click.option("--mistakes", help="Make one in each game: so many games for each of these (or all).")
@click.option("--late", default=0.0, type=click.FloatRange(0), help="Seconds more that people take to answer.")
@click.option("--record", type=click.Path(path_type=Path, file_okay=False), help="A folder for traces and truth.")
@click.option("--workers", default=2, show_default=True, type=click.IntRange(1), help="Processes that play.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    games: int,
    seed: int,
    kit: str,
    noise: str,
    mistakes: str | None,
    late: float,
    record: Path | None,
    workers: int,
    as_json: bool,
) -> None:
    """Whole games: players play, hands move the chips, and what the companion made of it is held against the truth.

    Exits with 1 when it falls short of what is asked of the kit: docs/rehearsal.md says what that is.
    """
    from companion.cli.following import Following
    from companion.rehearsal.faults import read_noise
    from companion.rehearsal.games.bars import BARS
    from companion.rehearsal.games.campaign import Campaign, rehearse_games
    from companion.rehearsal.games.mistakes.puzzle_strike import TURN_ENDS, read_mistakes

    table = TABLES / f"{kit}-2.toml"
    try:
        campaign = Campaign(
            layout=table_from(table),
            noise=read_noise(noise),
            rehearsed_for=Following,
            mistakes=tuple(read_mistakes(mistakes)) if mistakes else (),
            turn_ends=TURN_ENDS,
            record=record,
            layout_text=table.read_text(encoding="utf-8"),
            bars=BARS[kit],
            late=late,
            failures=None if record else Path(mkdtemp(prefix="companion-rehearsal-")),
        )
    except ValueError as problem:
        raise click.ClickException(str(problem)) from None
    try:
        report = rehearse_games(campaign, range(seed, seed + games), workers)
    except OSError as problem:
        raise click.ClickException(f"The record cannot be written: {problem}") from None
    result = report.to_json()
    if as_json:
        click.echo(json.dumps(result | ({"by_mistake": report.by_mistake()} if mistakes else {})))
    else:
        click.echo(in_words(result))
        for key, counts in report.by_mistake().items():
            click.echo(f"  {key}: {', '.join(map(str, counts.values()))}")
    troubled = [outcome for outcome in report.outcomes if outcome.verdict.troubles]
    for outcome in troubled[:SHOWN]:
        again = f"--games 1 --seed {outcome.seed} --kit {kit} --noise {noise}" + (f" --late {late:g}" if late else "")
        again += f" --mistakes {outcome.verdict.mistake}" if outcome.verdict.mistake else ""
        click.echo("\n".join([f"Again with {again}:", *outcome.verdict.troubles[:5], *outcome.trace]), err=True)
    if troubled:
        click.echo(f"Their traces, for `companion infer`: {record or campaign.failures}", err=True)
    elif campaign.failures:
        campaign.failures.rmdir()
    if report.fell_short:
        click.echo(f"Not well: {'; '.join(report.fell_short)}.", err=True)
        sys.exit(1)


def in_words(result: dict[str, Any]) -> str:
    """A report, for people."""
    faults = ", ".join(f"{count} {name}" for name, count in result["faults"].items()) or "none"
    return "\n".join(
        [
            f"{result['games']} games, {result['finished']} followed to their end: {result['decisions']} decisions, "
            f"{result['wrong_commits']} wrong commits, {result['questions']} questions, "
            f"{result['needless_questions']} of them needless, {result['false_alarms']} false alarms.",
            f"{result['mistakes_made']} mistakes, {result['mistakes_visible']} to be seen, of which "
            f"{result['mistakes_noticed']} were noticed and {result['mistakes_named_right']} named right.",
            f"A movement was explained in {result['explain_p50_ms']} ms (99 %: {result['explain_p99_ms']} ms).",
            f"Rehearsed in {result['seconds']} s. Faults: {faults}.",
        ]
    )
