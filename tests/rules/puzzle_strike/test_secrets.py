"""The same public moves with different hidden chips look the same to everybody else.

Two matches differ only in what South drew. North plays the same in both, South passes or does what both allow. Until a
chip of South's shows, the table and North see the same, at the same moments.
"""

from __future__ import annotations

import random

import pytest

from companion.rules import TABLE, Draw, Event, Match, Moved, Question, SeatSetup, Setup, new_match
from companion.rules.puzzle_strike.setup import CHARACTERS

LOOKERS = (TABLE, "North")


def begin(seed: int) -> tuple[Match, Match]:
    chance = random.Random(seed)
    setup = Setup(
        game="puzzle-strike",
        seats=(
            SeatSetup("North", chance.choice(sorted(CHARACTERS))),
            SeatSetup("South", chance.choice(sorted(CHARACTERS))),
        ),
        bank=chance.choice(["lots_of_attacks", "first_game", "no_attacks", "combo_crazy"]),
    )
    return new_match(setup), new_match(setup)


def what_is_seen(match: Match, events: tuple[Event, ...]) -> list[object]:
    return [(match.view(looker), match.seen(events, looker)) for looker in LOOKERS]


def shows_a_hidden_chip_of_south(events: tuple[Event, ...]) -> bool:
    return any(
        isinstance(event, Moved)
        and event.source in ("South.hand", "South.bag", "South.top")
        and event.target not in ("South.hand", "South.bag", "South.top")
        for event in events
    ) or any(type(event).__name__ == "Revealed" for event in events)


def one_input(one: Match, two: Match, chance: random.Random) -> tuple[tuple[Event, ...], tuple[Event, ...]] | None:
    """The same public input to both; South's draws differ. None when there is none that both would take."""
    pending = one.pending
    if isinstance(pending, Draw):
        assert isinstance(two.pending, Draw)
        mine = tuple(chance.sample(pending.among, pending.count))
        theirs = mine
        if pending.owner == "South":
            theirs = tuple(chance.sample(two.pending.among, two.pending.count))
        elif sorted(pending.among) != sorted(two.pending.among):
            return None
        return one.draw(mine), two.draw(theirs)
    assert isinstance(pending, Question)
    seat = pending.seats[0]
    common = [token for token in one.options(seat) if token in two.options(seat)]
    if not common:
        return None
    token = chance.choice(common)
    return one.answer(token, seat), two.answer(token, seat)


@pytest.mark.parametrize("seed", range(300))
def test_nobody_can_tell_hidden_chips_from_public_faces(seed: int) -> None:
    chance = random.Random(seed)
    one, two = begin(seed)
    steps = 0
    while not one.over:
        happened = one_input(one, two, chance)
        if happened is None:
            break
        steps += 1
        if shows_a_hidden_chip_of_south(happened[0]) or shows_a_hidden_chip_of_south(happened[1]):
            break
        assert what_is_seen(one, happened[0]) == what_is_seen(two, happened[1])
    assert steps > 2
