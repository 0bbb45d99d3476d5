"""What a total brings: a large `+1` in a field of its own, beside it its name and how far it is to more."""

from __future__ import annotations

from typing import Final

from companion.faces.display.marks import Marks, Rectangle
from companion.faces.display.rects import Rect
from companion.faces.display.style import Style
from companion.faces.display.typesetting import line_height
from companion.rules.kernel.board import Gain

HIGH: Final = 2.1
"""How many units high it is if there is room."""


def gain_height(style: Style, gain: Gain | None, most: int) -> int:
    """Return its height if it may take up to `most`: two lines beside a large number, else one line."""
    if gain is None:
        return 0
    large = style.of_unit(HIGH)
    return large if large <= most else line_height(style.strong)


def gain_marks(style: Style, rect: Rect, gain: Gain | None) -> Marks:
    """Draw what a total brings, in the height that it was given."""
    if gain is None:
        return []
    size = style.of_unit(HIGH * 0.72) if rect.height >= style.of_unit(HIGH) else style.strong
    field, words = rect.left(min(rect.width, style.width(gain.value, size, True) + style.of_unit(0.5)))
    marks: Marks = [Rectangle(field, "raised", "muted", max(1, style.hair // 2), style.hair * 2)]
    marks += style.line(field, gain.value, size, bold=True, align="centre")
    _, words = words.left(style.of_unit(0.4))
    if not gain.more:
        return marks + style.one_line(words, gain.label, 1, bold=True)
    if rect.height >= 2 * line_height(style.fine):
        upper, lower = words.top(words.height // 2)
        marks += style.one_line(upper, gain.label, 1, bold=True)
        return marks + style.one_line(lower, gain.more, 0.95, "muted")
    name = min(words.width, style.width(gain.label, style.fine, True))
    first, rest = words.left(name)
    shown = style.fitted(gain.label, first.width, first.height, 0.82, 0.62, bold=True)
    marks += style.lines(first, shown, bold=True, middle=True)
    _, rest = rest.left(style.of_unit(0.4))
    fits = style.width(gain.more, style.fine) <= rest.width
    return marks + (style.one_line(rest, gain.more, 0.95, "muted") if fits else [])
