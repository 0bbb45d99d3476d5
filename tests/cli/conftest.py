"""What commands keep, they keep in a folder of the test; and positions that a duel begins from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.cli.places import data_dir
from tests.cli.live import Live, live_table
from tests.cli.played import CRASH


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


@pytest.fixture
def crash(tmp_path: Path) -> tuple[str, ...]:
    file = tmp_path / "crash.yaml"
    file.write_text(CRASH.replace("HAND", "crash_gem, wound").replace("BAG", "gem_1, gem_2"), encoding="utf-8")
    return "--position", str(file), "--seed", "1"


@pytest.fixture
def written(tmp_path: Path) -> Callable[[str], tuple[str, ...]]:
    """The options that play on from a position."""

    def write(position: str) -> tuple[str, ...]:
        file = tmp_path / "position.yaml"
        file.write_text(position, encoding="utf-8")
        return "--position", str(file), "--seed", "1"

    return write
