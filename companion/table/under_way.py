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
USUAL = "table"
"""The id of the table of a device that has only one."""


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


def mark(folder: Path, game: UnderWay, table: str = USUAL) -> None:
    """Note that a game is under way at a table. Once this returns, the note survives a power cut. Raises OSError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_whole(folder / name_for(table), f"{json.dumps(asdict(game), ensure_ascii=True)}\n".encode())


def clear(folder: Path, table: str = USUAL) -> None:
    """Note that the game at a table is over. Raises OSError."""
    with suppress(FileNotFoundError):
        (folder / name_for(table)).unlink()
        sync(folder)


def name_for(table: str) -> str:
    """The name of the file of a table.

    >>> name_for("table"), name_for("left")
    ('under-way.json', 'under-way-left.json')
    """
    return NAME if table == USUAL else f"{Path(NAME).stem}-{table}.json"


def read(folder: Path) -> UnderWay | None:
    """Return the game that is under way, one that hides something if there is one; None if there is none."""
    found = [playing for path in sorted(folder.glob(f"{Path(NAME).stem}*.json")) if (playing := read_file(path))]
    return max(found, key=lambda one: one.hides, default=None)


def read_at(folder: Path, table: str = USUAL) -> UnderWay | None:
    """Return the game that is under way at a table; None if there is none."""
    return read_file(folder / name_for(table))


def read_file(path: Path) -> UnderWay | None:
    """Return what a file says; None if there is none."""
    try:
        stored = json.loads(path.read_bytes())
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
