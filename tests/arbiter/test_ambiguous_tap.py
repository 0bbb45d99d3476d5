"""A touch of which looks alone do not tell whose tap it was."""

from __future__ import annotations

import pytest

from companion.table.changes import Tapped
from companion.table.sightings import Uid
from tests.arbiter.by_hand import HandTable
from tests.arbiter.starts import in_turn
from tests.rules.playing import at, with_unseen


def in_cleanup() -> HandTable:
    """A has ended the turn, and is to draw."""
    table = HandTable(in_turn())
    table.move("gem_2", "A.hand", "A.played")
    table.move("wound", "bank", "A.discard")
    table.say("A", "done")
    for kind in ("crash_gem", "combine", "gem_1", "gem_1"):
        table.move(kind, "A.hand", "A.discard")
    table.move("gem_2", "A.played", "A.discard")
    return table


def touch(table: HandTable, kind: str, told: str, perhaps: str) -> None:
    """A chip out of the hand touches one of two taps."""
    taps = table.customs.taps
    table.take(Tapped(table.chip(kind, "A.hand"), taps[told], table.now, taps[perhaps]))


@pytest.mark.parametrize("told", ["A.played", "A.discard"])
def test_the_tap_counts_that_the_rules_explain(told: str) -> None:
    """It is the action phase: nothing is discarded from the hand now."""
    table = HandTable(in_turn())
    touch(table, "crash_gem", told, "A.played" if told == "A.discard" else "A.discard")
    assert table.answers == ["A play:crash_gem"]
    assert table.rulings == []


def test_where_both_make_sense_the_likelier_one_counts() -> None:
    table = HandTable(in_turn())
    table.move("gem_2", "A.hand", "A.played")
    touch(table, "gem_1", "A.played", "A.discard")
    assert table.answers[-1] == "A play:gem_1"


def test_where_none_makes_sense_the_likelier_one_is_ruled_on() -> None:
    table = HandTable(in_turn())
    taps = table.customs.taps
    table.take(Tapped(table.chip("crash_gem", "B.hand"), taps["B.played"], table.now, taps["B.discard"]))
    table.wait(20.0)
    assert [ruling.seat for ruling in table.rulings] == ["B"]
    assert table.arbiter.twin.counts("B.played") == {"crash_gem": (1, 1)}


def test_where_it_makes_no_sense_that_it_moved_it_has_not_moved() -> None:
    """A ghost, after the chip was told on its tap."""
    table = HandTable(in_turn())
    crash = table.move("crash_gem", "A.hand", "A.played")
    taps = table.customs.taps
    table.take(Tapped(crash, taps["A.discard"], table.now, taps["A.played"]))
    table.wait(20.0)
    assert table.rulings == []
    assert table.arbiter.twin.counts("A.played") == {"crash_gem": (1, 1)}


def test_where_it_makes_sense_that_it_moved_it_has() -> None:
    table = HandTable(in_turn())
    gem = table.move("gem_2", "A.hand", "A.played")
    table.move("wound", "bank", "A.discard")
    taps = table.customs.taps
    table.take(Tapped(gem, taps["A.discard"], table.now, taps["A.played"]))
    table.wait(20.0)
    assert table.answers[3:] == ["A done"]


def between_slot_and_discard(table: HandTable, told: str, chip: Uid) -> None:
    """A chip touched A's slot or the discard tap beside it."""
    taps, slot = table.customs.taps, table.customs.slots["A.hand"].reader
    readers = [slot, taps["A.discard"]]
    if told == "discard":
        readers.reverse()
    table.take(Tapped(chip, readers[0], table.now, readers[1]))


@pytest.mark.parametrize("told", ["slot", "discard"])
def test_while_chips_are_due_it_was_the_slot(told: str) -> None:
    table = in_cleanup()
    due = sum(table.owed.values())
    between_slot_and_discard(table, told, table.chip("wound", "A.bag"))
    assert sum(table.owed.values()) == due - 1
    assert table.rulings == []


@pytest.mark.parametrize("told", ["slot", "discard"])
def test_where_none_is_due_it_was_the_tap_that_saw_it(told: str) -> None:
    """A's turn has not ended: nothing is drawn before what was played is discarded."""
    table = HandTable(in_turn())
    table.move("gem_2", "A.hand", "A.played")
    table.move("wound", "bank", "A.discard")
    between_slot_and_discard(table, told, table.chip("gem_2", "A.played"))
    table.wait(20.0)
    assert table.answers[3:] == ["A done"]


