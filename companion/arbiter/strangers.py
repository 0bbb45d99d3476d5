"""Tags that belong to no known chip: all that come to one reader share a ruling, which counts them."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.arbiter.blame import Unexplained
from companion.arbiter.news import Ruling
from companion.arbiter.sayings import in_words
from companion.rules import Words
from companion.table.twin import Twin

MOST: Final = 20
"""How many of them one ruling counts."""


def lie_at(reader: str, twin: Twin) -> bool:
    """Whether any such tag lies at this reader now."""
    return any(where.lies and where.reader == reader for where in twin.strangers().values())


def one_more(ruling: Ruling, item: Unexplained, words: Words) -> Ruling:
    """Add a tag to the ruling for its reader. The newest tag is the chip that the ruling shows."""
    if len(ruling.moved) >= MOST:
        return ruling
    ruling = replace(ruling, chips=(item.uid,), why=replace(ruling.why, seen=(*ruling.why.seen, item.way)))
    said, remedy = in_words(words, ruling)
    return replace(ruling, words=said, remedy=remedy)
