"""Playing a match among players, from any point to its end; chance decides what bags and dice give."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, partial
from random import Random
from typing import NamedTuple, TypeAlias

from companion.players.player import Player
from companion.rules import Draw, Event, Match, Question, SeatSetup, Setup, new_match

STEPS_AT_MOST = 20_000
"""Far above any real game: a random duel takes about 130 steps."""


class TableStep(NamedTuple):
    """An answer or a draw at the table, and what came of it."""

    number: int
    seat: str
    """The seat that answered; for a draw, the owner of the bag, hand or die."""
    said: str | tuple[str, ...]
    """The token; for a draw, the pieces that came out."""
    asked: Question | Draw
    events: tuple[Event, ...]


class PlayedMatch(NamedTuple):
    """How many steps it took to the end. Only questions with two or more options count as decisions."""

    steps: int
    decisions: int


class GameStalled(RuntimeError):
    """A match took more steps than any game should."""


OnStep: TypeAlias = Callable[[Match, TableStep], None]


def play_out(
    match: Match,
    players: Mapping[str, Player],
    rng: Random,
    *,
    on_step: OnStep | None = None,
    at_most: int = STEPS_AT_MOST,
) -> PlayedMatch:
    """Play to the end, with a player for each seat name. The same `rng` gives the same game. Raises `GameStalled`."""
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
            # where only the first answer of several seats counts, chance decides who is quicker
            seat = waiting[0] if asked.each or len(waiting) == 1 else rng.choice(waiting)
            options = match.options(seat)
            if len(options) > 1:
                decisions += 1
                said = _player(players, seat).choose(partial(match.view, seat), options, rng)
            else:
                said = options[0]
            events = match.answer(said, seat)
        if on_step is not None:
            on_step(match, TableStep(steps, seat, said, asked, events))
    return PlayedMatch(steps, decisions)


def drawn(due: Draw, rng: Random) -> tuple[str, ...]:
    """Return what comes out of a draw; all pieces are equally likely."""
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
    """Return a set-up with a different character for each seat; a random bank stays a draw of the match."""
    open_setup = Setup(game=game, seats=tuple(map(SeatSetup, seats)), mode=mode, bank=bank, first=first)
    return drawn_characters(rng, open_setup)


def drawn_characters(rng: Random, setup: Setup) -> Setup:
    """Return the set-up with a character for each seat that has none yet, each another one."""
    options = tuple(sorted(setup.options.items()))
    names = tuple(seat.name for seat in setup.seats)
    chosen = {seat.character for seat in setup.seats}
    offered = characters(setup.game, setup.mode, names, setup.edition, options, setup.sets)
    known = [one for one in offered if one not in chosen]
    left = [seat.name for seat in setup.seats if not seat.character]
    picked = dict(zip(left, rng.sample(known, len(left)), strict=True)) if known else {}
    seats = tuple(replace(seat, character=picked.get(seat.name, seat.character)) for seat in setup.seats)
    return replace(setup, seats=seats)


@cache
def characters(
    game: str,
    mode: str,
    seats: tuple[str, ...],
    edition: str = "",
    options: tuple[tuple[str, str], ...] = (),
    sets: tuple[str, ...] = (),
) -> tuple[str, ...]:
    """Return the characters that a game offers in its first question; empty if it offers none."""
    open_setup = Setup(game, tuple(map(SeatSetup, seats)), edition, mode, options=dict(options), sets=sets)
    asked = new_match(open_setup).pending
    if not isinstance(asked, Question) or asked.about != "character":
        return ()
    return tuple(token.partition(":")[2] for token in asked.options[seats[0]])


def _player(players: Mapping[str, Player], seat: str) -> Player:
    try:
        return players[seat]
    except KeyError:
        raise ValueError(f"Nobody plays seat {seat}; seats with players: {', '.join(players) or 'none'}.") from None


def _stalled(match: Match, asked: Question | Draw, steps: int) -> str:
    if isinstance(asked, Draw):
        due = f"{asked.count} out of {asked.source}"
    else:
        due = "; ".join(f"{seat}: {' '.join(match.options(seat))}" for seat in match.waiting_for)
    return f"The game is not over after {steps} steps. It waits for {due}. Is a player caught in a loop?"
