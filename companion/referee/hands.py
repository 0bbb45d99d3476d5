"""What a seat knows of its own hand, as far as the reader at its bag has seen it.

The arbiter follows a game as everybody knows it, so chips that come out of a bag are unseen to it. But a chip that came
over the bag's slot and has been seen nowhere since is in the hand. Its owner is told so, and a judge who looks.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress

from companion.arbiter.arbiter import Arbiter
from companion.rules import UNSEEN, Illegal, Match


def as_known_to(arbiter: Arbiter, seat: str, match: Match) -> Match:
    """Return the match as this seat knows it: `match`, which everybody knows, if the seat knows no more."""
    for zone in arbiter.sight.slots:
        if arbiter.sight.owner(zone) == seat and (kinds := read(arbiter, zone)):
            own = match.copy()
            with suppress(Illegal):  # table and rules differ at the moment, so nobody can be sure
                own.learn(zone, kinds)
                match = own
    return match


def laid_open(arbiter: Arbiter) -> Match:
    """Return the match as all seats together know it, for a judge who looks."""
    match = arbiter.match.copy()
    for zone in arbiter.sight.slots:
        with suppress(Illegal):
            match.learn(zone, read(arbiter, zone))
    return match


def read(arbiter: Arbiter, zone: str) -> tuple[str, ...]:
    """Return the kinds of unseen pieces of this zone that its reader has seen arrive and no reader has seen leave.

    They may contradict the match while table and rules differ; then `Match.learn` refuses them.
    """
    lies = Counter(arbiter.match.game.named(arbiter.match.table, zone))
    unseen = lies.pop(UNSEEN, 0)
    leaving = Counter({debt.kind: count for debt, count in arbiter.books.debts.items() if debt.source == zone})
    if not unseen or leaving[UNSEEN]:
        return ()  # by the rules unseen pieces have left; only later sightings show which
    sure = Counter({kind: surely for kind, (surely, _) in arbiter.twin.counts(zone).items()})
    return tuple(sorted((sure - leaving - lies).elements()))
