"""What the arbiter makes of hands that move chips: told as a player would."""

from __future__ import annotations

import pytest

from companion.arbiter.arbiter import PUT_BACK
from companion.arbiter.asking import AMBIGUOUS, LATE, RESTING
from companion.arbiter.certain import CALM
from companion.arbiter.loose import Debt
from companion.arbiter.news import ChipPath, Committed, Withdrawn
from companion.arbiter.oddities import oddities
from companion.arbiter.sayings import why_asked
from companion.rules import UNSEEN, Illegal
from companion.table.changes import Tapped
from companion.table.oddities import Odd, Oddity
from tests.arbiter.by_hand import HandTable
from tests.arbiter.starts import in_turn
from tests.rules.playing import at, duel

BEGINNING = {("?", "A.bag", "A.hand"): 5, ("?", "B.bag", "B.hand"): 5, ("gem_1", "bank", "A.pile"): 1}


def first_hands(table: HandTable) -> None:
    """Both have drawn."""
    table.draw("A", "crash_gem", "gem_1", "gem_1", "gem_1", "burning_vigor")
    table.draw("B", "crash_gem", "gem_1", "gem_1", "gem_1", "stone_wall")


# -- one line: it counts at once ---------------------------------------------------------------------------------


def test_a_chip_that_is_played_counts_at_once() -> None:
    table = HandTable(in_turn())
    table.move("crash_gem", "A.hand", "A.played")
    assert table.answers == ["A play:crash_gem"]
    table.move("gem_3", "A.pile", "bank")
    assert table.answers == ["A play:crash_gem", "A break:3"]
    assert table.questions == []


def test_what_leads_there_counts_with_it() -> None:
    table = HandTable(in_turn())
    table.move("gem_2", "A.hand", "A.played")
    assert table.answers == ["A done", "A play:gem_2"]


def test_it_says_why() -> None:
    table = HandTable(in_turn())
    table.move("gem_2", "A.hand", "A.played")
    (why,) = {one.why for one in table.news if isinstance(one, Committed)}
    assert why.seen == (ChipPath("gem_2", "A.hidden", "A.played"),)
    assert why.considered == (("done", "play:gem_2"),)
    assert why.rule == "action-phase"


# -- several lines: it waits, and asks when waiting cannot tell --------------------------------------------------


def test_it_waits_as_long_as_the_table_may_tell() -> None:
    table = HandTable(in_turn(pile=(2, 1, 1, 1)))
    table.move("combine", "A.hand", "A.played")
    table.move("gem_1", "A.pile", "bank")
    assert table.answers == ["A play:combine"]
    assert table.loose == ["gem_1"]
    table.move("gem_2", "A.pile", "bank")
    assert table.answers == ["A play:combine", "A combine:1+2"]
    assert table.owed == {("gem_3", "bank", "A.pile"): 1}
    assert table.questions == []


def test_it_asks_when_waiting_does_not_tell() -> None:
    table = HandTable(in_turn(pile=(2, 1, 1, 1)))
    table.move("combine", "A.hand", "A.played")
    table.move("gem_1", "A.pile", "bank")
    table.wait(AMBIGUOUS - 1.0)
    assert table.questions == []
    table.wait(1.5)
    (question,) = table.questions
    assert (question.seats, question.options) == (("A",), ("combine:1+1", "combine:1+2"))
    assert why_asked(table.arbiter.match.game.words, question.why) == (
        "What was seen: a 1-gem went from A's tray to the bank.",
        "Under the rules, that can mean: combine two 1-gems.",
        "Under the rules, that can mean: combine a 1-gem and a 2-gem.",
    )
    table.say("A", "combine:1+1")
    assert table.answers[-1] == "A combine:1+1"
    assert table.owed == {("gem_1", "A.pile", "bank"): 1, ("gem_2", "bank", "A.pile"): 1}


