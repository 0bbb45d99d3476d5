"""`companion play`: a duel against a player of the program, in the terminal."""

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


@click.command("play", short_help="A duel against a player of the program, with the rule behind each refusal.")
@click.option(
    "--seed", type=int, help="The same seed and the same answers give the same game; else the clock says one."
)
@click.option("--me", default="", metavar="CHARACTER", help="Who you are, such as jaina; with --position, your seat.")
@click.option("--against", default="", metavar="CHARACTER", help="Whom you play against.")
@click.option(
    "--bank",
    default="",
    metavar="BANK",
    help="A recommended bank, ten chips with commas between, or random.  [default: first_game]",
)
@click.option("--opponent", default="steady", show_default=True, help="Which player of the program.")
@click.option("--first", type=click.Choice(["me", "other", "random"]), help="Who begins.  [default: random]")
@click.option(
    "--position",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Play on from a position (docs/scenarios.md), such as one that was saved here.",
)
@a_number
@click.option(
    "--ask",
    type=click.Choice(["choices", "everything"]),
    help="Ask what is forced, too.  [default: choices; a position says it itself, with the key ask]",
)
def command(
    seed: int | None, opponent: str, position: Path | None, number: int | None, ask: str | None, **wishes: str | None
) -> None:
    """Play Puzzle Strike against a player of the program.

    A number or a token answers; `help` lists what else can be said: why something is not possible and by which rule,
    what a chip does, undo, hint.
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
        raise click.UsageError(f'{position} says "ask: choices"; take that out of it, to be asked everything.')
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
    """A new match: You against the player, by its name; characters that nobody wishes are drawn."""
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
    """The match that stands in a file, and the person's seat in it: the one named, You, or whose turn it is."""
    if wishes["against"] or wishes["bank"] or wishes["first"]:
        raise click.UsageError("a position has its own characters, bank and turn: no --against, --bank or --first.")
    match = read_position(file, number, played=True)
    if match.game.key != "puzzle-strike":
        raise click.ClickException(f"{file} is a position of {match.game.title}; here one plays Puzzle Strike.")
    if match.over:
        raise click.ClickException(f"The match in {file} is over already.")
    view = match.view(JUDGE)
    if any(UNSEEN in zone for zone in view.zones.values() if isinstance(zone, tuple)):
        raise click.ClickException(f'{file} has chips that nobody has seen ("?"). Say which they are, to play on.')
    seats = [seat.name for seat in match.setup.seats]
    seat = wishes["me"] or (chair.YOU if chair.YOU in seats else str(view.facts["turn"]) or seats[0])
    if seat not in seats:
        raise click.UsageError(f"nobody named {seat} is seated there; --me takes one of: {', '.join(seats)}.")
    if chair.YOU in seats and seat != chair.YOU:  # every sentence about that seat would be said to the person
        raise click.UsageError(
            f"here {chair.YOU} is who sits before the screen. To play from the seat of {seat}, give the seat named "
            f"{chair.YOU} another name in {file}."
        )
    return match, seat


def replay(context: click.Context, seed: int) -> str:
    """What to type for the same game: the seed, and what was asked for."""
    words = ["companion", "play", "--seed", str(seed)]
    for parameter in context.command.params:
        source = context.get_parameter_source(parameter.name or "")
        if source is click.core.ParameterSource.COMMANDLINE and parameter.name != "seed":
            words += [parameter.opts[0], str(context.params[parameter.name or ""])]
    return shlex.join(words)
