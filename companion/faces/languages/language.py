"""A language, and the list of all languages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

from companion.faces.languages.po import read_po, translations
from companion.rules import Game, Words, games

ENDING: Final = ".po"
NAME: Final = "x-name"
"""The line of a catalogue's header that holds the name of the language in that language."""


class Language:
    """A language in which faces speak."""

    def __init__(self, code: str, name: str, found: NullTranslations) -> None:
        self.code = code
        """The language as browsers name it: `en`."""
        self.name = name
        """The name of the language in that language."""
        self._found = found

    def say(self, template: str) -> str:
        """Return an English template in this language; unchanged if nobody has translated it."""
        return self._found.gettext(template) if template else ""

    def several(self, one: str, many: str, n: int) -> str:
        """Return the template that fits a number of things.

        >>> [ENGLISH.several("{n} chip", "{n} chips", n).format(n=n) for n in (1, 2)]
        ['1 chip', '2 chips']
        """
        return self._found.ngettext(one, many, n)

    def words(self, game: Game[Any]) -> Words:
        """Return a game's words in this language."""
        return game.words if self is ENGLISH else type(game.words)(self.say, self.several)


ENGLISH: Final = Language("en", "English", NullTranslations())
"""The language in which templates are written."""


@cache
def languages() -> Mapping[str, Language]:
    """Return all languages by code, English first."""
    found: dict[str, GNUTranslations] = {}
    names: dict[str, str] = {}
    for code, catalogue in catalogues():
        read = translations(read_po(catalogue.read_text(encoding="utf-8")).messages)
        if name := read.info().get(NAME):
            names[code] = name
        if code in found:
            found[code].add_fallback(read)
        else:
            found[code] = read
    known = {code: Language(code, names.get(code, code), read) for code, read in sorted(found.items())}
    return {ENGLISH.code: ENGLISH, **known}


def catalogues() -> Iterator[tuple[str, Traversable]]:
    """Yield all catalogue files, each with the code of its language; those of the faces come first."""
    packages = [__package__, *(type(game).__module__.rpartition(".")[0] for game in games().values())]
    for package in dict.fromkeys(packages):
        for path in sorted(files(package).iterdir(), key=lambda path: path.name):
            if path.name.endswith(ENDING):
                yield path.name.partition(".")[0], path
