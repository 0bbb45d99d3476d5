"""What a judge may change by hand at a table of Puzzle Strike: chips from place to place, and what no chip shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.rules import JUDGE, Match, find_game
from companion.rules.kernel.by_hand import BOX, Dial, DialTurned, HandCarried, dialled
from companion.rules.puzzle_strike.events import Landed, Sent
from companion.rules.puzzle_strike.table_words import WORDS

GAME = find_game("puzzle-strike")
SEATS = {
    "A": {"character": "jaina", "pile": ["gem_2", "gem_1"], "hand": ["crash_gem"], "discard": ["wound"]},
    "B": {"character": "rook", "pile": ["gem_1"]},
}


def match(phase: str = "action") -> Match:
    winner = {"winner": "A"} if phase == "over" else {}
    setup, table = GAME.position({"seats": SEATS, "turn": {"phase": phase, **winner}})
    return Match(GAME.bound(setup), setup, table)


def dials(now: Match) -> Mapping[tuple[str | int, ...], Dial]:
    return {dial.path: dial for dial in WORDS.by_hand(now.view(JUDGE)).dials}


def test_every_place_but_the_air_is_within_reach() -> None:
    now = match()
    reach = WORDS.by_hand(now.view(JUDGE))
    assert {now.game.places[name].label for name in reach.places} == {
        "pile", "hand", "bag", "played", "ongoing", "discard", "top", "bank",
    }  # fmt: skip
    assert "bag_of_tricks" in reach.box
    assert "gem_1" not in reach.box, "it has a stack"


@pytest.mark.parametrize(
    ("phase", "there", "away"),
    [
        ("action", {("turn", "arrows", "black"), ("turn", "money")}, set()),
        ("buy", {("turn", "money"), ("turn", "piggy")}, {("turn", "arrows", "black")}),
        ("over", {("turn", "ante"), ("seats", "B", "next_turn", "money")}, {("turn", "money"), ("turn", "piggy")}),
    ],
)
def test_numbers_are_there_while_they_mean_something(
    phase: str, there: set[tuple[str, ...]], away: set[tuple[str, ...]]
) -> None:
    found = dials(match(phase))
    assert there <= set(found)
    assert not away & set(found)


def test_every_dial_can_be_turned_and_the_correction_is_taken() -> None:
    for path, dial in dials(match()).items():
        values = [step.value for step in dial.steps] or [int(dial.value) + 2]
        for value in (one for one in values if one != dial.value):
            now = match()
            changes: dict[str, Any] = dialled({}, [DialTurned(path, value)])
            now.correct(changes, "judge", "a try")
            turned = dials(now).get(path)
            went_on = value in ("ante", "cleanup")  # the rules make what follows by themselves
            assert went_on or turned is None or turned.value == value


def test_carried_chips_are_told_as_what_each_place_has_more_or_fewer_of() -> None:
    now = match()
    moves = [
        HandCarried("gem_1", "bank", "A.pile"),
        HandCarried("gem_1", "bank", "A.pile"),
        HandCarried("wound", "A.discard", "B.hand"),
        HandCarried("crash_gem", "A.hand", "A.discard"),
        HandCarried("crash_gem", "A.discard", "A.hand"),
        HandCarried("bag_of_tricks", BOX, "B.hand"),
    ]
    changes = now.game.as_changes(now.table, moves)
    assert changes == {
        "seats": {
            "A": {"pile": {"add": ["gem_1", "gem_1"]}, "discard": {"remove": ["wound"]}},
            "B": {"hand": {"add": ["bag_of_tricks", "wound"]}},
        },
        "bank": {"change": {"gem_1": -2}},
        "box": {"bag_of_tricks": -1},
    }
    now.correct(changes, "judge", "a try")
    assert now.view(JUDGE).zones["B.hand"] == ("bag_of_tricks", "wound")
    assert now.game.as_changes(now.table, moves[3:5]) == {}
    only = now.game.as_changes(now.table, [HandCarried("gem_1", "bank", BOX)])
    assert only == {"bank": {"change": {"gem_1": -1}}, "box": {"gem_1": 1}}


def test_the_biggest_crash_and_the_end_are_told() -> None:
    feat = WORDS.feat(Sent("A", "B", 4))
    assert feat
    assert (feat.size, feat.figure, feat.label) == (4, "four 1-gems", "Biggest crash: A")
    assert feat.chip
    assert feat.chip.kind == "crash_gem"
    assert WORDS.feat(Landed("A", 2)) is None
    facts = {"winner": "A", "turns": 9, "A.total": 4, "B.total": 11, "A.character": "jaina", "B.character": "rook"}
    assert WORDS.ending(facts, ("A", "B")) == ("A wins. Piles: 4, 11.", 9, ("Jaina", "Rook"))
    assert WORDS.ending({"winner": "", "turns": "?"}, ("A",)) == ("", 0, ("",))
