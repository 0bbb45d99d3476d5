"""What computer players do next: a game between them, with a program that understands all of it at once."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.app.demo.brains import READING, UNNOTICED, Brains, Carry, Deed, Pour, Say, Stand, Tell, Wait
from companion.app.demo.puzzle_strike import USUAL
from companion.app.demo.told_moments import Owed, ToldMoment
from companion.app.demo.world import BESIDE, World
from companion.players import find_player
from companion.rules import UNSEEN, Draw, Match, new_match
from companion.table.sightings import Uid
from tests.app.demo.tables import CUSTOMS, a_world

SEATS = ("Anna", "Ben")


def some_brains(**more: Any) -> Brains:
    return Brains(CUSTOMS, {seat: find_player("steady") for seat in SEATS}, Random(2), **more)


def told(match: Match, point: int = 0, **more: Any) -> ToldMoment:
    given = {"game": 1, "point": point, "over": match.over, "settled": True, "debts": (), "asked": None, "rulings": ()}
    return ToldMoment(**{**given, "says": {}, "phones": {}, "stored": match.snapshot(), **more})


class Program:
    """A game in which both are drawing, and nobody sees what."""

    def __init__(self) -> None:
        self.match = new_match(USUAL)
        self.world = a_world()
        self.brains = some_brains()
        while isinstance(due := self.match.pending, Draw):
            self.match.draw((UNSEEN,) * due.count)

    def do(self, deed: Deed) -> None:
        """At once."""
        assert isinstance(deed, Carry)
        for _, uid, stops in deed.ways:
            self.world.lift(uid)
            self.world.put(uid, stops[-1].place)


def test_a_situation_with_debts_is_worked_off_by_hands_alone() -> None:
    program = Program()
    deed = program.brains.next(told(program.match, debts=tuple(begin_debts())), program.world, 0.0)
    assert isinstance(deed, Carry)
    program.do(deed)
    found = {zone: len(program.world.in_zone(zone)) for zone in ("Anna.hand", "Ben.hand", "Anna.pile")}
    assert found == {"Anna.hand": 5, "Ben.hand": 5, "Anna.pile": 1}
    assert isinstance(program.brains.next(told(program.match, point=9), program.world, 2.0), Carry | Say)
    assert program.brains.intent


def begin_debts() -> list[Owed]:
    draws = [Owed(UNSEEN, f"{seat}.bag", f"{seat}.hand", 5) for seat in SEATS]
    return [*draws, Owed("gem_1", "bank", "Anna.pile", 1)]


def begun() -> tuple[Match, World]:
    """Both have drawn; the ante lies."""
    program = Program()
    program.do(program.brains.next(told(program.match, debts=tuple(begin_debts())), program.world, 0.0))
    program.match.learn("Anna.hand", [program.world.kinds[uid] for uid in program.world.in_zone("Anna.hand")])
    return program.match, program.world


def test_what_was_decided_is_said_on_the_phone_when_nobody_has_understood_it() -> None:
    match, world = begun()
    brains = some_brains()
    deed = brains.next(told(match), world, 2.0)
    assert brains.intent
    token = brains.intent.token
    assert isinstance(deed, Carry)
    assert brains.next(told(match), world, 1.0) == Wait()
    assert brains.next(told(match), world, 6.0) == Say("Anna", token)
    assert brains.next(told(match), world, 7.0) == Wait()
    brains.refused()
    assert brains.intent is None


def test_while_something_is_left_undone_nobody_decides_however_long_it_takes() -> None:
    match, world = begun()
    debts = (Owed("gem_1", "bank", "Anna.pile", 1),)
    brains = some_brains(leave=frozenset({"Anna.pile"}))
    assert brains.next(told(match, settled=False, debts=debts), world, 99.0) == Wait()
    assert brains.intent is None
    brains.leave = frozenset()
    brains.next(told(match, settled=False), world, 99.0)
    assert brains.intent


def test_people_are_waited_for() -> None:
    match, world = begun()
    brains = some_brains(people=frozenset({"Anna"}))
    assert brains.next(told(match), world, 9.0).words.said() == "Waiting for Anna."  # type: ignore[union-attr]
    owed = (Owed("gem_1", "bank", "Anna.pile", 1),)
    for uid in world.in_zone("Anna.pile"):
        world.put(uid, "bank:gem_1")
    waits = brains.next(told(match, debts=owed), world, 9.0)
    assert "chips are still to be moved" in waits.words.said()  # type: ignore[union-attr]
    ruled = brains.next(told(match, rulings=((1, "Anna"),), debts=()), a_world(), 9.0)
    assert isinstance(ruled, Wait | Carry)


def test_a_gem_that_was_bumped_out_of_its_tray_is_put_back() -> None:
    match, world = begun()
    (gem,) = world.in_zone("Anna.pile")
    world.lift(gem)
    world.put(gem, BESIDE)
    deed = some_brains().next(told(match), world, 2.0)
    assert isinstance(deed, Carry)
    assert (deed.ways[0].uid, deed.ways[0].stops[-1].place) == (gem, "Anna.pile:1")


def test_the_very_chip_that_nobody_saw_is_shown_again_but_not_for_ever() -> None:
    match, world = begun()
    brains = some_brains()
    owed = (Owed("gem_1", "Anna.pile", "bank", 1),)
    match.correct({"seats": {"Anna": {"pile": []}}, "bank": {"change": {"gem_1": 1}}}, "both", "a test")
    carried = brains.next(told(match, debts=owed), world, 0.0)
    assert isinstance(carried, Carry)
    (way,) = carried.ways
    world.lift(way.uid)
    world.put(way.uid, "bank:gem_1")
    for _ in range(2):
        again = brains.next(told(match, debts=owed), world, 9.0)
        assert isinstance(again, Carry)
        assert again.ways[0].uid == way.uid
        assert again.ways[0].stops[0].over_tap
    after = brains.next(told(match, debts=owed), world, 9.0)
    assert not isinstance(after, Carry) or after.ways[0].uid != way.uid


def test_a_ruling_that_hands_cannot_put_right_stands_where_no_person_plays() -> None:
    match, world = begun()
    brains = some_brains()
    ruled = told(match, rulings=((4, "Anna"),))
    assert brains.next(ruled, world, 1.0) == Wait()
    assert brains.next(ruled, world, 5.0) == Stand(4)
    brains.stands_refused(4)
    assert not isinstance(brains.next(ruled, world, 9.0), Stand)
    waits = some_brains(people=frozenset({"Ben"})).next(ruled, world, 9.0)
    assert "ruling" in waits.words.said()  # type: ignore[union-attr]


def a_mistake() -> tuple[Match, World, Uid]:
    """A person has dropped a wound onto the discard pile of Ben, whom a computer player plays."""
    match, world = begun()
    wound = world.in_zone("bank", "wound")[0]
    world.lift(wound)
    world.put(wound, "Ben.discard")
    return match, world, wound


def test_a_hand_clears_no_mistake_before_the_companion_has_spoken() -> None:
    match, world, wound = a_mistake()
    brains = some_brains(people=frozenset({"Anna"}))
    for settled, quiet in ((False, 1.5), (True, 1.5), (False, 6.0), (True, 6.0), (False, 20.0), (True, 20.0)):
        waits = brains.next(told(match, settled=settled), world, quiet)
        assert "Waiting for the companion" in waits.words.said()  # type: ignore[union-attr]
    ruled = told(match, rulings=((1, "Ben"),))
    assert "ruling" in brains.next(ruled, world, READING - 0.5).words.said()  # type: ignore[union-attr]
    deed = brains.next(ruled, world, READING + 0.5)
    assert isinstance(deed, Carry)
    assert (deed.ways[0].seat, deed.ways[0].uid) == ("Ben", wound)


def test_and_answers_while_it_waits() -> None:
    match, world, _ = a_mistake()
    asked = (("Anna",), ("done",))
    assert some_brains().next(told(match, asked=asked), world, 2.0) == Say("Anna", "done")


def test_what_the_companion_will_never_speak_of_is_put_right_in_the_end() -> None:
    match, world, wound = a_mistake()
    deed = some_brains().next(told(match), world, UNNOTICED + 1.0)
    assert isinstance(deed, Carry)
    assert deed.ways[0].uid == wound


def test_an_empty_bag_is_refilled() -> None:
    match, world = begun()
    for uid in world.in_zone("Anna.bag"):
        world.put(uid, "Anna.discard")
    owed = (Owed(UNSEEN, "Anna.bag", "Anna.hand", 1),)
    for uid in world.in_zone("Anna.hand")[:1]:
        world.put(uid, "Anna.discard")
    assert some_brains().next(told(match, debts=owed), world, 0.0) == Pour("Anna", "Anna.bag")


def test_a_question_is_answered_while_the_program_is_in_doubt() -> None:
    match, world = begun()
    asked = (("Anna",), ("done",))
    assert some_brains().next(told(match, settled=False, asked=asked), world, 1.0) == Say("Anna", "done")
    assert some_brains().next(told(match, settled=False), world, 1.0) == Wait()


def test_who_sees_a_draw_tells_it() -> None:
    setup = USUAL.__class__(**{**vars(USUAL), "bank": "random"})
    match = new_match(setup)
    assert isinstance(match.pending, Draw)
    asked = ((match.pending.seat,), ())
    deed = some_brains().next(told(match, asked=asked), a_world(), 20.0)
    assert isinstance(deed, Tell | Carry | Wait)


def test_a_game_that_is_over_is_left_alone() -> None:
    match, world = begun()
    assert "over" in some_brains().next(told(match, over=True), world, 9.0).words.said()  # type: ignore[union-attr]


@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_wished_for_comes_out_of_the_bag(seed: int) -> None:
    program = Program()
    brains = some_brains(wishes={"Anna.bag": ["crash_gem", "unstable_power", "gem_1"]})
    brains.chance = Random(seed)
    deed = brains.next(told(program.match, debts=(Owed(UNSEEN, "Anna.bag", "Anna.hand", 3),)), program.world, 0.0)
    assert isinstance(deed, Carry)
    assert [program.world.kinds[way.uid] for way in deed.ways] == ["crash_gem", "unstable_power", "gem_1"]
