"""The encyclopedia of the cards: all of it comes out of the book."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from companion.rules.kernel import KindEntry, KindRuling
from companion.rules.kernel.card_book import UNKNOWN, CardBook, CardDesign
from companion.rules.puzzle_strike_2.cards.vocabulary import VOCABULARY

SOURCES = {
    "rulebook": "rulebook",
    "designer": "articles by the designer, from before printing",
}
LABELS = {"cost": "action cost", "colour": "color", "type": "type", "copies": "copies", "defeat": "beaten by"}
NOT_TAUGHT = "Nobody has taught this card yet: its players say what it does."


@lru_cache(maxsize=32)
def encyclopedia(book: CardBook) -> Mapping[str, KindEntry]:
    """What is known about each card of a book."""
    return {key: entry(card) for key, card in book.items()}


def entry(card: CardDesign) -> KindEntry:
    """What is known about one card."""
    face = {label: str(card.facts.get(fact, UNKNOWN)) for fact, label in LABELS.items()}
    face = {label: value for label, value in face.items() if value != UNKNOWN}
    open_points = card.given.get("open", ())
    source = SOURCES.get(str(card.given.get("source", "")), "")
    return KindEntry(
        key=card.key,
        name=card.name,
        kind=str(card.facts.get("deck", "")).partition(":")[0] or "other",
        face=face,
        effect=card.said(VOCABULARY) or NOT_TAUGHT,
        reaction="",
        ongoing="",
        rulings=tuple(KindRuling(str(text), "inferred", f"card:{card.key}") for text in open_points),
        sources=(source,) if source else (),
        confidence=card.trust,
    )
