"""Books of cards: what owners have taught of the cards that they have, in one form for every game.

A book is TOML: `[book]` names the game, and `[card.<key>]` says of one card what is printed on it, its `text` in
reading order, what it does at other moments (`on.*`, `while.*`, `until_end_of_turn.*`), the `rules` that it switches,
and how sure we are (`source`, `trust`, `open`). `"?"` stands for a fact that nobody knows yet.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from companion.rules.kernel.card_steps import BookError, CardSteps, Vocabulary, steps_said
from companion.rules.kernel.sentences import Say, in_english

FORM: Final = 1
UNKNOWN: Final = "?"
"""A fact that nobody has taught."""
WHEN: Final = ("on", "while", "until_end_of_turn")
NOTES: Final = ("name", "source", "trust", "open", "note")
TRUST: Final = ("", "high", "medium", "low", "practice", "owner")
"""How sure we are: by the rulebook, by its designer, by a guess; or made up for practice, or read off the card."""


@dataclass(frozen=True)
class CardDesign:
    """One card: what is printed on it, and what it does at which moment."""

    key: str
    name: str
    facts: Mapping[str, Any]
    texts: Mapping[str, CardSteps]
    """Steps by their moment: `text`, `on:trashed`, `while:you_drop`, `until_end_of_turn:you_crash`."""
    rules: frozenset[str]
    """What it switches as long as it lies in play."""
    turn_rules: frozenset[str]
    """What it switches for the rest of the turn in which it was played."""
    given: Mapping[str, Any]
    """As it was written."""

    @property
    def taught(self) -> bool:
        """Whether anybody has said what it does."""
        return bool(self.texts or self.rules or self.turn_rules)

    @property
    def trust(self) -> str:
        """How sure we are of what is said of it."""
        return str(self.given.get("trust", ""))

    def said(self, vocabulary: Vocabulary, say: Say = in_english) -> str:
        """What it does, in a sentence or more."""
        parts = [steps_said(self.texts["text"], say)] if self.texts.get("text") else []
        for moment, steps in self.texts.items():
            if moment != "text":
                when = say(MOMENT_SAID[moment.partition(":")[0]]).format(moment=say(moment_words(moment)))
                parts.append(f"{when} {steps_said(steps, say)}")
        parts += [say(vocabulary.rules[rule]) for rule in sorted(self.rules)]
        this_turn = (
            say("This turn: {rule}").format(rule=say(vocabulary.rules[one])) for one in sorted(self.turn_rules)
        )
        return " ".join((*parts, *this_turn))


MOMENT_SAID: Final = {
    "on": "When this card is {moment}:",
    "while": "While it is in play, when {moment}:",
    "until_end_of_turn": "For the rest of the turn, when {moment}:",
}


def moment_words(moment: str) -> str:
    """A moment as it is said.

    >>> moment_words("while:you_open_a_present")
    'you open a present'
    """
    return moment.partition(":")[2].replace("_", " ")


class CardBook(Mapping[str, CardDesign]):
    """Cards by their keys."""

    def __init__(self, game: str, title: str, cards: Mapping[str, CardDesign]) -> None:
        self.game = game
        self.title = title
        self._cards = dict(cards)

    def __getitem__(self, key: str) -> CardDesign:
        return self._cards[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._cards)

    def __len__(self) -> int:
        return len(self._cards)

    def __contains__(self, key: object) -> bool:
        return key in self._cards

    __hash__ = object.__hash__  # a book never changes
    __eq__ = object.__eq__

    def with_cards(self, other: Mapping[str, CardDesign]) -> CardBook:
        """This book with the cards of another; where both have a card, the other's counts."""
        return CardBook(self.game, self.title, self._cards | dict(other))

    def only(self, keys: Iterator[str] | set[str] | tuple[str, ...]) -> CardBook:
        """This book with these of its cards alone."""
        wanted = set(keys)
        return CardBook(self.game, self.title, {key: card for key, card in self._cards.items() if key in wanted})

    def to_text(self) -> str:
        """The whole book in one line, as a match keeps it."""
        cards = {key: card.given for key, card in self._cards.items()}
        return json.dumps({"title": self.title, "card": cards}, separators=(",", ":"), ensure_ascii=False)


# -- reading -----------------------------------------------------------------------------------------------------


