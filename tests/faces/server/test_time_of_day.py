"""A device without a clock of its own is told the time in the middle of an evening: nobody has to join again."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from companion.app.evening import Evening, Settings
from companion.faces.server.doors import Doors
from tests.faces.server.conftest import Served

HOUR = 3600.0


@pytest.mark.parametrize("hours", [15.0, -15.0, 24.0 * 365 * 30])
def test_a_clock_that_is_set_throws_nobody_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hours: float) -> None:
    served = Served(tmp_path)
    served.doors.clock = time.monotonic  # as the running program has it
    served.begin()
    anna, host = served.phone("Anna"), served.phone("host")
    waiting = served.doors.open(served.role("Ben"))
    true = time.time
    monkeypatch.setattr(time, "time", lambda: true() + hours * HOUR)
    assert "Anna" in anna.page("/seat")
    assert host.get("/codes").status_code == 200
    assert served.phone().post("/join", code=waiting.text).status_code == 303
    again = Doors(time.monotonic, tmp_path / "doors.json")  # the program is started again
    assert again.taken(served.role("Anna"))
    monkeypatch.undo()
    assert "Anna" in anna.page("/seat")
    served.hall.close()


def test_the_evening_and_the_guide_have_a_clock_that_nobody_sets(tmp_path: Path) -> None:
    evening = Evening(Settings(tmp_path, port=None, wifi="", announce=False), lambda words: None)
    try:
        assert evening.doors.clock is time.monotonic
    finally:
        evening.hall.close()


def test_no_face_and_no_referee_asks_for_the_time_of_day() -> None:
    """A new use of it wants a reason: it may jump by years."""
    sources = Path(__file__).parents[3] / "companion"
    rooms = ("faces", "referee", "arbiter", "rules")
    wall = re.compile(r"from time import .*\btime\b|\btime\.time\(|datetime\.(now|today|utcnow)|date\.today")
    found = [
        str(path)
        for room in rooms
        for path in (sources / room).rglob("*.py")
        if wall.search(path.read_text(encoding="utf-8"))
    ]
    assert found == []
