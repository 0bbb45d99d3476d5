"""Language and codes."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.app.first_run.progress import Progress
from companion.app.first_run.steps import NEXT, Card, Choice, NewCode, Steps, ask, do, told
from companion.faces.languages import languages
from companion.table.phrases import Phrase

ALONE: Final = Choice("alone", Phrase("A new code, and whoever has joined before must join anew"))


def choose_language(progress: Progress) -> Steps[Progress]:
    """Of the display and of this guide; each phone has its own."""
    known = languages()
    choices = tuple(Choice(code, told(language.name)) for code, language in known.items())
    usual = progress.language if progress.language in known else "en"
    code = yield from ask(Card(Phrase("Which language does the table speak?"), choices=choices, usual=usual))
    return replace(progress, language=code)


def give_codes(progress: Progress) -> Steps[Progress]:
    """With this code somebody sets up games; each seat's own comes with the game."""
    alone = False
    while True:
        code = yield from do(NewCode(alone))
        said = [Phrase("The code: {code}. It serves once, for two hours; the display shows it, too.", code=code)]
        if alone:
            said.append(Phrase("Nobody who joined before is in any more."))
        question = Phrase("Who types this code on the companion's page sets up the games. Is that all?")
        if (yield from ask(Card(question, said=tuple(said), choices=(NEXT, ALONE), usual="next"))) == "next":
            return progress
        alone = True
