"""The marks of a page that is laid out, each with its place, in the order in which they are painted.

A colour is named after its purpose (`ink`, `danger`, `tone:red`); a theme says how it looks. So a page has the same
layout in every theme, and tests can check it without painting anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from companion.faces.display.rects import Rect


class Rectangle(NamedTuple):
    """A filled rectangle, perhaps with a border."""

    rect: Rect
    fill: str
    border: str = ""
    thick: int = 0
    radius: int = 0
    flat: bool = False
    """Whether only the upper corners are round."""


class TextLine(NamedTuple):
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


class QrCode(NamedTuple):
    """A QR code of some text."""

    rect: Rect
    text: str


class Turned(NamedTuple):
    """Marks laid out for somebody at another edge of the table: turned clockwise by quarters of a full turn.

    The marks are placed in an upright rectangle at (0, 0). It has the size of `rect`, with width and height exchanged
    if the number of quarters is odd.
    """

    rect: Rect
    quarters: int
    marks: tuple[Mark, ...]


Mark: TypeAlias = Rectangle | TextLine | Figure | QrCode | Turned
Marks: TypeAlias = list[Mark]


def turned_rect(rect: Rect, within: Rect, quarters: int) -> Rect:
    """Return where a rectangle of an upright page is when that page is turned into `within`.

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


def flat(marks: Iterable[Mark]) -> Iterator[Rectangle | TextLine | Figure | QrCode]:
    """Yield all marks with their places on the screen, those inside turned marks included."""
    for mark in marks:
        if isinstance(mark, Turned):
            for inner in flat(mark.marks):
                yield inner._replace(rect=turned_rect(inner.rect, mark.rect, mark.quarters))
        else:
            yield mark
