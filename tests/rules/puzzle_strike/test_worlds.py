"""Whatever is known of a half-seen duel is just what all the told duels have in common that could be the truth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import reduce
from itertools import combinations_with_replacement
from operator import and_

import pytest
from hypothesis import settings

from companion.rules import UNSEEN, Draw, Illegal, Match
from companion.rules.puzzle_strike.table import Chips
from tests.rules.playing import asked
from tests.rules.puzzle_strike.worlds import (
    NOTHING,
    HalfSeen,
    contains,
    named,
    offered,
    same_verb,
    seats,
    table,
)

DUELS = 3 * settings().max_examples
"""More of them in the soak. Each is the same every time."""

BATCH = 20
STEPS = 14
MOST_WORLDS = 400
"""A duel that could be more than these is left."""


@pytest.mark.parametrize("first", range(0, DUELS, BATCH))
def test_what_is_known_is_what_all_worlds_agree_on(first: int) -> None:
    for number in range(first, first + BATCH):
        duel = HalfSeen(number)
        with told(duel, number):
            for _ in range(STEPS):
                compare(duel)
                if duel.half.over or len(duel.worlds) > MOST_WORLDS:
                    break
                duel.go_on()


@contextmanager
def told(duel: HalfSeen, number: int) -> Iterator[None]:
    """With what went wrong comes how the duel went."""
    try:
        yield
    except Exception as error:
        error.add_note("\n".join(map(str, (f"Duel {number}:", *duel.said))))
        raise


def compare(duel: HalfSeen) -> None:
    pending = duel.half.pending
    if isinstance(pending, Draw) and duel.to_be_shown:
        # The worlds, in which that hand is told, have shown it already and gone on: it alone can be compared.
        compare_hand_to_show(duel, pending)
        return
    compare_what_everybody_sees(duel)
    compare_who_is_asked(duel)
    compare_zones(duel)
    compare_learning(duel)
    if isinstance(pending, Draw):
        compare_draw(duel, pending)
    elif pending:
        compare_offers(duel)


# -- what lies where -----------------------------------------------------------------------------------------------


def compare_what_everybody_sees(duel: HalfSeen) -> None:
    assert duel.half.over == duel.truth.match.over
    for world in duel.asked_worlds:
        assert public(world.match) == public(duel.half)


def compare_who_is_asked(duel: HalfSeen) -> None:
    """Worlds that differ in hidden zones alone ask the same, so that nobody learns anything from being asked."""
    asked: dict[tuple[Chips, ...], set[object]] = {}
    for world in duel.worlds:
        piles = tuple(world.zone(name, "discard") for name in "AB")
        asked.setdefault(piles, set()).add(world.waits_like(duel.half))
    assert all(len(answers) == 1 for answers in asked.values())


def public(match: Match) -> list[dict[str, object]]:
    """All but the zones that may have unseen chips, and what a table remembers only for what it asks or explains."""
    hidden = ("hand", "bag", "top", "discard", "unseen", "seats", "hold", "no_reaction")
    return [
        {key: value for key, value in part.__dict__.items() if key not in hidden}
        for part in (table(match), *seats(match).values())
    ]


def compare_zones(duel: HalfSeen) -> None:
    """What is certain, and what can lie somewhere together."""
    for name, seat in seats(duel.half).items():
        for place in ("hand", "bag", "top", "discard"):
            zones = {world.zone(name, place) for world in duel.worlds}
            known, certain = Counter(named(seat.known(place))), reduce(and_, map(Counter, sorted(zones)))
            asked_for = groups(duel, name)
            possible = {kinds for kinds in asked_for if any(contains(zone, kinds) for zone in zones)}
            can_be = {kinds for kinds in asked_for if seat.can_hold(place, kinds)}
            where = f"{name}.{place} in {len(duel.worlds)} worlds"
            assert known == certain, where
            assert can_be == possible, where


def groups(duel: HalfSeen, seat: str) -> list[Chips]:
    """Of the seat's chips at the beginning: single kinds, pairs, and some threes."""
    kinds = sorted(set(duel.deal.chips(seat)))
    fewer = [group for count in (1, 2) for group in combinations_with_replacement(kinds, count)]
    return fewer + [any_chips(duel, seat, 3) for _ in range(5)]


# -- what is accepted ------------------------------------------------------------------------------------------------


def accepted(say: Callable[..., object], *said: object) -> bool:
    """Whether a match takes that."""
    try:
        say(*said)
    except Illegal:
        return False
    return True


def compare_learning(duel: HalfSeen) -> None:
    """One or two unseen chips can be said to be of these kinds where some world has them."""
    for name, seat in seats(duel.half).items():
        for place in ("hand", "bag", "discard"):
            zone = seat.zone(place)
            fresh = any_chips(duel, name, duel.chance.randint(1, 2))
            possible = any(world.has(name, place, named(zone) + fresh) for world in duel.worlds)
            assert accepted(duel.half.copy().learn, f"{name}.{place}", fresh) == possible, (name, place, fresh)


def compare_draw(duel: HalfSeen, due: Draw) -> None:
    """All worlds draw; told can be what some world has there."""
    assert duel.asked_worlds == duel.worlds
    for _ in range(3):
        kinds = any_chips(duel, due.seat, due.count, UNSEEN if due.owner else "")
        possible = any(world.has(due.seat, due.place, named(kinds)) for world in duel.worlds)
        assert accepted(duel.half.copy().draw, kinds) == possible, kinds


def compare_hand_to_show(duel: HalfSeen, due: Draw) -> None:
    """The hand can be what some world has shown."""
    known = named(seats(duel.half)[due.seat].hand)
    shown = {world.revealed[due.seat] for world in duel.worlds}
    for _ in range(6):
        kinds = any_chips(duel, due.seat, due.count)
        assert accepted(duel.half.copy().draw, kinds) == (tuple(sorted(known + kinds)) in shown), kinds


def any_chips(duel: HalfSeen, seat: str, count: int, other: str = "") -> Chips:
    """Some of the seat's chips at the beginning, or something else."""
    kinds = (*duel.deal.chips(seat), *[other] * bool(other) * 4)
    return tuple(duel.chance.choices(kinds, k=count))


def compare_offers(duel: HalfSeen) -> None:
    """Offered is what some world offers, and `none` exactly where some world would have nothing to offer."""
    (seat,) = asked(duel.half).options
    half, asked_worlds = offered(duel.half), duel.asked_worlds
    worlds: set[str] = set().union(*(offered(world.match) for world in asked_worlds))
    if len(asked_worlds) < len(duel.worlds):
        # In these worlds all discard piles are told, so that everybody knows that there is nothing to ask for. Nobody
        # knows that in the half-seen duel: there it is answered with `none`, or with what anybody may answer.
        assert half & set(NOTHING)
        worlds |= {"none"} if "none" in half else set()
    assert half == worlds
    blind = asked(duel.half).blind
    if blind:
        possible = any(same_verb(token, blind) for token in worlds)
        assert accepted(duel.half.copy().answer, blind, seat) == possible