def test_the_table_may_answer_as_well() -> None:
    table = HandTable(in_turn(pile=(2, 1, 1, 1)))
    table.move("combine", "A.hand", "A.played")
    table.move("gem_1", "A.pile", "bank")
    table.wait(AMBIGUOUS + 1.0)
    table.move("gem_1", "A.pile", "bank")
    assert table.answers[-1] == "A combine:1+1"
    assert [one.number for one in table.news if isinstance(one, Withdrawn)] == [table.questions[0].number]


def test_it_asks_once() -> None:
    table = HandTable(in_turn())
    table.move("crash_gem", "A.hand", "A.played")
    table.move("gem_3", "A.pile", "bank")
    table.wait(60)
    assert [(question.seats, question.options) for question in table.questions] == [
        (("B",), ("react:crash_gem", "pass"))
    ]


def test_nothing_is_asked_that_the_table_can_show() -> None:
    table = HandTable(in_turn())
    table.move("crash_gem", "A.hand", "A.played")
    table.wait(LATE - 1.0)
    assert table.questions == []  # the broken gem will be seen
    table.move("gem_3", "A.pile", "bank")
    table.move("crash_gem", "B.hand", "B.discard")
    table.move("gem_2", "B.pile", "bank")
    assert table.answers == ["A play:crash_gem", "A break:3", "B react:crash_gem", "B break:2"]
    assert table.questions == []


def test_people_may_think() -> None:
    table = HandTable(in_turn())
    table.wait(RESTING - 1.0)
    assert table.questions == []
    table.wait(2.0)
    assert [question.options for question in table.questions] == [("play:crash_gem", "play:combine", "done")]


def test_without_readers_it_asks_at_once() -> None:
    table = HandTable(in_turn(), "none-2")
    assert [question.options for question in table.questions] == [("play:crash_gem", "play:combine", "done")]
    table.say("A", "play:crash_gem")
    table.say("A", "break:3")
    assert [question.seats for question in table.questions] == [("A",), ("A",), ("B",)]
    assert table.arbiter.todo()[0].what == "answer"


# -- hands are free ----------------------------------------------------------------------------------------------


def test_what_is_forced_runs_ahead_of_the_hands() -> None:
    table = HandTable(duel())
    assert table.owed == BEGINNING
    first_hands(table)
    assert table.owed == {("gem_1", "bank", "A.pile"): 1}
    (todo,) = table.arbiter.todo()
    assert (todo.seat, todo.kind, todo.pieces, todo.target) == ("A", "gem_1", 1, "A.pile")
    table.move("gem_1", "bank", "A.pile")
    assert table.arbiter.todo() == []


def test_nobody_need_wait_for_what_is_owed() -> None:
    table = HandTable(duel())
    first_hands(table)
    table.move("burning_vigor", "A.hand", "A.played")
    assert table.answers == ["A play:burning_vigor"]
    table.move("gem_1", "bank", "A.pile")
    assert table.owed.get(("gem_1", "bank", "A.pile")) is None


def test_a_chip_that_has_only_left_is_no_sign_that_turns_have_gone_by() -> None:
    """A takes a second wound, and thinks for a while with it in the hand. B might buy it, two turns later."""
    table = HandTable(in_turn())
    table.move("gem_2", "A.hand", "A.played")
    table.move("wound", "bank", "A.discard")
    second, taps = table.chip("wound", "bank"), table.customs.taps
    table.take(Tapped(second, taps["bank"], table.now))
    table.wait(9.0)
    assert table.answers == ["A done", "A play:gem_2", "A buy:wound"]
    table.take(Tapped(second, taps["A.discard"], table.now))
    table.wait(10.0)
    assert [(one.rule, one.seat) for one in table.rulings] == [("wounds", "A")]


def test_chips_may_come_in_the_other_order() -> None:
    table = HandTable(in_turn())
    table.move("gem_3", "A.pile", "bank")
    assert table.answers == []
    table.move("crash_gem", "A.hand", "A.played")
    assert table.answers == ["A play:crash_gem", "A break:3"]


