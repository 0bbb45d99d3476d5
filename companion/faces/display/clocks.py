"""Clocks: a seat's in the bar with its name, the round's in the headline. The screen says what they show."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.faces.display.marks import Figure, Marks, Rectangle
from companion.faces.display.rects import Rect
from companion.faces.display.style import Style
from companion.faces.display.typesetting import line_height
from companion.faces.screen import Clock, clock_face
from companion.referee.inputs import ROUND

FILLS: Final = 0.92
"""The size of a clock's type, as a share of the height of its field."""


def clock_of(clocks: Iterable[Clock], seat: str) -> Clock | None:
    """Return a seat's clock, or the round's; None if there is none."""
    return next((clock for clock in clocks if clock.seat == seat), None)


def round_clock(style: Style, head: Rect, clocks: Iterable[Clock]) -> tuple[Marks, Rect]:
    """Draw the round's clock at the end of a headline, with its name if there is room; return the rest, too."""
    clock = clock_of(clocks, ROUND)
    if clock is None:
        return [], head
    _, head = head.end(style.gap)
    marks, rest = end_clock(style, head, clock, head.width // 3)
    name = style.say("Round")
    wide = style.width(name, style.fine)
    if rest.width >= style.of_unit(18) + wide:
        label, rest = rest.end(wide)
        marks += style.line(label, name, style.fine, "muted", align="right")
        _, rest = rest.end(style.gap)
    return marks, rest


def end_clock(style: Style, bar: Rect, clock: Clock | None, most: int) -> tuple[Marks, Rect]:
    """Draw a clock at the end of a bar, as high as the bar and no wider than `most`; return the rest of the bar, too.

    A running clock stands out, a stopped one is pale; one that has run out has a warning sign and danger's colour.
    """
    if clock is None:
        return [], bar
    text = clock_face(int(clock.left))
    pad, sign = style.of_unit(0.3), style.of_unit(0.9) if clock.out else 0
    size = max(style.fine, round((bar.height - 2 * style.hair) * FILLS))
    while size > style.fine and width_of(style, text, size) + 2 * pad + sign > most:
        size -= 1
    field, rest = bar.end(width_of(style, text, size) + 2 * pad + sign)
    place = field.middle(field.width, min(bar.height - style.hair * 2, line_height(size)))
    role = "danger" if clock.out else "page" if clock.runs else "raised"
    ink = "on:danger" if clock.out else "ink" if clock.runs else "muted"
    marks: Marks = [Rectangle(place, role, "turn" if clock.runs else "line", max(1, style.hair // 2), style.hair * 2)]
    inner = place.inset(pad, 0)
    if sign:
        warning, inner = inner.left(sign)
        side = min(sign, place.height) * 4 // 5
        marks.append(Figure(warning.middle(side, side), "warning", ink))
    marks += style.line(inner, text, size, ink, bold=True, align="centre")
    return marks, rest.end(style.gap)[1]


def width_of(style: Style, text: str, size: int) -> int:
    """Return the width of the widest time with as many digits, so that nothing jumps when a second passes."""
    return style.width("".join("0" if sign.isdigit() else sign for sign in text), size, True) + style.hair
