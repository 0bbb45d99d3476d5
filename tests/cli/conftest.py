"""What commands keep, they keep in a folder of the test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli.places import data_dir
from tests.cli.live import Live, live_table


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder, not there yet."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    return data_dir()


@pytest.fixture
def live(tmp_path: Path, data: Path) -> Iterator[Live]:
    """A small table of emulated pads."""
    with live_table(tmp_path) as table:
        yield table
