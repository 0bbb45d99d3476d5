"""Corrections: the table is changed to what people say it is, and the match goes on from there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from companion.rules.kernel.events import Changed, Corrected, Event
from companion.rules.kernel.plain import Plain
from companion.rules.kernel.positions import Path, PositionError, brief
from companion.rules.kernel.refusals import Illegal
from companion.rules.kernel.sentences import SaidSentence, Term

if TYPE_CHECKING:
    from companion.rules.kernel.match import Match

START = "start"
END = "end"
INSIDE = (START, END)
"""What a correction does with a running effect: undo everything since its start, or stop it where it is."""


def corrected(
    match: Match, changes: Mapping[str, object], author: str, reason: str, inside: str
) -> tuple[Plain, tuple[Event, ...]]:
    """Return the table after a correction, and its events. The match itself is not changed. Raises `Illegal`."""
    for word, what in ((author, "who corrects"), (reason, "why")):
        if not isinstance(word, str) or not word.strip():
            raise refused("A correction says {what}: give it in a few words.", what=Term(what))
    if inside not in ("", *INSIDE):
        raise refused(
            "A chip that is taking effect can be undone (start) or stopped (end); {inside} is neither.", inside=inside
        )
    game = match.game
    before = match.table.copy()
    try:
        table = at_rest(match, inside)
        table = game.corrected(table, changes)
    except PositionError as problem:
        raise refused("{problem}", problem=with_place(problem.path, problem.message)) from None
    changed = tuple(Changed(*change) for change in game.compare(before, table))
    if not changed and match.resting:
        raise refused("Nothing would change: the table is already like that.")
    return table, (Corrected(author, reason), *changed)


def at_rest(match: Match, inside: str) -> Any:
    """Return a copy of the table at rest; a running effect is undone or stopped in it, as `inside` says."""
    if match.resting:
        return match.table.copy()
    if inside == START:
        return match.base.copy()
    if inside == END:
        table = match.table.copy()
        match.game.cut_short(table)
        return table
    match.game.cut_short(match.table.copy())  # raises where nothing can be stopped, as during set-up: no use asking
    running = match.game.encyclopedia().get(match.effect)
    raise refused(
        "The game is in the middle of {effect}. Add `inside: start` to undo everything since it began, or "
        "`inside: end` to stop it here.",
        effect=Term(running.name if running else "an effect"),
    )


def refused(template: str, **values: object) -> Illegal:
    """Return the refusal of a correction. It is private, because it may say something about hidden zones."""
    return Illegal("correct", template, "", private=True, **values)


def with_place(path: Path, message: Term | SaidSentence) -> Term | SaidSentence:
    """Return the message with the place in the correction that it is about.

    >>> with_place(("seats", "A", "pile"), Term("no such gem"))
    'seats, A, pile: no such gem'
    """
    place = ", ".join(brief(str(step)) for step in path)
    return SaidSentence("{place}: {problem}", place=place, problem=message) if path else message
