"""Reads and writes what a position says of a seat's unseen pieces, for every game alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from companion.rules.kernel.lots import Case, Lot, Where, pool, tidy
from companion.rules.kernel.positions import Path, PositionError, items, mapping, whole
from companion.rules.kernel.steps import UNSEEN
from companion.rules.kernel.unseen import Holder

AChip = Callable[[object, Path], str]


def unseen_places(seat: Holder) -> Where:
    """How many unseen chips lie in each zone."""
    counts = ((place, getattr(seat, place).count(UNSEEN)) for place in seat.places)
    return tuple(sorted((place, count) for place, count in counts if count))


# -- reading -----------------------------------------------------------------------------------------------------


def read_unseen(seat: Holder, given: object, path: Path, a_chip: AChip) -> None:
    """Read which chips the seat's `?` are, given as a plain list or as cases."""
    here = unseen_places(seat)
    if not here and not given:
        return
    if not here:
        raise PositionError(path, '{seat} has no "?" in any zone: write "?" where unseen chips lie', seat=seat.name)
    if not given:
        raise PositionError(
            (*path[:-1], here[0][0]),
            'nothing says which chips the "?" of {seat} may be: list them, as in {example}',
            seat=seat.name,
            example="unseen: [gem_1, wound]",
        )
    if not isinstance(given, list | tuple) or not any(isinstance(one, list | tuple) for one in given):
        kinds = items(given, path, a_chip)
        check_number(seat, kinds, here, path)
        seat.spread(kinds)
        return
    cases = items(given, path, lambda case, at: read_case(seat, case, at, here, a_chip))
    chips = pool(cases)
    for at, case in enumerate(cases):
        if pool((case,)) != chips:
            raise PositionError(
                (*path, at), "every case must have the same chips, spread differently; these are different chips"
            )
    seat.unseen = tidy(cases)


def check_number(seat: Holder, kinds: tuple[str, ...], here: Where, path: Path) -> None:
    """Check that there are as many chips as question marks."""
    marks = sum(count for _, count in here)
    if len(kinds) != marks:
        raise PositionError(
            path,
            '{seat} has {marks} "?" in all zones together, expected as many chips, not {chips}',
            seat=seat.name,
            marks=marks,
            chips=len(kinds),
        )


def read_case(seat: Holder, given: object, path: Path, here: Where, a_chip: AChip) -> Case:
    """Read one way in which the chips may be spread: lots that together account for every `?`."""
    case = items(given, path, lambda lot, at: read_lot(seat, lot, at, a_chip))
    lying = Counter[str]()
    for _, where in case:
        lying.update(dict(where))
    for place in seat.places:
        marks = dict(here).get(place, 0)
        if lying[place] != marks:
            raise PositionError(
                path,
                '{zone} has {marks} "?", this case puts {chips} chips there',
                zone=f"{seat.name}.{place}",
                marks=marks,
                chips=lying[place],
            )
    return case


def read_lot(seat: Holder, given: object, path: Path, a_chip: AChip) -> Lot:
    """Read a lot: its chips, and how many of them lie in each place."""
    said = mapping(given, path, ("chips", *seat.places))
    kinds = items(said.get("chips"), (*path, "chips"), a_chip)
    counts = {place: whole(said[place], (*path, place)) for place in seat.places if place in said}
    if sum(counts.values()) != len(kinds):
        raise PositionError(
            path,
            "{chips} chips are in this lot, but its places add up to {lie}",
            chips=len(kinds),
            lie=sum(counts.values()),
        )
    return tuple(sorted(kinds)), tuple(sorted((place, count) for place, count in counts.items() if count))


# -- writing -----------------------------------------------------------------------------------------------------


def write_unseen(seat: Holder) -> list[object]:
    """Return what `read_unseen` reads: a plain list where that says it all, otherwise the cases."""
    chips = pool(seat.unseen)
    like = seat.copy()
    like.spread(chips)
    if like.unseen == seat.unseen:
        return list(chips)
    return [[write_lot(kinds, where) for kinds, where in case] for case in seat.unseen]


def write_lot(kinds: tuple[str, ...], where: Where) -> Mapping[str, object]:
    """Return what `read_lot` reads."""
    return {"chips": list(kinds), **dict(where)}
