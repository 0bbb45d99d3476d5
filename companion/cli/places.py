"""Where the program keeps what belongs to its user."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

FOR_OTHERS: Final = 0o077
"""The rights that other users of this machine do not get to what the program keeps."""

MASKS: Final[list[int]] = []
"""The umask that whoever started the program wanted; empty as long as nobody has changed it."""


def keep_private() -> None:
    """Make everything that this process writes from now on readable by its user only: games, codes, logs, traces."""
    MASKS[:] = [os.umask(FOR_OTHERS)]
    with suppress(OSError):  # the folder does not exist yet, or is not ours
        folder = data_dir()
        if not folder.is_symlink() and folder.stat().st_mode & FOR_OTHERS:
            folder.chmod(0o700)


def to_share() -> int:
    """The rights of a file that is written for others, such as an export: those that the shell asks for."""
    if not MASKS:
        os.umask(mask := os.umask(0))
    return 0o666 & ~(MASKS[0] if MASKS else mask)


def data_home() -> Path:
    """The folder in which programs keep their user's data: `$XDG_DATA_HOME`."""
    given = os.environ.get("XDG_DATA_HOME", "")
    return (
        Path(given) if given.startswith("/") else Path.home() / ".local" / "share"
    )  # the standard ignores relative paths


def data_dir() -> Path:
    """The data folder, `$XDG_DATA_HOME/puzzle-strike-companion`, whether or not it exists yet.

    Everything that the commands keep is in there, unless another place is named.
    """
    return data_home() / "puzzle-strike-companion"


def demo_dir() -> Path:
    """The folder of the demo, which keeps its games apart from those of the table."""
    return data_dir() / "demo"


def old_demo_dir() -> Path:
    """The folder of the demo before all data were kept in one folder."""
    return data_home() / "companion" / "demo"


def registry_path() -> Path:
    """The file of the tag registry, unless another one is named."""
    return data_dir() / "tags.json"


def ledger_path() -> Path:
    """The file in which all games are recorded, unless another one is named."""
    return data_dir() / "games.sqlite"
