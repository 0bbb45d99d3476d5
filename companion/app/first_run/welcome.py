"""The steps for the language and for codes."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.app.first_run.progress import Progress
from companion.app.first_run.steps import NEXT, Card, CardChoice, NewCode, Steps, ask, do, told
from companion.faces.languages import languages
from companion.table.phrases import Phrase

ALONE: Final = CardChoice("alone", Phrase("A new code; everybody who joined before must join again"))


def choose_language(progress: Progress) -> Steps[Progress]:
    """Ask for the language of the display and of this guide; each phone has its own."""
    known = languages()
    choices = tuple(CardChoice(code, told(language.name)) for code, language in known.items())
    usual = progress.language if progress.language in known else "en"
    code = yield from ask(Card(Phrase("Which language should the table use?"), choices=choices, usual=usual))
    return replace(progress, language=code)


def give_codes(progress: Progress) -> Steps[Progress]:
    """Give a code to the person who sets up games. The codes of the seats come with each game."""
    alone = False
    while True:
        code = yield from do(NewCode(alone))
        said = [Phrase("The code: {code}. It works once, within two hours; the display shows it as well.", code=code)]
        if alone:
            said.append(Phrase("Everybody who joined before has been signed out."))
        question = Phrase("Whoever types this code on the companion's page can set up games. Continue?")
        if (yield from ask(Card(question, said=tuple(said), choices=(NEXT, ALONE), usual="next"))) == "next":
            return progress
        alone = True
