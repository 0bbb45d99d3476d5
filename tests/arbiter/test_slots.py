"""Chips over the slots of bags: which wait for a draw, and which are in a hand."""

from __future__ import annotations

import pytest

from companion.arbiter.slots import APART, MOST_DRAWN, OverSlot, Slots
from companion.table.sightings import Uid

HAND = "A.hidden"


def chip(name: str, at: float) -> OverSlot:
    return OverSlot(Uid(name), at)


@pytest.fixture
def slots() -> Slots:
    return Slots()


def drawn(slots: Slots, *names: str, at: float) -> None:
    """Chips come over the slot, a second apart, and pay what is to be drawn."""
    for number, name in enumerate(names):
        slots.takes(HAND, chip(name, at + number))


def test_a_chip_waits_until_the_rules_draw(slots: Slots) -> None:
    slots.comes(HAND, chip("one", 1.0))
    assert (len(slots), bool(slots)) == (1, True)
    assert slots.draws(HAND) == chip("one", 1.0)
    assert slots.draws(HAND) is None
    assert slots.is_drawn(HAND, chip("one", 9.0))
    assert not slots


def test_a_chip_that_comes_again_before_it_is_drawn_was_back_in_the_bag(slots: Slots) -> None:
    slots.comes(HAND, chip("one", 1.0))
    slots.comes(HAND, chip("one", 9.0))
    assert slots.waiting == {HAND: (chip("one", 9.0),)}


def test_a_chip_of_the_hand_is_not_drawn_again_until_the_hand_has_been_laid_down(slots: Slots) -> None:
    drawn(slots, "one", "two", at=1.0)
    assert slots.is_drawn(HAND, chip("one", 20.0))
    assert slots.is_elsewhere("B.hidden", Uid("one"))
    slots.leaves(Uid("one"))
    assert not slots.is_drawn(HAND, chip("one", 20.0))
    assert slots.is_drawn(HAND, chip("two", 20.0))
    slots.empties(HAND)
    assert not slots.is_drawn(HAND, chip("two", 20.0))


def test_where_the_bag_was_shaken_before_a_draw_the_chips_that_come_with_the_others_were_drawn(slots: Slots) -> None:
    slots.comes(HAND, chip("shaken", 1.0))
    assert slots.draws(HAND) == chip("shaken", 1.0)
    drawn(slots, "one", "two", at=1.0 + 2 * APART)
    slots.comes(HAND, chip("three", 3.0 + 2 * APART))
    assert not slots, "the shaken one meant nothing"
    assert slots.is_drawn(HAND, chip("three", 99.0))
    assert not slots.is_drawn(HAND, chip("shaken", 99.0))


@pytest.mark.parametrize("early", [1.0, 2 * APART])
def test_whoever_draws_one_too_many_in_one_go_has_drawn_too_many(slots: Slots, early: float) -> None:
    slots.comes(HAND, chip("early", early))
    assert slots.draws(HAND)
    drawn(slots, "one", "two", at=early + 1.0)
    slots.comes(HAND, chip("three", early + 3.0))
    assert len(slots) == 1


def test_one_chip_alone_long_after_the_draw_takes_no_place_of_another(slots: Slots) -> None:
    slots.comes(HAND, chip("early", 1.0))
    assert slots.draws(HAND)
    slots.comes(HAND, chip("late", 1.0 + 2 * APART))
    assert len(slots) == 1


def test_the_chip_that_fits_best_is_drawn(slots: Slots) -> None:
    for name, at in (("long ago", 1.0), ("before", 19.0), ("after", 21.0), ("later", 22.0)):
        slots.comes(HAND, chip(name, at))
    taken = [slots.draws(HAND, after=20.0) for _ in range(4)]
    assert [one.uid for one in taken if one] == ["after", "later", "before", "long ago"]


def test_no_more_are_remembered_than_a_bag_holds(slots: Slots) -> None:
    for number in range(2 * MOST_DRAWN):
        slots.comes(HAND, chip(str(number), float(number)))
    assert len(slots) == MOST_DRAWN


def test_a_copy_goes_its_own_way(slots: Slots) -> None:
    slots.comes(HAND, chip("one", 1.0))
    copy = slots.copy()
    copy.draws(HAND)
    assert list(slots) == [(HAND, chip("one", 1.0))]
    assert copy.counts == ()
    assert list(slots.until(0.5)) == []
