"""`companion play`: a game against computer players, in the terminal."""

from __future__ import annotations

import shlex
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Any, Final

import click

from companion.cli import chair
from companion.cli.cards import BOOK_OPTION, with_own_book
from companion.cli.choices import read_choices, set_option, show_choices
from companion.cli.duel import Duel
from companion.cli.paper import say
from companion.cli.puzzle_strike_telling import PuzzleStrikeTelling
from companion.cli.rules import a_number, read_position
from companion.cli.simulate import stacks_of
from companion.cli.telling import GameTelling
from companion.players import find_player
from companion.players.table import characters
from companion.rules import JUDGE, UNSEEN, Match, SeatSetup, Setup, SetupError, find_game, new_match
from companion.rules.kernel.offers import Offers
from companion.rules.kernel.sentences import in_english

USUAL_GAME: Final = "puzzle-strike"
TOLD_BETTER: Final[Mapping[str, GameTelling]] = {"puzzle-strike": PuzzleStrikeTelling()}
"""The games that the terminal tells in words of its own."""


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
@BOOK_OPTION
@click.option("--game", "key", default=USUAL_GAME, show_default=True, help="The game to play.")
@click.option("--seats", type=click.IntRange(min=2), help="How many play.  [default: the fewest that can]")
@click.option(
    "--opponent",
    default="",
    help="The computer player: steady, random or script.  [default: steady in Puzzle Strike, else random]",
)
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
    book: Path | None,
    key: str,
    seats: int | None,
    **wishes: str | None,
) -> None:
    """Play against the computer in the terminal.

    Answer with a number or with a token such as play:crash_gem. Type `help` during the game for everything else: why
    something is not allowed and by which rule, what a chip does, undo, hint.

    \b
    Examples:
      companion play
      companion play --me jaina --against rook --seed 7
      companion play --set bank=lots_of_attacks
    """
    if listed:
        show_choices(key)
        return
    seed = time.time_ns() % 1_000_000 if seed is None else seed
    chance = Random(seed)
    if position is None:
        if number is not None:
            raise click.UsageError("--number needs a position: --position FILE.")
        opponent = opponent or telling_of(key).opponent
        match, seat = new_game(key, seats, chance, opponent, ask or "choices", wanted, wishes, book), chair.YOU
    else:
        if wanted:
            raise click.UsageError("a position has its own choices, so --set cannot be used: write them into the file.")
        if seats is not None:
            raise click.UsageError("a position has its own seats, so --seats cannot be used.")
        match, seat = from_position(position, number or 1, wishes)
    if ask == "everything" and not chair.patient(match):
        raise click.UsageError(f'{position} says "ask: choices". To be asked everything, remove it from the file.')
    telling = telling_of(match.game.key)
    others = [name.name for name in match.setup.seats if name.name != seat]
    players = {name: find_player(opponent or telling.opponent) for name in others}
    duel = Duel(match, seat, players, chance, chair.patient(match) and ask != "choices", telling)
    again = replay(click.get_current_context(), seed)
    duel.opening(seed)
    try:
        duel.play()
        duel.ending()
    except (EOFError, KeyboardInterrupt):
        click.echo("\nThe game ends here." if duel.match.pending else "")
    say(f"To play the same game again: {again}", hang=2)


def new_game(
    key: str,
    seats: int | None,
    chance: Random,
    opponent: str,
    ask: str,
    wanted: Sequence[str],
    wishes: dict[str, Any],
    book: Path | None = None,
) -> Match:
    """A new match of You against computer players, of the fewest who can play what is chosen."""
    game = find_game(key)
    offers = game.offers(in_english)
    refused: SetupError | None = None
    for count in offers.seats if seats is None else (seats,):
        try:
            setup = with_own_book(wished_setup(key, offers, seat_names(opponent, count), wanted, wishes), book)
            game.rules_for(setup)
        except SetupError as problem:
            refused = refused or problem
            continue
        setup = with_characters(chance, setup)
        return new_match(replace(setup, options={**setup.options, **({"ask": ask} if ask == "everything" else {})}))
    assert refused is not None
    raise refused


def seat_names(opponent: str, count: int) -> tuple[str, ...]:
    """The names at the table: the person's, and those of the computer players.

    >>> seat_names("random", 3), seat_names("script:mine.txt", 2)
    (('You', 'Random', 'Random 2'), ('You', 'Script'))
    """
    name = opponent.partition(":")[0].capitalize()
    return (chair.YOU, *(name if at == 1 else f"{name} {at}" for at in range(1, count)))


def wished_setup(
    key: str, offers: Offers, names: Sequence[str], wanted: Sequence[str], wishes: dict[str, Any]
) -> Setup:
    """The set-up that the command line describes. Raises `SetupError` and `click.UsageError`."""
    chosen = read_choices(offers, wanted, names)
    for option, name in zip(("me", "against"), names, strict=False):
        check_once(option, wishes, f"character@{name}", "character" in chosen.own.get(name, {}))
    check_once("bank", wishes, "bank", "bank" in chosen.shared)
    for key_of, options in (("character", ("me", "against")), ("bank", ("bank",))):
        if any(wishes[option] for option in options):
            offers.find(key_of)
    setup = chosen.setup(key, offers, names)
    wished = [(wishes[option] or "").lower() for option in ("me", "against")]
    own = [wish or seat.character for wish, seat in zip_longest(wished[: len(names)], setup.seats)]
    first = {"me": names[0], "other": names[1]}.get(wishes["first"] or "", "random")
    bank = stacks_of(wishes["bank"]) if wishes["bank"] else setup.bank
    return replace(setup, seats=tuple(map(SeatSetup, names, own)), first=first, bank=bank)


def with_characters(chance: Random, setup: Setup) -> Setup:
    """The set-up with a character for everybody, in a game that has them: those that nobody wishes for are drawn."""
    names = tuple(seat.name for seat in setup.seats)
    known = characters(setup.game, setup.mode, names, setup.edition, tuple(sorted(setup.options.items())))
    if not known:
        return setup
    left = [one for one in known if one not in {seat.character for seat in setup.seats}]
    drawn = chance.sample(left, len(names))  # as many for any wishes, so that a seed deals the same hands
    seats = (replace(seat, character=seat.character or one) for seat, one in zip(setup.seats, drawn, strict=True))
    return replace(setup, seats=tuple(seats))


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
    if match.over:
        raise click.ClickException(f"The match in {file} is over already.")
    view = match.view(JUDGE)
    if any(UNSEEN in zone for zone in view.zones.values() if isinstance(zone, tuple)):
        raise click.ClickException(
            f'{file} has chips that nobody has seen ("?"). To continue, replace each "?" by a chip.'
        )
    seats = [seat.name for seat in match.setup.seats]
    turn = str(view.facts.get("turn", ""))
    begins = turn if turn in seats else next(iter(match.waiting_for), seats[0])
    seat = wishes["me"] or (chair.YOU if chair.YOU in seats else begins)
    if seat not in seats:
        raise click.UsageError(f"nobody named {seat} sits there. With --me, name one of: {', '.join(seats)}.")
    if chair.YOU in seats and seat != chair.YOU:  # every sentence about that seat would speak to the person
        raise click.UsageError(
            f"{chair.YOU} is the name of the person at the screen. To play from {seat}, give the seat named "
            f"{chair.YOU} another name in {file}."
        )
    return match, seat


def telling_of(key: str) -> GameTelling:
    """How a game is told."""
    return TOLD_BETTER.get(key) or GameTelling()


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
