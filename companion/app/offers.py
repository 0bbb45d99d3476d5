"""What may be chosen for a new game, as pages show it. Each game says itself what it offers."""

from __future__ import annotations

from collections.abc import Iterable

from companion.faces.hall import NamedChoice, Offer
from companion.faces.languages import Language
from companion.rules import Game, Plain
from companion.rules.kernel.offers import Offered


def offer(game: Game[Plain], language: Language) -> Offer:
    """What this game lets people choose, in a language."""
    offers = game.offers(language.say)
    return Offer(
        game.key,
        game.title,
        offers.seats,
        named(offers.characters),
        named(offers.banks),
        named(offers.stacks),
        offers.stacks_chosen,
    )


def named(offered: Iterable[Offered]) -> tuple[NamedChoice, ...]:
    """The choices as pages know them."""
    return tuple(NamedChoice(*one) for one in offered)
