"""How large antes become as stacks of the bank run out."""

from __future__ import annotations

LARGEST_ANTE = 4


def ante_for(players: int, empty_stacks: int) -> int:
    """The gem to ante when so many stacks are empty at once: it grows from as many stacks on as there are players.

    >>> [ante_for(2, empty) for empty in range(6)], [ante_for(4, empty) for empty in (3, 4, 7)]
    ([1, 1, 2, 3, 4, 4], [1, 2, 4])
    """
    return max(1, min(LARGEST_ANTE, empty_stacks - players + 2))
