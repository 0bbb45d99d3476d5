"""A kind of readers is added by adding a file: table files name it, and whatever reads a table finds it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest

from companion.cli.doctor import station as examine
from companion.cli.findings import Level
from companion.table import kinds
from companion.table.kinds import drivers, station_kinds, unknown
from companion.table.layout import STATION, Layout, StationSpot
from companion.table.layout_file import read_layout
from companion.table.layout_words import write_layout
from companion.table.reader_notices import ReaderNotice
from companion.table.sightings import Look

CAMERA = '''
"""A camera that sees one marker after the other."""
from companion.table.kinds import station_kind
from companion.table.sightings import Uid
from companion.table.station import Sensed


class Camera:
    def __init__(self, port):
        self.port = port

    def open(self):
        pass

    def poll(self):
        return Sensed(Uid("04C0FFEE"))

    def close(self):
        pass

    def hurry(self):
        pass


KIND = station_kind("camera", lambda port, closer: Camera(port))
'''

TABLE = """
seats = ["A", "B"]
[station]
port = "/dev/camera"
kind = "camera"
tap = "bank"
"""


@pytest.fixture
def camera(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The file of another kind lies beside the others."""
    (tmp_path / "camera.py").write_text(CAMERA, encoding="utf-8")
    monkeypatch.setattr(kinds, "__path__", [*kinds.__path__, str(tmp_path)])
    kinds.kinds.cache_clear()
    yield
    kinds.kinds.cache_clear()


def table() -> Layout:
    layout = read_layout(TABLE)
    assert isinstance(layout, Layout)
    return layout


def test_the_usual_station_needs_no_name() -> None:
    usual = read_layout(TABLE.replace('kind = "camera"\n', ""))
    assert isinstance(usual, Layout)
    assert usual.station
    assert usual.station.kind == next(iter(station_kinds()))
    assert "kind" not in write_layout(usual)
    assert unknown(usual) is None


def test_a_kind_that_nobody_knows_is_told_and_the_rest_is_read() -> None:
    notice = unknown(table())
    assert notice
    assert notice.trouble
    assert notice.about == STATION
    assert notice.words == "Nothing here reads a station of the kind camera. Known kinds: pn532."
    assert drivers(table(), lambda told: None) == []
    assert examine(StationSpot("/dev/camera", kind="camera")).level is Level.WRONG


@pytest.mark.usefixtures("camera")
def test_a_file_in_the_folder_is_a_kind() -> None:
    assert list(station_kinds()) == ["pn532", "camera"]
    assert unknown(table()) is None
    assert 'kind = "camera"' in write_layout(table())
    assert read_layout(write_layout(table())) == table()
    assert examine(StationSpot("/dev/camera", kind="camera")).level is Level.FINE
    told: SimpleQueue[Look | ReaderNotice] = SimpleQueue()
    (driver,) = drivers(table(), told.put)
    driver.start()
    look = told.get(timeout=20.0)
    driver.look_closer(frozenset({STATION}))
    driver.stop()
    assert isinstance(look, Look)
    assert list(look.tags) == ["04C0FFEE"]
