"""What differs between editions: numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import comb

RECOMMENDED = {
    "first_game": (
        "combos_are_hard draw_three gem_essence knockdown one_of_each one_two_punch risky_move sale_prices "
        "self_improvement sneak_attack"
    ).split(),
    "lots_of_attacks": (
        "chip_damage its_a_trap knockdown mix_master really_annoying recklessness self_improvement sneak_attack "
        "stolen_purples thinking_ahead"
    ).split(),
    "no_attacks": (
        "draw_three gems_to_gemonade iron_defense one_of_each one_two_punch recklessness roundhouse sale_prices "
        "secret_move training_day"
    ).split(),
    "combo_crazy": (
        "chip_damage draw_three master_puzzler its_combo_time one_of_each one_two_punch recklessness roundhouse "
        "sale_prices sneak_attack"
    ).split(),
    "master_puzzler": (
        "combos_are_hard draw_three gems_to_gemonade knockdown master_puzzler mix_master risky_move roundhouse "
        "self_improvement training_day"
    ).split(),
}
"""The recommended banks, by key."""


@dataclass(frozen=True, eq=False)
class Edition:
    """The numbers of one edition."""

    key: str
    title: str
    fixed_stacks: Mapping[str, int]
    puzzle_copies: int
    puzzle_stacks: int
    blanks: int
    starting_deck: tuple[str, ...]
    opening_hand: int
    losing_total: int
    recommended: Mapping[str, tuple[str, ...]]


THIRD = Edition(
    key="7.3",
    title="third edition, rules 7.3",
    fixed_stacks={
        "gem_1": 64,
        "gem_2": 20,
        "gem_3": 16,
        "gem_4": 12,
        "combine": 20,
        "crash_gem": 16,
        "double_crash_gem": 10,
        "wound": 24,
    },
    puzzle_copies=5,
    puzzle_stacks=10,
    blanks=10,
    starting_deck=("crash_gem", *("gem_1",) * 6),
    opening_hand=5,
    losing_total=10,
    recommended={key: tuple(bank) for key, bank in RECOMMENDED.items()},
)


EDITIONS = {THIRD.key: THIRD}


def starting_conditions(puzzle_designs: int, stacks: int, characters: int, players: int) -> int:
    """How many ways a match can begin: the choice of stacks times the choice of characters.

    >>> starting_conditions(24, 10, 10, players=4)
    411863760
    """
    return comb(puzzle_designs, stacks) * comb(characters, players)
