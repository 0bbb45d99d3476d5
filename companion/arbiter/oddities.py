"""What is wrong with the chips themselves: doubled tags, crowded cells, numbers that do not add up."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from companion.table.oddities import Oddity

if TYPE_CHECKING:
    from companion.arbiter.arbiter import Arbiter


def oddities(arbiter: Arbiter) -> tuple[Oddity, ...]:
    """All that is wrong now, as everybody may know it. Numbers that add up again are forgotten."""
    twin = arbiter.twin
    if twin.mismatches and arbiter.books.settled and not arbiter.books.debts:
        for kind in [kind for kind in twin.mismatches if adds_up(kind, arbiter)]:
            del twin.mismatches[kind]
    return twin.oddities(arbiter.now)


def adds_up(kind: str, arbiter: Arbiter) -> bool:
    """Whether in each open zone the readers may be seeing as many chips of this kind as the rules have there."""
    for name, zone in arbiter.match.game.lies(arbiter.match.table).items():
        if arbiter.sight.place(name) == name:
            surely, most = arbiter.twin.counts(name).get(kind, (0, 0))
            if not surely <= Counter(zone.content)[kind] <= most:
                return False
    return True
