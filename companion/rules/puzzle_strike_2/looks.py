"""How cards and gems are drawn."""

from __future__ import annotations

from companion.rules.kernel import UNSEEN
from companion.rules.kernel.board import PieceGroup
from companion.rules.kernel.card_book import CardBook
from companion.rules.puzzle_strike_2.pile import COLOURS
from companion.rules.puzzle_strike_2.table import ANTE_UP, DIAMOND, SCEPTER

TONES = {"purple": "purple", "pink": "red", "blue": "blue", "green": "green"}
"""A face knows these tones; the name beside the gem says its color too."""
SHORT = {"purple": "Pu", "pink": "Pi", "blue": "Bl", "green": "Gr", SCEPTER: "Sc", DIAMOND: "Di", ANTE_UP: "AU"}


def card_look(book: CardBook, kind: str, name: str) -> PieceGroup:
    """A card or a gem as it is drawn."""
    if kind == UNSEEN:
        return PieceGroup(kind, "")
    colour = kind if kind in COLOURS else str(book[kind].facts.get("colour", "")) if kind in book else ""
    short = SHORT.get(kind) or "".join(word[0] for word in name.split()[:3]).upper()
    framed = kind in book and str(book[kind].facts.get("deck", "")).startswith("character:")
    return PieceGroup(kind, name, short=short, tone=TONES.get(colour, "grey"), framed=framed)
