"""The judge's notes, which are kept beside the record of a game."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Final

from companion.table.whole_files import write_whole

MOST: Final = 200
LONGEST: Final = 500
"""Characters of a note."""
LARGEST: Final = 1_000_000
"""Bytes of the file, more than all notes can take."""


class Jottings:
    """The notes of one game, in a small file. If it cannot be written, they last as long as the program runs."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._lock = Lock()
        self.notes: tuple[str, ...] = ()
        self.aside: Path | None = None
        """Where an unreadable file was moved, so that the next note does not overwrite it."""
        if path is not None:
            self._read(path)

    def _read(self, path: Path) -> None:
        try:
            with path.open("rb") as file:
                self.notes = read_notes(file.read(LARGEST + 1))
        except FileNotFoundError:
            return
        except (OSError, ValueError, RecursionError):
            aside = path.with_name(f"{path.name}.unreadable")
            with suppress(OSError):
                path.replace(aside)
                self.aside = aside

    def note(self, text: str) -> None:
        """Add a note of the judge."""
        with self._lock:
            self.notes = (*self.notes, text[:LONGEST])[-MOST:]
            if self._path is not None:
                with suppress(OSError):
                    write_whole(self._path, json.dumps(self.notes).encode())


def read_notes(data: bytes) -> tuple[str, ...]:
    """The notes in a file. Raises `ValueError` or `RecursionError` if the data are anything else."""
    notes = json.loads(data) if len(data) <= LARGEST else None
    if not isinstance(notes, list) or not all(isinstance(note, str) for note in notes):
        raise ValueError("these are no notes")
    return tuple(note[:LONGEST] for note in notes[-MOST:])
