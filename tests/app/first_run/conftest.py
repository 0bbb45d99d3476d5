"""Here, the program has one game, as in most houses, whatever other tests have registered."""

from __future__ import annotations

import pytest

from tests.app.first_run.hands import only_the_usual_game


@pytest.fixture(autouse=True)
def one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    only_the_usual_game(monkeypatch)
