"""Words for people that can be said in several languages: an English template, and the values in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

BESIDE: Final = ", "
"""What separates several phrases in one place."""


class Phrase(str):
    """A text in English, so that a terminal can print it. Faces say it in the language of whoever reads it.

    A value that is itself a phrase, or a tuple of phrases, is said in that language too.

    >>> pad = Phrase("Pad {number}", number=2)
    >>> print(Phrase("{pad} does not answer.", pad=pad))
    Pad 2 does not answer.
    """

    template: str
    values: Mapping[str, object]

    def __new__(cls, template: str, /, **values: object) -> Phrase:
        found = super().__new__(cls, filled(template, values, str))
        found.template, found.values = template, values
        return found

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, object]]:
        """For copying: a copy is made from the template, not from the finished text."""
        return (self.template,), dict(self.values)

    def said(self, say: Callable[[str], str]) -> str:
        """Return the text in another language: `say` looks a template up."""
        return filled(self.template, self.values, say)


def filled(template: str, values: Mapping[str, Any], say: Callable[[str], str]) -> str:
    """Fill a template in a language with its values."""
    return say(template).format(**{name: spoken(value, say) for name, value in values.items()}) if template else ""


def spoken(value: object, say: Callable[[str], str]) -> object:
    """Return one value in a language."""
    if isinstance(value, tuple):
        return BESIDE.join(str(spoken(one, say)) for one in value)
    return value.said(say) if isinstance(value, Phrase) else value


NOTHING: Final = Phrase("")
"""The phrase that says nothing."""