def read_toml(text: str, vocabulary: Vocabulary) -> CardBook:
    """Read a book as people write it. Raises `BookError`."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise BookError("", f"this is not TOML: {problem}") from None
    return read_book(data, vocabulary)


def read_text(text: str, vocabulary: Vocabulary) -> CardBook:
    """Read back what `to_text` returned. Raises `BookError`."""
    try:
        data = json.loads(text)
    except ValueError as problem:
        raise BookError("", f"this is no book of cards: {problem}") from None
    if not isinstance(data, Mapping):
        raise BookError("", "this is no book of cards")
    return read_book(
        {"book": {"form": FORM, "game": vocabulary.game, "title": data.get("title", "")}, **data}, vocabulary
    )


def read_book(data: Mapping[str, Any], vocabulary: Vocabulary) -> CardBook:
    """Read a whole book. Raises `BookError`."""
    for key in data:
        if key not in ("book", "card", "title"):
            raise BookError(str(key), "a book has [book] and [card.KEY], nothing else")
    head = data.get("book", {})
    if not isinstance(head, Mapping) or head.get("form") != FORM:
        raise BookError("book.form", f"write form = {FORM} under [book]; this program reads no other form")
    if head.get("game") != vocabulary.game:
        raise BookError("book.game", f'these are cards for "{head.get("game")}", not for "{vocabulary.game}"')
    cards = data.get("card", {})
    if not isinstance(cards, Mapping):
        raise BookError("card", "write each card as [card.KEY]")
    found = {str(key): read_card(str(key), card, vocabulary) for key, card in cards.items()}
    return CardBook(vocabulary.game, str(head.get("title", "")), found)


def read_card(key: str, given: object, vocabulary: Vocabulary) -> CardDesign:
    """Read one card. Raises `BookError`."""
    path = f"card.{key}"
    if not key or set(key) - set("abcdefghijklmnopqrstuvwxyz0123456789_"):
        raise BookError(path, "a card's key has small letters, digits and _ only")
    if not isinstance(given, Mapping):
        raise BookError(path, "expected what is printed on the card, key by key")
    facts = {}
    for name, value in given.items():
        if name in vocabulary.facts:
            facts[name] = read_fact(vocabulary, str(name), value, f"{path}.{name}")
        elif name not in (*NOTES, *WHEN, "text", "rules"):
            known = ", ".join((*vocabulary.facts, "text", "rules", *WHEN, *NOTES))
            raise BookError(f"{path}.{name}", f"this is not known of a card; known: {known}")
    if given.get("trust", "") not in TRUST:
        raise BookError(f"{path}.trust", f"expected one of: {', '.join(TRUST[1:])}")
    texts = {"text": vocabulary.steps(given["text"], f"{path}.text")} if "text" in given else {}
    texts |= read_moments(given, path, vocabulary)
    turn_rules = given.get("until_end_of_turn", {})
    return CardDesign(
        key,
        str(given.get("name", key)),
        facts,
        texts,
        read_rules(given.get("rules", []), f"{path}.rules", vocabulary),
        read_rules(turn_rules.get("rules", []), f"{path}.until_end_of_turn.rules", vocabulary),
        dict(given),
    )


def read_fact(vocabulary: Vocabulary, name: str, value: object, path: str) -> object:
    """Read what is printed on a card. Raises `BookError`."""
    if value == UNKNOWN:
        return UNKNOWN
    try:
        return vocabulary.facts[name](value)
    except ValueError as problem:
        raise BookError(path, str(problem)) from None


def read_moments(given: Mapping[str, Any], path: str, vocabulary: Vocabulary) -> dict[str, CardSteps]:
    """Read the texts that act at other moments. Raises `BookError`."""
    found = {}
    for when in WHEN:
        texts = given.get(when, {})
        if not isinstance(texts, Mapping):
            raise BookError(f"{path}.{when}", f"write {when}.MOMENT = [steps]")
        for moment, steps in texts.items():
            if (when, moment) == ("until_end_of_turn", "rules"):
                continue
            if moment not in vocabulary.moments[when]:
                known = ", ".join(vocabulary.moments[when])
                raise BookError(f"{path}.{when}.{moment}", f"there is no such moment; known: {known}")
            found[f"{when}:{moment}"] = vocabulary.steps(steps, f"{path}.{when}.{moment}")
    return found


def read_rules(given: object, path: str, vocabulary: Vocabulary) -> frozenset[str]:
    """Read the switches of a card. Raises `BookError`."""
    if not isinstance(given, list | tuple):
        raise BookError(path, "expected a list of rules")
    for rule in given:
        if rule not in vocabulary.rules:
            raise BookError(path, f'there is no rule "{rule}"; known: {", ".join(vocabulary.rules)}')
    return frozenset(given)


# -- comparing ---------------------------------------------------------------------------------------------------


def differences_in_words(one: CardBook, two: CardBook, vocabulary: Vocabulary, say: Say = in_english) -> list[str]:
    """How the second book differs from the first, card by card."""
    found = []
    for key in dict.fromkeys((*one, *two)):
        if key not in two:
            found.append(say("{card}: only in the first book.").format(card=one[key].name))
        elif key not in one:
            found.append(say("{card}: only in the second book.").format(card=two[key].name))
        else:
            found += card_differences(one[key], two[key], vocabulary, say)
    return found


def card_differences(one: CardDesign, two: CardDesign, vocabulary: Vocabulary, say: Say) -> list[str]:
    """How two books differ in one card."""
    found = []
    for fact in dict.fromkeys((*one.facts, *two.facts)):
        there, here = one.facts.get(fact, UNKNOWN), two.facts.get(fact, UNKNOWN)
        if there != here:
            found.append(f"{one.name}, {fact}: {there} / {here}")
    first, second = one.said(vocabulary, say), two.said(vocabulary, say)
    if first != second:
        found.append(f"{one.name}: {first or UNKNOWN} / {second or UNKNOWN}")
    return found


# -- what a match keeps ------------------------------------------------------------------------------------------

MOST_KEPT: Final = 256
_kept: dict[str, CardBook] = {}


def kept_text(book: CardBook) -> str:
    """The text of a book for a set-up; whoever reads it in this process gets the same book."""
    text = book.to_text()
    remember(text, book)
    return text


def kept_book(text: str, vocabulary: Vocabulary) -> CardBook:
    """The book that a set-up keeps; it is read once. Raises `BookError`."""
    if text not in _kept:
        remember(text, read_text(text, vocabulary))
    return _kept[text]


def remember(text: str, book: CardBook) -> None:
    """Keep a book for its text; the oldest is forgotten when there are too many."""
    if len(_kept) >= MOST_KEPT:
        del _kept[next(iter(_kept))]
    _kept[text] = book
