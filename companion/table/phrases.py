"""Words for people that other languages can say too: an English template, and what stands in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

BESIDE: Final = ", "
"""Between several phrases in one place."""


class Phrase(str):
    """In English as it is, so a terminal prints it; faces say it in the language of whoever reads it.

    A value that is a phrase is said in that language too, and so are several of them in a tuple.

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
        """For copies: the finished words are no template."""
        return (self.template,), dict(self.values)

    def said(self, say: Callable[[str], str]) -> str:
        """In another language: `say` looks a template up."""
        return filled(self.template, self.values, say)


def filled(template: str, values: Mapping[str, Any], say: Callable[[str], str]) -> str:
    """A template in a language, with all that stands in it."""
    return say(template).format(**{name: spoken(value, say) for name, value in values.items()}) if template else ""


def spoken(value: object, say: Callable[[str], str]) -> object:
    """One value."""
    if isinstance(value, tuple):
        return BESIDE.join(str(spoken(one, say)) for one in value)
    return value.said(say) if isinstance(value, Phrase) else value


NOTHING: Final = Phrase("")
"""Nothing is said."""
