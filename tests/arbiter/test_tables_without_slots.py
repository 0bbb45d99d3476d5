"""A table of taps whose bags have no slots: lawful, and followed to the end."""

from __future__ import annotations

import pytest

from companion.cli.following import Following
from companion.rehearsal.faults import NOISE
from companion.rehearsal.games.customs import Customs
from companion.rehearsal.games.judge import GameVerdict, judge
from companion.rehearsal.games.run import show
from companion.rehearsal.games.stage import stage
from companion.table.layout import Layout
from companion.table.layout_file import read_layout
from tests.rehearsal.games.tables import customs

TABLE = """
name = "Taps without bag slots"
seats = ["A", "B"]
[station]
port = "/dev/station"
tap = "bank"
[[pad]]
number = 1
port = "/dev/pad-1"
readers = [{ tap = "A.pile" }, { tap = "A.played" }, { tap = "A.discard" }]
[[pad]]
number = 2
port = "/dev/pad-2"
readers = [{ tap = "B.pile" }, { tap = "B.played" }, { tap = "B.discard" }]
"""


def table() -> Layout:
    found = read_layout(TABLE)
    assert isinstance(found, Layout)
    return found


def followed(seed: int, noise: str) -> GameVerdict:
    layout = table()
    staged = stage(seed, layout, NOISE[noise])
    return judge(show(staged, layout, NOISE[noise], Following.of), layout)


@pytest.mark.parametrize(("seed", "noise"), [(1, "none"), (2, "none"), (5, "none"), (9, "heavy"), (12, "heavy")])
def test_a_game_is_followed_to_its_end(seed: int, noise: str) -> None:
    verdict = followed(seed, noise)
    assert verdict.troubles == []
    assert verdict.finished


@pytest.mark.parametrize("seed", [1, 2, 6])
def test_who_lets_each_chip_touch_the_tap_while_pouring_breaks_nothing(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That is not the custom, and the game may not be followed. But the program does not break down over it."""
    monkeypatch.setattr(Customs, "is_bag", lambda self, zone: zone in self.bags)
    verdict = followed(seed, "none")
    assert verdict.decisions


def test_a_bag_without_a_slot_is_a_bag() -> None:
    own = Customs(table(), customs("cells").game)
    assert own.tap("A.discard", "A.bag") == ""
    assert own.tap("A.discard", "A.hand") == own.taps["A.discard"]
