"""The same public sightings and answers with other hidden chips give the same news at the same moments."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.arbiter.oddities import oddities
from companion.cli.following import Following
from companion.rehearsal.faults import NOISE
from companion.rehearsal.games.run import show
from companion.rehearsal.games.stage import USUAL, with_hands
from companion.rehearsal.games.truth import TrueGame
from companion.rehearsal.virtual_table import TaggedThing
from companion.rules import TABLE
from tests.arbiter.pairs import Hidden, hidden_twin
from tests.arbiter.whole_games import Played, beginning, game_of
from tests.rehearsal.tables import example

KITS = ("cells-2", "taps-2")
PLAYERS = (("steady",), ("random",), ("steady", "random"))


def twin_games(seed: int) -> tuple[Played, Played, Hidden]:
    """A pair: the same table twice, with other chips hidden."""
    chance = Random(seed)
    truth = beginning(game_of(seed, *PLAYERS[seed % 3]), chance.randint(10, 70))
    kit = KITS[seed % 2]
    other = hidden_twin(truth, truth.steps, chance)
    twin = replace(truth, homes=homes(truth, other), steps=other.steps)
    return Played(truth, kit), Played(twin, kit), other


def homes(truth: TrueGame, other: Hidden) -> dict[TaggedThing, str]:
    """Where the chips of the other table are at the beginning."""
    return {TaggedThing(chip.uid, other.kinds.get(chip.uid, chip.kind)): zone for chip, zone in truth.homes.items()}


def face(played: Played) -> dict[str, object]:
    """Everything public."""
    arbiter = played.table.arbiter
    return {
        "news": played.table.news,
        "asked": arbiter.asked,
        "view": arbiter.match.view(TABLE),
        "rulings": arbiter.rulings.open,
        "todo": arbiter.todo(),
        "oddities": oddities(arbiter),
        "now": played.table.now,
    }


@pytest.mark.parametrize("seed", range(36))
def test_what_is_hidden_changes_nothing_that_is_public(seed: int) -> None:
    one, two, other = twin_games(seed)
    assert other.changes > 0
    assert face(one) == face(two)
    for number, (step, twin) in enumerate(zip(one.truth.steps, two.truth.steps, strict=True)):
        for played, due in ((one, step), (two, twin)):
            played.play([due])
        assert face(one) == face(two), f"step {number}"
    assert not one.wrong


@pytest.mark.parametrize("seed", range(4))
def test_nor_does_it_where_readers_miss_chips(seed: int) -> None:
    layout, noise = example(KITS[seed % 2]), NOISE["heavy"]
    truth = beginning(game_of(seed, "steady"), 13)
    other = hidden_twin(truth, truth.steps, Random(seed))
    twin = replace(truth, homes=homes(truth, other))
    assert twin.kinds != truth.kinds
    one, two = (with_hands(seed, game, layout, noise, USUAL, Random(seed)) for game in (truth, twin))
    assert show(one, layout, noise, Following.of).heard == show(two, layout, noise, Following.of).heard
