"""`companion rehearse games`: play whole games at a virtual table, and see how well they are followed."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any

import click

from companion.cli.example_tables import TABLES, table_from

if TYPE_CHECKING:
    from companion.rehearsal.games.campaign import Campaign, CampaignReport

KITS = ("cells", "taps", "trays", "none")
SHOWN = 3
"""How many games with troubles are printed in full."""


@click.command("games")
@click.option("--games", default=20, show_default=True, type=click.IntRange(1), help="How many games to play.")
@click.option(
    "--seed", default=1, show_default=True, help="The seed of the first game; the next games count on from it."
)
@click.option("--seats", default=2, show_default=True, type=click.IntRange(2, 4), help="How many play.")
@click.option("--mode", default="", help="The mode to play.  [default: the usual one for so many]")
@click.option("--kit", default="cells", show_default=True, type=click.Choice(KITS), help="Which readers the table has.")
@click.option(
    "--noise", default="heavy", show_default=True, help="none, light, heavy, or single settings (docs/rehearsal.md)."
)
@click.option(
    "--mistakes", help="Mistakes to make, one in each game: names separated by commas, or all. Each gets --games games."
)
@click.option(
    "--habits",
    default="none",
    show_default=True,
    help="What people do at the table: none, all (mixed), each (one after the other), fitting or judging "
    "(one half of them, mixed), or names separated by commas (docs/habits.md).",
)
@click.option("--late", default=0.0, type=click.FloatRange(0), help="Extra seconds that people take to answer.")
@click.option(
    "--record",
    type=click.Path(path_type=Path, file_okay=False),
    help="The folder to write traces and what was played to.",
)
@click.option(
    "--workers", default=2, show_default=True, type=click.IntRange(1), help="How many processes play at once."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
def command(
    games: int,
    seed: int,
    seats: int,
    mode: str,
    kit: str,
    noise: str,
    mistakes: str | None,
    habits: str,
    late: float,
    record: Path | None,
    workers: int,
    as_json: bool,
) -> None:
    """Play whole games at a virtual table.

    Computer players play, hands move the chips, and what the companion made of it is compared with what was really
    played.

    \b
    Examples:
      companion rehearse games --games 5
      companion rehearse games --games 50 --kit taps --mistakes all
      companion rehearse games --games 20 --seats 4 --mode team

    \b
    Exit status: 0 when the companion followed as well as the kit allows
    (docs/rehearsal.md says how well that is); else 1.
    """
    from companion.cli.following import Following
    from companion.rehearsal.faults import read_noise
    from companion.rehearsal.games.bars import BARS
    from companion.rehearsal.games.campaign import Campaign
    from companion.rehearsal.games.habits.catalogue import read_habits
    from companion.rehearsal.games.mistakes.puzzle_strike import TURN_ENDS, read_mistakes

    table = TABLES / f"{kit}-{seats}.toml"
    try:
        check_mode(mode, seats)
        which = read_habits(habits)
        campaign = Campaign(
            layout=table_from(table),
            mode=mode,
            noise=read_noise(noise),
            rehearsed_for=Following.of,
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
    options = f"--kit {kit} --noise {noise}" + (f" --late {late:g}" if late else "")
    options += (f" --seats {seats}" if seats != 2 else "") + (f" --mode {mode}" if mode else "")
    seeds = range(seed, seed + games)
    short = troubled = False
    for one in which:
        name = habits if len(which) == 1 else one.keys[0]
        report = rehearsed(replace(campaign, habits=one), seeds, workers)
        print_report(report, name=name if len(which) > 1 else "", mistakes=bool(mistakes), as_json=as_json)
        again = options if name == "none" else f"{options} --habits {name}"
        troubled |= tell_troubled(report, again, shown=SHOWN if len(which) == 1 else 0)
        short |= bool(report.fell_short)
        if report.fell_short and len(which) == 1:
            click.echo(f"Not good enough: {'; '.join(report.fell_short)}.", err=True)
    if troubled:
        click.echo(f"Traces of these games, for `companion infer`: {record or campaign.failures}", err=True)
    elif campaign.failures:
        campaign.failures.rmdir()
    sys.exit(1 if short else 0)


def check_mode(mode: str, seats: int) -> None:
    """Check that so many can play this mode. Raises `ValueError`."""
    from companion.rules import SeatSetup, Setup, SetupError, new_match

    try:
        new_match(Setup("puzzle-strike", tuple(map(SeatSetup, "ABCD"[:seats])), mode=mode))
    except SetupError as problem:
        raise ValueError(str(problem)) from None


def rehearsed(campaign: Campaign, seeds: Sequence[int], workers: int) -> CampaignReport:
    """Play the games of a campaign."""
    from companion.rehearsal.games.campaign import rehearse_games

    try:
        return rehearse_games(campaign, seeds, workers)
    except OSError as problem:
        raise click.ClickException(f"The record cannot be written: {problem}") from None


def print_report(report: CampaignReport, *, name: str, mistakes: bool, as_json: bool) -> None:
    """Print a report; of one among several campaigns, only one line with its name."""
    result = report.to_json()
    by_mistake = report.by_mistake()
    if as_json:
        more = {"by_mistake": by_mistake} if mistakes else {}
        click.echo(json.dumps(({"campaign": name} if name else {}) | result | more))
    elif name:
        click.echo(in_one_line(name, result))
    else:
        click.echo(in_words(result))
        for key, counts in by_mistake.items():
            click.echo(f"  {key}: {', '.join(map(str, counts.values()))}")


def tell_troubled(report: CampaignReport, options: str, shown: int = SHOWN) -> bool:
    """Tell how to repeat the games that went wrong, and what did. Return whether there are any."""
    troubled = [outcome for outcome in report.outcomes if outcome.verdict.troubles]
    for outcome in troubled[:shown]:
        mistake = f" --mistakes {outcome.verdict.mistake}" if outcome.verdict.mistake else ""
        again = f"To repeat this game: --games 1 --seed {outcome.seed} {options}{mistake}"
        click.echo("\n".join([again, *outcome.verdict.troubles[:5], *outcome.trace]), err=True)
    return bool(troubled)


def in_one_line(name: str, told: dict[str, Any]) -> str:
    """A line of a table: one campaign among several."""
    low, high = (round(100 * end) for end in told["intervals"]["followed"])
    return (
        f"{name:<31}{told['finished']:>3} of {told['games']} followed ({low} to {high} %), "
        f"{told['wrong_commits']} wrong, {told['recoveries']} recovered, {told['questions']} questions, "
        f"{told['false_alarms']} false alarms, {told['delay_p99_s']} s"
    )


def in_words(told: dict[str, Any]) -> str:
    """A report for people. Each rate has its 95 % interval."""
    faults = ", ".join(f"{count} {name}" for name, count in told["faults"].items()) or "none"
    habits = ", ".join(f"{count} {name}" for name, count in told["habits"].items())
    kinds = ", ".join(f"{count} {kind or 'of no kind'}" for kind, count in told["false_alarms_by_kind"].items())
    return "\n".join(
        [
            f"{told['games']} games, {told['finished']} followed to their end{sure(told, 'followed')}: "
            f"{told['decisions']} decisions, {told['wrong_commits']} wrong commits{sure(told, 'wrong_commits')}, "
            f"{told['questions']} questions, {told['needless_questions']} of them needless{sure(told, 'needless')}, "
            f"{told['false_alarms']} false alarms{f' ({kinds})' if kinds else ''}.",
            f"{told['games_wrong']} games with a wrong commit{sure(told, 'games_with_a_wrong_commit')}; the table came "
            f"right without a judge {told['recoveries']} times. People went back {told['backs']} times, and were "
            f"refused {told['backs_refused']} times; they had misled the companion themselves {told['misled']} times.",
            f"From decision to commit: {told['delay_p50_s']} s (99 %: {told['delay_p99_s']} s, worst: "
            f"{told['delay_worst_s']} s); {told['early_commits']} commits came before the decision"
            f"{sure(told, 'early_commits')}.",
            f"{told['asked']} questions with those withdrawn within 2 s. {told['refused']} of {told['answers']} true "
            f"answers were refused{sure(told, 'refused')}. {told['reminders']} rulings were about forgotten touches; "
            f"{told['mended']} such touches were made up for.",
            f"{told['mistakes_made']} mistakes, {told['mistakes_visible']} of them visible; of these, "
            f"{told['mistakes_noticed']} were noticed{sure(told, 'mistakes_noticed')}, and "
            f"{told['mistakes_named_right']} named correctly{sure(told, 'mistakes_named_right')}. "
            f"{told['wrong_after_mistake']} wrong commits came after a mistake.",
            f"A change was explained in {told['explain_p50_ms']} ms (99 %: {told['explain_p99_ms']} ms, worst: "
            f"{told['explain_worst_ms']} ms), ticks included.",
            *([f"Habits that showed: {habits}."] if habits else []),
            f"Rehearsed in {told['seconds']} s. Faults: {faults}.",
        ]
    )


def sure(told: dict[str, Any], rate: str) -> str:
    """The 95 % interval of a rate, in percent."""
    low, high = told["intervals"][rate]
    return f" ({100 * low:.3g} to {100 * high:.3g} %)" if (low, high) != (0.0, 1.0) else ""
