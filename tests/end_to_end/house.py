"""The program at a table, in a process of its own, so that it can be killed: the same evening that `companion run`
starts, but what its readers look at is sent to it, and its clock stands until it is set.

`python -m tests.end_to_end.house FOLDER PORT` reads a JSON object a line: `{"in": "greet"}`, `{"in": "look", "look": a
line of a trace}`, `{"in": "tick", "at": seconds}` or `{"in": "clocks", ...}`, an input as `companion.referee.inputs`
knows it. Each is answered with one line. Times are those of the table.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from companion.app.evening import Evening, Settings
from companion.app.table import Chips
from companion.cli.following import as_told
from companion.referee.inputs import PERSONAL, from_json
from companion.referee.outcome import Moment
from companion.rehearsal.games.trace import read_look
from companion.rules import Setup
from companion.table.layout import Layout
from companion.table.sightings import Look
from companion.table.twin import Twin
from tests.end_to_end.duel import TABLE

CHIPS = "chips.json"
"""Which kind each tag is of, and in which zone it lies, as readers know it after the set-up."""
LONG = 10.0
"""Seconds after which the program counts as stuck."""
FOR_EVER = 1e6
"""Seconds that a finished game waits: here a person closes its record."""


class House:
    """Takes what is sent, and tells what came of it."""

    def __init__(self, folder: Path, port: int) -> None:
        self.at = 0.0
        self.heard: list[tuple[str, ...]] = []
        self.closer: frozenset[str] = frozenset()
        settings = Settings(
            folder,
            TABLE,
            host="127.0.0.1",
            port=port,
            wifi="",
            announce=False,
            listens=False,
            grace=FOR_EVER,
            clock=lambda: self.at,
        )
        self.evening = Evening(settings, self._said, chips=partial(chips_in, folder))
        self.session = self.evening.hall.table().session
        self.session.closer = self._look_closer
        self.session.do(lambda session: session.watch("hands", self._hear)).result(LONG)

    def begun(self) -> dict[str, Any]:
        """Where it is, and the code of who sets up, while there is one."""
        codes = dict(self.evening.codes())
        return {"address": self.evening.address, "host": codes["host"].text if "host" in codes else ""}

    def answer(self, row: dict[str, Any]) -> dict[str, Any]:
        """One line."""
        refused = ""
        if row["in"] == "look":
            look = read_look(row["look"])
            assert isinstance(look, Look), look
            own = replace(look, at=self.at + look.at - self.session.now())
            self.session.look(own).result(LONG)
        elif row["in"] == "tick":
            self.at += row["at"] - self.session.now()
            self.session.tick().result(LONG)
        elif row["in"] != "greet":
            one = from_json(row)
            assert isinstance(one, PERSONAL), one
            refused = self.session.send(one).result(LONG).words
        return {"refused": refused, **self.told()}

    def told(self) -> dict[str, Any]:
        """What the game has told since the last time, and which readers should look more often."""
        heard, self.heard = self.heard, []
        return {"heard": heard, "closer": sorted(self.closer)}

    def _look_closer(self, readers: frozenset[str]) -> None:
        self.closer = readers

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
    with house.evening:
        say(house.begun())
        for line in sys.stdin:
            say(house.answer(json.loads(line)))


if __name__ == "__main__":
    main()
