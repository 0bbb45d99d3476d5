"""Replacing a file by a new one, and keeping the old one under another name.

The new file is written as `NAME.part` and renamed to `NAME.fresh` when it is complete. Then the old file is renamed,
next its write-ahead log, and last the fresh file takes its place. If the power fails in between, the next start
completes the exchange.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from companion.ledger.schema import wal_of


@contextmanager
def fresh_file(path: Path) -> Iterator[Path]:
    """Yield the path where the replacement for `path` is to be written. It counts as complete if the block ends without
    an exception."""
    part = path.with_name(f"{path.name}.part")
    for old in (*parts_of(part), fresh_of(path)):
        old.unlink(missing_ok=True)  # left by an attempt that was broken off: everything in it is kept elsewhere
    try:
        yield part
        sync(part)
        os.rename(part, fresh_of(path))
    except BaseException:
        for old in parts_of(part):
            with suppress(OSError):
                old.unlink(missing_ok=True)
        raise


def exchange(path: Path) -> str:
    """Put the fresh file in its place. Return, in words, where the old one went; "" if there was none."""
    aside = free_name(path)
    if path.exists():
        os.rename(path, aside)
    return put_in_place(path, aside)


def finish_exchange(path: Path) -> str:
    """Complete an exchange that a power cut interrupted, if there is one."""
    if path.exists() or not fresh_of(path).exists():
        return ""
    return put_in_place(path, named_aside(path, max(numbers_aside(path), default=1)))


def put_in_place(path: Path, aside: Path) -> str:
    """Rename the files beside the old file as well, and then put the fresh file in its place."""
    for old, new in zip(parts_of(path)[1:], parts_of(aside)[1:], strict=True):
        if old.exists():
            os.rename(old, new)
    os.rename(fresh_of(path), path)
    sync(path.parent)
    kept = [part.name for part in parts_of(aside)[:2] if part.exists()]
    return f"The old one is set aside as {' and '.join(kept)}." if kept else ""


def fresh_of(path: Path) -> Path:
    """Return the name of a complete file that waits to take its place."""
    return path.with_name(f"{path.name}.fresh")


def parts_of(path: Path) -> list[Path]:
    """Return the file and the files that SQLite keeps beside it."""
    return [path, wal_of(path), path.with_name(f"{path.name}-shm")]


def named_aside(path: Path, number: int) -> Path:
    """Return the name under which a file is set aside."""
    return path.with_name(f"{path.name}.set-aside-{number}")


def free_name(path: Path) -> Path:
    """Return a name for setting aside that is not in use yet."""
    return named_aside(path, max(numbers_aside(path), default=0) + 1)


def numbers_aside(path: Path) -> list[int]:
    """Return the numbers of the files that were set aside so far."""
    form = re.compile(re.escape(path.name) + r"\.set-aside-(\d+)(-wal|-shm)?")
    found = (form.fullmatch(name) for name in os.listdir(path.parent))
    return [int(match[1]) for match in found if match]


def bytes_of(path: Path) -> bytes:
    """Return the content of a file; b"" if there is no file."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""


def sync(path: Path) -> None:
    """Force a file or folder onto the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
