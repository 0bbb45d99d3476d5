"""What is known of unseen pieces: which kinds they are altogether, and how many of them lie in each place.

A **lot** is pieces that were once together and have spread since: their kinds, and how many of them lie in each place.
Nobody knows which piece lies where, so every way to deal them out to the places is possible. Where an unseen piece may
have come out of one lot or of another, each possibility is a **case**, and one of the cases is true. A draw out of a
bag spreads lots; a piece that is shown leaves its lot, and the cases in which it could not have lain there are dropped.

All of it is plain tuples, so that a table that holds it stays plain data.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import combinations, product
from typing import TypeAlias

Where: TypeAlias = tuple[tuple[str, int], ...]
"""How many pieces lie in each place, by the place's name; places without any are left out."""

Lot: TypeAlias = tuple[tuple[str, ...], Where]
"""Kinds, sorted, and the places over which they are spread."""

Case: TypeAlias = tuple[Lot, ...]
Cases: TypeAlias = tuple[Case, ...]

Wanted: TypeAlias = Callable[[str], bool]
Worth: TypeAlias = Callable[[str], int]
"""What a piece of a kind counts. Where pieces are only counted, a wanted one counts 1 and any other 0."""

MOST_CASES = 200
MOST_WAYS = 2000
"""Beyond these limits lots are merged: what is known stays true, but is less than could be known."""
LATELY = 64
"""How many results are cached: a copy of a match replays its inputs since the last rest, and asks the same again."""


# -- asking ------------------------------------------------------------------------------------------------------


def pool(cases: Cases) -> tuple[str, ...]:
    """All unseen pieces. They are the same in every case.

    >>> pool((((("gem_1", "wound"), (("bag", 1), ("hand", 1))),),))
    ('gem_1', 'wound')
    """
    return tuple(sorted(kind for kinds, _ in cases[0] for kind in kinds)) if cases else ()


@lru_cache(maxsize=LATELY)
def may_be(cases: Cases, place: str) -> tuple[str, ...]:
    """The kinds that an unseen piece of this place may be."""
    return tuple(sorted({kind for case in cases for kinds, where in case if lying(where, place) for kind in kinds}))


def most(cases: Cases, place: str, worth: Worth) -> int:
    """What the unseen pieces of a place count together at most."""

    def in_lot(kinds: tuple[str, ...], where: Where) -> int:
        return sum(sorted(map(worth, kinds), reverse=True)[: lying(where, place)])

    return max((sum(in_lot(*lot) for lot in case) for case in cases), default=0)


def least(cases: Cases, places: Iterable[str], worth: Worth) -> int:
    """What the unseen pieces of these places count together at least."""
    places = tuple(places)

    def in_lot(kinds: tuple[str, ...], where: Where) -> int:
        return sum(sorted(map(worth, kinds))[: sum(lying(where, place) for place in places)])

    return min((sum(in_lot(*lot) for lot in case) for case in cases), default=0)


def certain(cases: Cases, place: str) -> tuple[str, ...]:
    """The unseen pieces that lie in a place in every case. The cases must be tidy, as all stored ones are."""
    found: Counter[str] | None = None
    for case in cases:
        here = Counter(kind for kinds, where in case if where == ((place, len(kinds)),) for kind in kinds)
        found = here if found is None else found & here
        if not found:
            return ()
    return tuple(sorted(found.elements())) if found else ()


# -- what becomes known ------------------------------------------------------------------------------------------


@lru_cache(maxsize=LATELY)
def shown(cases: Cases, place: str, kind: str) -> Cases:
    """What is known once an unseen piece of the place has been identified; () if it is of this kind in no case."""

    def left_of(case: Case) -> Iterator[Case]:
        for at, (kinds, where) in enumerate(case):
            if kind in kinds and lying(where, place):
                yield (*case[:at], (without(kinds, kind), fewer(where, place)), *case[at + 1 :])
                if len(where) == 1:  # the whole lot lies here, so nothing is lost by taking the piece from this lot
                    return

    return tidy(left for case in cases for left in left_of(case))


def can_show(cases: Cases, place: str, kinds: Iterable[str]) -> bool:
    """Whether all of these together can be among the unseen pieces of a place."""
    kinds = tuple(kinds)
    return not kinds or any(has_room(case, place, kinds) for case in cases)


