"""What may be chosen for a new game, as faces show it: each game says it itself."""

from __future__ import annotations

from collections.abc import Iterable

from companion.faces.hall import Named, Offer
from companion.faces.languages import Language
from companion.rules import Game, Plain
from companion.rules.kernel.offers import Offered


def offer(game: Game[Plain], language: Language) -> Offer:
    """What this game leaves open, in a language."""
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


def named(offered: Iterable[Offered]) -> tuple[Named, ...]:
    """The same, as faces know it."""
    return tuple(Named(*one) for one in offered)
