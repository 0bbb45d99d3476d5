"""Chips that lie in a known zone but that nobody has identified: shown as `?`, their kinds known as a set.

A seat's `?` chips and its `unseen` kinds match one to one. Nothing here says which is which, until a chip shows,
somebody tells, or only one answer is left.
"""

from __future__ import annotations

from collections import Counter

from companion.rules.kernel import UNSEEN
from companion.rules.puzzle_strike.table import ZONES, Chips, Seat


def kinds_in(seat: Seat, zone: Chips) -> Chips:
    """The different kinds that lie, or may lie, in a zone."""
    if UNSEEN in zone:
        return tuple(kind for kind in dict.fromkeys((*zone, *seat.unseen)) if kind != UNSEEN)
    return tuple(dict.fromkeys(zone))


def copies_in(seat: Seat, zone: Chips, kind: str) -> int:
    """How many of a kind lie, or may lie, in a zone."""
    count = zone.count(kind)
    if UNSEEN in zone:
        count += min(zone.count(UNSEEN), seat.unseen.count(kind))
    return count


def without(seat: Seat, zone: Chips, kind: str) -> Chips:
    """The zone with one chip of the kind taken away; an unseen chip that turns out to be one counts."""
    if kind in zone:
        at = zone.index(kind)
    else:
        at = zone.index(UNSEEN)
        left = list(seat.unseen)
        left.remove(kind)
        seat.unseen = tuple(left)
    return zone[:at] + zone[at + 1 :]


def blur(seat: Seat, place: str) -> None:
    """Forget which chips lie in a zone: something unseen is about to leave it."""
    zone: Chips = getattr(seat, place)
    seat.unseen += tuple(kind for kind in zone if kind != UNSEEN)
    setattr(seat, place, (UNSEEN,) * len(zone))


def settle(seat: Seat) -> None:
    """Write down what has become certain: one kind only, or one zone only with unseen chips."""
    if not seat.unseen:
        return
    places = [place for place in ZONES if UNSEEN in getattr(seat, place)]
    if len(places) > 1 and len(set(seat.unseen)) > 1:
        return
    kinds = iter(sorted(seat.unseen))
    for place in places:
        zone: Chips = getattr(seat, place)
        setattr(seat, place, tuple(next(kinds) if kind == UNSEEN else kind for kind in zone))
    seat.unseen = ()


def identify(seat: Seat, place: str, kinds: Chips) -> str:
    """These unseen chips of a zone are of these kinds; the reason as text when they cannot be."""
    zone: Chips = getattr(seat, place)
    if len(kinds) > zone.count(UNSEEN):
        return f"{seat.name}.{place} has {zone.count(UNSEEN)} unseen chips, not {len(kinds)}."
    missing = Counter(kinds) - Counter(seat.unseen)
    if missing:
        return f"{', '.join(missing)} cannot lie unseen in {seat.name}.{place}: all of them are known to lie elsewhere."
    for kind in kinds:
        at = zone.index(UNSEEN)
        zone = (*zone[:at], kind, *zone[at + 1 :])
    left = list(seat.unseen)
    for kind in kinds:
        left.remove(kind)
    seat.unseen = tuple(left)
    setattr(seat, place, zone)
    settle(seat)
    return ""
