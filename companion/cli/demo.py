"""`companion demo`: a whole rehearsed match in the terminal, every consequence told in words."""

from __future__ import annotations

import math
import random
import time

import click

from companion.cli.paper import say
from companion.players import Step, find_player, play_out, random_setup
from companion.rules import JUDGE, Counted, Draw, Match, Moved, new_match

SEATS = ("North", "South")


@click.command("demo")
@click.option("--seed", default=73, show_default=True, help="Another number, another match.")
@click.option(
    "--pace",
    default=0.0,
    type=click.FloatRange(0, 60),
    metavar="SECONDS",
    help="How long to wait after each step.",
)
@click.option("--bank", default="first_game", show_default=True, help="A recommended bank, or random.")
@click.option("--players", default="script,script", show_default=True, help="Who sits North and South.")
def command(seed: int, pace: float, bank: str, players: str) -> None:
    """Play a whole match and tell what happens.

    Two rehearsal players play a duel by all the rules. What the rules did by themselves, and which rule a question
    comes from, is told with it.
    """
    if not math.isfinite(pace):
        raise click.BadParameter("wait a number of seconds, such as 0.5", param_hint="--pace")
    names = players.split(",")
    if len(names) != len(SEATS):
        raise click.BadParameter("name one player for each seat, such as script,random", param_hint="--players")
    chance = random.Random(seed)
    match = new_match(random_setup(chance, seats=SEATS, bank=bank))
    chairs = {seat: find_player(name) for seat, name in zip(SEATS, names, strict=True)}
    teller = Teller(match, pace)
    teller.opening()
    played = play_out(match, chairs, chance, on_step=teller.step)
    teller.ending(played.steps, played.decisions)


class Teller:
    """Prints a match as it is played."""

    def __init__(self, match: Match, pace: float) -> None:
        self.match = match
        self.pace = pace
        self.rules = match.game.rulebook(match.table)
        self.drawn: list[str] = []  # a draw with a refill in its middle takes several steps

    def opening(self) -> None:
        """Who plays, and with which bank."""
        click.secho(f"{self.match.game.title}, rules {self.rules.edition}: a rehearsed match", bold=True)
        for line in self.match.game.words.picture(self.match.view(JUDGE)):
            say(line, indent=2)

    def step(self, match: Match, step: Step) -> None:
        """One answer and what came of it."""
        words = match.game.words
        if not isinstance(step.asked, Draw):
            assert isinstance(step.said, str)
            others = len(step.asked.options[step.seat]) - 1
            choice = f"one of {others + 1} answers" if others else "the only answer"
            said = click.style(f"  {step.seat}: {words.token(step.said)}", fg="cyan")
            click.echo(said + click.style(f"   [{self.rules[step.asked.rule].section}; {choice}]", dim=True))
        new_turn = False
        for event in step.events:
            name = type(event).__name__
            if isinstance(event, Moved):
                if event.source in (f"{step.seat}.bag", f"{step.seat}.top"):
                    self.drawn.append(words.token(f"take:{event.piece}").removeprefix("take "))
            elif name == "TurnBegan":
                new_turn = True
                click.secho(f"\n{words.event(event)}", bold=True)
            elif name == "Drew":
                say(f"{words.event(event)[:-1]}: {', '.join(sorted(self.drawn))}.", indent=6)
                self.drawn.clear()
            elif told := "" if isinstance(event, Counted) and not event.value else words.event(event):
                say(told, indent=6)
        if new_turn:
            for line in words.picture(match.view(JUDGE))[1:-1]:
                say(line, indent=2, dim=True)
        if self.pace:
            time.sleep(self.pace)

    def ending(self, steps: int, decisions: int) -> None:
        """Who won."""
        click.echo()
        winner = self.match.view(JUDGE).facts["winner"]
        click.secho(f"{winner} wins after {steps} steps, {decisions} of them decisions.", bold=True)
        click.echo("Look closer: companion chips, companion rules --help, companion simulate --games 100")
