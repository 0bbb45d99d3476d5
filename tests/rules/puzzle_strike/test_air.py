"""Gems in the air: they have left the bank by the rules, and lie in it until hands move them."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from companion.rules import TABLE, Match, Moved, restore
from companion.rules.kernel.board import Heap
from companion.rules.kernel.positions import PositionError
from companion.rules.puzzle_strike.compare import compare
from companion.rules.puzzle_strike.position import read
from companion.rules.puzzle_strike.table import Flight, Table
from tests.contract import pieces
from tests.rules.playing import at

SEATS: dict[str, Any] = {
    "A": {"pile": [3], "hand": ["crash_gem", "gem_1"]},
    "B": {"pile": [2, 1], "hand": ["crash_gem"]},
}
SENT = {"from": "A", "to": "B", "gems": 3}


def table(match: Match) -> Table:
    assert isinstance(match.table, Table)
    return match.table


def crashed(**bank: Any) -> Match:
    """B may answer three 1-gems of A."""
    match = at(SEATS, bank={"stock": bank})
    match.answer("play:crash_gem", "A")
    return match


def test_what_is_sent_is_plain_data_until_it_lands() -> None:
    match = crashed()
    assert table(match).air == (Flight("A", "B", 3, "crash_gem", False, 0),)
    match.answer("react:crash_gem", "B")
    assert table(match).air == (Flight("A", "B", 3, "crash_gem", False, 0),), "B has broken nothing yet"
    match.answer("break:1", "B")
    assert table(match).air == ()


def test_no_gem_is_lost_or_made_on_its_way() -> None:
    match = at(SEATS)
    before = pieces(match)
    for token, seat in (("play:crash_gem", "A"), ("react:crash_gem", "B"), ("break:2", "B")):
        match.answer(token, seat)
        assert pieces(match) == before


def test_everybody_sees_what_flies_at_whom() -> None:
    match = crashed(gem_1=2)
    for audience in ("A", "B", TABLE):
        view = match.view(audience)
        assert view.zones["B.air"] == ("gem_1", "gem_1", "stand_in_1")
        assert view.zones["A.air"] == ()
        assert view.zones["bank"]["gem_1"] == 0  # type: ignore[index,call-overload]
    panel = next(panel for panel in match.game.words.board(match.view(TABLE)).seats if panel.key == "B")
    (heap,) = (piece for piece in panel.pieces if isinstance(piece, Heap) and piece.label == "In the air")
    assert {chip.kind: chip.count for chip in heap.chips} == {"gem_1": 2, "stand_in_1": 1}


def test_hands_move_a_gem_once_when_it_lands() -> None:
    match = at(SEATS)
    sent = match.answer("play:crash_gem", "A")
    assert not [event for event in sent if isinstance(event, Moved) and event.target == "B.pile"]
    match.answer("react:crash_gem", "B")
    events = match.answer("break:1", "B")
    moves = [event for event in events if isinstance(event, Moved)]
    assert moves == [Moved("gem_1", 1, "B.pile", "bank"), Moved("gem_1", 2, "bank", "B.pile")]


def test_for_hands_and_readers_they_lie_in_the_bank() -> None:
    match, before = crashed(), at(SEATS)
    lies = match.game.lies(match.table)
    assert not any(zone.endswith(".air") for zone in lies)
    bank: Any = lies["bank"].content
    assert bank["gem_1"] == table(before).stock["gem_1"] == table(match).stock["gem_1"] + 3


def test_a_copy_and_a_stored_match_have_them() -> None:
    match = crashed(gem_1=2)
    for twin in (match.copy(), restore(json.loads(json.dumps(match.snapshot())))):
        assert table(twin).air == (Flight("A", "B", 3, "crash_gem", False, 1),)
        twin.answer("pass", "B")
        assert Counter(table(twin).seats["B"].pile) == Counter(("gem_2", "gem_1", "gem_1", "gem_1", "stand_in_1"))


def test_a_snapshot_from_before_there_was_such_data_is_read() -> None:
    data = json.loads(json.dumps(at(SEATS).snapshot()))
    del data["table"]["air"]
    assert table(restore(data)).air == ()


def test_a_stored_position_with_gems_in_the_air_goes_on() -> None:
    match = restore(json.loads(json.dumps(at(SEATS, air=[SENT]).snapshot())))
    assert match.options("B") == ("react:crash_gem", "pass")
    assert table(match).air == (Flight("A", "B", 3, "crash_gem"),)


def test_two_flights_are_answered_one_after_the_other() -> None:
    match = at(SEATS, air=[{**SENT, "gems": 1}, {**SENT, "gems": 2}])
    match.answer("pass", "B")
    assert table(match).air == (Flight("A", "B", 2, "crash_gem"),)
    match.answer("pass", "B")
    assert table(match).seats["B"].pile.count("gem_1") == 4


def test_what_differs_is_told() -> None:
    one, two = (read({"seats": SEATS, "air": air})[1] for air in ([], [{**SENT, "stand_ins": 1}]))
    assert "In the air, sent from A to B by Crash Gem: two 1-gems and a 1-gem stand-in." in [
        text for _, text, _ in compare(one, two)
    ]
    assert "No longer in the air, sent from A to B by Crash Gem: two 1-gems and a 1-gem stand-in." in [
        text for _, text, _ in compare(two, one)
    ]


MISTAKES: dict[str, tuple[Any, str]] = {
    "nobody": ({"from": "C"}, 'air, 0, from: unknown seat "C"'),
    "at oneself": ({"to": "A"}, "air, 0, to: A sends no gems to the own pile"),
    "nothing": ({"gems": 0}, "air, 0, gems: expected how many gems are in the air, 1 or more"),
    "too many stand-ins": ({"stand_ins": 4}, "air, 0, stand_ins: expected 3 at the most"),
    "no such chip": ({"chip": "crash"}, 'air, 0, chip: unknown chip "crash"'),
    "no such key": ({"size": 3}, 'air, 0, size: unknown key "size"'),
}


@pytest.mark.parametrize(("wrong", "said"), MISTAKES.values(), ids=MISTAKES.keys())
def test_a_mistake_is_named_with_its_place(wrong: Any, said: str) -> None:
    with pytest.raises(PositionError) as problem:
        read({"seats": SEATS, "air": [{**SENT, **wrong}]})
    assert f"{', '.join(map(str, problem.value.path))}: {problem.value.message}".startswith(said)


def test_gems_fly_in_the_action_phase_only() -> None:
    with pytest.raises(PositionError, match="gems fly in the action phase only"):
        read({"seats": SEATS, "air": [SENT], "turn": {"phase": "buy"}})


def test_a_correction_names_where_they_went() -> None:
    match = at(SEATS, air=[SENT])
    before = pieces(match)
    gone = {"air": [{**SENT, "gems": 1}], "seats": {"B": {"pile": {"add": [1, 1]}}}}
    match.correct(gone, "judge", "two had landed", inside="start")
    assert table(match).air == (Flight("A", "B", 1, "crash_gem"),)
    assert pieces(match) == before


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"air": []}, "three 1-gems would be lost"),
        ({"air": [{**SENT, "gems": 4}]}, "a 1-gem more than there were"),
        ({"turn": {"phase": "buy"}}, "gems are in the air: say where they went"),
    ],
)
def test_a_correction_loses_and_makes_none(changes: Any, said: str) -> None:
    match = at(SEATS, air=[SENT])
    with pytest.raises(Exception, match=said):
        match.correct(changes, "judge", "to try it", inside="start")
    assert table(match).air == (Flight("A", "B", 3, "crash_gem"),)


def test_what_is_stopped_sends_them_back() -> None:
    match = crashed(gem_1=2)
    match.correct({}, "judge", "a mistake", inside="end")
    assert table(match).air == ()
    assert table(match).stock["gem_1"] == 2
