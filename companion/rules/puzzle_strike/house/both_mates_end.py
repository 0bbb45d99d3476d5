"""A phase of two mates ends when both say so."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.puzzle_strike.house.house_rule import HouseRule

BOTH_MATES_END = HouseRule(
    "both_mates_end",
    "Both mates end the phase",
    "In a team, the action phase and the buy phase end only when both mates agree. Without it, either may end them.",
    lambda rules, rule: replace(rules, ending_together=rule),
)
