"""What readers see in a game, written down as it comes: a trace, as a rehearsal records it (docs/rehearsal.md, Traces).

It is for whoever looks for a bug afterwards. Nothing that happens to the disk may reach the game.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Final

from companion.referee.header import Beginning
from companion.referee.referee import Referee
from companion.rehearsal.games.trace import look_line, read_look, situation_json
from companion.table.layout_words import write_layout
from companion.table.sightings import Look, Uid
from companion.table.twin import Twin

BANK: Final = "bank"
NEVER: Final = float("-inf")
TAIL: Final = 10_000
"""Bytes at a file's end in which its last look is looked for."""
NOT_BEGUN = "Game {number} began without a record of what readers see, so nothing more of it is recorded."
NOT_WRITTEN = "What readers see cannot be recorded in {folder} ({why}). The game goes on without that."


class Recorder:
    """Belongs to the readers' thread. `said` is told, once, what does not work."""

    def __init__(self, folder: Path, said: Callable[[str], None], begun: Collection[int] = ()) -> None:
        """`begun`: games that go on from an earlier evening."""
        self.folder = folder
        self._said = said
        self._begun = frozenset(begun)
        self._file: TextIOWrapper | None = None
        self._latest = NEVER
        self._shift: float | None = None
        """How much later than on the game's clock it is in this file: that goes back to what was saved last when the
        program starts again, and a trace's never does."""
        self._broken = False

    def follow(self, referee: Referee, resting: Mapping[Uid, str]) -> None:
        """This game is played from now on. `resting`: what lies on readers already, and where."""
        self.close()
        beginning = referee.beginning
        if self._broken or not any(True for _ in beginning.layout.spots()):
            return
        number, started = referee.saving.game.number, str(referee.saving.game.header.get("started", ""))
        name = f"game-{number}-{started.replace(':', '')}".strip("-")
        try:
            self._open(name, number, beginning, resting)
        except OSError as problem:
            self._break(problem)

    def _open(self, name: str, number: int, beginning: Beginning, resting: Mapping[Uid, str]) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        setup = self.folder / f"{name}.setup.json"
        if not setup.exists():
            if number in self._begun:
                self._said(NOT_BEGUN.format(number=number))
                return
            part = setup.with_name(f"{setup.name}.part")
            part.write_text(f"{as_situation(beginning, resting)}\n", encoding="utf-8")
            os.replace(part, setup)
        path = self.folder / f"{name}.trace.jsonl"
        end = tail(path)
        self._file = path.open("a", encoding="utf-8")
        self._latest = max((found.at for found in map(read_look, end) if isinstance(found, Look)), default=NEVER)
        self._shift = None
        if end and end[-1]:  # what was cut off by a kill takes no other line with it
            self._file.write("\n")

    def look(self, look: Look) -> None:
        """One look, on the game's clock."""
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
        """Of this game there is no more."""
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
    """The last lines of a file; the last one is empty unless it was cut off. None of no file."""
    if not path.exists():
        return []
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - TAIL))
        return file.read().decode(errors="replace").split("\n")


def as_situation(beginning: Beginning, resting: Mapping[Uid, str]) -> str:
    """The setup file of a game at a real table, where not every chip's place is known."""
    twin = Twin.from_json(beginning.layout, beginning.kinds, beginning.twin)
    places = {uid: place for uid in beginning.kinds if (place := likely(twin.whereabouts(uid).zones))}
    more: dict[str, Any] = {"twin": dict(beginning.twin), "resting": dict(resting)}
    return situation_json(beginning.setup, write_layout(beginning.layout), beginning.kinds, places, more)


def likely(zones: Collection[str]) -> str:
    """One zone for who wants only one: in doubt the bank."""
    return BANK if BANK in zones else min(zones, default="")
