"""What an answer would lead to, told before it is given: the numbers that would change, and what comes next.

It is worked out on a copy of the match as its seat knows it, and from that seat's own view. So it tells nothing that
the seat may not know, and it ends where chance, or a choice of somebody, comes next. Whoever may react is taken to
decline, and the preview says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from companion.arbiter.todo import asked_words
from companion.faces.screen_words import ScreenLanguage, words_of
from companion.rules import Draw, Illegal, Match, Question
from companion.rules.kernel.board import Board, Heap, Number, Panel, Total
from companion.rules.kernel.sentences import AND

DECLINES: Final = "pass"
"""How a seat declines to react, in the notation of every game."""
MOST_DECLINED: Final = 8
"""The most reactions that are taken to be declined, one after the other."""

MAY_ANSWER = "{seats} may still react."
DRAWN: Final = ("Then {count} piece is drawn.", "Then {count} pieces are drawn.")
NEXT = "Next: {question}"


class Shift(NamedTuple):
    """A number of the board that changes."""

    who: str
    """The title of the panel that it stands in."""
    label: str
    before: str
    after: str
    main: bool = False
    """Whether it is a total, which people look at first."""
    near: bool = False
    """Whether it comes close to its limit, or stays there."""
    own: bool = False
    """Whether it is the asker's."""


class Preview(NamedTuple):
    """What an answer would lead to."""

    shifts: tuple[Shift, ...]
    remarks: tuple[str, ...] = ()
    """What else: a new alarm, the end of the game, who may still react."""
    then: str = ""
    """What comes next, if it is a draw, or another question to the same seat."""


def preview(match: Match, seat: str, token: str, language: ScreenLanguage) -> Preview | None:
    """Return what this answer of a seat would lead to, as far as the seat's own match knows; None if it cannot be told.
    The match is not changed."""
    return previewed(match, seat, token, language, words_of(match, language).board(match.view(seat)))


def previewed(match: Match, seat: str, token: str, language: ScreenLanguage, before: Board) -> Preview | None:
    """The same, where the seat's board is known."""
    words = words_of(match, language)
    ahead, asked = match.copy(), match.pending
    if isinstance(asked, Question) and asked.each:
        return None  # what comes next depends on what the others have chosen in secret
    try:
        ahead.answer(token, seat)
        reacting = declined(ahead, seat)
    except Illegal:
        return None
    after = words.board(ahead.view(seat))
    remarks = [*alarming(before, after)]
    if reacting:
        remarks.append(language.say(MAY_ANSWER).format(seats=language.say(AND).join(reacting)))
    return Preview(tuple(shifts(before, after, seat)), tuple(remarks), what_then(ahead, asked, seat, language))


def what_then(ahead: Match, asked: object, seat: str, language: ScreenLanguage) -> str:
    """Return what comes next, in words; "" if it is for others to decide, or the same question again."""
    due = ahead.pending
    if isinstance(due, Draw):
        return language.several(*DRAWN, due.count).format(count=due.count)
    if isinstance(due, Question) and seat in ahead.waiting_for and not same(due, asked):
        return language.say(NEXT).format(question=asked_words(due, words_of(ahead, language)))
    return ""


def declined(ahead: Match, seat: str) -> tuple[str, ...]:
    """Let all others decline to react, as long as one of them is asked to; return who was."""
    found: dict[str, None] = {}
    for _ in range(MOST_DECLINED):
        asked = [other for other in ahead.waiting_for if other != seat and DECLINES in ahead.options(other)]
        if not asked or seat in ahead.waiting_for:
            break
        found[asked[0]] = None
        ahead.answer(DECLINES, asked[0])
    return tuple(found)


def same(due: Question, before: object) -> bool:
    """Whether the same is asked again."""
    return isinstance(before, Question) and (due.what, due.about) == (before.what, before.about)


def alarming(before: Board, after: Board) -> Iterator[str]:
    """Yield what concerns everybody: a new alarm, or the end."""
    level = before.alarm.level if before.alarm else 0
    if after.alarm and after.alarm.level > level:
        yield f"{after.alarm.words}. {after.alarm.more}".strip()
    if after.over and not before.over:
        yield after.headline


def shifts(before: Board, after: Board, seat: str) -> Iterator[Shift]:
    """Yield the numbers that differ: totals first, the own ones before those of others."""
    earlier = {panel.key: figures(panel, seat) for panel in before.seats}
    found = [
        one._replace(before=was.after)
        for panel in after.seats
        for name, one in figures(panel, seat).items()
        if (was := earlier.get(panel.key, {}).get(name)) and was.after != one.after
    ]
    yield from sorted(found, key=lambda one: (not one.main, not one.own))


def figures(panel: Panel, seat: str) -> Mapping[str, Shift]:
    """Return the numbers of a panel, as they are, by their labels."""
    own = panel.key == seat
    found: dict[str, Shift] = {}
    for piece in panel.pieces:
        if isinstance(piece, Total):
            near = bool(piece.danger) and piece.value >= piece.danger
            found[piece.label] = Shift(panel.title, piece.label, "", str(piece.value), True, near, own)
        elif isinstance(piece, Number):
            found[piece.label] = Shift(panel.title, piece.label, "", piece.value, own=own)
        elif isinstance(piece, Heap) and piece.hand and not own:
            count = piece.hidden + sum(chip.count for chip in piece.chips)
            found[piece.label] = Shift(panel.title, piece.label, "", str(count))
    return found


def previews_of(match: Match, seat: str, tokens: Iterable[str], language: ScreenLanguage) -> Mapping[str, Preview]:
    """Return what each of these answers would lead to; those of which nothing can be told are left out."""
    before = words_of(match, language).board(match.view(seat))
    found = {token: previewed(match, seat, token, language, before) for token in tokens}
    return {token: one for token, one in found.items() if one and any(one)}
