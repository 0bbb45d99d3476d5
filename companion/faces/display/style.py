"""Sizes that go together, chosen for a screen: everything is a multiple of one unit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from companion.faces.display.marks import Marks, TextLine
from companion.faces.display.rects import Rect
from companion.faces.display.typesetting import Lines, Measure, cut, fitting_size, line_height, set_text


def as_it_is(template: str) -> str:
    """Return the English template itself: for faces without a catalogue."""
    return template


@dataclass(frozen=True)
class Style:
    """How large things are on a screen, how wide text is, and the language of the display's own words."""

    unit: float
    """The size of plain text."""
    measure: Measure
    say: Callable[[str], str] = as_it_is

    @classmethod
    def of(cls, width: int, height: int, measure: Measure, say: Callable[[str], str] = as_it_is) -> Style:
        """Return the style that suits a screen.

        >>> [round(Style.of(*size, len).unit) for size in ((800, 480), (1280, 720), (1920, 1080), (480, 800))]
        [16, 25, 37, 16]
        """
        return cls(max(8.0, min(min(width, height) / 29, max(width, height) / 50)), measure, say)

    def of_unit(self, times: float) -> int:
        """Return a number of units in pixels, at least one."""
        return max(1, round(self.unit * times))

    @cached_property
    def fine(self) -> int:
        """The size of text that is read from close by."""
        return self.of_unit(0.82)

    @cached_property
    def plain(self) -> int:
        """The size of plain text."""
        return self.of_unit(1)

    @cached_property
    def strong(self) -> int:
        """The size of text that stands out."""
        return self.of_unit(1.3)

    @cached_property
    def title(self) -> int:
        """The size of names."""
        return self.of_unit(1.6)

    @cached_property
    def head(self) -> int:
        """The size of the headline."""
        return self.of_unit(2.1)

    @cached_property
    def gap(self) -> int:
        """The gap between things."""
        return self.of_unit(0.5)

    @cached_property
    def hair(self) -> int:
        """The gap between things that belong together, and the thickness of a border."""
        return self.of_unit(0.12)

    @cached_property
    def radius(self) -> int:
        """The radius of the corners of a panel."""
        return self.of_unit(0.45)

    def sizes(self, most: float, least: float = 0.82) -> tuple[int, ...]:
        """Return sizes to try, from `most` units down to `least`."""
        found, size = [], self.of_unit(most)
        while size > self.of_unit(least):
            found.append(size)
            size = min(size - 1, round(size * 0.9))
        return (*found, self.of_unit(least))

    # -- text --------------------------------------------------------------------------------------------------

    def width(self, text: str, size: int, bold: bool = False) -> int:
        """Return the width of a text in one line."""
        return self.measure(text, size, bold)

    def line(
        self, rect: Rect, text: str, size: int, ink: str = "ink", *, bold: bool = False, align: str = "left"
    ) -> Marks:
        """Draw one vertically centred line, cut if it is too long; nothing if the place is too low."""
        if rect.height < round(size * 0.71):
            return []
        shown = cut(text, rect.width, size, bold, self.measure)
        return [TextLine(rect, shown, size, ink, bold, align)] if shown else []

    def one_line(
        self, rect: Rect, text: str, most: float, ink: str = "ink", *, bold: bool = False, align: str = "left"
    ) -> Marks:
        """Draw one line as large as it fits, up to `most` units."""
        sizes = [size for size in self.sizes(most) if line_height(size) <= rect.height] or [self.fine]
        size = fitting_size(text, rect.width, sizes, bold, self.measure)
        return self.line(rect, text, size, ink, bold=bold, align=align)

    def fitted(self, text: str, width: int, height: int, most: float, least: float = 0.82, bold: bool = False) -> Lines:
        """Return the text wrapped, in the largest size in which it fits."""
        return set_text(text, max(0, width), max(0, height), self.sizes(most, least), bold, self.measure)

    def lines(
        self,
        rect: Rect,
        lines: Lines,
        ink: str = "ink",
        *,
        bold: bool = False,
        align: str = "left",
        middle: bool = False,
    ) -> Marks:
        """Draw wrapped text from the top down, or vertically centred; lines that do not fit are left out."""
        high = line_height(lines.size)
        y = rect.y + (max(0, rect.height - lines.height) // 2 if middle else 0)
        return [
            TextLine(Rect(rect.x, y + number * high, rect.width, high), text, lines.size, ink, bold, align)
            for number, text in enumerate(lines.lines[: rect.height // high])
        ]
