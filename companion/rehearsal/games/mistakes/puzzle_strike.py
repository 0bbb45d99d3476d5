"""The mistakes that people make in Puzzle Strike. Nothing of the rehearsal outside this folder knows the game."""

from __future__ import annotations

from companion.rehearsal.games.mistakes import buying, cleaning_up, gems, playing, table
from companion.rehearsal.games.mistakes.mistake import Mistake

TURN_ENDS = "TurnEnded"
"""The event that ends a turn."""

CATALOGUE: dict[str, Mistake] = {
    mistake.key: mistake for part in (gems, playing, buying, cleaning_up, table) for mistake in part.CATALOGUE.mistakes
}
"""By key, in the order of a turn."""


def read_mistakes(text: str) -> list[Mistake]:
    """Read keys with commas between them, or `all`. Raises ValueError with a message for people.

    >>> [mistake.key for mistake in read_mistakes("no_ante, anted_twice")]
    ['no_ante', 'anted_twice']
    """
    if text == "all":
        return list(CATALOGUE.values())
    keys = [key.strip() for key in text.split(",")]
    unknown = [key for key in keys if key not in CATALOGUE]
    if unknown:
        raise ValueError(f"Unknown mistake {unknown[0]!r}. Known: {', '.join(CATALOGUE)}; or all.")
    return [CATALOGUE[key] for key in keys]
