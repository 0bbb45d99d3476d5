"""What may be chosen for a new game, game by game."""

from __future__ import annotations

from companion.faces.hall import Named, Offer
from companion.faces.languages import Language
from companion.rules import Game, Plain
from companion.rules.puzzle_strike.chips.chip import CHIPS, kinds_of
from companion.rules.puzzle_strike.editions import MODES, THIRD
from companion.rules.puzzle_strike.setup import CHARACTERS

BANKS = {
    "first_game": "First Game",
    "lots_of_attacks": "Lots of Attacks",
    "no_attacks": "No Attacks",
    "combo_crazy": "Combo Crazy",
    "master_puzzler": "Master Puzzler",
}
"""The recommended banks, as the rulebook calls them."""


def offer(game: Game[Plain], language: Language) -> Offer:
    """Of a game of which nothing more is known: who plays, and nothing else."""
    if game.key == "puzzle-strike":
        return puzzle_strike(game, language)
    return Offer(game.key, game.title, (2, 3, 4))


def puzzle_strike(game: Game[Plain], language: Language) -> Offer:
    """Characters, and the bank."""
    say = language.say
    banks = (Named(key, say(BANKS[key]), contents(key, language)) for key in THIRD.recommended)
    return Offer(
        game.key,
        game.title,
        tuple(MODES["duel"].seats),
        tuple(Named(key, say(name)) for key, name in CHARACTERS.items()),
        tuple(banks),
        tuple(Named(key, say(CHIPS[key].name), f"${CHIPS[key].cost}") for key in sorted(kinds_of("puzzle"))),
        THIRD.puzzle_stacks,
    )


def contents(bank: str, language: Language) -> str:
    """The chips of a recommended bank."""
    return ", ".join(language.say(CHIPS[key].name) for key in THIRD.recommended[bank])
