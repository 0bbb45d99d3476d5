"""The to-do list: what the table still owes, in words, until its readers see it done."""

from __future__ import annotations

from tests.arbiter.by_hand import HandTable
from tests.arbiter.mistakes import CASES, b_ends_the_turn, crash, play, table_for


def words(table: HandTable, audience: str = "table") -> list[str]:
    return [one.words for one in table.arbiter.todo(audience)]


def test_what_hands_have_to_do_stands_there_until_it_is_seen() -> None:
    table = table_for(CASES["no_ante"])
    play(table, "B", "buy:wound", ("wound", "bank", "B.discard"))
    play(table, "B", "done")
    assert words(table) == ["A: put a 1-gem into A's tray", "B: draw five"]
    table.draw("B", "gem_1", "gem_1")
    table.move("gem_1", "bank", "A.pile")
    assert words(table) == ["B: draw three"]
    table.draw("B", "gem_1", "gem_1", "gem_1")
    assert words(table) == []


def test_gems_of_a_kind_are_told_together_and_only_to_whom_they_concern() -> None:
    table = table_for(CASES["sent_gems_in_the_own_tray"])
    crash(table, 3)
    table.say("B", "pass") if table.arbiter.match.waiting_for == ("B",) else None
    assert words(table) == ["B: put three 1-gems into B's tray"]
    assert words(table, "B") == words(table)
    assert words(table, "A") == []


def test_what_no_reader_sees_is_not_asked_for() -> None:
    table = table_for(CASES["no_ante"], "trays-2")
    b_ends_the_turn(table)
    assert words(table) == ["A: put a 1-gem into A's tray"]


def test_a_ruling_asks_for_its_remedy_and_a_question_for_its_answer() -> None:
    table = table_for(CASES["ante_of_the_wrong_size"])
    CASES["ante_of_the_wrong_size"].deed(table)
    table.wait(40.0)
    assert words(table) == [
        "A: Put the 2-gem back to the bank. Put a 1-gem into A's tray.",
        "A: Play an action, or end the action phase?",
    ]