def test_a_chip_that_is_owed_pays_with_it() -> None:
    table = HandTable(in_turn(pile=(2, 1, 1, 1)))
    table.move("gem_2", "A.hand", "A.played")
    table.moves(0, "gem_1", "A.hand", "A.played")
    table.say("A", "buy:wound")
    assert ("wound", "bank", "A.discard") in table.owed
    wound, taps = table.chip("wound", "bank"), table.customs.taps
    table.take(Tapped(wound, taps["A.played"], table.now, taps["A.discard"]))
    assert ("wound", "bank", "A.discard") not in table.owed


def test_a_foreign_chip_stays_where_it_was_told() -> None:
    table = HandTable(in_turn())
    taps = table.customs.taps
    table.take(Tapped(table.add("no_chip_of_this_game", "box"), taps["A.played"], table.now, taps["A.discard"]))
    assert table.answers == []


def test_where_an_equal_chip_has_left_and_not_come_the_next_one_is_bought_as_well() -> None:
    table = HandTable(in_turn())
    first, taps = table.chip("gem_1", "bank"), table.customs.taps
    table.move("gem_2", "A.hand", "A.played")
    table.take(Tapped(first, taps["bank"], table.now))
    table.zones[first] = "A.hand"
    table.wait(12.0)
    assert table.answers[-1] == "A buy:gem_1"
    table.move("gem_1", "A.hand", "A.played")
    table.take(Tapped(table.chip("gem_1", "bank"), taps["A.discard"], table.now))
    assert table.answers[-2:] == ["A play:gem_1", "A buy:gem_1"]
    assert table.owed == {("gem_1", "bank", "A.discard"): 1}


GEMS = ["gem_1"] * 5


def end_turn(table: HandTable, seat: str, other: str, discards: list[str], draws: list[str]) -> None:
    """A seat buys a wound, cleans up and draws; the other one antes."""
    table.say(seat, "done")
    table.move("wound", "bank", f"{seat}.discard")
    table.say(seat, "done")
    for kind in discards:
        table.move(kind, f"{seat}.hand", f"{seat}.discard")
    table.draw(seat, *draws)
    table.move("gem_1", "bank", f"{other}.pile")


@pytest.mark.parametrize("has_drawn", [True, False])
def test_a_reaction_is_none_of_the_chips_that_were_to_be_laid_down_before_the_new_hand(*, has_drawn: bool) -> None:
    """Before it is drawn, nobody can tell: hands may be slow."""
    full = {"hand": GEMS, "bag": ["crash_gem", *GEMS, *GEMS, *GEMS]}
    seats = {"A": {"character": "jaina", "pile": [2], **full}, "B": {"character": "rook", "pile": [2, 1], **full}}
    table = HandTable(at(seats))
    end_turn(table, "A", "B", GEMS, ["crash_gem", *GEMS[1:]])
    end_turn(table, "B", "A", GEMS, ["crash_gem", *GEMS[:-1], "gem_1"])
    end_turn(table, "A", "B", GEMS[1:], [*GEMS, "gem_1"] if has_drawn else [])
    table.move("crash_gem", "B.hand", "B.played")
    table.move("gem_1", "B.pile", "bank")
    table.move("crash_gem", "A.hand", "A.discard")
    assert table.answers[-2:] == (
        ["B break:1", "A react:crash_gem"] if has_drawn else ["B play:crash_gem", "B break:1"]
    )
    assert (("?", "A.hand", "A.discard") in table.owed) == has_drawn


def test_nor_is_it_where_the_new_hand_was_drawn_before_anybody_could_tell_that_the_turn_was_over() -> None:
    hand, bag = ["roundhouse", "crash_gem"], ["gem_1"] * 10
    seats = {
        "A": {"character": "jaina", "pile": [2], "hand": hand, "bag": bag},
        "B": {"character": "rook", "pile": [2, 1], "hand": ["crash_gem", "gem_1"], "bag": bag},
    }
    known = HandTable(at(seats, turn={"seat": "A", "phase": "buy", "money": 0, "bought": ["wound"]}))
    chips = {uid: (known.kinds[uid], zone) for uid, zone in known.zones.items()}
    unseen = with_unseen(known.arbiter.match, "A", " ".join(hand + bag), hand="? ?", bag=" ".join("?" * len(bag)))
    table = HandTable(unseen, chips=chips)
    table.move("roundhouse", "A.hand", "A.discard")
    table.draw("A", *["gem_1"] * 5)
    table.move("gem_1", "bank", "B.pile")
    table.move("crash_gem", "B.hand", "B.played")
    table.move("gem_2", "B.pile", "bank")
    table.move("crash_gem", "A.hand", "A.discard")
    assert table.answers[-1] == "A react:crash_gem"
    assert ("?", "A.hand", "A.discard") in table.owed
