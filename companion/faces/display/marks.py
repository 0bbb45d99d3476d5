"""What a laid out page consists of: marks, each with its place, in the order in which they are painted.

A colour is named by what it is for (`ink`, `danger`, `tone:red`); a theme says how it looks. So a page is laid out the
same way in every theme, and can be looked through without a pixel being painted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from companion.faces.display.rects import Rect


class Box(NamedTuple):
    """A filled rectangle, perhaps with a border."""

    rect: Rect
    fill: str
    border: str = ""
    thick: int = 0
    radius: int = 0
    flat: bool = False
    """Whether only the upper corners are round."""


class Line(NamedTuple):
    """One line of text that fits its place."""

    rect: Rect
    text: str
    size: int
    ink: str = "ink"
    bold: bool = False
    align: str = "left"
    """`left`, `centre` or `right`."""


class Figure(NamedTuple):
    """A simple shape, by its name in `figures`."""

    rect: Rect
    shape: str
    fill: str
    edge: str = ""


class Code(NamedTuple):
    """A QR code of some text."""

    rect: Rect
    text: str


class Turned(NamedTuple):
    """Marks laid out for somebody who sits at another edge: turned clockwise by quarters of a full turn.

    The marks are placed as in a rectangle at (0, 0) whose sides are those of `rect`, exchanged where the quarters are
    odd.
    """

    rect: Rect
    quarters: int
    marks: tuple[Mark, ...]


Mark: TypeAlias = Box | Line | Figure | Code | Turned
Marks: TypeAlias = list[Mark]


def turned_rect(rect: Rect, within: Rect, quarters: int) -> Rect:
    """Where a rectangle comes to lie that is turned together with its page into `within`.

    >>> turned_rect(Rect(0, 0, 30, 10), Rect(100, 0, 50, 200), 1)
    Rect(x=140, y=0, width=10, height=30)
    """
    x, y, width, height = rect
    if quarters == 1:
        x, y, width, height = within.width - y - height, x, height, width
    elif quarters == 2:
        x, y = within.width - x - width, within.height - y - height
    elif quarters == 3:
        x, y, width, height = y, within.height - x - width, height, width
    return Rect(within.x + x, within.y + y, width, height)


def flat(marks: Iterable[Mark]) -> Iterator[Box | Line | Figure | Code]:
    """All marks with the places that they have on the screen, those of turned ones too."""
    for mark in marks:
        if isinstance(mark, Turned):
            for inner in flat(mark.marks):
                yield inner._replace(rect=turned_rect(inner.rect, mark.rect, mark.quarters))
        else:
            yield mark
