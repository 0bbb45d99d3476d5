"""What the judge writes down beside the record of a game."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Final

from companion.table.whole_files import write_whole

MOST: Final = 200


class Jottings:
    """Of one game, in a small file; where that cannot be written, as long as the program runs."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._lock = Lock()
        self.notes: tuple[str, ...] = ()
        if path is not None:
            with suppress(OSError, ValueError, TypeError):
                self.notes = tuple(map(str, json.loads(path.read_bytes())))

    def note(self, text: str) -> None:
        """The judge notes something."""
        with self._lock:
            self.notes = (*self.notes, text)[-MOST:]
            if self._path is not None:
                with suppress(OSError):
                    write_whole(self._path, json.dumps(self.notes).encode())
