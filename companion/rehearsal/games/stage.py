"""A game before any reader has seen it: what was played, and what the hands did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from companion.players import find_player
from companion.rehearsal.faults import Noise
from companion.rehearsal.games.customs import Customs
from companion.rehearsal.games.hands import Habits, Hands, Script, write_script
from companion.rehearsal.games.mistakes.mistake import Made, Mistake, make
from companion.rehearsal.games.outages import Outages
from companion.rehearsal.games.truth import TrueGame, play_truth, true_setup
from companion.table.layout import Layout

PLAYERS = ("steady", "script", "random")
"""Who may sit there: good play, quick play, and anything that is legal."""
USUAL = Habits()


@dataclass(frozen=True)
class Staged:
    """A game that has been played in truth, and with chips, and is yet to be shown to the readers."""

    seed: int
    truth: TrueGame
    script: Script
    outages: Outages
    chance: Random
    made: Made | None = None
    """The mistake in it."""


def stage(
    seed: int,
    layout: Layout,
    noise: Noise,
    *,
    game: str = "puzzle-strike",
    habits: Habits = USUAL,
    players: Sequence[str] = PLAYERS,
) -> Staged:
    """A game from its seed: the same seed, table and options are the same game again."""
    chance = Random(seed)
    truth = true_game(chance, layout, game, players)
    return with_hands(seed, truth, layout, noise, habits, chance)


def stage_mistake(
    seed: int, layout: Layout, noise: Noise, mistake: Mistake, turn_ends: str, *, game: str = "puzzle-strike"
) -> Staged | None:
    """A game in which somebody makes a mistake once; it is broken off when the turn after it is over.

    None where the game has no moment for it. `turn_ends` is the event by which a turn is over.
    """
    chance = Random(seed)
    truth = true_game(chance, layout, game, PLAYERS)
    made = make(mistake, truth, Customs(layout, truth.start.game), chance, turn_ends)
    return with_hands(seed, truth, layout, noise, USUAL, chance, made) if made else None


def true_game(chance: Random, layout: Layout, game: str, players: Sequence[str]) -> TrueGame:
    """Players picked by chance, and what they play."""
    setup = true_setup(chance, game, layout.seats)
    return play_truth(setup, {seat: find_player(chance.choice(players)) for seat in layout.seats}, chance)


def with_hands(
    seed: int,
    truth: TrueGame,
    layout: Layout,
    noise: Noise,
    habits: Habits,
    chance: Random,
    made: Made | None = None,
) -> Staged:
    """What is played, with the chips that hands move for it."""
    outages = Outages(layout, noise, Random(chance.random()))
    customs = Customs(layout, truth.start.game)
    hands = Hands(customs, layout.seats, Random(chance.random()), outages, habits)
    return Staged(seed, truth, write_script(hands, truth.steps, made), outages, chance, made)
