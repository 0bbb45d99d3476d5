"""A match among players, from where it stands to its end; chance takes the part of the bags and dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from random import Random
from typing import NamedTuple, TypeAlias

from companion.players.player import Player
from companion.rules import Draw, Event, Match, Question, SeatSetup, Setup, new_match

STEPS_AT_MOST = 20_000
"""Far above any real game: a random duel takes about 130 steps."""


class Step(NamedTuple):
    """One thing that was said at the table, and what came of it."""

    number: int
    seat: str
    """Who answered; at a draw, whose bag, hand or die it was."""
    said: str | tuple[str, ...]
    """The token; at a draw, the pieces that came out."""
    asked: Question | Draw
    events: tuple[Event, ...]


class Played(NamedTuple):
    """How much was said until the end. Only questions with two or more options are decisions."""

    steps: int
    decisions: int


class GameStalled(RuntimeError):
    """A match took more steps than any game should."""


OnStep: TypeAlias = Callable[[Match, Step], None]


def play_out(
    match: Match,
    players: Mapping[str, Player],
    rng: Random,
    *,
    on_step: OnStep | None = None,
    at_most: int = STEPS_AT_MOST,
) -> Played:
    """Play to the end; `players` sit by seat name. One seed of `rng`, one game. Raises `GameStalled`."""
    steps = decisions = 0
    while (asked := match.pending) is not None:
        if steps >= at_most:
            raise GameStalled(_stalled(match, asked, at_most))
        steps += 1
        said: str | tuple[str, ...]
        if isinstance(asked, Draw):
            seat, said = asked.seat, drawn(asked, rng)
            events = match.draw(said)
        else:
            waiting = match.waiting_for
            # where the first answer of several seats counts, nobody is quicker than the others on average
            seat = waiting[0] if asked.each or len(waiting) == 1 else rng.choice(waiting)
            options = match.options(seat)
            if len(options) > 1:
                decisions += 1
                said = _player(players, seat).choose(partial(match.view, seat), options, rng)
            else:
                said = options[0]
            events = match.answer(said, seat)
        if on_step is not None:
            on_step(match, Step(steps, seat, said, asked, events))
    return Played(steps, decisions)


def drawn(due: Draw, rng: Random) -> tuple[str, ...]:
    """What comes out, everything as likely as everything else."""
    if due.again:
        return tuple(rng.choices(due.among, k=due.count))
    return tuple(rng.sample(due.among, due.count))


def random_setup(
    rng: Random,
    *,
    game: str = "puzzle-strike",
    mode: str = "",
    seats: tuple[str, ...] = ("A", "B"),
    bank: str | tuple[str, ...] = "random",
    first: str = "",
) -> Setup:
    """A set-up with a character of its own for each seat; a random bank stays a draw of the match."""
    known = characters(game, mode, seats)
    picked: list[str | None] = list(rng.sample(known, len(seats))) if known else [None] * len(seats)
    named = tuple(SeatSetup(name, character) for name, character in zip(seats, picked, strict=True))
    return Setup(game=game, seats=named, mode=mode, bank=bank, first=first)


@cache
def characters(game: str, mode: str, seats: tuple[str, ...]) -> tuple[str, ...]:
    """The characters that a game lets people pick, read off its first question; perhaps none."""
    open_setup = Setup(game=game, seats=tuple(SeatSetup(name) for name in seats), mode=mode)
    asked = new_match(open_setup).pending
    if not isinstance(asked, Question) or asked.about != "character":
        return ()
    return tuple(token.partition(":")[2] for token in asked.options[seats[0]])


def _player(players: Mapping[str, Player], seat: str) -> Player:
    try:
        return players[seat]
    except KeyError:
        raise ValueError(f"Nobody plays seat {seat}; taken: {', '.join(players) or 'none'}.") from None


def _stalled(match: Match, asked: Question | Draw, steps: int) -> str:
    if isinstance(asked, Draw):
        due = f"{asked.count} out of {asked.source}"
    else:
        due = "; ".join(f"{seat}: {' '.join(match.options(seat))}" for seat in match.waiting_for)
    return f"The game is not over after {steps} steps. It waits for {due}. Does a player go round in circles?"
