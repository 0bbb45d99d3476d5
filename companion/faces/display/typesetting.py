"""Making text fit: cleaned of control characters, wrapped, cut with an ellipsis, as large as there is room."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

Measure: TypeAlias = Callable[[str, int, bool], int]
"""Returns how many pixels wide a text is, at a size, bold or not."""

LINE: Final = 1.2
"""The distance from one line to the next, in sizes of the type."""
ELLIPSIS: Final = "…"
LONGEST: Final = 600
"""How many characters of a text are used at most; no place on a page holds more."""
NO_TEXT: Final = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Unicode categories of characters that would break a line, turn its direction, or cannot be painted."""
INSTEAD: Final = str.maketrans({"\n": " ", "\r": " ", "\t": " ", "→": "›", "←": "‹"})
"""Characters that the font lacks or that would break a line, and what replaces them."""


def line_height(size: int) -> int:
    """Return how high a line of this size is."""
    return round(size * LINE)


@lru_cache(maxsize=2048)
def clean(text: str) -> str:
    r"""Return the text as one line without control characters and the like: names come from strangers.

    >>> clean("Ann\u202e  \x00\nB.")
    'Ann B.'
    """
    signs = (sign for sign in text[:LONGEST].translate(INSTEAD) if unicodedata.category(sign) not in NO_TEXT)
    return " ".join("".join(signs).split())


def cut(text: str, width: int, size: int, bold: bool, measure: Measure) -> str:
    """Return as much of the text as fits the width, with an ellipsis if it is cut; "" if nothing fits.

    >>> cut("Deadly Time", 8, 1, False, lambda text, size, bold: len(text) * size)
    'Deadly…'
    """
    text = clean(text)
    if not text or measure(text, size, bold) <= width:
        return text
    least, most = 0, len(text)  # this many characters fit with an ellipsis; this many do not
    while most - least > 1:
        middle = (least + most) // 2
        if measure(text[:middle].rstrip() + ELLIPSIS, size, bold) <= width:
            least = middle
        else:
            most = middle
    return text[:least].rstrip() + ELLIPSIS if least else ""


def wrap(text: str, width: int, size: int, bold: bool, measure: Measure) -> list[str]:
    """Return the text in lines; a word that is too long for a line is broken.

    >>> wrap("break a 3-gem", 7, 1, False, lambda text, size, bold: len(text) * size)
    ['break a', '3-gem']
    """
    lines: list[str] = []
    line = ""
    for word in clean(text).split(" "):
        tried = f"{line} {word}" if line else word
        if measure(tried, size, bold) <= width:
            line = tried
            continue
        if line:
            lines.append(line)
        while len(word) > 1 and measure(word, size, bold) > width:
            fitting = max(1, longest_beginning(word, width, size, bold, measure))
            lines.append(word[:fitting])
            word = word[fitting:]
        line = word
    return [*lines, line] if line else lines


def longest_beginning(word: str, width: int, size: int, bold: bool, measure: Measure) -> int:
    """Return how many characters of a word fit the width."""
    least, most = 0, len(word)
    while most - least > 1:
        middle = (least + most) // 2
        if measure(word[:middle], size, bold) <= width:
            least = middle
        else:
            most = middle
    return least


class Lines(NamedTuple):
    """A text that was made to fit."""

    size: int
    lines: tuple[str, ...]
    whole: bool
    """Whether nothing is cut off."""

    @property
    def height(self) -> int:
        """The height of all lines."""
        return len(self.lines) * line_height(self.size)


@lru_cache(maxsize=4096)
def set_text(text: str, width: int, height: int, sizes: tuple[int, ...], bold: bool, measure: Measure) -> Lines:
    """Set the text in the first of the sizes in which all of it fits; if there is none, in the last one, cut."""
    for size in sizes:
        lines = wrap(text, width, size, bold, measure)
        wide = all(measure(line, size, bold) <= width for line in lines)
        if wide and len(lines) * line_height(size) <= height and not broken(text, lines):
            return Lines(size, tuple(lines), True)
    size = sizes[-1]
    most = height // line_height(size)
    lines = wrap(text, width, size, bold, measure)
    whole = len(lines) <= most
    if not whole:
        rest = " ".join(lines[most - 1 :]) if most else ""
        lines = [*lines[: max(0, most - 1)], *([cut(rest + ELLIPSIS, width, size, bold, measure)] if most else [])]
    fitting = tuple(line for line in lines if measure(line, size, bold) <= width)
    return Lines(size, fitting, whole and len(fitting) == len(lines))


def broken(text: str, lines: Iterable[str]) -> bool:
    """Whether a word had to be broken."""
    return " ".join(lines) != clean(text)


def fitting_size(text: str, width: int, sizes: Iterable[int], bold: bool, measure: Measure) -> int:
    """Return the first of the sizes in which the text fits one line; the last one if none does."""
    last = 0
    for last in sizes:
        if measure(clean(text), last, bold) <= width:
            break
    return last
