"""`companion simulate`: many whole games between computer players."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from statistics import mean
from time import perf_counter
from typing import Any

import click

from companion.cli.cards import BOOK_OPTION, with_own_book
from companion.cli.choices import read_choices, set_option, show_choices
from companion.players import GameStalled, PlayerError, TableStep, drawn_characters, find_player, play_out
from companion.rehearsal.half_seen import HalfSeen
from companion.rehearsal.pieces_kept import PiecesKept
from companion.rules import TABLE, Match, Setup, SetupError, find_game, new_match
from companion.rules.kernel.sentences import in_english

SEATS = "ABCDEFGH"


@dataclass
class GamesTally:
    """The results of the games."""

    players: tuple[str, ...]
    games: int = 0
    stalled: list[str] = field(default_factory=list)
    decisions: int = 0
    seconds: float = 0.0
    turns: list[int] = field(default_factory=list)
    wins: dict[str, Counter[str]] = field(
        default_factory=lambda: {by: Counter() for by in ("seat", "place", "character", "player")}
    )
    played: dict[str, Counter[str]] = field(
        default_factory=lambda: {by: Counter() for by in ("seat", "place", "character", "player")}
    )
    won_as: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How many games were won, by player and character."""
    played_as: Counter[tuple[str, str]] = field(default_factory=Counter)
    refused: list[str] | None = None
    """True lines that a half-seen twin refused; None if there was no twin."""
    wrong: list[str] = field(default_factory=list)
    """False things that a twin claimed to know."""
    lost: list[str] = field(default_factory=list)
    """Where pieces were lost, or came out of nothing."""

    def add(self, match: Match, decisions: int, first: str) -> None:
        """Add a finished game."""
        facts = match.view(TABLE).facts
        winners = facts.get("winners")
        winners = winners if isinstance(winners, tuple) else (facts["winner"],)
        self.decisions += decisions
        self.turns.append(int(str(facts.get("turns", 0))))
        for seat, player in zip(SEATS, self.players, strict=False):
            groups = {
                "seat": seat,
                "place": "who begins" if seat == first else "others",
                "character": str(facts.get(f"{seat}.character", "")),
                "player": player,
            }
            for by, group in groups.items():
                self.played[by][group] += 1
                self.wins[by][group] += seat in winners
            if groups["character"]:
                self.played_as[player, groups["character"]] += 1
                self.won_as[player, groups["character"]] += seat in winners

    def worst_character(self, player: str) -> str:
        """The character with which this player won the smallest share of games; "" in a game without characters."""
        rates = [(self.won_as[who, what] / of, what) for (who, what), of in self.played_as.items() if who == player]
        return min(rates)[1] if rates else ""

    def to_json(self) -> dict[str, Any]:
        """The tally as JSON."""
        finished = len(self.turns)
        played_by = dict(sorted(self.played["player"].items()))
        return {
            "games": self.games,
            "finished": finished,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 3),
            "decisions_per_second": round(self.decisions / self.seconds, 1) if self.seconds else 0.0,
            "turns": {
                "mean": round(mean(self.turns), 2) if finished else 0,
                "least": min(self.turns, default=0),
                "most": max(self.turns, default=0),
            },
            "wins": {f"by_{by}": dict(sorted(wins.items())) for by, wins in self.wins.items()},
            "played": {f"by_{by}": dict(sorted(played.items())) for by, played in self.played.items()},
            "win_rate": {player: round(self.wins["player"][player] / of, 4) for player, of in played_by.items()},
            "worst_character": {
                player: self.record_as(player, character)
                for player in played_by
                if (character := self.worst_character(player))
            },
            "stalled": self.stalled,
            "lost_pieces": self.lost,
        } | self.of_twins()

    def of_twins(self) -> dict[str, Any]:
        """The mistakes of half-seen twins, as JSON."""
        if self.refused is None:
            return {}
        return {
            "refused_true_lines": len(self.refused),
            "wrong_knowledge": len(self.wrong),
            "examples": (self.refused + self.wrong)[:10],
        }

    @property
    def all_well(self) -> bool:
        """Whether every game was played to its end, and no twin made a mistake."""
        return not (self.stalled or self.refused or self.wrong or self.lost)

    def record_as(self, player: str, character: str) -> dict[str, Any]:
        """The results of a player with a character, as JSON."""
        won, of = self.won_as[player, character], self.played_as[player, character]
        return {"character": character, "won": won, "played": of, "win_rate": round(won / of, 4)}


