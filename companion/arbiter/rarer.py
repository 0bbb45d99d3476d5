"""Stories that are rarer: somebody has gone back to an earlier point, or has moved what nobody has seen.

They are searched only where no cheap line explains what was seen, and a little at each tick: no tick takes long.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from companion.arbiter.explain import Search
from companion.arbiter.lines import Explained, Line
from companion.arbiter.second_thoughts import is_as_recorded

if TYPE_CHECKING:
    from companion.arbiter.arbiter import Arbiter

WORK = 250
"""Work for each of the two searches."""
AT_A_TICK = 250
"""Work for them at one tick."""


def rarer_stories(arbiter: Arbiter, explained: Explained) -> Iterator[Explained]:
    """The explanations after each tick, until both searches have ended."""
    if arbiter.trail.points:
        search = Search(WORK, starts=tuple(arbiter.trail.lines(arbiter.books)))
        while search.goes_on(AT_A_TICK):
            yield explained
        earlier = search.explained()
        if earlier.complete:
            explained = explained.beside(earlier.but(partial(is_as_recorded, arbiter)))
        yield explained
    start = Line((), arbiter.match, arbiter.books.copy(), latest=arbiter.by_hand_at, since=arbiter.by_hand_at)
    search = Search(WORK, unseen=True, starts=(start,))
    while search.goes_on(AT_A_TICK):
        yield explained
    yield explained.beside(search.explained())
