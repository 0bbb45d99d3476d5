"""The bank is known when characters are chosen."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.puzzle_strike.house.house_rule import HouseRule

BANK_BEFORE_CHARACTERS = HouseRule(
    "bank_before_characters",
    "Bank open before characters",
    "The ten Puzzle stacks are drawn and laid out first; only then does anybody choose a character.",
    lambda rules, rule: replace(rules, bank_first=rule),
)