@lru_cache(maxsize=LATELY)
def pairs(cases: Cases, place: str) -> frozenset[tuple[str, str]]:
    """Every two kinds that can be among the unseen pieces of a place together, each pair sorted.

    >>> sorted(pairs((((("gem_1", "gem_1", "wound"), (("bag", 1), ("hand", 2))),),), "hand"))
    [('gem_1', 'gem_1'), ('gem_1', 'wound')]
    """
    found: set[tuple[str, str]] = set()
    for case in cases:
        here = [(kinds, room) for kinds, where in case if (room := lying(where, place))]
        for kinds, room in here:
            found.update(combinations(kinds, 2) if room > 1 else ())
        for (kinds, _), (others, _) in combinations(here, 2):
            found.update((min(pair), max(pair)) for pair in product(set(kinds), set(others)))
    return frozenset(found)


def has_room(case: Case, place: str, kinds: Iterable[str]) -> bool:
    """Whether every one of these can come from a lot that has pieces in the place.

    This is a bipartite matching of pieces with lots: a piece for which no lot has room moves another piece to a
    different lot, which may move a third one, and so on.
    """
    room = [lying(where, place) for _, where in case]
    left = [Counter(there) for there, _ in case]
    taken: list[list[str]] = [[] for _ in case]

    def find(kind: str, tried: set[int]) -> bool:
        for at in range(len(case)):
            if at in tried or not left[at][kind] or not room[at]:
                continue
            tried.add(at)
            if len(taken[at]) == room[at]:
                moves = next((other for other in set(taken[at]) if other != kind and find(other, tried)), None)
                if moves is None:
                    continue
                taken[at].remove(moves)
                left[at][moves] += 1
            taken[at].append(kind)
            left[at][kind] -= 1
            return True
        return False

    return all(find(kind, set()) for kind in kinds)


def limited(cases: Cases, place: str, worth: Worth, most: int) -> Cases:
    """What is known if the unseen pieces of a place count no more than `most` together; the rest lies elsewhere."""

    def in_lot(kinds: tuple[str, ...], where: Where) -> Iterator[tuple[Case, int]]:
        counting = tuple(kind for kind in kinds if worth(kind))
        if not counting or not lying(where, place):
            yield ((kinds, where),), 0
            return
        others = [(name, count) for name, count in where if name != place]
        for number in range(min(len(counting), lying(where, place), most) + 1):
            for here in set(combinations(counting, number)):
                away = tuple((Counter(counting) - Counter(here)).elements())
                for counts in shares(len(away), [count for _, count in others]):
                    theirs = {name: count for (name, _), count in zip(others, counts, strict=True)}
                    rest = tuple((name, count - theirs.get(name, number)) for name, count in where)
                    yield (
                        (
                            (here, ((place, number),)),
                            (away, tuple((name, count) for name, count in theirs.items() if count)),
                            (tuple(kind for kind in kinds if not worth(kind)), tuple(one for one in rest if one[1])),
                        ),
                        sum(map(worth, here)),
                    )

    return tidy(
        tuple((kinds, where) for case, _ in chosen for kinds, where in case if kinds)
        for case in cases
        for chosen in product(*(tuple(in_lot(*lot)) for lot in case))
        if sum(value for _, value in chosen) <= most
    )


# -- what moves --------------------------------------------------------------------------------------------------


def mixed_in(cases: Cases, place: str, kinds: tuple[str, ...]) -> Cases:
    """What is known after known pieces of a place were mixed with its unseen ones."""
    if not kinds:
        return cases
    lot = (tuple(sorted(kinds)), ((place, len(kinds)),))
    return tuple((*case, lot) for case in cases or ((),))


@lru_cache(maxsize=LATELY)
def moved(cases: Cases, place: str, target: str, count: int) -> Cases:
    """What is known after `count` unseen pieces went from one place to another, out of any of the lots there."""
    allowed = max(map(len, cases), default=0)
    while allowed > 1 and sum(ways(count, [lying(where, place) for _, where in case]) for case in cases) > MOST_WAYS:
        allowed -= 1
        cases = tuple({tidy_case(in_fewer_lots(case, allowed)) for case in cases})
    return tidy(
        tuple(
            (kinds, more(fewer(where, place, taken), target, taken))
            for (kinds, where), taken in zip(case, takings, strict=True)
        )
        for case in cases
        for takings in shares(count, [lying(where, place) for _, where in case])
    )


def one_moved(cases: Cases, place: str, wanted: Wanted, target: str) -> Cases:
    """What is known after one unseen piece of a wanted kind went from one place to another."""
    return tidy(
        (*left, ((kind,), ((target, 1),)))
        for kind in may_be(cases, place)
        if wanted(kind)
        for left in shown(cases, place, kind)
    )


