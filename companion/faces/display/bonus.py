"""What a total brings: `+1` large in a field of its own, its name and how far it is to more small beside it.

A game tells it in one sentence (`Total.note`): what holds now, a comma, how far it is to more. Where the first part has
a number with a sign, that is what people look for from afar.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from companion.faces.display.marks import Box, Marks
from companion.faces.display.rects import Rect
from companion.faces.display.style import Style
from companion.faces.display.typesetting import clean, line_height

SIGNED: Final = re.compile(r"(?<!\S)[+-]\d{1,3}(?!\S)")
HIGH: Final = 2.1
"""So many units high where there is room."""


class Bonus(NamedTuple):
    """A note that has such a number."""

    number: str
    words: str
    more: str


def bonus_of(note: str) -> Bonus | None:
    """The number of a note, and the rest of it; None where it has none.

    >>> bonus_of("Height bonus +1, 2 more for +2")
    Bonus(number='+1', words='Height bonus', more='2 more for +2')
    >>> bonus_of("three, or +2 of them")
    """
    now, _, more = clean(note).partition(", ")
    found = SIGNED.search(now)
    return Bonus(found[0], clean(now.replace(found[0], " ", 1)), more) if found else None


def note_height(style: Style, note: str, width: int, most: int) -> int:
    """How high a note stands where it may take so much: two lines beside a large number, else one line or two."""
    if not clean(note):
        return 0
    if bonus_of(note):
        large = style.of_unit(HIGH)
        return large if large <= most else line_height(style.strong)
    return style.note(note, width).height


def note_marks(style: Style, rect: Rect, note: str) -> Marks:
    """The note in the height that it was given."""
    bonus = bonus_of(note)
    if bonus is None:
        return style.lines(rect, style.note(note, rect.width))
    size = style.of_unit(HIGH * 0.72) if rect.height >= style.of_unit(HIGH) else style.strong
    field, words = rect.left(min(rect.width, style.width(bonus.number, size, True) + style.of_unit(0.5)))
    marks: Marks = [Box(field, "raised", "muted", max(1, style.hair // 2), style.hair * 2)]
    marks += style.line(field, bonus.number, size, bold=True, align="centre")
    _, words = words.left(style.of_unit(0.4))
    if not bonus.more:
        return marks + style.one_line(words, bonus.words, 1, bold=True)
    if rect.height >= 2 * line_height(style.fine):
        upper, lower = words.top(words.height // 2)
        marks += style.one_line(upper, bonus.words, 1, bold=True)
        return marks + style.one_line(lower, bonus.more, 0.95, "muted")
    name = min(words.width, style.width(bonus.words, style.fine, True))
    first, rest = words.left(name)
    shown = style.fitted(bonus.words, first.width, first.height, 0.82, 0.62, bold=True)
    marks += style.lines(first, shown, bold=True, middle=True)
    _, rest = rest.left(style.of_unit(0.4))
    fits = style.width(bonus.more, style.fine) <= rest.width
    return marks + (style.one_line(rest, bonus.more, 0.95, "muted") if fits else [])