def test_two_seats_may_move_at_once() -> None:
    table = HandTable(in_turn())
    table.move("crash_gem", "A.hand", "A.played")
    table.move("crash_gem", "B.hand", "B.discard")
    table.move("gem_3", "A.pile", "bank")
    table.move("gem_2", "B.pile", "bank")
    table.wait(CALM)
    assert table.answers == ["A play:crash_gem", "A break:3", "B react:crash_gem", "B break:2"]


def test_a_gem_may_be_sent_straight_from_the_own_pile() -> None:
    table = HandTable(in_turn("crash_gem gem_1 gem_1 gem_1 gem_2", pile=(1, 2), other="gem_1 gem_1 gem_1 gem_1 wound"))
    table.move("crash_gem", "A.hand", "A.played")
    table.move("gem_1", "A.pile", "B.pile")
    table.wait(2 * CALM)
    assert table.answers[:2] == ["A play:crash_gem", "A break:1"]
    assert table.owed == {}
    assert table.loose == []


def test_any_equal_chip_will_do() -> None:
    table = HandTable(in_turn(pile=(2, 1, 1)))
    table.move("combine", "A.hand", "A.played")
    first, second = [uid for uid, zone in table.zones.items() if zone == "A.pile" and table.kinds[uid] == "gem_1"]
    table.carry(second, "bank")
    table.carry(first, "bank")
    table.move("gem_2", "bank", "A.pile")
    assert table.answers == ["A play:combine", "A combine:1+1"]
    assert (table.owed, table.loose) == ({}, [])


@pytest.mark.parametrize("seconds", [2.0, PUT_BACK + 2.0])
def test_a_chip_may_be_taken_up_and_looked_at(seconds: float) -> None:
    table = HandTable(in_turn())
    gem = table.chip("gem_3", "A.pile")
    table.lift(gem)
    table.wait(seconds)
    table.carry(gem, "A.pile")
    table.wait(2.0)
    assert (table.answers, table.questions, table.rulings, table.loose) == ([], [], [], [])


def test_a_chip_put_back_counts_for_nothing() -> None:
    table = HandTable(in_turn())
    gem = table.move("gem_3", "A.pile", "bank")
    table.carry(gem, "A.pile")
    table.wait(PUT_BACK + 2.0)
    assert (table.answers, table.loose, table.rulings) == ([], [], [])


# -- people put things right -------------------------------------------------------------------------------------


def test_what_may_have_been_poured_into_a_bag_may_come_over_its_slot() -> None:
    """A discards, and nobody has said yet that the turn is over; the bag is too empty for the chips to be drawn."""
    seats = {
        "A": {"pile": [1], "hand": ["combine", "gem_1"], "discard": ["gem_2"] * 5, "bag": ["wound"]},
        "B": {"pile": [2, 1], "hand": ["gem_1"] * 5, "bag": ["wound", "gem_1"]},
    }
    table = HandTable(at({seat: {"character": "jaina", **zones} for seat, zones in seats.items()}))
    table.move("gem_1", "A.hand", "A.played")
    table.move("wound", "bank", "A.discard")
    played, lying = table.chip("gem_1", "A.played"), table.chip("gem_2", "A.discard")
    slots = {spot.reader for spot in table.layout.spots() if spot.hidden}
    assert table.arbiter.hints().hardly_over(lying) >= slots
    table.move("combine", "A.hand", "A.discard")
    assert table.arbiter.hints().hardly_over(lying).isdisjoint(slots)
    assert table.arbiter.hints().hardly_over(played) >= slots, "it has to touch the discard tap first"


def test_a_chip_that_pays_for_an_unseen_one_that_is_there_no_more_teaches_nothing() -> None:
    """By the books it went over the discard pile; by the rules nothing unseen lies there any more."""
    table = HandTable(in_turn())
    books, entries = table.arbiter.books, len(table.arbiter.record.entries)
    books.debts |= {Debt(UNSEEN, "A.hand", "A.discard"): 1, Debt("gem_1", "A.discard", "bank"): 1}
    table.move("gem_1", "A.hand", "bank")
    assert books.debts == {}
    assert table.arbiter.record.entries[entries:] == []


