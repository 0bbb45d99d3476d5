"""`companion play`: a duel against a computer player, in the terminal."""

from __future__ import annotations

import shlex
import time
from pathlib import Path
from random import Random
from typing import Any

import click

from companion.cli import chair
from companion.cli.duel import Duel
from companion.cli.paper import say
from companion.cli.rules import a_number, read_position
from companion.cli.simulate import stacks_of
from companion.players import find_player
from companion.rules import JUDGE, UNSEEN, Match, SeatSetup, Setup, new_match
from companion.rules.puzzle_strike.setup import CHARACTERS


@click.command("play")
@click.option(
    "--seed",
    type=int,
    help="The seed of all random draws. The same seed and answers give the same game.  [default: random]",
)
@click.option(
    "--me", default="", metavar="CHARACTER", help="Your character, such as jaina; with --position, your seat."
)
@click.option("--against", default="", metavar="CHARACTER", help="Your opponent's character.")
@click.option(
    "--bank",
    default="",
    metavar="BANK",
    help="A recommended bank, ten chips separated by commas, or random.  [default: first_game]",
)
@click.option("--opponent", default="steady", show_default=True, help="The computer player: steady, random or script.")
@click.option("--first", type=click.Choice(["me", "other", "random"]), help="Who begins.  [default: random]")
@click.option(
    "--position",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Start from a position (docs/scenarios.md), such as one that you saved.",
)
@a_number
@click.option(
    "--ask",
    type=click.Choice(["choices", "everything"]),
    help="Whether to ask even where only one answer is possible.  [default: choices, or as the position says]",
)
def command(
    seed: int | None, opponent: str, position: Path | None, number: int | None, ask: str | None, **wishes: str | None
) -> None:
    """Play a duel against the computer in the terminal.

    Answer with a number or with a token such as play:crash_gem. Type `help` during the game for everything else: why
    something is not allowed and by which rule, what a chip does, undo, hint.

    \b
    Examples:
      companion play
      companion play --me jaina --against rook --seed 7
    """
    seed = time.time_ns() % 1_000_000 if seed is None else seed
    player = find_player(opponent)
    chance = Random(seed)
    if position is None:
        if number is not None:
            raise click.UsageError("--number needs a position: --position FILE.")
        match, seat = new_duel(chance, opponent, ask or "choices", wishes), chair.YOU
    else:
        match, seat = from_position(position, number or 1, wishes)
    if ask == "everything" and not chair.patient(match):
        raise click.UsageError(f'{position} says "ask: choices". To be asked everything, remove it from the file.')
    duel = Duel(match, seat, player, chance, chair.patient(match) and ask != "choices")
    again = replay(click.get_current_context(), seed)
    duel.opening(seed)
    try:
        duel.play()
        duel.ending()
    except (EOFError, KeyboardInterrupt):
        click.echo("\nThe game ends here." if duel.match.pending else "")
    say(f"To play the same game again: {again}", hang=2)


def new_duel(chance: Random, opponent: str, ask: str, wishes: dict[str, Any]) -> Match:
    """A new match of You against a computer player; characters that nobody wishes for are drawn."""
    me, other = ((wishes[name] or "").lower() for name in ("me", "against"))
    left = [name for name in CHARACTERS if name not in (me, other)]
    one, two = chance.sample(left, 2)
    name = opponent.partition(":")[0].capitalize()
    first = {"me": chair.YOU, "other": name}.get(wishes["first"] or "", "random")
    seats = (SeatSetup(chair.YOU, me or one), SeatSetup(name, other or two))
    options = {"ask": ask} if ask == "everything" else {}
    bank = stacks_of(wishes["bank"] or "first_game")
    return new_match(Setup(game="puzzle-strike", seats=seats, bank=bank, first=first, options=options))


def from_position(file: Path, number: int, wishes: dict[str, Any]) -> tuple[Match, str]:
    """The match in a file, and the person's seat in it: the one that is named, or You, or whose turn it is."""
    if wishes["against"] or wishes["bank"] or wishes["first"]:
        raise click.UsageError(
            "a position has its own characters, bank and turn, so --against, --bank and --first cannot be used."
        )
    match = read_position(file, number, played=True)
    if match.game.key != "puzzle-strike":
        raise click.ClickException(
            f"{file} is a position of {match.game.title}, but only Puzzle Strike can be played here."
        )
    if match.over:
        raise click.ClickException(f"The match in {file} is over already.")
    view = match.view(JUDGE)
    if any(UNSEEN in zone for zone in view.zones.values() if isinstance(zone, tuple)):
        raise click.ClickException(
            f'{file} has chips that nobody has seen ("?"). To continue, replace each "?" by a chip.'
        )
    seats = [seat.name for seat in match.setup.seats]
    seat = wishes["me"] or (chair.YOU if chair.YOU in seats else str(view.facts["turn"]) or seats[0])
    if seat not in seats:
        raise click.UsageError(f"nobody named {seat} sits there. With --me, name one of: {', '.join(seats)}.")
    if chair.YOU in seats and seat != chair.YOU:  # every sentence about that seat would speak to the person
        raise click.UsageError(
            f"{chair.YOU} is the name of the person at the screen. To play from {seat}, give the seat named "
            f"{chair.YOU} another name in {file}."
        )
    return match, seat


def replay(context: click.Context, seed: int) -> str:
    """The command line that starts the same game again: with its seed and the same wishes."""
    words = ["companion", "play", "--seed", str(seed)]
    for parameter in context.command.params:
        source = context.get_parameter_source(parameter.name or "")
        if source is click.core.ParameterSource.COMMANDLINE and parameter.name != "seed":
            words += [parameter.opts[0], str(context.params[parameter.name or ""])]
    return shlex.join(words)
