"""How fast the rules are, beside python-chess in the same run: the two take turns slice by slice.

Play is random on both sides, from the full list of what is legal. Only questions with two or more options count as
decisions. Machines are shared and noisy, so what matters are ratios, and medians over the slices.
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
from typing import TYPE_CHECKING, Any

from companion.players import random_setup
from companion.rules import Draw, Match, Question, new_match

if TYPE_CHECKING:
    import chess

CHESS_PLIES = 40
"""How many moves lie on the stack of a chess board that is copied."""

POINTS_APART = 25
"""A duel is stopped about so many pending points apart to be copied."""

BATCH = 16
"""So many copies are timed at once: one alone is too short for the clock."""

KINDS = 4
"""Our play, chess, our copies, chess copies: what a round is made of."""

ROUNDS = 15


@dataclass
class Copies:
    """What copying took, and where it was done."""

    spent: float = 0.0
    spent_with_answer: float = 0.0
    made: int = 0
    spent_inside: float = 0.0
    made_inside: int = 0
    where: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class Figures:
    """What was measured. Ratios are medians of the rounds' ratios, all other figures medians of the slices."""

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
        """The figures by name."""
        return asdict(self)


def measure(seconds: float, seed: int, on_round: Callable[[], object] = lambda: None) -> Figures:
    """Measure for about so many seconds. Raises `ModuleNotFoundError` where python-chess is missing."""
    import chess  # noqa: F401  # missed now, not in the middle

    assert gc.isenabled(), "the collector stays on: it is on when people play"
    begun = perf_counter()
    slice_length = seconds / (ROUNDS * KINDS)
    play_one_of_each(seed)  # first calls fill caches
    ours, theirs, copies, chess_copies = [], [], [], []
    for number in range(ROUNDS):
        rng = Random(f"{seed}/{number}")
        ours.append(play_duels(slice_length, rng))
        theirs.append(play_chess(slice_length, rng))
        copies.append(copy_duels(slice_length, rng))
        chess_copies.append(copy_chess(slice_length, rng))
        on_round()
    where = sum((one.where for one in copies), Counter[str]())
    made = where.total()
    games, decisions = sum(one[0] for one in ours), sum(one[1] for one in ours)
    pairs = list(zip(copies, chess_copies, strict=True))
    return Figures(
        ratio_to_chess=median(
            (mine[1] / mine[2]) / (other[1] / other[2]) for mine, other in zip(ours, theirs, strict=True)
        ),
        games_per_second=median(games / spent for games, _, spent in ours),
        copy_ratio=median((mine.spent / mine.made) / (other.spent / other.made) for mine, other in pairs),
        copy_and_answer_ratio=median(
            (mine.spent_with_answer / mine.made) / (other.spent_with_answer / other.made)
            for mine, other in pairs
        ),
        decisions_per_second=median(decisions / spent for _, decisions, spent in ours),
        chess_moves_per_second=median(moves / spent for _, moves, spent in theirs),
        chess_games_per_second=median(games / spent for games, _, spent in theirs),
        copies_per_second=median(one.made / one.spent for one in copies),
        copy_us=median(one.spent / one.made for one in copies) * 1e6,
        copy_inside_us=median(one.spent_inside / max(one.made_inside, 1) for one in copies) * 1e6,
        copy_and_answer_us=median(one.spent_with_answer / one.made for one in copies) * 1e6,
        chess_copy_us=median(one.spent / one.made for one in chess_copies) * 1e6,
        chess_copy_and_push_us=median(one.spent_with_answer / one.made for one in chess_copies) * 1e6,
        decisions_per_game=decisions / games,
        share_in_effects=where["effects"] / made,
        share_in_reactions=where["reactions"] / made,
        share_at_draws=where["draws"] / made,
        rounds=ROUNDS,
        seconds=perf_counter() - begun,
        seed=seed,
        python=platform.python_version(),
    )


def play_one_of_each(seed: int) -> None:
    """A game of each, unmeasured."""
    rng = Random(seed)
    for measured in (play_duels, play_chess, copy_duels, copy_chess):
        measured(0.0, rng)


# -- playing ---------------------------------------------------------------------------------------------------


def play_duels(seconds: float, rng: Random) -> tuple[int, int, float]:
    """Whole random duels until the time is over: games, decisions, and the time they really took."""
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
            return games, decisions, spent


def play_chess(seconds: float, rng: Random) -> tuple[int, int, float]:
    """The same with python-chess: games, moves, time. Every move counts, also where only one is legal."""
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
            return games, moves, spent


# -- copying ---------------------------------------------------------------------------------------------------


def copy_duels(seconds: float, rng: Random) -> Copies:
    """Random duels, stopped at random pending points to be copied, until the time is over."""
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
    """Some copies of the match as it stands, and some that are answered at once and so have to wake."""
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
    """A random answer or draw for what is pending, and whose it is."""
    asked = match.pending
    if isinstance(asked, Draw):
        return tuple(rng.sample(asked.among, asked.count)), ""
    seat = match.waiting_for[0]
    return rng.choice(match.options(seat)), seat


def say(match: Match, said: str | tuple[str, ...], seat: str) -> None:
    """Answer or draw."""
    if isinstance(said, str):
        match.answer(said, seat)
    else:
        match.draw(said)


def whereabouts(match: Match) -> str:
    """What a match is in the middle of."""
    asked = match.pending
    if isinstance(asked, Question):
        if asked.rest:
            return "between effects"
        return "reactions" if asked.what in ("react", "negate") else "effects"
    return "draws"


def copy_chess(seconds: float, rng: Random) -> Copies:
    """Random chess games, copied once they have so many moves behind them."""
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
    """A random game that so many moves have not ended."""
    import chess

    while True:
        board = chess.Board()
        while len(board.move_stack) < plies and not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
        if len(board.move_stack) == plies and not board.is_game_over():
            return board