def test_numbers_that_do_not_add_up_are_told_until_they_do() -> None:
    table = HandTable(in_turn())
    gem = table.chip("gem_1", "A.pile")
    assert oddities(table.arbiter) == ()
    table.arbiter.twin.decided(gem, "A.discard")
    lies = Oddity(Odd.SUMS, (), "gem_1")
    table.arbiter.books.debts[Debt("wound", "bank", "A.discard")] = 1
    assert oddities(table.arbiter) == (lies,), "while something is owed nothing is compared"
    table.arbiter.books.debts.clear()
    table.arbiter.twin.moved("gem_1", 1, "bank", "B.pile")
    assert oddities(table.arbiter) == (lies,), "by the rules there is one less"
    table.arbiter.twin.moved("gem_1", 1, "B.pile", "bank")
    assert oddities(table.arbiter) == ()


def test_what_nobody_may_say_is_refused_and_changes_nothing() -> None:
    table = HandTable(in_turn())
    with pytest.raises(Illegal):
        table.say("B", "play:crash_gem")
    assert table.arbiter.record.entries == []


def test_going_back_keeps_what_was_seen() -> None:
    """The chips lie where nothing explains them, until they are put back; the answer does not count again by itself."""
    table = HandTable(in_turn())
    table.move("crash_gem", "A.hand", "A.played")
    table.move("gem_3", "A.pile", "bank")
    table.arbiter.back(0, ("A", "B"), "A thought again", table.now)
    table.wait(2.0)
    assert table.arbiter.record.point == 0
    table.move("gem_3", "bank", "A.pile")
    table.move("crash_gem", "A.played", "A.hand")
    table.wait(5.0)
    assert (table.arbiter.record.point, table.owed) == (0, {})
    assert sorted(table.content("A.pile")) == ["gem_1", "gem_1", "gem_3"]
    assert table.rulings == []


def test_further_back_the_chips_are_to_be_put_back() -> None:
    """Of what was seen before a public draw nothing is kept."""
    table = HandTable(in_turn())
    table.move("crash_gem", "A.hand", "A.played")
    table.move("gem_3", "A.pile", "bank")
    table.arbiter.trail.points.clear()
    table.arbiter.back(0, ("A", "B"), "A thought again", table.now)
    assert table.owed == {("gem_3", "bank", "A.pile"): 1, ("crash_gem", "A.played", "A.hand"): 1}
    table.move("gem_3", "bank", "A.pile")
    table.move("crash_gem", "A.played", "A.hand")
    assert table.owed.get(("gem_3", "bank", "A.pile")) is None
    table.wait(5.0)
    assert sorted(table.content("A.pile")) == ["gem_1", "gem_1", "gem_3"]
    assert table.rulings == []


def test_one_seat_alone_does_not_go_back_over_another() -> None:
    table = HandTable(in_turn())
    table.move("crash_gem", "A.hand", "A.played")
    with pytest.raises(Illegal):
        table.arbiter.back(0, "B", "that was too good", table.now)
    assert table.answers == ["A play:crash_gem"]
    assert table.arbiter.record.point == 1


def test_a_correction_makes_the_rules_what_the_table_is() -> None:
    table = HandTable(in_turn())
    gem = table.move("gem_4", "bank", "A.pile")
    table.arbiter.correct(
        {"seats": {"A": {"pile": [4, 3, 1, 1]}}, "bank": {"stock": {"gem_4": 11}}},
        ("A", "B"),
        "it lay there",
        table.now,
    )
    assert table.loose == []
    table.move("crash_gem", "A.hand", "A.played")
    table.carry(gem, "bank")
    assert table.answers == ["A play:crash_gem", "A break:4"]
