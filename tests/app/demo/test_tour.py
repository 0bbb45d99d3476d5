"""The guided tour: its players, and that it can be ended. tests/end_to_end/test_demo_tour.py tells it to its end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any

import pytest

from companion.app.demo.demo import Demo
from companion.app.demo.puzzle_strike_tour import STORY
from companion.app.demo.stage import TOUR_IS_ON, Stage
from companion.app.demo.tour import Scripted, Tour
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


def test_a_person_goes_on_and_back_by_themselves(folder: Path) -> None:
    tour = Tour(folder, ENGLISH, nothing, STORY)

    def tell() -> None:
        for caption, place in (("One", "bank"), ("Two", "Anna"), ("Three", "Ben")):
            tour.show(caption, place)
            tour.read()

    telling = Thread(target=tell, daemon=True)
    telling.start()
    assert wait(lambda: tour.ready and tour.step == 1)
    tour.go("back")
    assert row(tour) == (1, "One", ["bank"], False, True)
    tour.go("next")
    assert wait(lambda: tour.ready and tour.step == 2)
    assert row(tour) == (2, "Two", ["Anna"], True, True)
    tour.go("back")
    assert row(tour) == (1, "One", ["bank"], False, True)
    assert tour.world()["tour"]["past"] is True
    tour.go("next")
    assert row(tour) == (2, "Two", ["Anna"], True, True)
    assert tour.world()["tour"]["past"] is False
    tour.go("next")
    tour.go("next")
    assert wait(lambda: tour.ready and tour.step == 3)
    tour.go("next")
    telling.join(5)
    assert not telling.is_alive()


def wait(reached: Callable[[], bool]) -> bool:
    """Whether this comes true soon."""
    for _ in range(500):
        if reached():
            return True
        Event().wait(0.01)
    return False


def row(tour: Tour) -> tuple[object, ...]:
    """What the page shows of it."""
    shown = tour.world()["tour"]
    return tuple(shown[name] for name in ("step", "caption", "about", "back", "ready"))


def test_a_stage_shows_the_tour_and_then_the_game_again(folder: Path) -> None:
    demo = Demo(folder, seed=3, host="127.0.0.1", pace=4.0)
    with Stage(demo) as stage:
        assert stage.world()["tour"] is None
        assert stage.act({"do": "tour", "on": True}) == ""
        number = stage.world()["number"]
        assert stage.world()["tour"]["of"] == STORY.steps
        assert stage.wait(number, LONG)
        assert stage.act({"do": "new"}) == TOUR_IS_ON
        assert stage.act({"do": "pace", "value": 2}) in ("", "The table is still being set.")
        during = demo.thinking
        assert stage.act({"do": "tour", "on": False}) == ""
        assert stage.world()["tour"] is None
        assert (during, demo.thinking) == (False, True)
        assert stage.world()["number"] > number
    assert not stage.wait(-1, 1.0)
