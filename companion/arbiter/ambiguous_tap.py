"""Which of two things a sighting was, where the rules explain only one of them.

The looks of readers do not always tell whose tap a chip has touched, nor whether it is the chip that has been owed for
a long time.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.arbiter.books import Books
from companion.arbiter.explain import explain
from companion.arbiter.lines import Line, believed, poured_by
from companion.arbiter.loose import Debt, Loose
from companion.arbiter.prices import MEANS_NOTHING, TOUCHES_AGAIN, WAITING
from companion.arbiter.slots import OverSlot
from companion.table.changes import Tapped
from companion.table.sightings import Uid

if TYPE_CHECKING:
    from companion.arbiter.arbiter import Arbiter

AGAIN = 8.0
"""Seconds within which a chip touches the same tap again to make sure, or in passing. Later it has been taken up."""


def what_it_was(tapped: Tapped, arbiter: Arbiter) -> Tapped | None:
    """The touch that it most likely was; None for a touch that means nothing."""
    if tapped.perhaps:
        return the_one(tapped, arbiter)
    if touches_again(tapped, arbiter) or brushes_slot(tapped, arbiter):
        return None
    if hand := hand_it_came_from(tapped, arbiter):
        arbiter.rulings.take_up(tapped.uid, "", arbiter.books, arbiter.now)
        arbiter.books.loose.pop(tapped.uid, None)  # that it was seen there before meant nothing
        arbiter.twin.decided(tapped.uid, hand)
    return tapped


def hand_it_came_from(tapped: Tapped, arbiter: Arbiter) -> str:
    """The hidden place from which a chip has come, although it was seen last where it touches the tap now. More chips
    of its kind were seen there than the rules have, that it leaves explains nothing, and that it comes does: nobody has
    seen how it got into the hand. Otherwise ""."""
    if tapped.reader in arbiter.sight.hidden_readers or tapped.uid not in arbiter.twin.kinds:
        return ""
    zone, sight = arbiter.layout.spot(tapped.reader).zone, arbiter.sight
    if arbiter.twin.whereabouts(tapped.uid).zones != {zone} or makes_sense(tapped, arbiter):
        return ""
    seat, kind, place = sight.owner(zone), arbiter.twin.kinds[tapped.uid], sight.place(zone)
    lie = arbiter.match.game.by_address(arbiter.match.table).get(zone, ())
    if arbiter.twin.counts(zone)[kind][0] <= Counter(lie)[kind]:
        return ""
    for hand, hidden in sight.hands.items():
        chip = Loose(tapped.uid, kind, frozenset({hidden}), place, tapped.at, tapped.reader)
        if sight.owner(hand) == seat and arbiter.may_be(hand, kind) and fits_in(chip, arbiter):
            return hand
    return ""


def brushes_slot(tapped: Tapped, arbiter: Arbiter) -> bool:
    """Whether a chip has come over a slot in passing: it has been drawn, by this seat or another, and is still in that
    hand. What lies in the open may have been poured into the bag, or an equal chip lies there instead."""
    if tapped.reader not in arbiter.sight.hidden_readers:
        return False
    place = arbiter.sight.place(arbiter.layout.spot(tapped.reader).beyond)
    slots = arbiter.books.slots
    return slots.is_drawn(place, OverSlot(tapped.uid, tapped.at)) or slots.is_elsewhere(place, tapped.uid)


def touches_again(tapped: Tapped, arbiter: Arbiter) -> bool:
    """Whether a chip has touched the tap of the place where it lies once more, for no reason that the rules know.
    People do so to make sure, or in passing."""
    if tapped.reader in arbiter.sight.hidden_readers or tapped.uid not in arbiter.twin.kinds:
        return False
    zone, known = arbiter.layout.spot(tapped.reader).zone, arbiter.twin.whereabouts(tapped.uid)
    soon = tapped.at - known.since <= AGAIN
    here = known.zones == {zone} and known.reader == tapped.reader
    return here and soon and not makes_sense(tapped, arbiter, TOUCHES_AGAIN)


def the_one(tapped: Tapped, arbiter: Arbiter) -> Tapped | None:
    """The touch as reported if the rules explain it; else that of the other tap, or None for no touch, if they explain
    that."""
    told = replace(tapped, perhaps="")
    if makes_sense(told, arbiter):
        return told
    if arbiter.twin.whereabouts(tapped.uid).reader == tapped.perhaps:
        return None if arbiter.books.settled or explained(arbiter, arbiter.books) else told
    other = replace(told, reader=tapped.perhaps)
    return other if makes_sense(other, arbiter) else told


def not_paid(chip: Loose, arbiter: Arbiter) -> frozenset[Debt]:
    """Return the debts that a chip could pay but does not: as many equal chips have already left to pay them, or their
    owner has gone on without paying; and an answer explains this chip as well."""
    paid = arbiter.books.copy().seen(chip, arbiter.may_be) or ()
    others = arbiter.books.copy()
    others.gone.pop(chip.uid, None)
    doubtful = {debt for debt, _ in paid if others.are_all_fetched(debt) or arbiter.rulings.is_forgotten(debt)}
    if not doubtful:
        return frozenset()
    books = arbiter.books.copy()
    loose = books.seen(chip, arbiter.may_be, doubtful) is None and chip.uid in books.loose
    return frozenset(doubtful) if loose and explained(arbiter, books, chip) else frozenset()


def makes_sense(tapped: Tapped, arbiter: Arbiter, most: int = MEANS_NOTHING) -> bool:
    """Whether the table owed this touch, or a line that costs at most this explains it. Of a chip over a slot only its
    coming counts."""
    if tapped.reader in arbiter.sight.hidden_readers:
        return is_drawn(tapped, arbiter)
    kind = arbiter.twin.kinds.get(tapped.uid)
    if kind is None:
        return True
    spot, before = arbiter.layout.spot(tapped.reader), arbiter.twin.whereabouts(tapped.uid).zones
    zone = spot.beyond if before == {spot.zone} else spot.zone
    place = arbiter.sight.place
    chip = Loose(tapped.uid, kind, frozenset(map(place, before)), place(zone), tapped.at, tapped.reader)
    return fits_in(chip, arbiter, most)


def fits_in(chip: Loose, arbiter: Arbiter, most: int = MEANS_NOTHING) -> bool:
    """Whether the table owed this chip, or a line that costs at most this explains it."""
    books = arbiter.books.copy()
    if books.seen(chip, arbiter.may_be) is not None or chip.uid not in books.loose:
        return True
    return explained(arbiter, books, chip, most)


def is_drawn(tapped: Tapped, arbiter: Arbiter) -> bool:
    """Whether a chip out of this bag is due."""
    place = arbiter.sight.place(arbiter.layout.spot(tapped.reader).beyond)
    books = arbiter.books.copy()
    chip = OverSlot(tapped.uid, tapped.at)
    if brushes_slot(tapped, arbiter):
        return False
    if books.drawn(place, chip) or place not in books.slots.waiting:
        return True
    return any(
        place not in line.books.slots.waiting and may_be_in_bag(tapped.uid, line, arbiter)
        for line in likely_lines(arbiter, books)
    )


def may_be_in_bag(uid: Uid, line: Line, arbiter: Arbiter) -> bool:
    """Whether by this line a chip does not lie where readers see it, but may have been poured into a bag."""
    sight = arbiter.sight
    if not arbiter.twin.whereabouts(uid).zones <= sight.taps | sight.cells:
        return True
    return uid not in arbiter.twin.hints(poured_by(line, arbiter.sight.bags)).in_the_open


def explained(arbiter: Arbiter, books: Books, chip: Loose | None = None, most: int = MEANS_NOTHING) -> bool:
    """Whether a line explains the books; with `chip`, whether one explains this chip, and costs at most so much more
    than lines by which this chip has moved for nothing."""
    if chip is None:
        return bool(likely_lines(arbiter, books))
    found = explain(arbiter.match, books, since=arbiter.by_hand_at)
    costs: dict[bool, list[int]] = {True: [], False: []}
    for line in (*found.lines, *found.parts):
        costs[chip.uid in line.books.loose].append(line.costs(arbiter.now))
    return bool(costs[False]) and min(costs[False]) <= min(costs[True], default=WAITING) - WAITING + most


def likely_lines(arbiter: Arbiter, books: Books) -> tuple[Line, ...]:
    """The lines that explain the books, and are likelier than a touch that means nothing."""
    return believed(explain(arbiter.match, books, since=arbiter.by_hand_at), arbiter.now, MEANS_NOTHING)
