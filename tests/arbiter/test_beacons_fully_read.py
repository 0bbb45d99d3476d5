"""Beacons on a table that reads everything: the cells of its grid, the row, and charts that lie face down.

For all figures: python -m tests.arbiter.test_beacons_fully_read 50
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from companion.app.table_file import load_table
from companion.cli.following import Following
from companion.rehearsal.faults import NOISE
from companion.rehearsal.games.judge import GameVerdict, judge
from companion.rehearsal.games.run import show
from companion.rehearsal.games.stage import stage
from companion.rules import register
from companion.table.layout import Layout
from tests.sample_game import GAME

TABLE = Path(__file__).resolve().parents[1] / "sample_game" / "table_full.toml"


def played(seed: int) -> GameVerdict:
    """The verdict on a game of four who play by chance, with readers that miss nothing."""
    layout = load_table(TABLE)
    assert isinstance(layout, Layout)
    game = stage(seed, layout, NOISE["none"], game="beacons", mode="charts", players=("random",))
    return judge(show(game, layout, NOISE["none"], Following.of), layout)


@pytest.mark.parametrize("seed", [0, 4, 16])
def test_a_whole_game_is_followed(seed: int) -> None:
    verdict = played(seed)
    assert verdict.finished
    assert not verdict.wrong
    assert not verdict.false_alarms


def campaign(count: int) -> str:
    """What comes of so many games, in words."""
    verdicts = [played(seed) for seed in range(count)]
    finished = sum(verdict.finished for verdict in verdicts)
    wrong = sum(bool(verdict.wrong) for verdict in verdicts)
    alarms = sum(len(verdict.false_alarms) for verdict in verdicts)
    questions = sum(verdict.questions for verdict in verdicts)
    return (
        f"{count} games: {finished} followed to the end, wrong commits in {wrong}, {alarms} false alarms, "
        f"{questions} questions"
    )


if __name__ == "__main__":
    register(GAME)
    print(campaign(int(sys.argv[1])))
