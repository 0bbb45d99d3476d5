"""Lets people look through a recorded game: the table after an entry, and the nearest entries that changed it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.app.telling import TellingOfMoves
from companion.faces.hall import HallError, Replayed
from companion.faces.languages import Language
from companion.faces.screen_words import said, words_of
from companion.faces.told_game import ToldGame, ToldMistake
from companion.ledger import RecordProblem
from companion.referee.verifying import KeptBack, VerifiedStep
from companion.rules import Draw, Match, Question
from companion.rules.kernel.sentences import Sentence
from companion.scenarios.written import as_yaml, written

UNREADABLE = "The record of this game cannot be shown. {problem}"


@dataclass(frozen=True)
class Passages:
    """A game as an audience may look through it: every entry that shows something new."""

    shown: tuple[Replayed, ...]
    """The table after each of these, the first entry among them."""
    times: tuple[float | None, ...]
    """When each entry came, whether it showed something new or not."""
    note: str
    """Why there are no more."""
    told: ToldGame

    def after(self, at: int | None) -> Replayed:
        """The table after an entry, or after the newest one, with the nearest entries that show something else."""
        last = len(self.times) - 1
        at = last if at is None else min(at, last)
        here = bisect_right(self.shown, at, key=lambda one: one.at) - 1
        found = self.shown[here]
        exact = found.at == at
        before = self.shown[max(0, here - 1)].at if exact else found.at
        after = self.shown[here + 1].at if here + 1 < len(self.shown) else at
        happened = found.happened if exact else ()
        return replace(
            found, at=at, last=last, before=before, after=after, happened=happened,
            seconds=self.times[at], note=self.note,
        )  # fmt: skip


def passages(
    number: int, steps: Iterable[VerifiedStep | RecordProblem | KeptBack], audience: str, language: Language,
    mistakes: tuple[ToldMistake, ...] = (),
) -> Passages:  # fmt: skip
    """Everything that can be shown of a game. Most entries are looks of readers that change nothing one can see.

    Raises `HallError`.
    """
    shown: list[Replayed] = []
    times: list[float | None] = []
    story, note = TellingOfMoves(audience, language), ""
    ruled = {one.at for one in mistakes}
    for step in steps:
        if isinstance(step, KeptBack):
            note = language.say("The next answer stays hidden until the game is over.")
            break
        if isinstance(step, RecordProblem):
            note = str(step)
            break
        times.append(step.at)
        if step.said or not shown:
            one = replayed(step, audience, language)
        else:
            one = replace(shown[-1], at=step.number, happened=(), seconds=step.at)
        story.take(step, one.board)
        new = not shown or one.happened or (one.board, one.asks) != (shown[-1].board, shown[-1].asks)
        if new or step.number in ruled:
            shown.append(one)
    if not shown:
        raise HallError(Sentence(UNREADABLE, {"problem": note}))
    return Passages(tuple(shown), tuple(times), note, story.told(number, mistakes))


def look_through(
    steps: Iterable[VerifiedStep | RecordProblem | KeptBack], at: int | None, audience: str, language: Language
) -> Replayed:
    """The table after an entry, or after the newest one. Raises `HallError`."""
    return passages(0, steps, audience, language).after(at)


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
