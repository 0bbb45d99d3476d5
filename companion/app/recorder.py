"""Writes down what readers see in a game, as a trace in the form of rehearsals (docs/rehearsal.md, Traces).

Traces help to find bugs afterwards. Nothing that happens to the disk may disturb the game.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Final

from companion.referee.header import Beginning
from companion.rehearsal.games.trace import look_line, read_look, situation_json
from companion.rules import Places, find_game
from companion.table.layout_words import write_layout
from companion.table.sightings import Look, Uid
from companion.table.twin import Twin
from companion.table.whole_files import open_alone

NEVER: Final = float("-inf")
TAIL: Final = 10_000
"""How many bytes at the end of a file are searched for its last look."""
NOT_BEGUN = "Game {number} began without a record of what readers see, so nothing more of it is recorded."
NOT_WRITTEN = "What readers see cannot be recorded in {folder} ({why}). The game goes on without that."


class Recorder:
    """Writes the trace. Belongs to the session; `said` is told, once, what does not work."""

    def __init__(self, folder: Path, said: Callable[[str], None]) -> None:
        self.folder = folder
        self._said = said
        self._file: TextIOWrapper | None = None
        self._latest = NEVER
        self._shift: float | None = None
        """How many seconds to add to the game's clock, so that time in the file never runs backwards.

        After a restart, the game's clock goes back to the last entry that was saved.
        """
        self._broken = False

    def follow(
        self, number: int, started: str, beginning: Beginning, resting: Mapping[Uid, str], *, begun: bool = False
    ) -> None:
        """Record this game from now on. `resting` says which chips lie on readers already, and where; `begun` whether
        the game had begun before."""
        self.close()
        if self._broken or not any(True for _ in beginning.layout.spots()):
            return
        name = f"game-{number}-{started.replace(':', '')}".strip("-")
        try:
            self._open(name, number, beginning, resting, begun)
        except OSError as problem:
            self._break(problem)

    def _open(self, name: str, number: int, beginning: Beginning, resting: Mapping[Uid, str], begun: bool) -> None:
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        setup = self.folder / f"{name}.setup.json"
        if not setup.exists():
            if begun:
                self._said(NOT_BEGUN.format(number=number))
                return
            part = setup.with_name(f"{setup.name}.part")
            with open_alone(part, os.O_TRUNC) as file:
                file.write(f"{as_situation(beginning, resting)}\n")
            os.replace(part, setup)
        path = self.folder / f"{name}.trace.jsonl"
        end = tail(path)
        self._file = open_alone(path, os.O_APPEND)
        self._latest = max((found.at for found in map(read_look, end) if isinstance(found, Look)), default=NEVER)
        self._shift = None
        if end and end[-1]:  # a line that was cut off by a kill must not spoil the next one
            self._file.write("\n")

    def look(self, look: Look) -> None:
        """Write one look, whose time is on the game's clock."""
        if self._file is None:
            return
        if self._shift is None:
            self._shift = max(0.0, self._latest - look.at)
        self._latest = max(self._latest, look.at + self._shift)  # pads and station have threads of their own
        try:
            self._file.write(f"{look_line(replace(look, at=self._latest))}\n")
            self._file.flush()
        except OSError as problem:
            self._break(problem)

    def close(self) -> None:
        """End the file of this game."""
        file, self._file = self._file, None
        if file is not None:
            try:
                file.close()
            except OSError as problem:
                self._break(problem)

    def _break(self, problem: OSError) -> None:
        if not self._broken:
            self._broken = True
            why = problem.strerror or type(problem).__name__
            self._said(NOT_WRITTEN.format(folder=self.folder, why=why))
        self.close()


def tail(path: Path) -> list[str]:
    """The last lines of a file; the very last is empty unless it was cut off. No lines if there is no file."""
    if not path.exists():
        return []
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - TAIL))
        return file.read().decode(errors="replace").split("\n")


def as_situation(beginning: Beginning, resting: Mapping[Uid, str]) -> str:
    """The setup file of a game at a real table, where some chips' places are not known."""
    twin = Twin.from_json(beginning.layout, beginning.kinds, beginning.twin)
    known = find_game(beginning.setup.game).lay_out(beginning.setup)
    places = {uid: place for uid in beginning.kinds if (place := likely(twin.whereabouts(uid).zones, known))}
    more: dict[str, Any] = {"twin": dict(beginning.twin), "resting": dict(resting)}
    return situation_json(beginning.setup, write_layout(beginning.layout), beginning.kinds, places, more)


def likely(zones: Collection[str], places: Places) -> str:
    """One zone out of several that are possible: one that all share, if it is among them."""
    shared = [zone for zone in zones if zone in places and not places.owner(zone)]
    return min(shared or zones, default="")
