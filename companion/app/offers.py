"""What may be chosen for a new game, as pages show it. Each game says itself what it offers."""

from __future__ import annotations

from companion.faces.hall import Offer
from companion.faces.languages import Language
from companion.rules import Game, Plain


def offer(game: Game[Plain], language: Language) -> Offer:
    """What this game lets people choose, in a language."""
    offers = game.offers(language.say)
    return Offer(game.key, game.title, offers.seats, offers.choices)
