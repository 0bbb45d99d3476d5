"""Files that are there whole or not at all: whoever looks, even after a power cut, sees the old one or the new one."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

OURS_ALONE: Final = 0o600
"""Nobody else on this machine may read it."""


def write_whole(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Put these bytes in the place of a file at one stroke. Raises OSError, and then the old one is as it was."""
    path = path.resolve()  # a link to the file stays a link
    fresh = path.with_name(f"{path.name}.new")
    try:
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, path)
    except OSError:
        with suppress(OSError):
            fresh.unlink()
        raise
    sync(path.parent)


def sync(folder: Path) -> None:
    """Let the disk know which names the folder holds."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
