"""A match written down at any pending point, and read back: it is the same match, and goes on in the same way."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from companion.rules import UNSEEN, Draw, Match, SeatSetup, Setup, new_match, register
from companion.rules.kernel.lots import may_be
from companion.rules.kernel.positions import PositionError
from companion.scenarios.documents import Document, read_documents
from companion.scenarios.scenario import read_scenario
from companion.scenarios.written import reached, written
from tests.rules.playing import any_input, at, duel, random_duel, say
from tests.sample_game import GAME

register(GAME)


def through_a_file(match: Match, folder: Path) -> Match:
    file = folder / "position.yaml"
    file.write_text(yaml.safe_dump(written(match, "A moment"), sort_keys=False), encoding="utf-8")
    (document,) = read_documents(file)
    assert isinstance(document, Document)
    return reached(read_scenario(document))


def same(one: Match, two: Match) -> None:
    assert one.table == two.table
    assert one.pending == two.pending
    assert one.waiting_for == two.waiting_for
    assert one.since == two.since
    assert one.base == two.base
    seats = [seat.name for seat in one.setup.seats]
    assert [one.view(looker) for looker in ("table", "judge", *seats)] == [
        two.view(looker) for looker in ("table", "judge", *seats)
    ]


def half_seen(match: Match, said: Any, chance: Random) -> Any:
    """Some of what only one seat sees stays unseen; what everybody sees of unseen pieces is one of what it may be."""
    if not isinstance(match.pending, Draw) or match.pending.again:
        return said
    if match.pending.owner:
        return tuple(kind if chance.random() < 0.6 else UNSEEN for kind in said)
    return None if UNSEEN in said else said


@pytest.mark.parametrize("seed", range(8))
def test_a_duel_at_every_point(seed: int, tmp_path: Path) -> None:
    chance = Random(seed)
    match = random_duel(chance) if seed % 2 else duel("lum", "geiger", "random", ask="everything")
    steps = 0
    while not match.over and steps < 60:
        twin = through_a_file(match, tmp_path)
        same(twin, match)
        seat, said = any_input(match, chance)
        if seed % 4 == 1:
            said = half_seen(match, said, chance)
            if said is None:
                break
        assert say(twin, seat, said) == say(match, seat, said)
        same(twin, match)
        steps += 1


def test_from_the_picking_of_characters_on(tmp_path: Path) -> None:
    """Nothing is there yet; then one has picked in secret; then the bank is drawn."""
    setup = Setup("puzzle-strike", (SeatSetup("A"), SeatSetup("B")), first="random")
    match = new_match(setup)
    for said in (("A", "choose:rook"), ("B", "choose:lum")):
        same(through_a_file(match, tmp_path), match)
        match.answer(said[1], said[0])
    same(through_a_file(match, tmp_path), match)
    assert isinstance(match.pending, Draw)


def test_what_was_learnt_inside_an_effect(tmp_path: Path) -> None:
    match = duel("jaina", "rook")
    match.draw((UNSEEN,) * 5)
    match.learn("A.hand", ("crash_gem",))
    same(through_a_file(match, tmp_path), match)
    match.draw((UNSEEN,) * 5)
    kind = may_be(match.table.seats["B"].unseen, "hand")[0]  # type: ignore[attr-defined]
    match.learn("B.hand", (kind,))
    same(through_a_file(match, tmp_path), match)


@pytest.mark.parametrize("seed", range(6))
def test_the_sample_game_at_every_point(seed: int, tmp_path: Path) -> None:
    chance = Random(seed)
    match = new_match(Setup(game="beacons", seats=tuple(SeatSetup(name) for name in "ABCD")))
    while not match.over:
        same(through_a_file(match, tmp_path), match)
        seat, said = any_input(match, chance)
        say(match, seat, half_seen(match, said, chance))


def test_a_script_that_leaves_something_out_is_no_match() -> None:
    match = at({"A": {"pile": [3], "hand": ["crash_gem"]}, "B": {"hand": ["gem_1"]}}, patient=True)
    match.answer("play:crash_gem", "A")
    given = written(match, "half")
    given["script"].append({"A": "to:B"})
    scenario = read_scenario(Document(Path("x.yaml"), 1, json.loads(json.dumps(given)), {}))
    with pytest.raises(PositionError, match="to:B"):
        reached(scenario)
