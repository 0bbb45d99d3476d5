"""What may be chosen for a new game, as pages show it. Each game says itself what it offers."""

from __future__ import annotations

from companion.faces.hall import Offer
from companion.faces.languages import Language
from companion.faces.screen import Cited
from companion.rules import Game, Plain
from companion.rules.kernel.choice_rules import choice_rules


def offer(game: Game[Plain], language: Language) -> Offer:
    """What this game lets people choose, in a language, and what the rules say that the choices are about."""
    offers = game.offers(language.say)
    rules = {
        key: Cited(key, language.say(rule.section), language.say(rule.gist))
        for key, rule in choice_rules(game, offers).items()
    }
    return Offer(game.key, game.title, offers.seats, offers.choices, rules)
