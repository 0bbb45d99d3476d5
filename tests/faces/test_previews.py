"""What an answer would lead to is told before it is given, as far as the seat itself can know it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from companion.faces.languages import ENGLISH, languages
from companion.faces.previews import Preview, Shift, figures, preview, previews_of
from companion.rules import SeatSetup, Setup, new_match
from tests.faces.screened import ScreenedTable
from tests.rules.playing import any_input, at, duel, random_duel, say

SEATS: Mapping[str, Any] = {
    "A": {"pile": [4, 2, 1], "hand": ["crash_gem", "gem_1", "gem_1"]},
    "B": {"pile": [3, 1, 1], "hand": ["crash_gem"]},
}


def told(one: Preview | None) -> dict[str, str]:
    assert one
    return {f"{shift.who} {shift.label}": f"{shift.before} {shift.after}" for shift in one.shifts}


def test_a_crash_is_told_with_both_piles_and_who_may_counter_it() -> None:
    match = at(dict(SEATS))
    match.answer("play:crash_gem", "A")
    before = match.snapshot()
    found = preview(match, "A", "break:2", ENGLISH)
    assert told(found) == {"A Pile": "7 5", "B Pile": "5 7", "A Money": "$0 $1"}
    assert found
    assert found.remarks == ("B may still react.",)
    assert [one.who for one in found.shifts if one.near] == ["B"]
    assert match.snapshot() == before, "nothing has happened"


def test_who_is_asked_to_react_sees_what_each_answer_brings() -> None:
    match = at(dict(SEATS))
    match.answer("play:crash_gem", "A")
    match.answer("break:2", "A")
    assert told(preview(match, "B", "pass", ENGLISH))["B Pile"] == "5 7"
    found = previews_of(match, "B", match.options("B"), ENGLISH)
    assert set(found) == set(match.options("B"))


def test_it_ends_where_chance_decides() -> None:
    match = at({"A": {"pile": [1], "hand": ["gem_1"], "bag": ["gem_1", "wound", "combine"]}, "B": {"bag": ["gem_1"]}})
    match.answer("done", "A")
    match.answer("buy:wound", "A")
    found = preview(match, "A", "done", ENGLISH)
    assert found
    assert found.then == "Then 3 pieces are drawn."
    assert not any(shift.own and shift.label == "Hand" for shift in found.shifts)


def test_what_cannot_be_answered_leads_nowhere() -> None:
    assert preview(duel(), "A", "play:nonsense", ENGLISH) is None


@pytest.mark.parametrize("seed", range(6))
def test_what_is_told_comes_true(seed: int) -> None:
    """Where nobody may react, the numbers that are told are those that the board then shows; and in every language as
    many are told."""
    chance, told_true = Random(seed), 0
    match, russian = random_duel(chance), languages()["ru"]
    for _ in range(80):
        seat, said = any_input(match, chance)
        found = previews_of(match, seat, match.options(seat), ENGLISH)
        in_russian = previews_of(match, seat, match.options(seat), russian)
        assert [len(one.shifts) for one in found.values()] == [len(one.shifts) for one in in_russian.values()]
        say(match, seat, said)
        one = found.get(said) if isinstance(said, str) else None
        for shift in one.shifts if one and not one.remarks else ():
            shown = {panel.title: figures(panel, seat) for panel in match.game.words.board(match.view(seat)).seats}
            assert shown[shift.who][shift.label].after == shift.after != shift.before
            told_true += 1
        if match.over:
            break
    assert told_true > 5


def test_a_chip_of_another_hand_changes_nothing_that_is_told() -> None:
    """Two evenings that differ only in a chip that A drew: whatever B may answer, B is told the same."""
    tables = [ScreenedTable(duel(), "cells-2") for _ in range(2)]
    for table, kind in zip(tables, ("burning_vigor", "crash_gem"), strict=True):
        table.draw("A", "gem_1", "gem_1", "gem_1", "gem_1", kind)
        table.say("A", "done")
        table.say("A", "buy:wound")
        table.say("A", "done")
        table.draw("B", "gem_1", "gem_1", "gem_1", "gem_1", "crash_gem")
    one, two = (table.seen.previews("B") for table in tables)
    assert one == two
    assert tables[0].seen.screen("B") == tables[1].seen.screen("B")


def test_screens_tell_it_for_each_answer_of_a_seat_and_for_nobody_else() -> None:
    table = ScreenedTable(duel(), "cells-2")
    table.draw("A", "gem_1", "gem_1", "crash_gem", "gem_1", "burning_vigor")
    may = table.seen.screen("A").own
    assert may
    found = table.seen.previews("A")
    assert set(found) == {choice.token for choice in may.may}
    assert found["play:crash_gem"].shifts[:2] == (
        Shift("A", "Pile", "1", "0", main=True, own=True),
        Shift("B", "Pile", "0", "1", main=True),
    )
    assert table.seen.previews("B") == {}
    assert table.seen.previews("A") is found, "it is worked out once"


def test_a_game_of_another_kind_needs_nothing_of_its_own() -> None:
    match, chance = new_match(Setup("beacons", tuple(map(SeatSetup, "ABCD")))), Random(1)
    told_some = 0
    for _ in range(30):
        for seat in match.waiting_for:
            told_some += len(previews_of(match, seat, match.options(seat), ENGLISH))
        say(match, *any_input(match, chance))
        if match.over:
            break
    assert told_some
