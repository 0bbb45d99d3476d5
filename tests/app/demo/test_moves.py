"""How table and rules differ, and the ways of chips."""

from __future__ import annotations

from companion.app.demo.moves import ChipRoute, astray, balance, stops_of, travels
from companion.app.demo.puzzle_strike import USUAL
from companion.app.demo.world import BESIDE
from companion.rules import UNSEEN, Match, Moved, new_match
from tests.app.demo.tables import CUSTOMS, a_world

SECRET = ("Anna.hand", "Anna.bag", "Anna.top", "Ben.hand", "Ben.bag", "Ben.top")


def begun() -> Match:
    """Both have drawn, nobody has seen what; Anna's ante lies in her pile."""
    match = new_match(USUAL)
    for _ in range(2):
        match.draw((UNSEEN,) * 5)
    return match


def test_a_table_that_lies_as_the_rules_have_it_is_even() -> None:
    assert balance(a_world(), new_match(USUAL), SECRET).even


def test_what_hands_have_still_to_do_shows() -> None:
    found = balance(a_world(), begun(), SECRET)
    assert not found.even
    assert found.missed["Anna.hand"] == {UNSEEN: 5}
    assert found.missed["Anna.pile"] == {"gem_1": 1}
    assert found.surplus["bank"] == {"gem_1": 1}


def test_a_chip_beside_the_trays_belongs_where_one_like_it_is_missed() -> None:
    world = a_world()
    gem = world.lying("bank:gem_1")[0]
    world.lift(gem)
    world.put(gem, BESIDE)
    match = begun()
    wrong = {one.target: one for one in astray(world, balance(world, match, SECRET))}
    assert (wrong["Anna.pile"].uid, wrong["Anna.pile"].source) == (gem, "")
    assert wrong["Anna.hand"].source == "Anna.bag"


def test_a_chip_that_goes_on_is_one_travel_and_one_that_has_just_come_goes_last() -> None:
    world = a_world()
    events = (Moved("gem_1", 1, "bank", "Anna.pile"), Moved("gem_1", 1, "Anna.pile", "bank"))
    (there_and_back,) = travels(world, events, ())
    assert there_and_back.zones == ("bank", "Anna.pile", "bank")
    own = world.lying("bank:gem_1")[5]
    world.put(own, "Anna.pile:1")
    assert [travel.zones for travel in travels(world, events, ())] == [("bank", "Anna.pile"), ("Anna.pile", "bank")]


def test_ways_touch_what_customs_say() -> None:
    world = a_world()
    gem, crash = world.lying("bank:gem_1")[0], world.in_zone("Anna.bag", "crash_gem")[0]
    (cell,) = stops_of(ChipRoute(gem, ("bank", "Anna.pile")), world, CUSTOMS)
    assert (cell.place, cell.over_tap) == ("Anna.pile:1", False)
    assert stops_of(ChipRoute(gem, ("bank", "Anna.pile")), world, CUSTOMS, {"Anna.pile:1"})[0].place == "Anna.pile:2"
    (played,) = stops_of(ChipRoute(crash, ("Anna.hand", "Anna.played")), world, CUSTOMS)
    assert (played.place, played.over_tap) == ("Anna.played", True)
    slot, hand = stops_of(ChipRoute(crash, ("Anna.bag", "Anna.hand")), world, CUSTOMS)
    assert (slot.place, slot.over_tap, hand.place) == ("Anna.bag", True, "Anna.hand")
    (trashed,) = stops_of(ChipRoute(gem, ("Anna.pile", "bank")), world, CUSTOMS)
    assert (trashed.place, trashed.over_tap) == ("bank:gem_1", True)


def test_a_full_tray_has_its_overflow() -> None:
    world = a_world()
    for number, gem in enumerate(world.lying("bank:gem_1")[:14], 1):
        world.put(gem, f"Anna.pile:{number}")
    (stop,) = stops_of(ChipRoute(world.lying("bank:gem_1")[0], ("bank", "Anna.pile")), world, CUSTOMS)
    assert (stop.place, stop.over_tap) == ("Anna.pile", True)
