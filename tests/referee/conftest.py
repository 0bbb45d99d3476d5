"""A ledger, and a game that readers saw."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.ledger import Ledger
from tests.referee.games import Seen, seen_game


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a ledger may lie."""
    return tmp_path / "data" / "games.sqlite"


@pytest.fixture
def ledger(path: Path) -> Iterator[Ledger]:
    with Ledger.open(path) as ledger:
        yield ledger


@pytest.fixture(scope="session")
def seen(tmp_path_factory: pytest.TempPathFactory) -> Seen:
    """A few minutes of a game."""
    return seen_game(tmp_path_factory.mktemp("seen"), seed=3, most=2500)
