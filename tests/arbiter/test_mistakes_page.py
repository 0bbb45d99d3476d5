"""docs/mistakes.md and the mistakes of rehearsals say the same of what a kit can see."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from companion.rehearsal.games.customs import Customs
from companion.rehearsal.games.mistakes.mistake import make
from companion.rehearsal.games.mistakes.puzzle_strike import CATALOGUE, TURN_ENDS
from companion.rehearsal.games.stage import PLAYERS, true_game
from companion.rehearsal.games.truth import TrueGame
from tests.arbiter.by_hand import HandTable
from tests.arbiter.mistakes import CASES, PATIENCE, table_for
from tests.arbiter.mistakes_table import KITS, seen
from tests.rehearsal.tables import example


@pytest.mark.parametrize("key", CASES)
@pytest.mark.parametrize("kit", KITS)
def test_a_kit_that_says_nothing_of_a_mistake_sees_nothing_of_it(key: str, kit: str) -> None:
    """As rehearsals reckon it, for the same mistake at chance moments of whole games."""
    if seen(key, kit) == "no":
        assert not any(shown_in_games(key, kit))


@cache
def true_games() -> list[TrueGame]:
    layout = example("cells-2")
    return [true_game(Random(seed), layout, "puzzle-strike", PLAYERS) for seed in range(1, 7)]


def shown_in_games(key: str, kit: str) -> list[bool]:
    """Whether the readers of this kit show it, for each game that has a moment for it."""
    found = []
    for truth in true_games():
        customs = Customs(example(f"{kit}-2"), truth.start.game)
        if made := make(CATALOGUE[key], truth, customs, Random(1), TURN_ENDS):
            found.append(made.shows(customs))
    return found


def test_a_purchase_that_forgets_what_combine_costs_is_refused_for_that() -> None:
    table = made_by_hand("forgot_what_combine_costs")
    assert {"A play:combine", "A play:gem_3"} <= set(table.answers)
    assert "gem_2" in table.content("A.pile")
    assert "costs $3; there is $2 to spend" in table.rulings[0].words


def test_a_purchase_with_money_for_a_counter_crash_is_refused_for_that() -> None:
    table = made_by_hand("took_money_for_a_counter_crash")
    assert {"B break:3", "A react:crash_gem", "A play:gem_2"} <= set(table.answers)
    assert "costs $3; there is $2 to spend" in table.rulings[0].words
    assert table.content("A.played") == ["gem_2"], "and nothing else pays in this turn"


def made_by_hand(key: str) -> HandTable:
    table = table_for(CASES[key])
    CASES[key].deed(table)
    table.wait(PATIENCE)
    return table
