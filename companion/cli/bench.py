"""`companion bench`: how fast this machine runs the rules and the whole program, and what the program costs it."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, NamedTuple

import click

from companion.cli.example_tables import TABLES, table_from

if TYPE_CHECKING:
    from companion.bench import RulesFigures


class Bar(NamedTuple):
    """The two bars for a figure: the first one, and the goal of the project."""

    what: str
    figure: str
    first: float
    goal: float
    smaller: bool = False

    def verdict(self, value: float) -> str:
        """Which of the two bars the figure has reached."""
        for name, bar in (("goal reached", self.goal), ("first bar passed", self.first)):
            if value <= bar if self.smaller else value >= bar:
                return name
        return "below the first bar"


BARS = (
    Bar("decisions/s, beside python-chess moves/s", "ratio_to_chess", 1.0, 3.0),
    Bar("random duels in a second", "games_per_second", 300, 1000),
    Bar("time of a copy, beside a Board.copy", "copy_ratio", 0.25, 0.1, smaller=True),
)
LATENCY = Bar("input to display and phones, ms (99 of 100)", "p99_ms", 50, 10, smaller=True)
FOOTPRINT = (
    Bar("resident memory, MB", "rss_mb", 150, 80, smaller=True),
    Bar("idle, percent of a core", "idle_cpu_percent", 5, 2, smaller=True),
    Bar("start, seconds", "start_seconds", 3, 3, smaller=True),
)


@click.group()
def command() -> None:
    """Measure speed and memory on this machine.

    The figures print beside the goals of the project. `make bench` runs all three.
    """


@command.command()
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=30.0,
    show_default=True,
    help="About how long to measure.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="The seed of the games.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
def rules(seconds: float, seed: int, as_json: bool) -> None:
    """Measure the rules engine beside python-chess, on one core.

    The two take turns in short slices, so that a busy machine slows both alike.
    """
    from companion import bench

    silent = as_json or not sys.stderr.isatty()
    progress = nullcontext() if silent else click.progressbar(length=bench.ROUNDS, file=sys.stderr)
    try:
        with progress as bar:
            figures = bench.measure(seconds, seed, on_round=lambda: bar.update(1) if bar else None)
    except ModuleNotFoundError as missing:
        if missing.name != "chess":
            raise
        raise click.ClickException(
            "python-chess is the yardstick of this benchmark, and it is not installed. Run: make setup"
        ) from None
    click.echo(json.dumps(figures.to_json(), indent=2) if as_json else readable(figures))


@command.command()
@click.option("--phones", default=50, show_default=True, type=click.IntRange(1, 75), help="How many phones watch.")
@click.option("--samples", default=300, show_default=True, type=click.IntRange(1), help="How many inputs to time.")
@click.option("--seed", default=1, show_default=True, help="The seed of the game.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
def latency(phones: int, samples: int, seed: int, as_json: bool) -> None:
    """Measure the time from a movement to the display and all phones.

    The whole program runs, over real sockets.
    """
    with needs_display():
        from companion.cli import latency as bench
    try:
        found = bench.measure(table_from(TABLES / "cells-2.toml"), phones, samples, seed)
    except OSError as problem:
        raise click.ClickException(str(problem)) from None
    if as_json:
        click.echo(json.dumps(found.to_json(), indent=2))
        return
    rows = {
        "movement explained": f"{found.explain_ms:8.2f} ms",
        "input on disk": f"{found.commit_ms:8.2f} ms",
        "from there to the display": f"{found.render_ms:8.2f} ms",
        f"from there to the last of {found.phones} phones": f"{found.push_ms:8.2f} ms",
        "all of it": f"{found.p50_ms:8.2f} ms",
        "all of it, 99 of 100": f"{found.p99_ms:8.2f} ms   {LATENCY.verdict(found.p99_ms)}",
    }
    for what, figure in rows.items():
        click.echo(f"{what:42}{figure}")
    click.echo(f"\nMedians of {found.samples} inputs, seed {seed}; {found.missed} phones missed something.")


@command.command()
@click.option(
    "--seconds", default=10.0, show_default=True, type=click.FloatRange(0.1), help="How many seconds to idle."
)
@click.option(
    "--kit",
    default="cells",
    show_default=True,
    type=click.Choice(["cells", "taps", "trays", "none"]),
    help="The readers of the table.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
def footprint(seconds: float, kit: str, as_json: bool) -> None:
    """Measure memory, idle CPU and start-up time."""
    with needs_display():
        import pygame  # noqa: F401  # fails here, where it can be reported, and not in the measured process
    from companion.cli import footprint as bench

    try:
        found = bench.measure(table_from(TABLES / f"{kit}-2.toml") if kit != "none" else None, seconds)
    except OSError as problem:
        raise click.ClickException(str(problem)) from None
    if as_json:
        click.echo(json.dumps(found.to_json(), indent=2))
        return
    for bar in FOOTPRINT:
        value = float(getattr(found, bar.figure))
        click.echo(f"{bar.what:42}{value:9.2f}  {bar.first:>9g}  {bar.goal:>6g}  {bar.verdict(value)}")
    click.echo(f"\nA game is under way, and {found.readers} readers are asked.")


@contextmanager
def needs_display() -> Iterator[None]:
    """Report a missing display package as an error that says what to do."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        yield
    except ModuleNotFoundError as missing:
        if missing.name != "pygame":
            raise
        raise click.ClickException(
            "This benchmark runs the display too, and pygame-ce is not installed. Run: make setup"
        ) from None


def readable(figures: RulesFigures) -> str:
    """The figures of the rules as a table for people."""
    from companion.bench import CHESS_PLIES

    f = figures
    lines = [f"{'':42}{'this run':>9}  {'first bar':>9}  {'goal':>6}"]
    for bar in BARS:
        value = float(getattr(f, bar.figure))
        shown = f"{value:.0f}" if value >= 100 else f"{value:.3f}" if bar.smaller else f"{value:.2f}"
        lines.append(f"{bar.what:42}{shown:>9}  {bar.first:>9g}  {bar.goal:>6g}  {bar.verdict(value)}")
    lines += [
        "",
        f"random duels  {f.decisions_per_second:,.0f} decisions/s, {f.games_per_second:,.0f} games/s, "
        f"{f.decisions_per_game:.0f} decisions a game",
        f"random chess  {f.chess_moves_per_second:,.0f} moves/s, {f.chess_games_per_second:,.0f} games/s",
        "",
        f"copying a duel at random pending points: {f.copies_per_second:,.0f} copies/s",
        f"  {f.share_in_effects:.0%} of them inside effects, {f.share_in_reactions:.0%} at reactions, "
        f"{f.share_at_draws:.0%} at draws",
        f"  a copy: {f.copy_us:.2f} µs, inside all those {f.copy_inside_us:.2f} µs",
        f"  a Board.copy with {CHESS_PLIES} moves on its stack: {f.chess_copy_us:.2f} µs",
        f"  a copy and its first answer, which wakes it: {f.copy_and_answer_us:.2f} µs; "
        f"Board.copy and push {f.chess_copy_and_push_us:.2f} µs ({f.copy_and_answer_ratio:.2f} of it)",
        "",
        f"Medians over {f.rounds} slices of each, in turns for {f.seconds:.0f} seconds; "
        f"Python {f.python}, seed {f.seed}.",
    ]
    return "\n".join(lines)
