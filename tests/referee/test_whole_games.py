"""Whole games through senses, arbiter, referee and ledger, with people who answer; also of another game."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli.example_tables import TABLES
from companion.cli.following import Following
from companion.ledger import Ledger, read_record, write_record
from companion.ledger.text import Recorded
from companion.referee.inputs import Finished
from companion.referee.referee import Referee
from companion.referee.verifying import verify
from companion.rehearsal.faults import read_noise
from companion.rehearsal.games.run import show
from companion.rehearsal.games.stage import stage
from companion.table.layout import Layout
from companion.table.layout_file import load_layout
from companion.table.twin import Twin
from tests.rehearsal.games.tables import BEACONS_TABLE


@pytest.mark.parametrize(
    ("game", "table", "seed"),
    [
        ("beacons", BEACONS_TABLE, 3),
        ("puzzle-strike", TABLES / "cells-2.toml", 11),
        ("puzzle-strike", TABLES / "none-2.toml", 12),
    ],
    ids=["beacons", "cells", "none"],
)
def test_a_whole_game(ledger: Ledger, game: str, table: Path, seed: int) -> None:
    layout, noise = load_layout(table), read_noise("none")
    assert isinstance(layout, Layout)
    staged = stage(seed, layout, noise, game=game, players=["script"])
    truth = staged.truth
    twin = Twin(layout, truth.kinds, {uid: {zone} for uid, zone in truth.places.items()})
    referee = Referee.begin(ledger, truth.setup, layout, truth.kinds, twin)
    following = Following(referee)
    played = show(staged, layout, noise, lambda *_: following)
    assert played.people.wrong == []
    assert played.people.is_done
    assert referee.troubles == []
    resumed = Referee.resume(ledger, 1)
    assert resumed.troubles == []
    assert resumed.moment().view == referee.moment().view
    assert referee.step(Finished(layout.seats, referee.now)).accepted
    recorded = read_record(write_record(referee.saving.game))
    assert isinstance(recorded, Recorded)
    verdict = verify(recorded)
    assert (verdict.problem, verdict.kept_back) == (None, None)
    assert verdict.moves >= len(staged.truth.steps) / 2
