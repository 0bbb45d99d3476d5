"""Lets people look through a recorded game: the table after an entry, and the nearest entries that changed it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from companion.faces.hall import HallError, Replayed
from companion.faces.languages import Language
from companion.faces.screen_words import said, words_of
from companion.ledger import RecordProblem
from companion.referee.verifying import KeptBack, VerifiedStep
from companion.rules import Draw, Match, Question
from companion.rules.kernel.sentences import Sentence
from companion.scenarios.written import as_yaml, written

UNREADABLE = "The record of this game cannot be shown. {problem}"


def look_through(
    steps: Iterable[VerifiedStep | RecordProblem | KeptBack], at: int | None, audience: str, language: Language
) -> Replayed:
    """The table after an entry, or after the newest one, with the nearest entries that show something else.

    Most entries are looks of readers that change nothing one can see. Raises `HallError`.
    """
    shown: Replayed | None = None
    newest: Replayed | None = None
    before, turned, after = 0, 0, None
    last, note = 0, ""
    for step in steps:
        if isinstance(step, KeptBack):
            note = language.say("The next answer stays hidden until the game is over.")
            break
        if isinstance(step, RecordProblem):
            note = str(step)
            break
        last = step.number
        if after is not None:
            continue
        one = replayed(step, audience, language) if step.said or newest is None else passed(newest, step)
        changed = newest is not None and (bool(one.happened) or one.board != newest.board)
        newest = one
        if at is None or step.number <= at:
            shown = one
            if changed:
                before, turned = turned, step.number
        elif changed:
            after = step.number
    if shown is None:
        raise HallError(Sentence(UNREADABLE, {"problem": note}))
    before = before if turned == shown.at else turned
    return replace(shown, last=last, note=note, before=before, after=shown.at if after is None else after)


def replayed(step: VerifiedStep, audience: str, language: Language) -> Replayed:
    """The table after an entry. Everything is computed now, because the match moves on with the next entry."""
    match = step.match
    words = words_of(match, language)
    pending = match.pending
    asks = ""
    if isinstance(pending, Question):
        asks = words.question(pending)
    elif isinstance(pending, Draw):
        asks = words.draw(pending)
    happened = said(step.events, match, audience, words)
    number = step.number
    return Replayed(number, number, number, number, words.board(match.view(audience)), happened, asks, step.at)


def position_at(steps: Iterable[VerifiedStep | RecordProblem | KeptBack], at: int | None) -> str:
    """The game after an entry, or after the newest one, as a position that people can read. Raises `HallError`."""
    found: Match | None = None
    for step in steps:
        if not isinstance(step, VerifiedStep) or (at is not None and step.number > at):
            break
        found = step.match if at is None else step.match.copy() if step.said or found is None else found
    if found is None:
        raise HallError(Sentence(UNREADABLE, {"problem": ""}))
    return as_yaml(written(found))


def passed(newest: Replayed, step: VerifiedStep) -> Replayed:
    """The same table after an entry in which nothing was said."""
    return replace(newest, at=step.number, happened=(), seconds=step.at)
