"""The forms in which an answer may be said: shorter, by slot, or by the card's printed name."""

from __future__ import annotations

from companion.rules.kernel import Question
from companion.rules.kernel.card_book import CardBook
from companion.rules.kernel.positions import loosely
from companion.rules.puzzle_strike_2 import pile as piles
from companion.rules.puzzle_strike_2.pile import COLOURS
from companion.rules.puzzle_strike_2.table import BankTable

WITH_A_SLOT = ("buy", "take", "top", "gain", "trash")
"""Verbs whose token names a card of the bank and its slot."""


def meant(table: BankTable, question: Question, token: str, seat: str) -> str | None:
    """The offered token that a shorter one means: `buy:3`, `buy:dash`, `crash:2` for any gem of a run."""
    offered = question.options.get(seat, ())
    verb, _, what = token.partition(":")
    if what and verb in (question.what, *question.also) and any("@" in option for option in offered):
        return by_slot(offered, question.what, what)
    if verb == "crash" and what.isdecimal() and question.what == "crash":
        pile = table.seats[seat].pile
        if len(what) <= 2 and 1 <= int(what) <= len(pile):
            token = f"crash:{piles.run_at(pile, int(what))[1]}"
            return token if token in offered else None
    if verb in ("play", "discard", "trash") and what in COLOURS:
        token = f"{verb}:{what}_card"
        return token if token in offered else None
    return None


def by_slot(offered: tuple[str, ...], verb: str, what: str) -> str | None:
    """The one offered token of this verb for a slot, or for a card that lies in one slot alone."""
    kind, _, slot = what.partition("@")
    if kind.isdecimal() and not slot:
        kind, slot = "", kind
    kind = f"{kind}_card" if kind in COLOURS else kind
    found = [
        option
        for option in offered
        if option.startswith(f"{verb}:")
        and (not slot or option.endswith(f"@{slot}"))
        and (not kind or option.removeprefix(f"{verb}:").partition("@")[0] == kind)
    ]
    return found[0] if len(found) == 1 else None


def spelt(book: CardBook, said: str) -> str:
    """The token that these words make; for the name of a card, its key."""
    verb, sign, what = said.strip().partition(":")
    loose = loosely(what if sign else said)
    for key, card in book.items():
        if loose and loose in (loosely(key), loosely(card.name)):
            return f"{verb.strip().casefold()}:{key}" if sign else key
    return said.strip().casefold().replace(" ", "_") if not sign else f"{verb.strip().casefold()}:{what.strip()}"
