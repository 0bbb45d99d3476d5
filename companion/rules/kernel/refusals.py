"""Refusals: what cannot be done, why, and by which rule."""

from __future__ import annotations

from companion.rules.kernel.sentences import Say, Sentence, in_english


class Illegal(Exception):
    """An input that is not accepted now. Nothing has changed.

    The sentence is made of `template` and `values`, so that other languages can say it too. A `private` refusal tells
    something about a hidden zone: only the seat that tried may hear it.

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
        self.to_the_point = False
        """Whether the reason concerns this very answer, not just its moment: no later moment gives a better reason."""

    @property
    def why(self) -> str:
        """The reason in words."""
        return self.said(in_english)

    def said(self, say: Say) -> str:
        """Return the reason in a language."""
        return self.sentence.said(say)

    @property
    def sentence(self) -> Sentence:
        """The reason as a sentence that can be translated later."""
        return Sentence(self.template, self.values)

    def __str__(self) -> str:
        return f"{self.token}: {self.why}"


class SetupError(ValueError):
    """A match cannot begin like this; the message says what to change. It is made of a template and values, so that
    other languages can say it too. A text without values stands as it is.

    >>> str(SetupError('There is no mode "{mode}".', mode="chess"))
    'There is no mode "chess".'
    """

    def __init__(self, template: str, **values: object) -> None:
        super().__init__(template)
        self.sentence = Sentence(template, values)

    def said(self, say: Say) -> str:
        """Return what to change, in a language."""
        return self.sentence.said(say) if self.sentence.values else say(self.sentence.template)

    def __str__(self) -> str:
        return self.said(in_english)


class SnapshotError(ValueError):
    """A snapshot cannot be restored; the message says why and what to do."""
