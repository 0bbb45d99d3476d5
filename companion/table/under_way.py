"""A file in the data folder which says that a game is under way, so that hidden spots are shown to their owners alone.

The file stays until the game is over, even if the program or the Pi stops in between. When in doubt, a game is under
way: a file that cannot be read hides as much as a good one.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from companion.table.whole_files import sync, write_whole

NAME = "under-way.json"


@dataclass(frozen=True, slots=True)
class UnderWay:
    """The game that is being played."""

    title: str
    """For people: what is played, and by whom."""
    since: str
    """When it began, for people."""
    rehearsal: bool = False
    """Whether it is a rehearsal: then there are no secrets, and everything may be shown."""
    number: int | None = None
    """Its number in the ledger; None if nobody said."""

    @property
    def hides(self) -> bool:
        """Whether what is read at a hidden spot must not be shown."""
        return not self.rehearsal


UNKNOWN = UnderWay("a game", "some time ago")
"""The game that is assumed to be under way if the file cannot be read."""


def mark(folder: Path, game: UnderWay) -> None:
    """Note that a game is under way. Once this returns, the note survives a power cut. Raises OSError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_whole(folder / NAME, f"{json.dumps(asdict(game), ensure_ascii=True)}\n".encode())


def clear(folder: Path) -> None:
    """Note that the game is over. Raises OSError."""
    with suppress(FileNotFoundError):
        (folder / NAME).unlink()
        sync(folder)


def read(folder: Path) -> UnderWay | None:
    """Return the game that is under way; None if there is none."""
    try:
        stored = json.loads((folder / NAME).read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError):
        return UNKNOWN
    return understood(stored)


def understood(stored: Any) -> UnderWay:
    """Interpret the content of the file. Only an explicit `true` makes it a rehearsal."""
    if not isinstance(stored, dict):
        return UNKNOWN
    title, since, number = stored.get("title"), stored.get("since"), stored.get("number")
    return UnderWay(
        title if isinstance(title, str) and title.isprintable() else UNKNOWN.title,
        since if isinstance(since, str) and since.isprintable() else UNKNOWN.since,
        stored.get("rehearsal") is True,
        number if type(number) is int else None,
    )
