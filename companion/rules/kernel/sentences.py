"""Sentences that are made when they are shown: a template, and the values that stand in it.

A template is English, and what a catalogue of another language is asked for. A value stays as it is, unless it is a
`Term` or `Terms`: those are words of the game, and looked up as well. So the name of a player is never taken for one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, Self, TypeAlias

Say: TypeAlias = Callable[[str], str]
"""Looks a template up in a language."""

Several: TypeAlias = Callable[[str, str, int], str]
"""The same for a template that depends on a number: one, many, the number."""

AND = " and "
OR = " or "
COMMA = ", "


def in_english(template: str) -> str:
    """A template as it is."""
    return template


def in_english_several(one: str, many: str, n: int) -> str:
    """One, or many."""
    return one if n == 1 else many


class Term(str):
    """A word of the game, in English; other languages have their own."""

    __slots__ = ()


class Terms(str):
    """Several of them, or names, joined by a template; with `commas` only the last one by it.

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
    """One and another."""
    if not commas or len(terms) < 2:
        return joined_by.join(terms)
    return joined_by.join((COMMA.join(terms[:-1]), terms[-1]))


class Told(str):
    """A sentence in English that other languages can make anew; it begins with a capital where it is a whole one."""

    sentence: Sentence
    whole: bool

    def __new__(cls, template: str, *, whole: bool = False, **values: object) -> Self:
        sentence = Sentence(template, values)
        found = super().__new__(cls, capital(sentence.said()) if whole else sentence.said())
        found.sentence, found.whole = sentence, whole
        return found

    def said(self, say: Say) -> str:
        """In another language."""
        text = self.sentence.said(say)
        return capital(text) if self.whole else text


def capital(text: str) -> str:
    """With a capital to begin with."""
    return text[:1].upper() + text[1:]


def spoken(value: object, say: Say) -> object:
    """A value of a sentence in a language."""
    if isinstance(value, Term):
        return say(str(value))
    if isinstance(value, Terms):
        terms = tuple(str(spoken(term, say)) for term in value.terms)
        return joined(terms, say(value.joined_by), commas=value.commas)
    return value.said(say) if isinstance(value, Sentence | Told) else value


class Sentence(NamedTuple):
    """A template and its values.

    >>> Sentence("{chip} costs ${price}.", {"chip": Term("4-gem"), "price": 7}).said()
    '4-gem costs $7.'
    """

    template: str
    values: Mapping[str, object] = {}  # nobody changes it

    def said(self, say: Say = in_english) -> str:
        """In words."""
        if not self.template:
            return ""
        return say(self.template).format(**{name: spoken(value, say) for name, value in self.values.items()})

    def to_json(self) -> list[Any]:
        """As JSON can hold it."""
        return [self.template, {name: value_row(value) for name, value in self.values.items()}]

    @classmethod
    def from_json(cls, row: list[Any]) -> Sentence:
        """And back."""
        template, values = row
        return cls(template, {name: value_from(value) for name, value in values.items()})


def value_row(value: object) -> Any:
    """A value as JSON: a plain one is itself, a term stands in a list."""
    if isinstance(value, Term):
        return [str(value)]
    if isinstance(value, Terms):
        return [[value_row(term) for term in value.terms], value.joined_by, value.commas]
    return value if isinstance(value, int) else str(value)


def value_from(row: Any) -> object:
    """And back."""
    if not isinstance(row, list):
        return row
    if len(row) == 1:
        return Term(row[0])
    terms, joined_by, commas = row
    return Terms((str(one) if isinstance(one, str) else Term(one[0]) for one in terms), joined_by, commas=commas)
