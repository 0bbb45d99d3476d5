"""Nobody has to buy a wound."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.puzzle_strike.house.house_rule import HouseRule

NO_MANDATORY_WOUND = HouseRule(
    "no_mandatory_wound",
    "No mandatory wound",
    "Nobody has to buy a wound: whoever can pay for nothing else may buy nothing that turn.",
    lambda rules, rule: replace(rules, wounds_are_optional=rule),
)
