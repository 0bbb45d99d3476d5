"""The program at a table, in a process of its own, so that it can be killed: hall, pages, and a clock that stands
until it is set.

`python -m tests.end_to_end.house FOLDER PORT` reads a JSON object a line: an input as `companion.referee.inputs` knows
it, or `{"in": "greet"}`. Each is answered with one line.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from time import monotonic, time
from typing import Any
from unittest.mock import patch

from companion.app.hall import Chips, RunningHall
from companion.cli.following import as_told
from companion.faces.languages import languages
from companion.faces.server.app import create_app
from companion.faces.server.desk import Desk
from companion.faces.server.doors import HOST, Doors
from companion.faces.server.limits import Limits
from companion.faces.server.serve import Serving
from companion.referee.inputs import from_json
from companion.referee.outcome import Moment
from companion.referee.running import Running
from companion.rules import Setup
from companion.table.layout import Layout
from companion.table.twin import Twin
from tests.end_to_end.duel import TABLE

CHIPS = "chips.json"
"""Which kind each tag is of, and in which zone it lies, as readers know it after the set-up."""


class House:
    """Takes what is sent, and tells what came of it."""

    def __init__(self, folder: Path) -> None:
        self.at = 0.0
        self.heard: list[tuple[str, ...]] = []
        self.hall = RunningHall(folder / "games.sqlite", tables={"cells": TABLE}, chips=partial(chips_in, folder))
        self._running: Running | None = None

    def answer(self, row: dict[str, Any]) -> dict[str, Any]:
        """One line."""
        running = self.follow()
        if row["in"] == "greet":
            return {"resting": running.referee.arbiter.twin.resting(), **self.told()}
        one = from_json(row)
        assert not isinstance(one, str), one
        running.doubt = row.get("doubt", False)
        if row["in"] == "tick":
            self.at += one.at - running.now()
        outcome = running.send(one).result(10)
        return {"refused": outcome.words, **self.told()}

    def told(self) -> dict[str, Any]:
        """What the game has told since the last time."""
        heard, self.heard = self.heard, []
        return {"heard": heard}

    def follow(self) -> Running:
        """Another game may be played than a moment ago."""
        running = self.hall.running
        assert running
        if running is not self._running:
            self._running = running
            self.heard += [(type(as_told(new)).__name__, *as_told(new)) for new in running.referee.opening]
            running.referee.subscribe("hands", self._hear)
        return running

    def _hear(self, moment: Moment) -> None:
        self.heard += [(type(told).__name__, *told) for told in map(as_told, moment.news)]


def chips_in(folder: Path, layout: Layout, setup: Setup) -> Chips:
    """All chips are known, and where they lie."""
    known: Mapping[str, Any] = json.loads((folder / CHIPS).read_text(encoding="utf-8"))
    return known["kinds"], Twin(layout, known["kinds"], {uid: {zone} for uid, zone in known["places"].items()})


def say(told: object) -> None:
    """A line."""
    print(json.dumps(told), flush=True)


def main() -> None:
    """To the end of what is sent."""
    folder, port = Path(sys.argv[1]), int(sys.argv[2])
    house = House(folder)
    doors = Doors(time, folder / "doors.json")
    with patch("companion.app.hall.Running", partial(Running, clock=lambda: house.at)):
        if house.hall.resume():
            house.follow()
        app = create_app(house.hall, doors, languages(), Limits(monotonic))
        with Serving(app, "127.0.0.1", port) as serving:
            desk: Desk = app.extensions["companion"]
            desk.address = f"http://127.0.0.1:{serving.port}"
            say({"address": desk.address, "host": (doors.code_for(HOST) or doors.open(HOST)).text})
            for line in sys.stdin:
                say(house.answer(json.loads(line)))
        house.hall.close()


if __name__ == "__main__":
    main()
