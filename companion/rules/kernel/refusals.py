"""Refusals: what cannot be done, why, and by which rule."""

from __future__ import annotations

from companion.rules.kernel.sentences import Say, Sentence, in_english


class Illegal(Exception):
    """A token that is not accepted now. Nothing has changed.

    `template` and `values` make the sentence, so that other languages can say it too. `private` refusals tell
    something about a hidden zone: they are said to the seat that tried and to nobody else.

    >>> Illegal("buy:gem_4", "{chip} costs ${price}.", "buy-phase", chip="4-gem", price=7).why
    '4-gem costs $7.'
    """

    def __init__(self, token: str, template: str, rule: str, *, private: bool = False, **values: object) -> None:
        super().__init__(token, template, rule)
        self.token = token
        self.template = template
        self.values = values
        self.rule = rule
        self.private = private

    @property
    def why(self) -> str:
        """The reason in words."""
        return self.said(in_english)

    def said(self, say: Say) -> str:
        """The reason in a language."""
        return self.sentence.said(say)

    @property
    def sentence(self) -> Sentence:
        """The reason, to be said later."""
        return Sentence(self.template, self.values)

    def __str__(self) -> str:
        return f"{self.token}: {self.why}"


class SetupError(ValueError):
    """A match cannot begin like this; the message says what to change."""


class SnapshotError(ValueError):
    """A snapshot cannot be restored; the message says why and what to do."""