def shares(total: int, limits: Iterable[int]) -> Iterator[tuple[int, ...]]:
    """All ways to split a total into one number for each limit, none above its limit.

    >>> list(shares(2, [1, 2]))
    [(0, 2), (1, 1)]
    """
    limits = tuple(limits)
    if not limits:
        if total == 0:
            yield ()
        return
    for first in range(max(0, total - sum(limits[1:])), min(limits[0], total) + 1):
        for others in shares(total - first, limits[1:]):
            yield (first, *others)


def ways(total: int, limits: Iterable[int]) -> int:
    """How many ways `shares` would find, counted without listing them.

    >>> ways(2, [1, 2]), ways(5, [9, 9, 9])
    (2, 21)
    """
    found = [1] + [0] * total
    for limit in limits:
        found = [sum(found[max(0, at - limit) : at + 1]) for at in range(total + 1)]
    return found[total]


# -- keeping it short --------------------------------------------------------------------------------------------


def tidy(cases: Iterable[Case]) -> Cases:
    """The same knowledge without equal cases. If too many cases are left, lots are merged and some of it is lost."""
    found = {tidy_case(case) for case in cases}
    allowed = max(map(len, found), default=0)
    while len(found) > MOST_CASES:  # with one lot allowed all cases are the same
        allowed -= 1
        found = {tidy_case(in_fewer_lots(case, allowed)) for case in found}
    return tuple(sorted(found))


def tidy_case(case: Case) -> Case:
    """A case in normal form: for each place one lot with the pieces that certainly lie there, then the open lots."""
    certain: dict[str, list[str]] = {}
    opened: list[Lot] = []
    for lot in case:
        sure, rest = parted(lot)
        for place, kinds in sure:
            certain.setdefault(place, []).extend(kinds)
        if rest:
            opened.append(rest)
    known = [(tuple(sorted(kinds)), ((place, len(kinds)),)) for place, kinds in certain.items()]
    return tuple(sorted(known) + sorted(opened))


@lru_cache(maxsize=4096)  # the cases of a table share most of their lots
def parted(lot: Lot) -> tuple[tuple[tuple[str, tuple[str, ...]], ...], Lot | None]:
    """Split a lot into the pieces whose place is certain and the rest, which is None if nothing is left.

    >>> parted((("gem_1", "gem_1", "wound"), (("bag", 1), ("hand", 2))))
    ((('hand', ('gem_1',)),), (('gem_1', 'wound'), (('bag', 1), ('hand', 1))))
    """
    kinds, where = lot
    counts = Counter(kinds)
    rest, left = counts.copy(), dict(where)
    certain: list[tuple[str, tuple[str, ...]]] = []
    for place, count in where:
        for kind, copies in counts.items():
            sure = copies - (len(kinds) - count)  # so many must lie here even if all other places hold only this kind
            if sure > 0:
                certain.append((place, (kind,) * sure))
                rest[kind] -= sure
                left[place] -= sure
    if not +rest:
        return tuple(certain), None
    spread = tuple(sorted((place, count) for place, count in left.items() if count))
    return tuple(certain), (tuple(sorted(rest.elements())), spread)


def in_fewer_lots(case: Case, allowed: int) -> Case:
    """Merge the smallest lots, certain ones last, until `allowed` are left. All that was possible stays possible."""
    while len(case) > allowed:
        one, two, *others = sorted(case, key=lambda lot: (len(lot[1]) == 1, len(lot[0]), lot))
        together = Counter(dict(one[1])) + Counter(dict(two[1]))
        case = ((tuple(sorted(one[0] + two[0])), tuple(sorted(together.items()))), *others)
    return case


# -- small things ------------------------------------------------------------------------------------------------


def lying(where: Where, place: str) -> int:
    """How many pieces of a lot lie in a place."""
    for name, count in where:
        if name == place:
            return count
    return 0


def without(kinds: tuple[str, ...], kind: str) -> tuple[str, ...]:
    """The kinds with one piece fewer."""
    at = kinds.index(kind)
    return kinds[:at] + kinds[at + 1 :]


def fewer(where: Where, place: str, by: int = 1) -> Where:
    """The places with `by` fewer pieces in one of them."""
    return tuple((name, count - by * (name == place)) for name, count in where if count - by * (name == place))


def more(where: Where, place: str, by: int) -> Where:
    """The places with `by` more pieces in one of them."""
    counts = dict(where)
    counts[place] = counts.get(place, 0) + by
    return tuple(sorted((name, count) for name, count in counts.items() if count))