def simulate(
    games: Iterable[int],
    seed: int,
    players: tuple[str, ...],
    set_up: Callable[[Random, str], Match],
    unseen: float | None = None,
) -> GamesTally:
    """Play these games. Each has a seed of its own, made of the seed and its number, so it can be repeated alone.

    With `unseen`, each game is followed by a twin that misses this share of what is hidden.
    """
    tally = GamesTally(players, refused=None if unseen is None else [])
    for number in games:
        rng = Random(f"{seed}/{number}")
        first = SEATS[number % len(players)]
        begun = perf_counter()
        match = set_up(rng, first)
        chairs = {seat: find_player(player) for seat, player in zip(SEATS, players, strict=False)}
        twin = None if unseen is None else HalfSeen(match, unseen, Random(f"{seed}/{number}/unseen"))
        pieces = PiecesKept(match)

        def follow(match: Match, step: TableStep, pieces: PiecesKept = pieces, twin: HalfSeen | None = twin) -> None:
            pieces.follow(match, step)
            if twin:
                twin.follow(match, step)

        try:
            decisions = play_out(match, chairs, rng, on_step=follow).decisions
        except GameStalled as stalled:
            tally.stalled.append(f"game {number}: {stalled}")
        except Exception as problem:
            problem.add_note(f"This happened in game {number} of seed {seed}.")
            raise
        else:
            tally.add(match, decisions, first)
            tally.lost += [f"game {number}: {what}" for what in pieces.missing(match)]
        if twin and tally.refused is not None:
            tally.refused += [f"game {number}: {what}" for what in twin.refused]
            tally.wrong += [f"game {number}: {what}" for what in twin.wrong]
        tally.seconds += perf_counter() - begun
        tally.games += 1
    return tally


def summary(tally: GamesTally, title: str, seed: int) -> Iterator[str]:
    """The tally for people, line by line."""
    finished = len(tally.turns)
    done = "all finished" if finished == tally.games else f"{finished} finished, {len(tally.stalled)} did not"
    yield f"{tally.games} games of {title} from seed {seed}: {done}"
    yield from tally.stalled
    yield from tally.lost[:10]
    if not finished:
        return
    yield (
        f"  length      {mean(tally.turns):.1f} turns on average ({min(tally.turns)} to {max(tally.turns)}), "
        f"{tally.decisions / finished:.0f} decisions"
    )
    yield (
        f"  speed       {tally.decisions:,} decisions in {tally.seconds:.1f} s: "
        f"{tally.decisions / tally.seconds:,.0f} a second"
    )
    for by, label in (("seat", "seats"), ("place", ""), ("player", "players"), ("character", "characters")):
        played, wins = tally.played[by], tally.wins[by]
        for group in sorted(played, key=lambda group: (-wins[group] / played[group], group)):
            won, of = wins[group], played[group]
            worst = tally.worst_character(group) if by == "player" else ""
            yield f"  {label:12}{group:12} won {won:>5} of {of:>5}  {won / of:>4.0%}{least_with(tally, group, worst)}"
            label = ""


def of_twins(tally: GamesTally, unseen: float) -> Iterator[str]:
    """The results of the half-seen twins, line by line."""
    if tally.refused is not None:
        yield (
            f"  unseen   {unseen:.0%} of hidden chips were not seen: "
            f"{len(tally.refused)} true lines refused, {len(tally.wrong)} wrong beliefs"
        )
        yield from (tally.refused + tally.wrong)[:10]


def least_with(tally: GamesTally, player: str, character: str) -> str:
    """The end of a player's line: with which character it won least; "" without characters."""
    if not character:
        return ""
    won, of = tally.won_as[player, character], tally.played_as[player, character]
    return f", least with {character}: {won} of {of}, {won / of:.0%}"


def stacks_of(bank: str) -> str | tuple[str, ...]:
    """The stacks that `--bank` names; printed names such as First Game are understood, too. Raises `SetupError`."""
    named = tuple("_".join(name.lower().replace("'", "").replace("-", " ").split()) for name in bank.split(","))
    twice = [kind for kind, times in Counter(named).items() if times > 1]
    if twice:
        raise SetupError(f"Name each stack only once. Named more than once: {', '.join(twice)}.")
    return named if len(named) > 1 else named[0]


