"""A ledger in a folder of the test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.ledger import Ledger


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a ledger may lie; its folder is not there yet."""
    return tmp_path / "data" / "games.sqlite"


@pytest.fixture
def ledger(path: Path) -> Iterator[Ledger]:
    with Ledger.open(path) as ledger:
        yield ledger
