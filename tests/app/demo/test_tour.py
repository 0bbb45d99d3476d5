"""The guided tour: its story is told to the end, and can be ended at any moment."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.app.demo.demo import Demo
from companion.app.demo.stage import TOUR_IS_ON, Stage
from companion.app.demo.tour import STEPS, Scripted, Tour
from companion.faces.languages import ENGLISH
from tests.needs import needs

LONG = 90.0


def nothing(*_: Any) -> None:
    """Nobody looks."""


def test_a_scripted_player_says_what_it_can_of_its_script() -> None:
    player = Scripted(["play:crash_gem", "break:3", "buy:combine"])
    said = [
        player.choose(nothing, options, Random(1))  # type: ignore[arg-type]
        for options in (("play:crash_gem", "done"), ("pass", "react:crash_gem"), ("buy:wound", "buy:combine"), ("x",))
    ]
    assert said == ["play:crash_gem", "pass", "buy:combine", "x"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    needs("/dev/ptmx")
    return tmp_path


def test_the_story_is_told_to_its_end(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.app.demo.tour.PACE", 6.0)
    monkeypatch.setattr(Tour, "_pause", quick(Tour._pause))
    tour = Tour(folder, ENGLISH, nothing)
    tour.start()
    with tour.demo.news:
        assert tour.demo.news.wait_for(lambda: tour.over, LONG), tour.caption
    tour.stop()
    assert tour.step == STEPS
    assert tour.demo.told
    last = tour.demo.told.says
    assert [one["total"] for one in last["totals"]] == [2, 6]
    assert "Ben" in last["headline"]


def quick(pause: Callable[[Tour, float], None]) -> Callable[[Tour, float], None]:
    """Nobody reads: only readers need their time."""
    return lambda tour, seconds: pause(tour, min(seconds, 1.5))


def test_a_stage_shows_the_tour_and_then_the_game_again(folder: Path) -> None:
    demo = Demo(folder, seed=3, host="127.0.0.1", pace=4.0)
    with Stage(demo) as stage:
        assert stage.world()["tour"] is None
        assert stage.act({"do": "tour", "on": True}) == ""
        number = stage.world()["number"]
        assert stage.world()["tour"]["of"] == STEPS
        assert stage.wait(number, LONG)
        assert stage.act({"do": "new"}) == TOUR_IS_ON
        assert stage.act({"do": "pace", "value": 2}) in ("", "The table is still being laid.")
        during = demo.thinking
        assert stage.act({"do": "tour", "on": False}) == ""
        assert stage.world()["tour"] is None
        assert (during, demo.thinking) == (False, True)
        assert stage.world()["number"] > number
    assert not stage.wait(-1, 1.0)
