"""Sentences that are put into words only when they are shown: a template, and the values that fill it.

A template is in English, and is looked up in the catalogue of another language. A value stays as it is, unless it is
a `Term` or `Terms`: these are words of the game and are looked up too. So a player's name is never translated, even if
it happens to be such a word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, Self, TypeAlias

Say: TypeAlias = Callable[[str], str]
"""Looks a template up in a language."""

Several: TypeAlias = Callable[[str, str, int], str]
"""Looks up a template that depends on a number: the singular, the plural and the number are given."""

AND = " and "
OR = " or "
COMMA = ", "


def in_english(template: str) -> str:
    """Return a template as it is."""
    return template


def in_english_several(one: str, many: str, n: int) -> str:
    """Return the singular or the plural."""
    return one if n == 1 else many


class Term(str):
    """A word of the game, in English; sentences in other languages have it translated."""

    __slots__ = ()


class Terms(str):
    """Several terms or names, joined by a word such as "and"; with `commas`, all but the last two by commas.

    >>> Terms((Term("hand"), Term("discard pile")), OR), Terms("ABC", AND, commas=True)
    ('hand or discard pile', 'A, B and C')
    """

    terms: tuple[str, ...]
    joined_by: str
    commas: bool

    def __new__(cls, terms: Iterable[str], joined_by: str, *, commas: bool = False) -> Terms:
        terms = tuple(terms)
        found = super().__new__(cls, joined(terms, joined_by, commas=commas))
        found.terms, found.joined_by, found.commas = terms, joined_by, commas
        return found


def joined(terms: tuple[str, ...], joined_by: str, *, commas: bool) -> str:
    """Return the terms as one text."""
    if not commas or len(terms) < 2:
        return joined_by.join(terms)
    return joined_by.join((COMMA.join(terms[:-1]), terms[-1]))


class SaidSentence(str):
    """A text in English that can still be said in other languages. A `whole` sentence begins with a capital letter."""

    sentence: Sentence
    whole: bool

    def __new__(cls, template: str, *, whole: bool = False, **values: object) -> Self:
        sentence = Sentence(template, values)
        found = super().__new__(cls, capital(sentence.said()) if whole else sentence.said())
        found.sentence, found.whole = sentence, whole
        return found

    def said(self, say: Say) -> str:
        """Return it in another language."""
        text = self.sentence.said(say)
        return capital(text) if self.whole else text


def capital(text: str) -> str:
    """Return the text with a capital letter at the beginning."""
    return text[:1].upper() + text[1:]


def spoken(value: object, say: Say) -> object:
    """Return a value of a sentence in a language."""
    if isinstance(value, Term):
        return say(str(value))
    if isinstance(value, Terms):
        terms = tuple(str(spoken(term, say)) for term in value.terms)
        return joined(terms, say(value.joined_by), commas=value.commas)
    return value.said(say) if isinstance(value, Sentence | SaidSentence) else value


class Sentence(NamedTuple):
    """A template and its values.

    >>> Sentence("{chip} costs ${price}.", {"chip": Term("4-gem"), "price": 7}).said()
    '4-gem costs $7.'
    """

    template: str
    values: Mapping[str, object] = {}  # nobody changes it

    def said(self, say: Say = in_english) -> str:
        """Return the sentence in a language."""
        if not self.template:
            return ""
        return say(self.template).format(**{name: spoken(value, say) for name, value in self.values.items()})

    def to_json(self) -> list[Any]:
        """Return the sentence as JSON data."""
        return [self.template, {name: value_row(value) for name, value in self.values.items()}]

    @classmethod
    def from_json(cls, row: list[Any]) -> Sentence:
        """Read back what `to_json` returned."""
        template, values = row
        return cls(template, {name: value_from(value) for name, value in values.items()})


def value_row(value: object) -> Any:
    """Return a value as JSON data. Terms become lists, which tells them from plain texts."""
    if isinstance(value, Term):
        return [str(value)]
    if isinstance(value, Terms):
        return [[value_row(term) for term in value.terms], value.joined_by, value.commas]
    return value if isinstance(value, int) else str(value)


def value_from(row: Any) -> object:
    """Read back what `value_row` returned."""
    if not isinstance(row, list):
        return row
    if len(row) == 1:
        return Term(row[0])
    terms, joined_by, commas = row
    return Terms((str(one) if isinstance(one, str) else Term(one[0]) for one in terms), joined_by, commas=commas)
