"""Writing files completely or not at all: even after a power cut there is either the old file or the new one."""

from __future__ import annotations

import os
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import Final

OURS_ALONE: Final = 0o600
"""Nobody else on this machine may read the file."""


def write_whole(path: Path, data: bytes, mode: int = OURS_ALONE) -> None:
    """Replace the content of a file in one step, with exactly these permissions. If it raises OSError, the old file is
    as it was."""
    path = path.resolve()  # so that a symbolic link to the file remains a link
    fresh = path.with_name(f"{path.name}.new")
    try:
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb") as file:
            with suppress(OSError):  # not every file system has permissions
                os.fchmod(file.fileno(), mode)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, path)
    except OSError:
        with suppress(OSError):
            fresh.unlink()
        raise
    sync(path.parent)


def open_alone(path: Path, flags: int, encoding: str = "utf-8") -> TextIOWrapper:
    """Open a text file for writing; if it is new, nobody else may read it. Raises OSError."""
    return TextIOWrapper(os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | flags, OURS_ALONE), "wb"), encoding)


def sync(folder: Path) -> None:
    """Force the names in a folder onto the disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