def setup_of(game: str, seats: str, wanted: Sequence[str], wishes: Mapping[str, str]) -> Setup:
    """The set-up that the command line describes; a bank that nobody chooses is drawn. Raises `SetupError`."""
    offers = find_game(game).offers(in_english)
    chosen = read_choices(offers, wanted, seats)
    for key, option in wishes.items():
        if option and key in chosen.shared:
            raise click.UsageError(f"--{key} and --set {key} both choose the {key}: leave one of them out.")
    setup = chosen.setup(game, offers, seats)
    bank = setup.bank if "bank" in chosen.shared else stacks_of(wishes["bank"] or "random")
    sets = tuple(key.strip() for key in wishes["sets"].split(",") if key.strip())
    return replace(setup, bank=bank, mode=wishes["mode"] or setup.mode, sets=sets or setup.sets)


def seated(players: tuple[str, ...], seats: int | None) -> tuple[str, ...]:
    """A player for each seat: the last that is named takes those that are left. Raises `UsageError`.

    >>> seated(("steady", "random"), 4), seated(("random",), None)
    (('steady', 'random', 'random', 'random'), ('random', 'random'))
    """
    wanted = seats or max(len(players), 2)
    if wanted < len(players):
        raise click.UsageError(f"--players names {len(players)} players for {wanted} seats: leave some of them out.")
    return players + players[-1:] * (wanted - len(players))


@click.command()
@click.option("--game", default="puzzle-strike", show_default=True, help="The game to play.")
@click.option("--mode", default="", help="The mode to play.  [default: the usual one, such as duel]")
@click.option(
    "--seats",
    type=click.IntRange(min=1, max=len(SEATS)),
    help="How many play.  [default: as many as --players names, or 2]",
)
@click.option(
    "--characters", default="", help="How characters are chosen, such as clockwork.  [default: each another one]"
)
@click.option("--house", multiple=True, metavar="RULE", help="A rule of the house to play by. Again for the next.")
@click.option("--games", type=click.IntRange(min=1), default=100, show_default=True, help="How many games to play.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same games.")
@click.option(
    "--players",
    default="random",
    show_default=True,
    help="A computer player for each seat: random, steady, script or script:FILE, such as steady,random. The last one "
    "takes all seats that are left.",
)
@click.option(
    "--bank",
    default="",
    help="random, a recommended bank, or ten chips separated by commas.  [default: random]",
)
@click.option("--sets", default="", help="Sets of chips, such as base,shadows,promos.  [default: the usual ones]")
@set_option
@BOOK_OPTION
@click.option(
    "--unseen",
    type=click.FloatRange(0, 1),
    help="Also let a referee follow who misses this share of all hidden chips (0 to 1), and count the mistakes.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
def command(
    game: str,
    games: int,
    seed: int,
    players: str,
    book: Path | None,
    unseen: float | None,
    wanted: tuple[str, ...],
    listed: bool,
    as_json: bool,
    seats: int | None,
    house: tuple[str, ...],
    characters: str,
    **wishes: str,
) -> None:
    """Let computer players play many games, and count who wins.

    Characters and banks that nobody chooses are drawn at random for each game, and the seats take turns to go first.

    \b
    Examples:
      companion simulate --games 1000 --players steady,random
      companion simulate --unseen 0.5
      companion simulate --set bank=first_game --set character@A=rook
      companion simulate --mode team --seats 4 --house both_mates_end

    \b
    Exit status: 0; 1 when a game broke down, or the referee of --unseen went wrong.
    """
    if listed:
        show_choices(game)
        return
    names = seated(tuple(name.strip() for name in players.split(",")), seats)
    wanted = (*wanted, *(f"{key}=on" for key in house), *([f"characters={characters}"] if characters else []))

    def set_up(rng: Random, first: str) -> Match:
        return new_match(drawn_characters(rng, replace(setup, first=first)))

    try:
        setup = with_own_book(setup_of(game, SEATS[: len(names)], wanted, wishes), book)
        for name in names:
            find_player(name)
        title = find_game(game).title
        if as_json or not sys.stderr.isatty():
            tally = simulate(range(games), seed, names, set_up, unseen)
        else:
            with click.progressbar(range(games), file=sys.stderr) as numbers:
                tally = simulate(numbers, seed, names, set_up, unseen)
    except (PlayerError, SetupError) as problem:
        raise click.UsageError(str(problem)) from None
    if as_json:
        click.echo(json.dumps({"seed": seed, "unseen": unseen} | tally.to_json(), indent=2))
    else:
        click.echo("\n".join([*summary(tally, title, seed), *of_twins(tally, unseen or 0)]))
    if not tally.all_well:
        sys.exit(1)
