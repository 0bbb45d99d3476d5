"""Where the program keeps what belongs to the person who uses it."""

from __future__ import annotations

import os
from pathlib import Path


def data_dir() -> Path:
    """The folder for data, whether or not it is there yet: `$XDG_DATA_HOME/puzzle-strike-companion`."""
    given = os.environ.get("XDG_DATA_HOME", "")
    home = Path(given) if given.startswith("/") else Path.home() / ".local" / "share"  # as the standard wants it
    return home / "puzzle-strike-companion"


def registry_path() -> Path:
    """Where the tag registry lies, unless another file is named."""
    return data_dir() / "tags.json"


def ledger_path() -> Path:
    """Where all games are recorded, unless another file is named."""
    return data_dir() / "games.sqlite"
