"""Everybody plays with an open hand."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.puzzle_strike.house.house_rule import HouseRule

OPEN_HANDS = HouseRule(
    "open_hands",
    "Hands are open",
    "Everybody may see every hand. Bags stay closed.",
    lambda rules, rule: replace(rules, open_hands=rule),
)
