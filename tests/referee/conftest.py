"""A ledger, and a game that readers saw."""

from __future__ import annotations

import pytest

from tests.ledger.conftest import ledger, path
from tests.referee.games import Seen, seen_game

__all__ = ["ledger", "path"]


@pytest.fixture(scope="session")
def seen(tmp_path_factory: pytest.TempPathFactory) -> Seen:
    """A few minutes of a game."""
    return seen_game(tmp_path_factory.mktemp("seen"), seed=3, most=2500)
