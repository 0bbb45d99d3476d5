"""A duel with all that can happen in one evening: a crash that is countered, and an ante laid wrong and put right."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Final, NamedTuple

from companion.app.seating import seated
from companion.cli.example_tables import TABLES, table_from
from companion.players import find_player
from companion.rehearsal.faults import NOISE, Noise
from companion.rehearsal.games.customs import Customs
from companion.rehearsal.games.game_script import GameScript
from companion.rehearsal.games.habits.habit import Manner
from companion.rehearsal.games.hands import Hands
from companion.rehearsal.games.mistakes.gems import ante_of_the_wrong_size
from companion.rehearsal.games.mistakes.mistake import MadeMistake, moments
from companion.rehearsal.games.outages import Outages
from companion.rehearsal.games.truth import TrueGame, TrueRoute, play_truth
from companion.rules import SeatSetup, Setup

SEED: Final = 49
"""Of a short duel in which both counter-crash. Should the rules change, so does the game: look for another."""
SEATS: Final = ("Anna", "Ben")
SETUP: Final = Setup("puzzle-strike", (SeatSetup("Anna", "jaina"), SeatSetup("Ben", "rook")), bank="first_game")
"""What the page for a new game is told as well."""
TABLE: Final = table_from(TABLES / "cells-2.toml")
LAYOUT: Final = seated(TABLE, SETUP)
STILL: Final[Noise] = NOISE["none"]
NOTICED: Final = 8.0
"""Seconds after which somebody has read the ruling, and takes the wrong gem back."""
SLOW: Final = Manner(thinking=(15.0, 15.0))
"""Of somebody who waits for the phone to ask, and answers there before moving a chip."""
LATER: Final = 20
"""Steps before the mistake: the first turns are over."""


class Duel(NamedTuple):
    """As it was played in truth, and what the hands did."""

    truth: TrueGame
    script: GameScript
    outages: Outages
    wrong: MadeMistake
    """The ante of another size."""
    counter: int
    """The step in which a crash is countered first."""

    def decided(self, step: int) -> float:
        """When it was, in seconds of the table's time."""
        return self.script.decided[step]


@cache
def the_duel() -> Duel:
    """The same each time."""
    chance = Random(SEED)
    truth = play_truth(SETUP, dict.fromkeys(SEATS, find_player("random")), chance)
    fitting = ((moment.number, ante_of_the_wrong_size(moment)) for moment in moments(truth, chance))
    at, wrong = next((at, made) for at, made in fitting if made and at > LATER)
    said = [true.step.said for true in truth.steps]
    outages = Outages(LAYOUT, STILL, Random(1))
    hands = Hands(Customs(LAYOUT, truth.start.game), SEATS, Random(2), outages, Manner())
    counter = said.index("react:crash_gem")
    for number, step in enumerate(truth.steps):
        hands.manner = SLOW if number == counter else Manner()
        hands.play(step if number != at else step._replace(travels=wrong.instead(step.travels)))
        if number == at:
            put_right(hands, wrong)
    hands.script.acts.sort(key=lambda act: act.at)
    hands.script.shown.sort(key=lambda shown: shown.at)
    return Duel(truth, hands.script, outages, wrong, counter)


def put_right(hands: Hands, wrong: MadeMistake) -> None:
    """The gem goes back to the bank, and the right one takes its place."""
    (laid,), (due,) = wrong.added, wrong.removed
    back = hands.carry(TrueRoute(laid.chip, laid.zones[::-1]), hands.script.ends + NOTICED, wrong.seat)
    hands.carry(due, back, wrong.seat)
