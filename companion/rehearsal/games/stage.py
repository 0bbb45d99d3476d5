"""A game before any reader has seen it: what was played, and what the hands did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from companion.players import find_player
from companion.rehearsal.faults import Noise
from companion.rehearsal.games.customs import Customs
from companion.rehearsal.games.game_script import GameScript
from companion.rehearsal.games.habits.habit import Manner, Person
from companion.rehearsal.games.hands import NOBODY, Hands, write_script
from companion.rehearsal.games.mistakes.mistake import MadeMistake, Mistake, make
from companion.rehearsal.games.outages import Outages
from companion.rehearsal.games.truth import TrueGame, play_truth, true_setup
from companion.table.layout import Layout

PLAYERS = ("steady", "script", "random")
"""The players that may take part: good play, quick play, and anything that is legal."""
USUAL = Manner()


@dataclass(frozen=True)
class Staged:
    """A game that has been played in truth and with chips, but not yet been shown to the readers."""

    seed: int
    truth: TrueGame
    script: GameScript
    outages: Outages
    chance: Random
    made: MadeMistake | None = None
    """The mistake in it, if there is one."""
    persons: Mapping[str, Person] = field(default_factory=dict)
    """The seats with habits."""


def stage(
    seed: int,
    layout: Layout,
    noise: Noise,
    *,
    game: str = "puzzle-strike",
    mode: str = "",
    manner: Manner = USUAL,
    players: Sequence[str] = PLAYERS,
    persons: Mapping[str, Person] = NOBODY,
) -> Staged:
    """Stage a game. The same seed, table and options give the same game again."""
    chance = Random(seed)
    truth = true_game(chance, layout, game, players, mode)
    return with_hands(seed, truth, layout, noise, manner, chance, persons=persons)


def stage_mistake(
    seed: int,
    layout: Layout,
    noise: Noise,
    mistake: Mistake,
    turn_ends: str,
    *,
    game: str = "puzzle-strike",
    mode: str = "",
    persons: Mapping[str, Person] = NOBODY,
) -> Staged | None:
    """Stage a game in which somebody makes one mistake. It is broken off when the turn after the mistake is over.

    Return None if the game has no moment for it. `turn_ends` is the event that ends a turn.
    """
    chance = Random(seed)
    truth = true_game(chance, layout, game, PLAYERS, mode)
    made = make(mistake, truth, Customs(layout, truth.start.game), chance, turn_ends)
    return with_hands(seed, truth, layout, noise, USUAL, chance, made, persons) if made else None


def true_game(chance: Random, layout: Layout, game: str, players: Sequence[str], mode: str = "") -> TrueGame:
    """Play a true game with players picked by chance."""
    setup = true_setup(chance, game, layout.seats, mode)
    return play_truth(setup, {seat: find_player(chance.choice(players)) for seat in layout.seats}, chance)


def with_hands(
    seed: int,
    truth: TrueGame,
    layout: Layout,
    noise: Noise,
    manner: Manner,
    chance: Random,
    made: MadeMistake | None = None,
    persons: Mapping[str, Person] = NOBODY,
) -> Staged:
    """Plan the outages of a true game, and write the script of its hands."""
    outages = Outages(layout, noise, Random(chance.random()))
    for person in persons.values():
        for habit in person.habits:
            habit.breaks(person, layout, outages)
    customs = Customs(layout, truth.start.game)
    hands = Hands(customs, layout.seats, Random(chance.random()), outages, manner, persons)
    hands.script.lies.update(truth.homes)
    return Staged(seed, truth, write_script(hands, truth.steps, made), outages, chance, made, persons)
