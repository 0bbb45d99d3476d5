"""One file takes another one's place, and the old one is kept under another name.

The new file is written as `NAME.part`, is called `NAME.fresh` when it is complete, and then takes its place: first the
old one is renamed, then its write-ahead log, then the fresh one. After a power cut in between the next start goes on.
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
    """Where to write what shall take the place of `path`. It is complete when this ends without an exception."""
    part = path.with_name(f"{path.name}.part")
    for old in (*parts_of(part), fresh_of(path)):
        old.unlink(missing_ok=True)  # left by one that did not come to its end: all in it stands elsewhere
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
    """Put the fresh file in its place. Tells where the old one went; empty where there was none."""
    aside = free_name(path)
    if path.exists():
        os.rename(path, aside)
    return put_in_place(path, aside)


def finish_exchange(path: Path) -> str:
    """Go on where a power cut broke off an exchange, if one did."""
    if path.exists() or not fresh_of(path).exists():
        return ""
    return put_in_place(path, named_aside(path, max(numbers_aside(path), default=1)))


def put_in_place(path: Path, aside: Path) -> str:
    """What lies beside the old file goes with it, then comes the fresh one."""
    for old, new in zip(parts_of(path)[1:], parts_of(aside)[1:], strict=True):
        if old.exists():
            os.rename(old, new)
    os.rename(fresh_of(path), path)
    sync(path.parent)
    kept = [part.name for part in parts_of(aside)[:2] if part.exists()]
    return f"The old one is set aside as {' and '.join(kept)}." if kept else ""


def fresh_of(path: Path) -> Path:
    """What a complete file is called that waits to take its place."""
    return path.with_name(f"{path.name}.fresh")


def parts_of(path: Path) -> list[Path]:
    """A file, and what SQLite lays beside it."""
    return [path, wal_of(path), path.with_name(f"{path.name}-shm")]


def named_aside(path: Path, number: int) -> Path:
    """What a file is called that is set aside."""
    return path.with_name(f"{path.name}.set-aside-{number}")


def free_name(path: Path) -> Path:
    """Such a name that nothing has yet."""
    return named_aside(path, max(numbers_aside(path), default=0) + 1)


def numbers_aside(path: Path) -> list[int]:
    """Which files were set aside so far, by their numbers."""
    form = re.compile(re.escape(path.name) + r"\.set-aside-(\d+)(-wal|-shm)?")
    found = (form.fullmatch(name) for name in os.listdir(path.parent))
    return [int(match[1]) for match in found if match]


def bytes_of(path: Path) -> bytes:
    """All of a file; nothing where there is none."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""


def sync(path: Path) -> None:
    """Have a file or folder on the disk itself."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
