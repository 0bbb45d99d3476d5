"""When people are asked: never while the table can still show the answer, and at once when it cannot."""

from __future__ import annotations

from collections.abc import Iterable

from companion.arbiter.answers import give, is_aloud, is_silent, points
from companion.arbiter.lines import Line
from companion.arbiter.sight import Sight
from companion.rules import UNSEEN, Draw, Match, Moved, Question, Said

AT_ONCE = 0.0
SOON = 5.0
"""Seconds without a movement before asking, where one answer would show on the table and another would not."""
AMBIGUOUS = 3.0
"""The same where several lines explain what was seen."""
AMBIGUOUS_LONG = 5.0
"""Where several lines explain what was seen: seconds since it was seen, whether or not people have moved on."""
STUCK = 6.0
"""Seconds without a movement where no line explains what was seen, but a chip that nobody has seen would."""
STUCK_LONG = 12.0
"""The same, whether or not people move on."""
LOST = 20.0
"""Where no line is left: seconds since the first of what was seen, whether or not people move on. By then a ruling has
set aside what lies wrong, if that is all."""
LATE = 12.0
"""Seconds without a movement where every answer but passing would show: people are thinking."""
RESTING = 15.0
"""Seconds without a movement where somebody has to go on with the turn, or to say that it is over."""

NEVER = float("inf")


def patience(
    match: Match, lines: tuple[Line, ...], shown_here: tuple[int, int], *, complete: bool
) -> tuple[float, tuple[str, ...]]:
    """Return how many seconds without a movement people are given before they are asked what the match waits for, and
    the answers that what was seen leaves possible. `shown_here` is the result of `shown_and_dark` for this match."""
    asked = match.pending
    if isinstance(asked, Draw):
        dealt = bool(asked.target) and bool(shown_here[0])
        return (NEVER if asked.owner else LATE if dealt else AT_ONCE), ()
    if not isinstance(asked, Question):
        return NEVER, ()
    options = tuple(dict.fromkeys(token for seat in match.waiting_for for token in match.options(seat)))
    if lines and not complete:
        return AMBIGUOUS, options
    if len(lines) > 1:
        return AMBIGUOUS, (tuple(first_answers(lines)) if all(line.steps for line in lines) else ()) or options
    if lines:
        return NEVER, ()
    shown, dark = shown_here
    if dark and not shown:
        return AT_ONCE, options
    if asked.rest and shown:
        return RESTING, options
    return (SOON if dark else LATE), options


def first_answers(lines: Iterable[Line]) -> Iterable[str]:
    """The answers that the lines begin with, each once."""
    return dict.fromkeys(line.steps[0].said.what for line in lines if line.steps[0].said.kind == "answer")


def shown_and_dark(match: Match, sight: Sight) -> tuple[int, int]:
    """Count the answers other than passing: how many this table shows, and how many it does not. A draw counts as shown
    where readers see what comes of it."""
    shown, dark, asked = 0, 0, match.pending
    if isinstance(asked, Draw):
        return int(bool(asked.target) and sight.shows(Moved(UNSEEN, 1, asked.source, asked.target))), 0
    for seat in match.waiting_for:
        for token in match.options(seat):
            if is_silent(token) or (isinstance(asked, Question) and is_aloud(token, asked)):
                continue
            pointed = isinstance(asked, Question) and points(match, sight, asked, seat, token.partition(":")[0])
            if pointed or is_shown(match, sight, Said("answer", seat, token)):
                shown += 1
            else:
                dark += 1
    return shown, dark


def is_shown(match: Match, sight: Sight, said: Said) -> bool:
    """Whether this table shows an answer: by a chip that it moves, or by one that comes over a slot for it."""
    after = match.copy()
    moves = [event for event in give(after, said) if isinstance(event, Moved)]
    drawn = isinstance(after.pending, Draw) and after.pending.source in sight.bags
    return drawn or any(map(sight.shows, moves))
