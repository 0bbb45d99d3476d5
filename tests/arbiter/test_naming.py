"""Which name a mistake gets, where several would do, and what is noticed although nothing lies there any more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.table.changes import Tapped
from tests.arbiter.by_hand import HandTable
from tests.arbiter.mistakes import (
    A_TURN,
    BAG,
    COMBINER,
    CRASHER,
    EMPTY_HANDED,
    PATIENCE,
    ROOK,
    Case,
    play,
    table_for,
)

CRASHES = {"pile": ["gem_1", "gem_1"], "hand": ["crash_gem", "gem_1"], "bag": BAG}
HAS_BOUGHT = {"turn": {"phase": "buy", "money": 1, "bought": ["wound"]}}
BUYER = {"turn": {"phase": "buy", "money": 4}}


def table(mine: Mapping[str, Any], theirs: Mapping[str, Any] = ROOK, **rest: Any) -> HandTable:
    """Jaina as A against Rook as B, at this moment."""
    seats = {"A": {"character": "jaina", **mine}, "B": {"character": "rook", **theirs}}
    return table_for(Case(lambda table: None, {"seats": seats, **rest}))


def rules(table: HandTable) -> list[tuple[str, str]]:
    return [(one.kind, one.rule) for one in table.rulings]


def a_crashes_and_buys(table: HandTable, landing: int) -> None:
    """A crashes a 1-gem, for which so many land, buys a wound, and is done; nobody has said so yet."""
    table.move("crash_gem", "A.hand", "A.played")
    table.move("gem_1", "A.pile", "bank")
    table.moves(landing, "gem_1", "bank", "B.pile")
    table.move("gem_1", "A.hand", "A.played")
    table.move("wound", "bank", "A.discard")


def test_a_gem_that_is_owed_twice_and_came_once_is_missing_where_it_did_not_come() -> None:
    """The ante that came long after the crash is the ante."""
    found = table(CRASHES, **A_TURN)
    a_crashes_and_buys(found, landing=0)
    found.wait(1.0)
    found.move("gem_1", "bank", "B.pile")
    found.move("gem_1", "A.played", "A.discard")
    found.move("crash_gem", "A.played", "A.discard")
    found.draw("A", *["gem_1"] * 5)
    b_buys(found)
    assert rules(found) == [("owed", "crash-gem")]


def test_a_gem_that_came_at_once_was_sent_and_the_ante_is_missing() -> None:
    found = table(CRASHES, **A_TURN)
    a_crashes_and_buys(found, landing=1)
    found.move("gem_1", "A.played", "A.discard")
    found.move("crash_gem", "A.played", "A.discard")
    found.draw("A", *["gem_1"] * 5)
    b_buys(found)
    assert rules(found) == [("owed", "ante-phase")]


def b_buys(table: HandTable) -> None:
    """B's turn goes on, though something is missing."""
    table.wait(3.0)
    play(table, "B", "buy:wound", ("wound", "bank", "B.discard"))
    table.wait(PATIENCE)


def test_a_gem_too_many_belongs_to_what_moved_gems_of_its_kind_last() -> None:
    """One of a crash some time ago, or one of the ante just now."""
    found = table(CRASHES, **A_TURN)
    a_crashes_and_buys(found, landing=1)
    found.wait(8.0)
    found.moves(2, "gem_1", "bank", "B.pile")
    found.move("gem_1", "A.played", "A.discard")
    found.move("crash_gem", "A.played", "A.discard")
    found.draw("A", *["gem_1"] * 5)
    found.wait(PATIENCE)
    assert rules(found) == [("too many", "ante-phase")]


def test_a_gem_too_many_is_no_ante_of_a_turn_that_nobody_has_begun() -> None:
    found = table(CRASHES, **A_TURN)
    a_crashes_and_buys(found, landing=2)
    found.wait(PATIENCE)
    assert rules(found) == [("too many", "crash-gem")]
    assert found.answers[-1] == "A buy:wound"


def test_what_was_played_against_the_rules_and_is_swept_away_is_ruled_on_then() -> None:
    """Nothing would show it any more."""
    found = table({**EMPTY_HANDED, "hand": ["roundhouse", "gem_1"]}, **HAS_BOUGHT)
    found.move("roundhouse", "A.hand", "A.played")
    found.wait(7.0)
    found.move("roundhouse", "A.played", "A.discard")
    assert [(one.rule, one.tokens) for one in found.rulings] == [("turn-structure", ("play:roundhouse",))]
    found.move("gem_1", "A.hand", "A.discard")
    found.draw("A", *["gem_1"] * 5)
    b_plays_on(found)
    assert len(found.rulings) == 1
    assert found.arbiter.rulings.open == ()


