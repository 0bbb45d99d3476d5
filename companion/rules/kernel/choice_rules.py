"""The rules that choices of the set-up are about, before there is a match."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from companion.rules.kernel.game import Game
from companion.rules.kernel.offers import Offers, set_up
from companion.rules.kernel.refusals import SetupError
from companion.rules.kernel.rulebook import Rule
from companion.rules.kernel.steps import Setup

LETTERS = "ABCDEFGHIJ"
"""The seats of matches that nobody plays."""


def choice_rules(game: Game[Any], offers: Offers) -> dict[str, Rule]:
    """Return the rules that the choices cite, by key. The match in which nobody chooses anything says them; if it lacks
    one, the first match does that is set up with what cites it."""
    found = {}
    for key in offers.rules():
        for setup in (usual(game, offers), *set_ups_with(game, offers, key)):
            rules = game.rules_for(setup)
            if key in rules:
                found[key] = rules[key]
                break
    return found


def usual(game: Game[Any], offers: Offers) -> Setup:
    """Return the set-up of the fewest seats where people choose nothing."""
    return set_up(game.key, offers, LETTERS[: offers.seats[0]], {})


def set_ups_with(game: Game[Any], offers: Offers, rule: str) -> Iterator[Setup]:
    """Yield the set-ups in which one thing is chosen that cites this rule, with the fewest seats that it takes."""
    for choice in offers.choices:
        for one in choice.offered:
            for count in offers.seats if rule in (choice.rule, one.rule) and not choice.each else ():
                setup = set_up(game.key, offers, LETTERS[:count], {choice.key: one.key})
                with suppress(SetupError):
                    game.rules_for(setup)
                    yield setup
                    break
