"""Names of seats: any that people have, as far as record, notation and screens can show them."""

from __future__ import annotations

import unicodedata
from typing import Final

MEANT: Final = ".:+@"
"""Characters that have a meaning in zones and tokens."""
INVISIBLE: Final = ("Cc", "Cf", "Co", "Cs", "Cn")
"""Unicode categories of invisible characters, some of which turn the direction of the text: no part of a name."""


def tidy_name(text: str) -> str:
    """Return a name that somebody typed, without invisible characters and with single spaces between its words.

    >>> tidy_name("  Anna   Lee "), tidy_name("An\\u202ena\\tLee"), tidy_name("E\\u0301va")
    ('Anna Lee', 'Anna Lee', 'Éva')
    """
    composed = unicodedata.normalize("NFC", text)
    spaced = (" " if sign.isspace() else sign for sign in composed)
    return " ".join("".join(sign for sign in spaced if unicodedata.category(sign) not in INVISIBLE).split())


def is_name(text: str) -> bool:
    """Whether a seat may have this name.

    >>> [is_name(text) for text in ("Anna Lee", "Anna  Lee", " Anna", "An:na", "", "An\\u202ena")]
    [True, False, False, False, False, False]
    """
    return bool(text) and text.isprintable() and " ".join(text.split()) == text and not set(text) & set(MEANT)
