"""The program at a table, in a process of its own, so that it can be killed: the same evening that `companion run`
starts, but what its readers see is sent to it, and its clock stands until it is set.

`python -m tests.end_to_end.house FOLDER PORT` reads a JSON object a line: an input as `companion.referee.inputs` knows
it, or `{"in": "greet"}`. Each is answered with one line.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from companion.app.evening import Evening, Settings
from companion.app.hall import Chips
from companion.cli.following import as_told
from companion.referee.inputs import from_json
from companion.referee.outcome import Moment
from companion.referee.running import Running
from companion.rules import Setup
from companion.table.layout import Layout
from companion.table.twin import Twin
from tests.end_to_end.duel import TABLE

CHIPS = "chips.json"
"""Which kind each tag is of, and in which zone it lies, as readers know it after the set-up."""
FOR_EVER = 1e6
"""Seconds that a finished game waits: here a person closes its record."""


class House:
    """Takes what is sent, and tells what came of it."""

    def __init__(self, folder: Path, port: int) -> None:
        self.at = 0.0
        self.heard: list[tuple[str, ...]] = []
        settings = Settings(
            folder, TABLE, host="127.0.0.1", port=port, wifi="", announce=False, listens=False, grace=FOR_EVER
        )
        self.evening = Evening(settings, self._said, chips=partial(chips_in, folder))
        self._running: Running | None = None

    def begun(self) -> dict[str, Any]:
        """Where it is, and the code of who sets up, while there is one."""
        if self.evening.hall.running:
            self.follow()
        codes = dict(self.evening.codes())
        return {"address": self.evening.address, "host": codes["host"].text if "host" in codes else ""}

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
        running = self.evening.hall.running
        assert running
        if running is not self._running:
            self._running = running
            self.heard += [(type(as_told(new)).__name__, *as_told(new)) for new in running.referee.opening]
            running.referee.subscribe("hands", self._hear)
        return running

    def _said(self, words: str) -> None:
        print(words, file=sys.stderr)

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
    house = House(Path(sys.argv[1]), int(sys.argv[2]))
    with patch("companion.app.hall.Running", partial(Running, clock=lambda: house.at)), house.evening:
        say(house.begun())
        for line in sys.stdin:
            say(house.answer(json.loads(line)))


if __name__ == "__main__":
    main()