def b_plays_on(table: HandTable) -> None:
    """B antes and shops."""
    table.move("gem_1", "bank", "B.pile")
    table.wait(PATIENCE)


def test_what_was_laid_there_for_a_moment_only_is_nothing() -> None:
    found = table({**EMPTY_HANDED, "hand": ["roundhouse"]}, **HAS_BOUGHT)
    uid = found.chip("roundhouse", "A.hand")
    found.take(Tapped(uid, found.customs.taps["A.played"], found.now))
    found.now -= 0.5
    found.carry(uid, "A.discard")
    found.draw("A", *["gem_1"] * 5)
    b_plays_on(found)
    assert found.rulings == []


def test_a_chip_over_the_bank_spot_is_not_bought_before_it_lies_there() -> None:
    """Only one wound a turn may be bought: this is not the purchase of the next one."""
    found = table({**EMPTY_HANDED, "hand": ["gem_1"]}, **HAS_BOUGHT)
    found.move("wound", "bank", "A.hand")
    found.wait(2.0)
    assert found.answers == []


def test_a_chip_that_was_bought_and_never_came_is_missed_also_when_the_bag_is_refilled_at_once() -> None:
    found = table({**EMPTY_HANDED, "bag": ["gem_1"], "discard": ["wound"] * 4}, **BUYER)
    found.move("gem_2", "bank", "A.hand")
    play(found, "A", "buy:gem_2")
    play(found, "A", "done")
    found.refill("A")
    found.draw("A", "gem_1", *["wound"] * 4)
    b_plays_on(found)
    assert ("owed", "gaining") in rules(found)


def test_a_reaction_before_there_is_anything_to_react_to_is_none() -> None:
    found = table(CRASHER, {**COMBINER, "hand": ["crash_gem", "gem_1", "gem_1"]}, **A_TURN)
    found.move("crash_gem", "B.hand", "B.discard")
    found.wait(4.0)
    found.move("crash_gem", "A.hand", "A.played")
    found.move("gem_3", "A.pile", "bank")
    found.moves(3, "gem_1", "bank", "B.pile")
    found.wait(PATIENCE)
    assert "B react:crash_gem" not in found.answers
    assert [(one.kind, one.seat, one.tokens) for one in found.rulings] == [("refused", "B", ("react:crash_gem",))]


def test_where_everything_follows_from_an_answer_its_chip_was_left_out() -> None:
    """A broke the 3-gem, and left it lying; B has answered to that, and broken a gem of its own."""
    found = table({**CRASHER, "pile": ["gem_1", "gem_3"]}, CRASHES, **A_TURN)
    found.move("crash_gem", "A.hand", "A.played")
    found.move("crash_gem", "B.hand", "B.discard")
    found.move("gem_1", "B.pile", "bank")
    found.moves(2, "gem_1", "bank", "B.pile")
    found.wait(PATIENCE)
    assert [(one.kind, one.seat, one.rule, one.tokens) for one in found.rulings] == [
        ("forgotten", "A", "crash-gem", ("break:3",))
    ]
    found.move("gem_3", "A.pile", "bank")
    found.wait(3.0)
    assert found.answers[-2:] == ["A break:3", "B react:crash_gem"]
    assert found.arbiter.rulings.open == ()


def test_chips_of_the_same_place_that_come_long_after_took_no_place_of_another() -> None:
    """The gem that B antes some time later is not the one that A laid into the own tray."""
    found = table(CRASHES, **A_TURN)
    found.move("crash_gem", "A.hand", "A.played")
    found.move("gem_1", "A.pile", "bank")
    found.move("gem_1", "bank", "A.pile")
    found.move("gem_1", "A.hand", "A.played")
    found.wait(1.0)
    found.move("wound", "bank", "A.discard")
    found.wait(1.0)
    found.move("gem_1", "A.played", "A.discard")
    found.move("crash_gem", "A.played", "A.discard")
    found.move("gem_1", "bank", "B.pile")
    found.wait(PATIENCE)
    assert rules(found)[0] == ("misplaced", "crash-gem")


def test_a_bought_chip_that_nobody_has_seen_again_goes_to_the_discard_pile() -> None:
    found = table({**EMPTY_HANDED, "hand": ["gem_1"]}, **BUYER)
    for _ in range(2):
        found.take(Tapped(found.chip("gem_1", "bank"), found.customs.taps["bank"], found.now))
    found.wait(1.0)
    assert found.answers == []
