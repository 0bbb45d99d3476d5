"""Hands carry chips over taps, for as long as a reader needs to see them; the table's time is told, nothing sleeps."""

from __future__ import annotations

from random import Random

from companion.app.demo import people
from companion.app.demo.motion import ALOFT, NEXT, REST, Stop, TableHands
from companion.app.demo.world import AIR, BESIDE
from companion.table.sightings import Uid
from tests.app.demo.tables import reader, some_hands

YOU = frozenset({"Anna"})


def run(hands: TableHands, now: float, seconds: float) -> float:
    """So much time passes."""
    end = now + seconds
    while now < end:
        now += 0.05
        hands.step(now)
    return now


def in_hand(hands: TableHands, kind: str) -> Uid:
    """Anna has a chip in the hand."""
    (uid,) = hands.world.in_zone("Anna.bag", kind)[:1]
    hands.lift(uid)
    hands.put(uid, "Anna.hand")
    return uid


def test_a_chip_rests_on_the_tap_and_lies_in_the_heap_then() -> None:
    hands, pads = some_hands()
    uid = in_hand(hands, "crash_gem")
    assert not people.move(hands, YOU, uid, "", "Anna.played", 10.0)
    assert pads.lying == {uid: reader("Anna.played")}
    assert people.move(hands, YOU, uid, "", "Anna.pile:1", 10.1) == people.IN_A_HAND
    run(hands, 10.0, REST + 0.2)
    assert pads.lying == {}
    assert hands.world.where(uid) == "Anna.played"
    assert not hands.busy


def test_the_next_chip_waits_until_the_tap_is_free() -> None:
    hands, pads = some_hands()
    first, second = in_hand(hands, "gem_1"), in_hand(hands, "gem_1")
    assert first != second
    for uid in (first, second):
        people.move(hands, YOU, uid, "", "Anna.played", 10.0)
    assert list(pads.lying) == [first]
    now = run(hands, 10.0, REST + NEXT + 0.2)
    assert list(pads.lying) == [second]
    run(hands, now, 1.0)
    assert pads.lying == {}


def test_a_gem_of_the_bank_lies_in_its_cell_and_one_that_goes_back_touches_the_bank_spot() -> None:
    hands, pads = some_hands()
    assert not people.move(hands, YOU, "", "bank:gem_2", "Anna.pile:3", 1.0)
    (uid,) = pads.lying
    assert pads.seen == [("gem_2", reader("Anna.pile", 3))]
    assert people.move(hands, YOU, "", "bank:gem_2", "Anna.pile:3", 2.0) == people.CELL_TAKEN
    assert not people.move(hands, YOU, uid, "", "bank:gem_4", 3.0)
    assert pads.lying == {uid: reader("bank:gem_2")}
    run(hands, 3.0, 1.0)
    assert hands.world.where(uid) == "bank:gem_2"


def test_a_gem_of_the_bank_for_the_hand_touches_the_bank_spot() -> None:
    hands, pads = some_hands()
    assert not people.move(hands, YOU, "", "bank:gem_2", "Anna.hand", 1.0)
    run(hands, 1.0, 3.0)
    assert pads.seen == [("gem_2", reader("bank:gem_2"))]
    assert [hands.world.kinds[uid] for uid in hands.world.lying("Anna.hand")] == ["gem_2"]


def test_a_draw_comes_over_the_slot() -> None:
    hands, pads = some_hands()
    assert people.draw(hands, YOU, "Ben", Random(1), 1.0) == people.NOT_YOURS
    assert not people.draw(hands, YOU, "Anna", Random(1), 1.0)
    assert list(pads.lying.values()) == [reader("Anna.bag")]
    run(hands, 1.0, 3.0)
    assert len(hands.world.in_zone("Anna.hand")) == 1
    assert len(hands.world.in_zone("Anna.bag")) == 9


def test_several_draws_at_once_are_several_chips() -> None:
    hands, pads = some_hands()
    for _ in range(5):
        assert not people.draw(hands, YOU, "Anna", Random(1), 1.0)
    run(hands, 1.0, 8.0)
    assert len(hands.world.in_zone("Anna.hand")) == len(pads.seen) == 5


def test_an_empty_bag_is_refilled_from_the_discards() -> None:
    hands, pads = some_hands()
    for uid in hands.world.in_zone("Anna.bag"):
        hands.lift(uid)
        hands.put(uid, "Anna.discard")
    assert people.draw(hands, YOU, "Anna", Random(1), 1.0) == people.BAG_EMPTY
    assert not people.pour(hands, YOU, "Anna")
    assert len(hands.world.in_zone("Anna.bag")) == 10
    assert pads.seen == []


