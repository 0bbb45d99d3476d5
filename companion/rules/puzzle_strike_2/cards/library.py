"""The books that come with the program: what is proven of the printed cards, and the practice cards of our own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files

from companion.rules.kernel.card_book import CardBook, CardDesign, read_card, read_toml
from companion.rules.kernel.card_steps import Vocabulary
from companion.rules.puzzle_strike_2.cards.vocabulary import VOCABULARY
from companion.rules.puzzle_strike_2.pile import COLOURS

BANK_DECK = 61
"""The cards of a bank deck."""
PRINTED_DECKS = ("grand_melee", "birthday_bash")
"""Decks of which most cards are unknown: what is missing are cards to be taught."""
STARTING = "starting"
CHARACTER = "character:"
CARDS_OF_A_COLOUR = {f"{colour}_card": colour for colour in COLOURS}
"""Cards of which nothing but their colour is known."""


def the_vocabulary() -> Vocabulary:
    """The vocabulary of this game."""
    return VOCABULARY


def load() -> CardBook:
    """All cards that come with the program, and those of printed decks that nobody has taught yet."""
    folder = files(__package__)
    book = CardBook(VOCABULARY.game, "What comes with the program", {})
    for name in ("known.toml", "practice.toml"):
        book = book.with_cards(read_toml(folder.joinpath(name).read_text(encoding="utf-8"), VOCABULARY))
    plain = {
        key: read_card(key, {"name": f"A {colour} card", "colour": colour}, VOCABULARY)
        for key, colour in CARDS_OF_A_COLOUR.items()
    }
    return padded(book.with_cards(plain))


def padded(book: CardBook) -> CardBook:
    """A book whose printed decks are full: what nobody has named are cards to be taught."""
    blank = {f"{deck}_{number}" for deck in PRINTED_DECKS for number in range(BANK_DECK + 1)}
    book = book.only({key for key in book if key not in blank or book[key].taught})
    for deck in PRINTED_DECKS:
        book = book.with_cards(dict(untaught(book, deck)))
    return book


def untaught(book: CardBook, deck: str) -> Iterator[tuple[str, CardDesign]]:
    """The cards of a deck that no source names, one by one."""
    known = sum(copies for _, copies in bank_cards(book, deck))
    title = deck.replace("_", " ").title()
    for number in range(known + 1, BANK_DECK + 1):
        key = f"{deck}_{number}"
        yield key, read_card(key, {"name": f"{title} {number}", "deck": deck, "copies": 1}, VOCABULARY)


def bank_cards(book: CardBook, deck: str) -> list[tuple[str, int]]:
    """The cards of a bank deck, and how many copies of each there are; one where nobody has said."""
    return [
        (key, copies if isinstance(copies := card.facts.get("copies", 1), int) else 1)
        for key, card in book.items()
        if card.facts.get("deck") == deck
    ]


@lru_cache(maxsize=512)
def deck_cards(book: CardBook, deck: str) -> tuple[str, ...]:
    """A whole bank deck, card by card."""
    return tuple(key for key, copies in bank_cards(book, deck) for _ in range(copies))


@lru_cache(maxsize=512)
def _grouped(book: CardBook) -> tuple[tuple[str, ...], Mapping[str, tuple[str, ...]]]:
    starting, characters = [], dict[str, list[str]]()
    for key, card in book.items():
        deck = str(card.facts.get("deck", ""))
        if deck == STARTING:
            starting.append(key)
        elif deck.startswith(CHARACTER):
            characters.setdefault(deck.removeprefix(CHARACTER), []).append(key)
    return tuple(starting), {name: tuple(cards) for name, cards in characters.items()}


def starting_cards(book: CardBook) -> tuple[str, ...]:
    """The kinds of the starting deck."""
    return _grouped(book)[0]


def characters_of(book: CardBook) -> Mapping[str, tuple[str, ...]]:
    """The characters of a book, each with its cards."""
    return _grouped(book)[1]


LIBRARY = load()
