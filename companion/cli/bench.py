"""`companion bench`: how fast this machine runs the rules."""

from __future__ import annotations

import json
import sys
from contextlib import nullcontext
from typing import TYPE_CHECKING, NamedTuple

import click

if TYPE_CHECKING:
    from companion.bench import Figures


class Bar(NamedTuple):
    """What a figure has to reach first, and where it should go."""

    what: str
    figure: str
    first: float
    goal: float
    smaller: bool = False

    def verdict(self, value: float) -> str:
        """How far the figure has come."""
        for name, bar in (("goal reached", self.goal), ("first bar passed", self.first)):
            if value <= bar if self.smaller else value >= bar:
                return name
        return "below the first bar"


BARS = (
    Bar("decisions/s, beside python-chess moves/s", "ratio_to_chess", 1.0, 3.0),
    Bar("random duels in a second", "games_per_second", 300, 1000),
    Bar("time of a copy, beside a Board.copy", "copy_ratio", 0.25, 0.1, smaller=True),
)


@click.group()
def command() -> None:
    """Measure how fast this machine runs the companion."""


@command.command()
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=30.0,
    show_default=True,
    help="About how long.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="For the games that are played.")
@click.option("--json", "as_json", is_flag=True, help="Print all figures as JSON.")
def rules(seconds: float, seed: int, as_json: bool) -> None:
    """The rules engine beside python-chess, on one core, slice by slice in turns."""
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


def readable(figures: Figures) -> str:
    """The figures for people."""
    rows = [f"{'':42}{'this run':>9}  {'first bar':>9}  {'goal':>6}"]
    for bar in BARS:
        value = float(getattr(figures, bar.figure))
        digits = 0 if value >= 100 else 3 if bar.smaller else 2
        rows.append(
            f"{bar.what:42}{value:>9.{digits}f}  {bar.first:>9g}  {bar.goal:>6g}  {bar.verdict(value)}"
        )
    where = (
        f"{figures.share_in_effects:.0%} inside effects, {figures.share_in_reactions:.0%} at reactions, "
        f"{figures.share_at_draws:.0%} at draws"
    )
    return "\n".join(
        [
            *rows,
            "",
            f"random duels       {figures.decisions_per_second:>8,.0f} decisions/s, {figures.games_per_second:,.0f} "
            f"games/s, {figures.decisions_per_game:.0f} decisions a game",
            f"random chess       {figures.chess_moves_per_second:>8,.0f} moves/s, "
            f"{figures.chess_games_per_second:,.0f} games/s",
            f"copies             {figures.copies_per_second:>8,.0f} a second, at random pending points: {where}",
            f"one copy           {figures.copy_us:>8.2f} µs; at all those {figures.copy_inside_us:.2f} µs; "
            f"Board.copy {figures.chess_copy_us:.2f} µs",
            f"copy, then answer  {figures.copy_and_answer_us:>8.2f} µs, as a copy wakes when it is answered; "
            f"Board.copy and push {figures.chess_copy_and_push_us:.2f} µs: {figures.copy_and_answer_ratio:.2f} of it",
            "",
            f"Medians over {figures.rounds} slices of each, in turns for {figures.seconds:.0f} seconds; "
            f"Python {figures.python}, seed {figures.seed}.",
        ]
    )
