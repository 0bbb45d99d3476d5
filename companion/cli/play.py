"""`companion play`: a duel against a computer player, in the terminal."""

from __future__ import annotations

import shlex
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Final

import click

from companion.cli import chair
from companion.cli.choices import read_choices, set_option, show_choices
from companion.cli.duel import Duel
from companion.cli.paper import say
from companion.cli.rules import a_number, read_position
from companion.cli.simulate import stacks_of
from companion.players import find_player
from companion.rules import JUDGE, UNSEEN, Match, SeatSetup, find_game, new_match
from companion.rules.kernel.sentences import in_english
from companion.rules.puzzle_strike.setup import CHARACTERS

GAME: Final = "puzzle-strike"


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
@set_option
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
    seed: int | None,
    opponent: str,
    position: Path | None,
    number: int | None,
    ask: str | None,
    wanted: tuple[str, ...],
    listed: bool,
    **wishes: str | None,
) -> None:
    """Play a duel against the computer in the terminal.

    Answer with a number or with a token such as play:crash_gem. Type `help` during the game for everything else: why
    something is not allowed and by which rule, what a chip does, undo, hint.

    \b
    Examples:
      companion play
      companion play --me jaina --against rook --seed 7
      companion play --set bank=lots_of_attacks
    """
    if listed:
        show_choices(GAME)
        return
    seed = time.time_ns() % 1_000_000 if seed is None else seed
    player = find_player(opponent)
    chance = Random(seed)
    if position is None:
        if number is not None:
            raise click.UsageError("--number needs a position: --position FILE.")
        match, seat = new_duel(chance, opponent, ask or "choices", wanted, wishes), chair.YOU
    else:
        if wanted:
            raise click.UsageError("a position has its own choices, so --set cannot be used: write them into the file.")
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


def new_duel(chance: Random, opponent: str, ask: str, wanted: Sequence[str], wishes: dict[str, Any]) -> Match:
    """A new match of You against a computer player; characters that nobody wishes for are drawn."""
    names = (chair.YOU, opponent.partition(":")[0].capitalize())
    offers = find_game(GAME).offers(in_english)
    chosen = read_choices(offers, wanted, names)
    for option, name in zip(("me", "against"), names, strict=True):
        check_once(option, wishes, f"character@{name}", "character" in chosen.own.get(name, {}))
    check_once("bank", wishes, "bank", "bank" in chosen.shared)
    setup = chosen.setup(GAME, offers, names)
    wished = [(wishes[option] or "").lower() for option in ("me", "against")]
    own = [wish or seat.character or "" for wish, seat in zip(wished, setup.seats, strict=True)]
    left = [name for name in CHARACTERS if name not in own]
    drawn = chance.sample(left, len(names))  # as many for any wishes, so that a seed deals the same hands
    seats = tuple(map(SeatSetup, names, (mine or other for mine, other in zip(own, drawn, strict=True))))
    first = {"me": names[0], "other": names[1]}.get(wishes["first"] or "", "random")
    bank = stacks_of(wishes["bank"]) if wishes["bank"] else setup.bank
    options = {"ask": ask} if ask == "everything" else {}
    return new_match(replace(setup, seats=seats, first=first, bank=bank, options={**setup.options, **options}))


def check_once(option: str, wishes: dict[str, Any], key: str, chosen: bool) -> None:
    """Check that an option and `--set` do not choose the same thing."""
    if wishes[option] and chosen:
        raise click.UsageError(f"--{option} and --set {key} choose the same: leave one of them out.")


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
            given = context.params[parameter.name or ""]
            for value in given if isinstance(given, tuple) else (given,):
                words += [parameter.opts[0], str(value)]
    return shlex.join(words)
