"""Habits of people: each shows in a few games, and leaves the true game true."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from functools import cache
from random import Random

import pytest

from companion.rehearsal.faults import NOISE
from companion.rehearsal.games.habits.catalogue import CATALOGUE, HALVES, NONE, WhichHabits, of_half, read_habits
from companion.rehearsal.games.habits.habit import Person
from companion.rehearsal.games.stage import Staged, stage
from companion.rehearsal.script import Act
from companion.rehearsal.virtual_table import TaggedThing
from tests.rehearsal.games.tables import ROOT, kit

PLAYERS = ("random", "script", "random", "steady")
"""Who plays the games in which habits are looked for."""
ANSWERING = [key for key, habit in CATALOGUE.items() if habit.family == "answer"]
BY_HAND = [key for key in CATALOGUE if key not in ANSWERING]
"""The habits that show in the script; the others show only when somebody is asked."""


def played(which: WhichHabits, seed: int, name: str = "cells") -> Staged:
    layout = kit(name)
    players = (PLAYERS[seed % len(PLAYERS)],)
    return stage(seed, layout, NOISE["none"], players=players, persons=which.people(seed, layout.seats))


def acts(game: Staged) -> list[tuple[float, str, str | None, bool]]:
    return [(act.at, act.chip.uid, act.reader, act.on_edge) for act in game.script.acts]


@cache
def games_of(key: str) -> list[Staged]:
    return [played(WhichHabits((key,)), seed) for seed in range(1, 5)]


@cache
def plain_game(seed: int) -> Staged:
    return played(NONE, seed)


def hold_to_the_true_game(game: Staged, name: str = "cells") -> None:
    """What was decided stays decided, in its order; each chip ends where the true game says; no chip is at two readers
    at once."""
    script, truth = game.script, game.truth
    assert len(script.decided) == len(truth.steps)
    assert script.decided == sorted(script.decided)
    lies = lying_after(script.acts)
    ends = dict(truth.homes)
    for true in truth.steps:
        ends |= {travel.chip: travel.zones[-1] for travel in true.travels}
    assert of_each_kind(script.lies) == of_each_kind(ends)
    zones = {spot.reader: spot.zone for spot in kit(name).spots()}
    assert {chip: script.lies[chip] for chip in lies} == {chip: zones[reader] for chip, reader in lies.items()}


def lying_after(done: list[Act]) -> dict[TaggedThing, str]:
    """The chips that lie on readers in the end."""
    where: dict[TaggedThing, str] = {}
    for number, act in enumerate(done):
        assert number == 0 or act.at >= done[number - 1].at
        assert (act.reader is None) == (act.chip in where), act
        if act.reader:
            where[act.chip] = act.reader
        else:
            del where[act.chip]
    return where


def of_each_kind(lies: dict[TaggedThing, str]) -> dict[str, Counter[str | None]]:
    """How many chips of each kind lie in each zone."""
    found: dict[str, Counter[str | None]] = defaultdict(Counter)
    for chip, zone in lies.items():
        found[zone][chip.kind] += 1
    return found


@pytest.mark.parametrize("key", BY_HAND)
def test_a_habit_shows_and_leaves_the_true_game_true(key: str) -> None:
    games = games_of(key)
    for game in games:
        hold_to_the_true_game(game)
    assert sum(person.done[key] for game in games for person in game.persons.values()) > 0


@pytest.mark.parametrize("key", BY_HAND)
def test_a_habit_changes_something(key: str) -> None:
    for seed, game in enumerate(games_of(key), 1):
        plain = plain_game(seed)
        assert [true.step for true in game.truth.steps] == [true.step for true in plain.truth.steps]
        if sum(person.done[key] for person in game.persons.values()):
            assert acts(game) != acts(plain) or game.outages.planned != plain.outages.planned


@pytest.mark.parametrize("name", ["cells", "taps", "trays", "none"])
@pytest.mark.parametrize("which", ["all", *HALVES])
def test_mixed_habits_leave_the_true_game_true(which: str, name: str) -> None:
    for seed in range(1, 5):
        hold_to_the_true_game(played(read_habits(which)[0], seed, name), name)


def test_the_same_seed_gives_the_same_people_and_the_same_script() -> None:
    (mixed,) = read_habits("all")
    one, other = played(mixed, 3), played(mixed, 3)
    assert acts(one) == acts(other)
    assert {seat: person.done for seat, person in one.persons.items()} == {
        seat: person.done for seat, person in other.persons.items()
    }
    assert acts(one) != acts(played(mixed, 4))


def test_each_seat_draws_habits_of_its_own_where_they_are_mixed() -> None:
    (mixed,) = read_habits("all")
    people = mixed.people(1, ("A", "B"))
    keys = [[habit.key for habit in people[seat].habits] for seat in ("A", "B")]
    assert keys[0] != keys[1]
    assert all(3 <= len(one) <= 6 for one in keys)
    assert people["A"].pace != people["B"].pace


def test_whoever_has_no_habits_plays_as_before() -> None:
    layout = kit("cells")
    plain = stage(1, layout, NOISE["heavy"], players=("random",))
    idle = {seat: Person(seat, (), Random(seat)) for seat in layout.seats}
    assert acts(stage(1, layout, NOISE["heavy"], players=("random",), persons=idle)) == acts(plain)
    assert NONE.people(1, layout.seats) == {}


def test_halves_are_balanced_in_each_family() -> None:
    halves: dict[str, Counter[str]] = defaultdict(Counter)
    for habit in CATALOGUE.values():
        halves[habit.family][habit.half] += 1
    assert all(abs(count["fitting"] - count["judging"]) <= 1 for count in halves.values()), halves
    assert abs(len(of_half("fitting")) - len(of_half("judging"))) <= 2
    assert sorted(of_half("fitting") + of_half("judging")) == sorted(CATALOGUE)
    assert len(CATALOGUE) >= 35


def test_a_habit_says_how_often() -> None:
    for key, habit in CATALOGUE.items():
        assert re.fullmatch(r"[A-Z].*\.", habit().words), key
        assert re.search(r"\b(one|every|always|half)\b", habit().words), key


def test_the_page_lists_all_habits() -> None:
    page = (ROOT / "docs" / "habits.md").read_text(encoding="utf-8")
    page = page.partition("## What people do")[2].partition("\n## ")[0]
    rows = [line.split(" | ", 2) for line in page.splitlines() if re.match(r"\| `\w+` \| (fitting|judging) \|", line)]
    listed = {name.strip("| `"): (half, words.removesuffix(" |")) for name, half, words in rows}
    assert listed == {key: (habit.half, habit().words) for key, habit in CATALOGUE.items()}


@pytest.mark.parametrize(
    ("text", "campaigns", "first", "mixed"),
    [
        ("none", 1, 0, False),
        ("all", 1, len(CATALOGUE), True),
        ("fitting", 1, len(of_half("fitting")), True),
        ("each", len(CATALOGUE), 1, False),
        ("slow,quick,slow", 1, 2, False),
    ],
)
def test_habits_are_chosen_by_name(text: str, campaigns: int, first: int, mixed: bool) -> None:
    which = read_habits(text)
    assert (len(which), len(which[0].keys), which[0].mixed) == (campaigns, first, mixed)


def test_an_unknown_habit_is_answered_with_all_of_them() -> None:
    with pytest.raises(ValueError, match="Unknown habit 'sneezes'") as problem:
        read_habits("quick,sneezes")
    assert all(key in str(problem.value) for key in (*CATALOGUE, "each", "judging"))
