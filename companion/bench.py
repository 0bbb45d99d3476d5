"""Measuring how fast the rules are, compared with python-chess in the same run: the two take turns, slice by slice.

Play is random on both sides, from the full list of what is legal. Only questions with two or more options count as
decisions. Machines are shared and noisy, so what counts are ratios, and medians over the slices.
"""

from __future__ import annotations

import gc
import platform
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from random import Random
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.players import random_setup
from companion.rules import Draw, Match, Question, new_match

if TYPE_CHECKING:
    import chess

CHESS_PLIES = 40
"""How many moves are on the stack of a chess board that is copied."""

POINTS_APART = 25
"""A duel is stopped to be copied about once in this many pending points."""

BATCH = 16
"""How many copies are timed together: a single one is too short for the clock."""

ROUNDS = 15
"""How many rounds are measured: enough for a median that one hiccup does not move."""


class PlayedGames(NamedTuple):
    """Whole games that were played, and the time that they took."""

    games: int
    decisions: int
    seconds: float

    @property
    def per_second(self) -> float:
        """Decisions per second; in chess, moves."""
        return self.decisions / self.seconds


@dataclass
class Copies:
    """How long copying took, and at which points of the games."""

    spent: float = 0.0
    spent_with_answer: float = 0.0
    made: int = 0
    spent_inside: float = 0.0
    made_inside: int = 0
    where: Counter[str] = field(default_factory=Counter)

    @property
    def each(self) -> float:
        """The seconds of one copy."""
        return self.spent / self.made

    @property
    def each_answered(self) -> float:
        """The seconds of one copy and its first answer."""
        return self.spent_with_answer / self.made


@dataclass(frozen=True)
class RulesFigures:
    """What was measured. Ratios are medians of the rounds' ratios, and so are nearly all other figures."""

    ratio_to_chess: float
    games_per_second: float
    copy_ratio: float
    copy_and_answer_ratio: float
    decisions_per_second: float
    chess_moves_per_second: float
    chess_games_per_second: float
    copies_per_second: float
    copy_us: float
    copy_inside_us: float
    copy_and_answer_us: float
    chess_copy_us: float
    chess_copy_and_push_us: float
    decisions_per_game: float
    share_in_effects: float
    share_in_reactions: float
    share_at_draws: float
    rounds: int
    seconds: float
    seed: int
    python: str

    def to_json(self) -> dict[str, Any]:
        """Return the figures by name."""
        return asdict(self)


class Round(NamedTuple):
    """The results of one slice of each kind, measured one right after the other."""

    ours: PlayedGames
    chess: PlayedGames
    copies: Copies
    chess_copies: Copies


def measure(seconds: float, seed: int, on_round: Callable[[], object] = lambda: None) -> RulesFigures:
    """Measure for about this many seconds. Raises `ModuleNotFoundError` if python-chess is missing."""
    import chess  # noqa: F401  # if it is missing, fail now and not in the middle

    if not gc.isenabled():
        raise RuntimeError("The garbage collector is off, but it is on when people play. Leave it on.")
    begun = perf_counter()
    slice_length = seconds / (ROUNDS * len(Round._fields))
    play_round(0.0, Random(seed))  # unmeasured: first calls fill caches
    rounds = []
    for number in range(ROUNDS):
        rounds.append(play_round(slice_length, Random(f"{seed}/{number}")))
        on_round()
    return summarised(rounds, perf_counter() - begun, seed)


def play_round(seconds: float, rng: Random) -> Round:
    """Measure a slice of this many seconds of each kind; at least one game of each."""
    return Round(
        play_duels(seconds, rng),
        play_chess(seconds, rng),
        copy_duels(seconds, rng),
        copy_chess(seconds, rng),
    )


def summarised(rounds: list[Round], seconds: float, seed: int) -> RulesFigures:
    """Return the figures that the slices give."""
    where = sum((one.copies.where for one in rounds), Counter[str]())
    made = where.total()
    inside = sum(one.copies.made_inside for one in rounds)
    return RulesFigures(
        ratio_to_chess=median(one.ours.per_second / one.chess.per_second for one in rounds),
        games_per_second=median(one.ours.games / one.ours.seconds for one in rounds),
        copy_ratio=median(one.copies.each / one.chess_copies.each for one in rounds),
        copy_and_answer_ratio=median(mine.each_answered / its.each_answered for _, _, mine, its in rounds),
        decisions_per_second=median(one.ours.per_second for one in rounds),
        chess_moves_per_second=median(one.chess.per_second for one in rounds),
        chess_games_per_second=median(one.chess.games / one.chess.seconds for one in rounds),
        copies_per_second=median(1 / one.copies.each for one in rounds),
        copy_us=median(one.copies.each for one in rounds) * 1e6,
        copy_inside_us=sum(one.copies.spent_inside for one in rounds) / max(inside, 1) * 1e6,
        copy_and_answer_us=median(one.copies.each_answered for one in rounds) * 1e6,
        chess_copy_us=median(one.chess_copies.each for one in rounds) * 1e6,
        chess_copy_and_push_us=median(one.chess_copies.each_answered for one in rounds) * 1e6,
        decisions_per_game=sum(one.ours.decisions for one in rounds) / sum(one.ours.games for one in rounds),
        share_in_effects=where["effects"] / made,
        share_in_reactions=where["reactions"] / made,
        share_at_draws=where["draws"] / made,
        rounds=len(rounds),
        seconds=seconds,
        seed=seed,
        python=platform.python_version(),
    )


