"""What the game tells its readers: a value that never changes."""

from __future__ import annotations

import pytest

from companion.cli.example_tables import TABLES, table_from
from companion.ledger import Ledger
from companion.referee.inputs import Seen
from companion.referee.referee import Referee
from companion.table.changes import Appeared, Lifted, Tapped
from companion.table.hints import NO_HINTS
from companion.table.sightings import Uid
from companion.table.twin import Twin
from tests.referee.games import DUEL

GEMS = [Uid(f"04A1B2C3D4{number:02X}") for number in range(40)]


@pytest.fixture
def referee(ledger: Ledger) -> Referee:
    layout = table_from(TABLES / "cells-2.toml")
    kinds = dict.fromkeys(GEMS, "gem_1")
    twin = Twin(layout, kinds, {uid: {"bank"} for uid in GEMS})
    return Referee.begin(ledger, DUEL, layout, kinds, twin)


def test_each_input_brings_new_hints_and_changes_no_old_ones(referee: Referee) -> None:
    before = referee.hints
    cell = next(spot.reader for spot in referee.beginning.layout.spots() if spot.cells)
    referee.step(Seen(Appeared(GEMS[0], cell, 1.0), 1.0))
    assert (before.resting, referee.hints.resting) == ({}, {GEMS[0]: cell})
    kept = dict(referee.hints.resting)
    earlier = referee.hints
    referee.step(Seen(Lifted(GEMS[0], cell, 2.0), 2.0))
    assert earlier.resting == kept
    assert referee.hints.resting == {}
    with pytest.raises(TypeError):
        earlier.resting[GEMS[1]] = cell  # type: ignore[index]


def test_a_chip_that_is_known_to_lie_in_the_open_hardly_comes_over_a_slot(referee: Referee) -> None:
    slots = {spot.reader for spot in referee.beginning.layout.spots() if spot.hidden}
    assert slots
    assert referee.hints.hardly_over(GEMS[0]) >= slots
    slot = next(spot for spot in referee.beginning.layout.spots() if spot.hidden)
    referee.step(Seen(Tapped(GEMS[0], slot.reader, 1.0), 1.0))
    assert referee.hints.hardly_over(GEMS[0]).isdisjoint(slots)
    assert NO_HINTS.hardly_over(GEMS[0]) == frozenset()


def test_after_a_restart_readers_know_what_lies_where(referee: Referee, ledger: Ledger) -> None:
    cell = next(spot.reader for spot in referee.beginning.layout.spots() if spot.cells)
    referee.step(Seen(Appeared(GEMS[0], cell, 1.0), 1.0))
    again = Referee.resume(ledger, referee.saving.game.number)
    assert again.hints == referee.hints
