"""`companion demo --words`: a whole rehearsed match in the terminal, told in words."""

from __future__ import annotations

import random
import time
from collections import defaultdict

import click

from companion.cli.paper import say
from companion.cli.typed import typed
from companion.players import TableStep, find_player, play_out, random_setup
from companion.rules import JUDGE, Counted, Draw, Event, Match, Moved, new_match

SEATS = ("North", "South")

WAYS = {
    ("hand", "discard"),
    ("hand", "pile"),
    ("hand", "bag"),
    ("pile", "played"),
    ("pile", "discard"),
    ("played", "ongoing"),
    ("ongoing", "discard"),
    ("discard", "discard"),
    ("discard", "hand"),
    ("discard", "top"),
    ("", "pile"),
    ("", "top"),
}
"""Moves of a chip, as (source, target), that no other sentence tells. Bank and box are ""."""


def tell(seed: int, pace: float, bank: str, players: str) -> None:
    """Let two rehearsal players play a duel by all the rules, and tell it.

    The story includes what the rules did by themselves, and the rule behind each question.
    """
    names = players.split(",")
    names *= len(SEATS) if len(names) == 1 else 1
    if len(names) != len(SEATS):
        raise click.BadParameter("name one player for each seat, such as script,random", param_hint="--players")
    chance = random.Random(seed)
    match = new_match(random_setup(chance, seats=SEATS, bank=bank))
    chairs = {seat: find_player(name) for seat, name in zip(SEATS, names, strict=True)}
    teller = MatchTeller(match, pace)
    teller.opening()
    played = play_out(match, chairs, chance, on_step=teller.step)
    teller.ending(played.steps, played.decisions)


class MatchTeller:
    """Prints a match as it is played."""

    def __init__(self, match: Match, pace: float) -> None:
        self.match = match
        self.pace = pace
        self.words = match.game.words
        self.rules = match.game.rulebook(match.table)
        self.chips = match.game.encyclopedia()
        self.drawn: dict[str, list[str]] = defaultdict(list)  # over several steps, if the bag is refilled meanwhile
        self.cleaning_up = False
        self.cited: set[str] = set()
        """The rules that were told already."""

    def opening(self) -> None:
        """Print who plays, and with which bank."""
        click.secho(f"{self.match.game.title}, rules {self.rules.edition}: a rehearsed match", bold=True)
        for line in self.words.picture(self.match.view(JUDGE)):
            say(line, indent=2)

    def step(self, match: Match, step: TableStep) -> None:
        """Print one answer and what came of it."""
        if not isinstance(step.asked, Draw):
            assert isinstance(step.said, str)
            number = len(step.asked.options[step.seat])
            choice = f"one of {number} answers" if number > 1 else "the only answer"
            said = click.style(f"  {step.seat}: {self.words.token(step.said)}", fg="cyan")
            click.echo(said + click.style(f"   [{choice}]", dim=True))
            if step.asked.rule not in self.cited:
                self.cited.add(step.asked.rule)
                say(f"Rule, {self.rule_name(step.asked.rule)}: {self.rules[step.asked.rule].gist}", indent=6, dim=True)
        for event in step.events:
            self.tell(event)
        if any(type(event).__name__ == "TurnBegan" for event in step.events):
            for line in self.words.picture(match.view(JUDGE))[1:-1]:
                say(line, indent=2, dim=True)
        if self.pace:
            time.sleep(self.pace)

    def rule_name(self, key: str) -> str:
        """A rule in a word or two: the name of its chip, or its key."""
        kind = key.removeprefix("chip:").replace("-", "_")
        return self.chips[kind].name if kind in self.chips else key.replace("-", " ")

    def tell(self, event: Event) -> None:
        """Print the sentence for one event."""
        name = type(event).__name__
        if isinstance(event, Moved):
            self.tell_way(event)
        elif isinstance(event, Counted):
            if event.value or event.name.endswith(".money"):
                say(self.words.event(event), indent=6)
        elif name == "TurnBegan":
            self.cleaning_up = False
            click.secho(f"\n{self.words.event(event)}", bold=True)
        elif name == "PhaseBegan":
            self.cleaning_up = event[1] == "cleanup"
        elif name == "Drew":
            chips = sorted(self.chips[kind].name for kind in self.drawn.pop(str(event[0])))
            say(f"{self.words.event(event)[:-1]}: {', '.join(chips)}.", indent=6)
        elif told := self.words.event(event):
            say(told, indent=6)

    def tell_way(self, event: Moved) -> None:
        """Print the sentence for a chip that moved, unless another event tells it."""
        places = self.match.game.places
        seat, source, place = places.owner(event.source), places.label(event.source), places.label(event.target)
        if place == "hand" and source in ("bag", "top"):
            self.drawn[seat].append(event.piece)
            return
        if (source, place) == ("hand", "bag"):  # an exchange: the chip that came out of the bag was not drawn
            found = self.drawn[seat].pop()
            say(f"{self.words.event(Moved(found, 1, event.target, event.source))}.", indent=6)
        if event.source in ("bank", "box") and event.piece.startswith("gem_"):
            return  # antes, landing gems and combinations have sentences of their own
        cleanup = self.cleaning_up and place == "discard" and source in ("hand", "played")
        if (source, place) in WAYS and not cleanup:
            say(f"{self.words.event(event)}.", indent=6)

    def ending(self, steps: int, decisions: int) -> None:
        """Print who won, and which commands to try next."""
        click.echo()
        winner = self.match.view(JUDGE).facts["winner"]
        click.secho(f"{winner} wins after {steps} steps, {decisions} of them decisions.", bold=True)
        click.echo(f"To watch it step by step: {typed()} demo --words --pace 1")
        click.echo("To look closer: companion chips, companion rules --help, companion simulate --games 100")
