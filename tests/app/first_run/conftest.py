"""Here, the program has one game, as in most houses, whatever other tests have registered."""

from __future__ import annotations

import pytest

from companion.app.first_run import placing
from companion.app.table_file import USUAL
from companion.rules import find_game


@pytest.fixture(autouse=True)
def one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(placing, "games", lambda: {USUAL: find_game(USUAL)})
