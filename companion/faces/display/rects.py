"""Rectangles, and cutting them up."""

from __future__ import annotations

from typing import NamedTuple


class Rect(NamedTuple):
    """A place on the screen, in whole pixels."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first column that is outside."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The first line that is outside."""
        return self.y + self.height

    def inset(self, by: int, across: int | None = None) -> Rect:
        """Return the rectangle without a margin; `across` is the margin above and below if it is different."""
        down = by if across is None else across
        return Rect(self.x + by, self.y + down, max(0, self.width - 2 * by), max(0, self.height - 2 * down))

    def top(self, height: int) -> tuple[Rect, Rect]:
        """Return the upper part, and the rest.

        >>> Rect(0, 0, 10, 8).top(3)
        (Rect(x=0, y=0, width=10, height=3), Rect(x=0, y=3, width=10, height=5))
        """
        height = max(0, min(height, self.height))
        return self._replace(height=height), self._replace(y=self.y + height, height=self.height - height)

    def left(self, width: int) -> tuple[Rect, Rect]:
        """Return the left part, and the rest."""
        width = max(0, min(width, self.width))
        return self._replace(width=width), self._replace(x=self.x + width, width=self.width - width)

    def foot(self, height: int) -> tuple[Rect, Rect]:
        """Return the lower part, and the rest."""
        rest, foot = self.top(self.height - max(0, min(height, self.height)))
        return foot, rest

    def end(self, width: int) -> tuple[Rect, Rect]:
        """Return the right part, and the rest."""
        rest, end = self.left(self.width - max(0, min(width, self.width)))
        return end, rest

    def columns(self, count: int, gap: int) -> list[Rect]:
        """Return `count` equally wide parts, side by side.

        >>> [part.width for part in Rect(0, 0, 100, 10).columns(3, 5)]
        [30, 30, 30]
        """
        wide = (self.width - gap * (count - 1)) // count
        return [Rect(self.x + number * (wide + gap), self.y, max(0, wide), self.height) for number in range(count)]

    def rows(self, count: int, gap: int) -> list[Rect]:
        """Return `count` equally high parts, one below the other."""
        high = (self.height - gap * (count - 1)) // count
        return [Rect(self.x, self.y + number * (high + gap), self.width, max(0, high)) for number in range(count)]

    def middle(self, width: int, height: int) -> Rect:
        """Return a rectangle of this size in the middle, but no larger than this one."""
        width, height = min(width, self.width), min(height, self.height)
        return Rect(self.x + (self.width - width) // 2, self.y + (self.height - height) // 2, width, height)

    def holds(self, other: Rect) -> bool:
        """Whether the other rectangle is inside this one."""
        return self.x <= other.x and self.y <= other.y and other.right <= self.right and other.bottom <= self.bottom
