"""What a seat can know of its own hand, as far as the bag's reader tells it.

The arbiter follows a game as everybody knows it: what came out of a bag is unseen to it. What came over a bag's slot
and has been seen nowhere since is in the hand: that is told to its owner, and to a judge who looks.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress

from companion.arbiter.arbiter import Arbiter
from companion.rules import UNSEEN, Illegal, Match


def as_known_to(arbiter: Arbiter, seat: str) -> Match:
    """The match as this seat knows it. It is the arbiter's own where the seat knows no more than everybody."""
    match = arbiter.match
    for zone in arbiter.sight.slots:
        if zone.partition(".")[0] == seat and (kinds := read(arbiter, zone)):
            own = match.copy()
            with suppress(Illegal):  # then table and rules differ just now, and nobody can be sure
                own.learn(zone, kinds)
                match = own
    return match


def laid_open(arbiter: Arbiter) -> Match:
    """The match as all seats together know it: for a judge who looks."""
    match = arbiter.match.copy()
    for zone in arbiter.sight.slots:
        with suppress(Illegal):
            match.learn(zone, read(arbiter, zone))
    return match


def read(arbiter: Arbiter, zone: str) -> tuple[str, ...]:
    """What the unseen pieces of this zone are, as far as its reader has seen them come and nothing has seen them go. A
    match takes it where it can be so."""
    lies = Counter(arbiter.match.game.named(arbiter.match.table, zone))
    unseen = lies.pop(UNSEEN, 0)
    leaving = Counter({debt.kind: count for debt, count in arbiter.books.debts.items() if debt.source == zone})
    if not unseen or leaving[UNSEEN]:
        return ()  # which ones have left by the rules, only the next sightings tell
    sure = Counter({kind: surely for kind, (surely, _) in arbiter.twin.counts(zone).items()})
    return tuple(sorted((sure - leaving - lies).elements()))
