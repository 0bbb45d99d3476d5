"""What is known of unseen pieces, held against a list of every way in which they can lie.

The knowledge and the list live through the same random moves; after each of them both must say the same: what may lie
where, how many at the most and at the least, what can lie there together, and what is certain.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import TypeAlias

import pytest

from companion.rules import UNSEEN, Holder
from companion.rules.kernel import lots
from companion.rules.kernel.plain import Plain

PLACES = ("hand", "bag", "discard")
KINDS = "abcd"

World: TypeAlias = tuple[tuple[str, ...], ...]
"""What lies in each place, sorted: one way in which everything can be."""


class Player(Holder):
    """Three zones."""

    places = PLACES

    def __init__(self, bag: str) -> None:
        self.name = "A"
        self.hand: tuple[str, ...] = ()
        self.bag = tuple(bag)
        self.discard: tuple[str, ...] = ()


class Listed:
    """Every way in which the pieces can lie, as a plain list, and the one that is true."""

    def __init__(self, bag: str) -> None:
        self.truth: World = ((), tuple(sorted(bag)), ())
        self.worlds: set[World] = {self.truth}

    def move(self, place: int, kinds: tuple[str, ...], target: int, chance: Random) -> None:
        """The named kinds go, and as many others as `?` are named."""

        def after(world: World) -> set[World]:
            found = set()
            for taken in set(combinations(world[place], len(kinds))):
                if not Counter(kind for kind in kinds if kind != UNSEEN) - Counter(taken):
                    zones = list(world)
                    zones[place] = less(zones[place], taken)
                    zones[target] = tuple(sorted(zones[target] + taken))
                    found.add(tuple(zones))
            return found

        self.truth = chance.choice(sorted(after(self.truth)))
        self.worlds = {new for world in self.worlds for new in after(world)}

    def exchange(self, wanted: str, chance: Random) -> None:
        """Any piece of the hand for a wanted one of the bag."""

        def after(world: World) -> set[World]:
            hand, bag, discard = world
            return {
                (tuple(sorted((*less(hand, (given,)), taken))), tuple(sorted((*less(bag, (taken,)), given))), discard)
                for given in hand
                for taken in bag
                if taken in wanted
            }

        self.truth = chance.choice(sorted(after(self.truth)))
        self.worlds = {new for world in self.worlds for new in after(world)}

    def narrow(self, fits: object) -> None:
        self.worlds = {world for world in self.worlds if fits(world)}  # type: ignore[operator]


def less(zone: tuple[str, ...], taken: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted((Counter(zone) - Counter(taken)).elements()))


def holds(zone: tuple[str, ...], kinds: tuple[str, ...]) -> bool:
    return not Counter(kinds) - Counter(zone)


def compare(seat: Player, listed: Listed) -> None:
    assert listed.truth in listed.worlds
    for at, place in enumerate(PLACES):
        zones = [world[at] for world in listed.worlds]
        assert len(seat.zone(place)) == len(zones[0])
        assert set(seat.kinds(place)) == {kind for zone in zones for kind in zone}
        for kind in KINDS:
            assert seat.most(place, kind.__eq__) == max(zone.count(kind) for zone in zones)
            assert seat.least((place,), kind.__eq__) == min(zone.count(kind) for zone in zones)
        certain = Counter({kind: min(zone.count(kind) for zone in zones) for kind in KINDS})
        assert Counter(kind for kind in seat.known(place) if kind != UNSEEN) == certain, "no more and no less"
        for pair in combinations(KINDS * 2, 2):
            can_be = any(holds(zone, pair) for zone in zones)
            assert seat.can_hold(place, pair) == can_be, (place, pair)
            assert ((min(pair), max(pair)) in seat.pairs(place)) == can_be, (place, pair)
    two = seat.least(("hand", "discard"), lambda kind: kind in "ab")
    assert two == min(sum(kind in "ab" for kind in world[0] + world[2]) for world in listed.worlds)


def something_happens(seat: Player, listed: Listed, chance: Random) -> None:
    """A draw, a discard, a refill, a piece that shows, or somebody who says what there is not."""
    full = [at for at in range(3) if listed.truth[at]]
    at = chance.choice(full)
    place, zone = PLACES[at], listed.truth[at]
    what = chance.choice(["draw", "draw", "move", "shown", "learn", "rule out", "limit", "all", "exchange"])
    if what == "exchange":
        wanted = chance.choice(["ab", "cd", "abcd", listed.truth[1][0] if listed.truth[1] else "a"])
        if listed.truth[0] and set(listed.truth[1]) & set(wanted):
            seat.exchange("hand", "bag", wanted.__contains__)
            listed.exchange(wanted, chance)
    elif what == "learn":
        fresh = less(zone, tuple(kind for kind in seat.zone(place) if kind != UNSEEN))
        kinds = tuple(chance.sample(fresh, chance.randint(0, len(fresh))))
        known = tuple(kind for kind in seat.zone(place) if kind != UNSEEN)
        assert seat.identify(place, kinds) == ""
        listed.narrow(lambda world: holds(world[at], known + kinds))
    elif what == "limit":
        worth = {"a": 1, "b": 2}
        most = sum(worth.get(kind, 0) for kind in zone) + chance.randint(0, 1)
        seat.limit(place, lambda kind: worth.get(kind, 0), most)
        listed.narrow(lambda world: sum(worth.get(kind, 0) for kind in world[at]) <= most)
    elif what == "rule out":
        unwanted = chance.choice(KINDS)
        if unwanted not in zone:
            seat.rule_out(place, unwanted.__eq__)
            listed.narrow(lambda world: unwanted not in world[at])
    else:
        to = chance.choice([other for other in range(3) if other != at])
        count = len(zone) if what == "all" else chance.randint(1, min(3, len(zone)))
        out = tuple(chance.sample(zone, count))
        named = tuple(kind if what == "shown" or (what == "draw" and chance.random() < 0.5) else UNSEEN for kind in out)
        seat.move(place, named, PLACES[to])
        listed.move(at, named, to, chance)


@pytest.mark.parametrize("seed", range(120))
def test_exactly_what_can_be_known_is_known(seed: int) -> None:
    chance = Random(seed)
    deck = "".join(chance.choices(KINDS, k=chance.randint(4, 8)))
    seat, listed = Player(deck), Listed(deck)
    for _ in range(14):
        something_happens(seat, listed, chance)
        compare(seat, listed)


@pytest.mark.parametrize("seed", range(40))
def test_what_cannot_be_is_refused_and_changes_nothing(seed: int) -> None:
    chance = Random(seed)
    deck = "".join(chance.choices(KINDS, k=6))
    seat, listed = Player(deck), Listed(deck)
    for _ in range(8):
        something_happens(seat, listed, chance)
        at = chance.randrange(3)
        kinds = tuple(chance.choices(KINDS, k=2))
        before = seat.copy()
        known = tuple(kind for kind in seat.zone(PLACES[at]) if kind != UNSEEN)
        possible = any(holds(world[at], known + kinds) for world in listed.worlds)
        assert (seat.copy().identify(PLACES[at], kinds) == "") == possible
        assert seat == before


def test_stored_knowledge_is_the_same_knowledge() -> None:
    seat = Player("aabbccd")
    seat.move("bag", (UNSEEN,) * 3, "hand")
    assert Player.from_json(seat.to_json()) == seat
    assert isinstance(seat, Plain)


@pytest.mark.parametrize("seed", range(20))
def test_with_too_many_cases_less_is_known_but_nothing_wrong(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The truth stays possible, everything that is known is so, and the number of cases stays in bounds."""
    monkeypatch.setattr(lots, "MOST_CASES", 2)
    chance = Random(seed)
    deck = "".join(chance.choices(KINDS, k=8))
    seat, listed = Player(deck), Listed(deck)
    for _ in range(14):
        something_happens(seat, listed, chance)
        assert len(seat.unseen) <= 2
        for at, place in enumerate(PLACES):
            known = tuple(kind for kind in seat.zone(place) if kind != UNSEEN)
            assert holds(listed.truth[at], known)
            assert seat.can_hold(place, listed.truth[at])


def test_one_of_several_kinds_may_go_unseen() -> None:
    """All that was said is that it was an a or a b; then it shows that the a is elsewhere."""
    seat = Player("aabcc")
    seat.move_one_of("bag", lambda kind: kind in "ab", "hand")
    assert set(seat.kinds("hand")) == {"a", "b"}
    assert seat.least(("bag",), "a".__eq__) == 1, "one of the two at the least is there still"
    seat.identify("bag", ("b",))
    assert seat.known("hand") == ("a",)
    assert sorted(seat.known("bag")) == ["a", "b", "c", "c"]


def test_a_piece_that_cannot_be_there_is_not_moved() -> None:
    seat = Player("aab")
    seat.move("bag", (UNSEEN,), "hand")
    with pytest.raises(ValueError, match="c cannot lie"):
        seat.remove("hand", "c")
