"""The display and the clocks: a new page for each second while one runs, and none while all stand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.app import evening as module
from companion.app.evening import Evening, Settings
from companion.app.table import NO_KIT
from companion.faces.display.pages import GameShown, Page
from companion.faces.languages import ENGLISH
from companion.referee.inputs import Clocked
from companion.rules import JUDGE
from tests.app.tables import SETUP
from tests.app.test_evening import Wall

LATE = 7.0


def clock(evening: Evening, act: str, **more: Any) -> None:
    assert evening.hall.table().send(Clocked((JUDGE,), act, 0.0, **more), "judge", ENGLISH).accepted


def first(page: Page) -> int | None:
    """What the first clock of a page shows."""
    return int(page.screen.clocks[0].left) if isinstance(page, GameShown) and page.screen.clocks else None


def test_the_display_is_given_what_the_clocks_show(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wall = Wall()
    pauses: list[float] = []
    settings = Settings(tmp_path, port=None, wifi="", announce=False)
    with Evening(settings, lambda words: None, wall.show) as evening:
        wait = evening._news.wait

        def watched(pause: float) -> bool:
            pauses.append(pause)
            return wait(pause)

        monkeypatch.setattr(evening._news, "wait", watched)
        evening.hall.table().begin(SETUP, NO_KIT, "A duel", judged=True)
        clock(evening, "set", round=60)
        wall.wait_for(lambda page: first(page) == 60)
        now = evening.hall.table().now
        clock(evening, "start")
        monkeypatch.setattr(evening.hall.table(), "now", lambda: now() + LATE)
        evening._news.set()
        shown = first(wall.wait_for(lambda page: first(page) not in (None, *range(54, 61))))
        wall.wait_for(lambda page: first(page) not in (None, shown, *range(54, 61)))  # nobody has said anything
        assert 0 < min(pauses) < module.LOOK
        clock(evening, "stop")
        wall.wait_for(lambda page: isinstance(page, GameShown) and not page.screen.clocks[0].runs)
        del pauses[:]
        while len(pauses) < 2:
            evening._news.set()
        assert pauses[-1] == module.LOOK
