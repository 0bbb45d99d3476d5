"""A digest of many random duels: whoever changes how the rules are built, and not what they say, gets the same one.

`python -m tests.rules.puzzle_strike.digests 1000` prints two: over every step, and over every step without the events
that only say what was forced.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from hashlib import sha256
from random import Random

from companion.rules import Match, SeatSetup, Setup, new_match
from companion.rules.kernel import Forced
from companion.rules.kernel.sentences import in_english
from companion.rules.puzzle_strike import GAME
from tests.rules.playing import any_input, say

OFFERS = GAME.offers(in_english)
CHARACTERS = [one.key for one in OFFERS.choice("character").offered if one.key]
BANKS = [one.key for one in OFFERS.choice("bank").offered]
STACKS = [one.key for one in OFFERS.choice("bank").pool]
STEPS_AT_MOST = 20_000


def any_duel(chance: Random) -> Match:
    """Any two characters, or one of them twice, at any bank; in one of ten everything is asked."""
    one, two = chance.choice(CHARACTERS), chance.choice(CHARACTERS)
    banks: list[str | tuple[str, ...]] = [*BANKS, *(tuple(chance.sample(STACKS, 10)) for _ in range(10))]
    bank = chance.choice(banks)
    options = {"ask": "everything"} if chance.random() < 0.1 else {}
    seats = (SeatSetup("A", one), SeatSetup("B", two))
    return new_match(Setup("puzzle-strike", seats, bank=bank, first=chance.choice(("A", "random")), options=options))


def steps(seed: int) -> Iterator[tuple[object, tuple[object, ...]]]:
    """What is asked and said in one duel, with the events of each step."""
    chance = Random(seed)
    match = any_duel(chance)
    for _ in range(STEPS_AT_MOST):
        asked = match.pending
        if asked is None:
            yield sorted(match.game.zones(match.table).items()), ()
            return
        seat, said = any_input(match, chance)
        yield (asked, seat, said), say(match, seat, said)
    raise AssertionError(f"duel {seed} does not end")


def told(said: object, events: object) -> bytes:
    """A step in writing, without what no question of these duels had when the digests were taken."""
    return repr((said, events)).replace(", of='')", ")").encode()


def digest(duels: int, first: int = 0) -> tuple[str, str]:
    """The digests of the duels of these seeds."""
    every, decided = sha256(), sha256()
    for seed in range(first, first + duels):
        for said, events in steps(seed):
            every.update(told(said, events))
            decided.update(told(said, [one for one in events if not isinstance(one, Forced)]))
    return every.hexdigest(), decided.hexdigest()


if __name__ == "__main__":
    print(*digest(int(sys.argv[1])), sep="\n")
