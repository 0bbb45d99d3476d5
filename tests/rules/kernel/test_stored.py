"""Snapshots that were harmed on their way."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.rules import SetupError, SnapshotError, restore
from tests.rules.kernel.test_match import in_the_middle


def without(data: dict[str, Any], *path: str) -> dict[str, Any]:
    """The same data, but for one key."""
    *way, last = path
    part = data
    for key in way:
        part = part[key]
    del part[last]
    return data


def with_value(data: dict[str, Any], value: object, *path: str) -> dict[str, Any]:
    """The same data, but for one value."""
    *way, last = path
    part = data
    for key in way:
        part = part[key]
    part[last] = value
    return data


@pytest.mark.parametrize("nothing", [None, [], "snapshot", 7])
def test_what_is_no_snapshot_is_refused(nothing: Any) -> None:
    with pytest.raises(SnapshotError, match="A snapshot is a mapping"):
        restore(nothing)


@pytest.mark.parametrize(
    "path",
    [
        *[(key,) for key in ("game", "setup", "table", "since", "effect", "code")],
        *[("table", key) for key in ("seats", "stock", "phase", "turn", "order", "no_reaction")],
        *[("table", "seats", "A"), ("table", "seats", "A", "hand"), ("table", "seats", "B", "money")],
    ],
    ids=".".join,
)
def test_a_snapshot_that_lacks_something_says_what(path: tuple[str, ...]) -> None:
    data = without(in_the_middle() | ({"code": "other"} if path == ("effect",) else {}), *path)
    with pytest.raises(SnapshotError) as problem:
        restore(data)
    assert f"broken: {'.'.join(path)}: it is missing." in str(problem.value)


@pytest.mark.parametrize(
    ("value", "path", "said"),
    [
        (7, ("game",), "game: expected a word, not 7"),
        ([], ("setup",), "setup: expected a mapping, not a list"),
        ({}, ("setup",), "setup: the rules cannot make sense of it (KeyError: 'bank')"),
        ("nonesuch", ("setup", "bank"), 'There is no recommended bank "nonesuch"'),
        ([["A", None]], ("setup", "seats"), "duel is for 2 players"),
        ([["A", None], ["A", None]], ("setup", "seats"), "Every seat needs a name of its own"),
        (None, ("table",), "table: expected a mapping, not nothing"),
        ([], ("table", "seats"), "table.seats: expected a mapping, not a list"),
        ("gem_1", ("table", "seats", "A", "hand"), 'table.seats.A.hand: expected a list, not "gem_1"'),
        (None, ("table", "seats", "A", "money"), "table.seats.A.money: expected a number, not nothing"),
        ([7], ("table", "seats", "A", "hand"), "A.hand: expected words, not 7"),
        ([["wound"]], ("table", "seats", "A", "hand"), "A.hand: expected words, not a list"),
        (-3, ("table", "stock", "gem_1"), "bank.gem_1: expected a number from 0, not -3"),
        ("many", ("table", "stock", "gem_1"), 'bank.gem_1: expected a number from 0, not "many"'),
        (5, ("table", "copy"), "table.copy: that is no part of a table"),
        ({}, ("table", "seats", "C"), "table.seats.C: the set-up has none of that name"),
        ("Z", ("table", "turn"), "table: the rules cannot make sense of it (KeyError: 'Z')"),
        ("tea", ("table", "phase"), "(KeyError: 'tea')"),
        (["unicorn"], ("table", "seats", "A", "pile"), "(KeyError: 'unicorn')"),
        ({}, ("since",), "since: expected a list, not a mapping"),
        ([7], ("since",), "since, step 1: the rules cannot make sense of it (TypeError"),
        ([["sing", "A", "la"]], ("since",), "since, step 1: expected answer, draw or learn, not 'sing'"),
        ([["answer", "Z", "done"]], ("since",), "since, step 1: done: Nobody named Z is seated here"),
        ([["answer", "A", "play:gem_1"]], ("since",), "step 1: play:gem_1: Gems in the hand are money"),
        ([["answer", "A", None]], ("since",), "step 1: None: An answer and its seat must be text."),
        ([["draw", "", ["gem_1"]]], ("since",), "step 1: draw: There is nothing to draw now."),
        ([["draw", "", "gem_1"]], ("since",), "step 1: draw: Give the pieces as a list of words"),
        ([["learn", "A.moon", []]], ("since",), "step 1: learn:A.moon: There is no zone A.moon."),
    ],
)
def test_a_snapshot_that_makes_no_sense_says_where(value: object, path: tuple[str, ...], said: str) -> None:
    with pytest.raises(SnapshotError) as problem:
        restore(with_value(in_the_middle(), value, *path))
    assert "This snapshot is broken: " in str(problem.value)
    assert said in str(problem.value)


@pytest.mark.parametrize("seed", range(4))
def test_a_harmed_snapshot_is_restored_or_refused_but_never_stumbled_over(seed: int) -> None:
    chance = Random(seed)
    outcomes = set()
    values: tuple[Any, ...] = (None, 7, -1, "x", [], {}, ["x"], [[]], {"x": 1}, True, 0.5)
    for _ in range(300):
        data = in_the_middle()
        part: Any = data
        while True:
            key = chance.choice(list(part) if isinstance(part, dict) else range(len(part)))
            below = part[key]
            if not below or not isinstance(below, dict | list) or chance.random() < 0.3:
                part[key] = chance.choice(values)
                break
            part = below
        try:
            restore(data)
            outcomes.add("restored")
        except (SnapshotError, SetupError):
            outcomes.add("refused")
    assert outcomes == {"restored", "refused"}