def test_what_cannot_be_is_said_and_nothing_moves() -> None:
    hands, pads = some_hands()
    number = hands.world.number
    (uid,) = hands.world.in_zone("Ben.bag", "crash_gem")
    assert people.move(hands, YOU, uid, "", "Anna.hand", 1.0) == people.NOT_YOURS
    assert people.move(hands, YOU, "no chip", "", "Anna.hand", 1.0) == people.NO_CHIP
    assert people.move(hands, YOU, uid, "", "nowhere", 1.0) == people.NO_CHIP
    assert hands.world.number == number
    hands.carry(uid, (Stop("Ben.hand"),), "Ben")
    hands.step(2.0)
    assert hands.world.where(uid) == AIR
    assert people.move(hands, YOU, uid, "", "Anna.hand", 2.0) == people.IN_A_HAND
    assert pads.seen == []


def test_hands_of_two_seats_work_at_once_and_each_does_one_thing_after_the_other() -> None:
    hands, _ = some_hands()
    for seat in ("Anna", "Ben"):
        for uid in hands.world.in_zone(f"{seat}.bag")[:2]:
            hands.carry(uid, (Stop(f"{seat}.hand"),), seat)
    hands.step(1.0)
    assert len(hands.world.carried) == 2
    run(hands, 1.0, 3.0)
    assert [len(hands.world.in_zone(f"{seat}.hand")) for seat in ("Anna", "Ben")] == [2, 2]


def test_a_cell_that_was_taken_meanwhile_is_no_trouble() -> None:
    hands, _ = some_hands()
    one, other = hands.world.lying("bank:gem_1")[:2]
    hands.carry(one, (Stop("Anna.pile:1"),), "Anna")
    hands.step(1.0)
    people.move(hands, YOU, other, "", "Anna.pile:1", 1.1)
    run(hands, 1.1, 2.0)
    assert hands.world.where(other) == "Anna.pile:1"
    assert hands.world.where(one) == "Anna.pile:2"


def test_paused_hands_do_nothing_and_a_new_game_clears_the_readers() -> None:
    hands, pads = some_hands()
    hands.pace = 0.0
    uid = hands.world.lying("bank:gem_1")[0]
    hands.carry(uid, (Stop("Anna.pile:1"),), "Anna")
    run(hands, 1.0, 2.0)
    assert hands.world.where(uid) == "bank:gem_1"
    people.move(hands, YOU, "", "bank:gem_1", BESIDE, 5.0)
    people.move(hands, YOU, "", "bank:gem_1", "Anna.pile:4", 5.0)
    hands.clear()
    assert (pads.lying, hands.busy) == ({}, False)


def test_a_chip_that_is_held_stays_in_the_air_for_longer() -> None:
    hands, _ = some_hands()
    uid = hands.world.lying("bank:gem_1")[0]
    hands.hold_next(9.0)
    hands.carry(uid, (Stop("Anna.pile:1"),), "Anna")
    now = run(hands, 1.0, 4.0)
    assert hands.world.where(uid) == AIR
    assert hands.world.shown_at(uid) == "Anna.pile:1"
    run(hands, now, 3.0)
    assert hands.world.where(uid) == "Anna.pile:1"


def test_a_chip_that_a_person_moves_is_held_too_and_only_the_next_one() -> None:
    hands, pads = some_hands()
    first, second = hands.world.lying("bank:gem_1")[-1], hands.world.lying("bank:gem_2")[-1]
    hands.hold_next(9.0)
    assert not people.move(hands, YOU, first, "", "Anna.pile:1", 2.0)
    assert not people.move(hands, YOU, second, "", "Anna.pile:2", 2.5)
    run(hands, 2.0, ALOFT - 0.5)
    assert (hands.world.where(first), hands.world.where(second)) == (AIR, "Anna.pile:2")
    assert list(pads.lying) == [second]
    run(hands, 2.0 + ALOFT - 0.5, 1.0)
    assert hands.world.where(first) == "Anna.pile:1"


def test_what_was_to_be_held_and_nobody_moved_is_not_held_later() -> None:
    hands, pads = some_hands()
    hands.hold_next(9.0)
    assert not people.move(hands, YOU, "", "bank:gem_1", "Anna.pile:1", 9.5)
    assert len(pads.lying) == 1
