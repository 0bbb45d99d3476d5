"""The table as the page shows it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.app.demo import child
from companion.app.demo.child import SNAPSHOT, Pictures
from companion.app.demo.demo import USUAL
from companion.app.demo.moment import says
from companion.app.demo.motion import REST, Stop
from companion.app.demo.shown import chip_rows
from companion.cli.display import screen_of_position
from companion.faces.display.pages import Starting
from companion.faces.languages import ENGLISH
from companion.rules import new_match
from tests.app.demo.tables import some_hands


def test_the_newest_comes_first() -> None:
    screen = replace(screen_of_position(new_match(USUAL), ENGLISH), last=("before", "now"))
    assert says(screen)["last"] == ["now", "before"]


def test_a_chip_is_in_a_hand_until_it_has_left_the_tap() -> None:
    hands, _ = some_hands()
    uid = hands.world.lying("bank:wound")[0]
    hands.drop(uid, (Stop("Anna.discard", over_tap=True),), 1.0, "you")

    def moving() -> list[bool]:
        rows = chip_rows(hands.world, {}, frozenset(), hands.held)
        return [row["moving"] for row in rows if row["place"] == "Anna.discard"]

    assert moving() == [True]
    hands.step(1.0 + REST + 0.1)
    assert moving() == [False]


def test_the_newest_picture_is_drawn_though_it_came_too_soon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [10.0]
    monkeypatch.setattr(child, "monotonic", lambda: now[0])
    file = tmp_path / "display.png"
    pictures = Pictures(file, ENGLISH)
    pictures.show(Starting("Puzzle Strike", ""))
    file.unlink()
    pictures.show(Starting("Puzzle Strike", ""))
    pictures.catch_up()
    assert not file.exists()
    now[0] += SNAPSHOT
    pictures.catch_up()
    assert file.exists()
    file.unlink()
    now[0] += SNAPSHOT
    pictures.catch_up()
    assert not file.exists(), "nothing is new"
