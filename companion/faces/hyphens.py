"""Where long Russian words may be parted: names of chips stand in narrow columns, and few phones know where."""

from __future__ import annotations

import re
from typing import Final

SOFT: Final = "\u00ad"
"""A hyphen that shows only where a line ends."""
LONG: Final = 9
"""Shorter words are never parted."""
VOWELS: Final = "аеёиоуыэюя"
WORD: Final = re.compile(r"[а-яё]+", re.IGNORECASE)
PART: Final = re.compile(
    rf"(?<=[{VOWELS}])(?=[^{VOWELS}ьъй][{VOWELS}])|(?<=[{VOWELS}][^{VOWELS}])(?=[^{VOWELS}ьъ]+[{VOWELS}])|(?<=[ьй])",
    re.IGNORECASE,
)
"""Between two syllables: before a single consonant, after the first of several, after a soft sign."""


def parted(text: str) -> str:
    """Return a text with soft hyphens in its long Russian words, at least three letters from either end.

    >>> parted("Рискованный Шаг, Саморазвитие, Risky Move").replace(SOFT, "-")
    'Рис-ко-ван-ный Шаг, Само-раз-ви-тие, Risky Move'
    """
    return WORD.sub(lambda found: parted_word(found[0]), text)


def parted_word(word: str) -> str:
    """Return one word with its soft hyphens."""
    if len(word) < LONG:
        return word
    cuts = [found.start() for found in PART.finditer(word) if 3 <= found.start() <= len(word) - 3]
    return SOFT.join(word[start:end] for start, end in zip([0, *cuts], [*cuts, len(word)], strict=True))