# -- playing -------------------------------------------------------------------------------------------------


def play_duels(seconds: float, rng: Random) -> PlayedGames:
    """Play whole random duels until the time is over. Return games, decisions, and the time that they really took."""
    choice, sample = rng.choice, rng.sample
    games = decisions = 0
    begun = perf_counter()
    while True:
        match = new_match(random_setup(rng, first="AB"[games % 2]))
        while (asked := match.pending) is not None:
            if isinstance(asked, Draw):
                match.draw(sample(asked.among, asked.count))
            else:
                ((seat, options),) = asked.options.items()
                if len(options) > 1:
                    decisions += 1
                match.answer(choice(options), seat)
        games += 1
        spent = perf_counter() - begun
        if spent >= seconds:
            return PlayedGames(games, decisions, spent)


def play_chess(seconds: float, rng: Random) -> PlayedGames:
    """Do the same with python-chess: games, moves, time. Every move counts, even if only one is legal."""
    import chess

    choice = rng.choice
    games = moves = 0
    begun = perf_counter()
    while True:
        board = chess.Board()
        while not board.is_game_over():
            board.push(choice(list(board.legal_moves)))
            moves += 1
        games += 1
        spent = perf_counter() - begun
        if spent >= seconds:
            return PlayedGames(games, moves, spent)


# -- copying -------------------------------------------------------------------------------------------------


def copy_duels(seconds: float, rng: Random) -> Copies:
    """Play random duels until the time is over, and copy them at random pending points."""
    copies = Copies()
    begun = perf_counter()
    while perf_counter() - begun < seconds or not copies.made:
        match = new_match(random_setup(rng))
        while not match.over:
            if rng.random() < 1 / POINTS_APART:
                copy_here(match, copies, rng)
            say(match, *next_said(match, rng))
    return copies


def copy_here(match: Match, copies: Copies, rng: Random) -> None:
    """Time copies of the match at this point, and copies that are answered at once and so have to wake."""
    said, seat = next_said(match, rng)
    begun = perf_counter()
    for _ in range(BATCH):
        match.copy()
    spent = perf_counter() - begun
    begun = perf_counter()
    for _ in range(BATCH):
        say(match.copy(), said, seat)
    copies.spent_with_answer += perf_counter() - begun
    copies.spent += spent
    copies.made += BATCH
    place = whereabouts(match)
    copies.where[place] += BATCH
    if place != "between effects":
        copies.spent_inside += spent
        copies.made_inside += BATCH


def next_said(match: Match, rng: Random) -> tuple[str | tuple[str, ...], str]:
    """Return a random answer or draw for what is pending, and the seat that gives it."""
    asked = match.pending
    if isinstance(asked, Draw):
        return tuple(rng.sample(asked.among, asked.count)), ""
    seat = match.waiting_for[0]
    return rng.choice(match.options(seat)), seat


def say(match: Match, said: str | tuple[str, ...], seat: str) -> None:
    """Give an answer or a draw."""
    if isinstance(said, str):
        match.answer(said, seat)
    else:
        match.draw(said)


def whereabouts(match: Match) -> str:
    """Return what a match is in the middle of."""
    asked = match.pending
    if isinstance(asked, Question):
        if asked.rest:
            return "between effects"
        return "reactions" if asked.what in ("react", "negate") else "effects"
    return "draws"


def copy_chess(seconds: float, rng: Random) -> Copies:
    """Play random chess games, and copy each one after `CHESS_PLIES` moves."""
    copies = Copies()
    begun = perf_counter()
    while perf_counter() - begun < seconds or not copies.made:
        board = chess_after(CHESS_PLIES, rng)
        move = rng.choice(list(board.legal_moves))
        first = perf_counter()
        for _ in range(BATCH):
            board.copy()
        second = perf_counter()
        for _ in range(BATCH):
            board.copy().push(move)
        copies.spent_with_answer += perf_counter() - second
        copies.spent += second - first
        copies.made += BATCH
    return copies


def chess_after(plies: int, rng: Random) -> chess.Board:
    """Return a random game that is not over after this many moves."""
    import chess

    while True:
        board = chess.Board()
        while len(board.move_stack) < plies and not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
        if len(board.move_stack) == plies and not board.is_game_over():
            return board
