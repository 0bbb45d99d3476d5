"""Copy the ledger while a game runs, and restore it from a copy. Nothing is ever overwritten."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from companion.ledger.errors import MEND, Broken, LedgerError, in_words, is_outside
from companion.ledger.exchange import bytes_of, exchange, finish_exchange, fresh_file, parts_of, sync
from companion.ledger.health import what_is_wrong
from companion.ledger.ledger import Ledger, Lock
from companion.ledger.schema import connect_to_read, make_private, wal_of


class Copied(NamedTuple):
    """How much a copy holds, and, in words, where the file went that it replaced."""

    games: int
    entries: int
    aside: str = ""

    @property
    def words(self) -> str:
        """How much it holds.

        >>> Copied(1, 575).words, Copied(2, 1).words
        ('1 game (575 entries)', '2 games (1 entry)')
        """
        games = "1 game" if self.games == 1 else f"{self.games} games"
        entries = "1 entry" if self.entries == 1 else f"{self.entries} entries"
        return f"{games} ({entries})"


def backup(path: Path, target: Path) -> Copied:
    """Copy a ledger into a new file, complete and as of one moment, even while a game runs. Raises `LedgerError`."""
    path, target = path.resolve(), target.resolve()
    if not path.exists():
        raise LedgerError(f"There is no ledger {path}: nothing to copy.")
    if any(part.exists() for part in parts_of(target)):
        raise LedgerError(f"{target} already exists. Choose another name.")
    part = target.with_name(f"{target.name}.part")
    try:
        with closing(connect_to_read(path)) as ledger:
            ledger.execute("PRAGMA schema_version")
    except (OSError, sqlite3.Error) as problem:
        raise in_words(problem, path) from None
    try:
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        for old in parts_of(part):
            old.unlink(missing_ok=True)
        copy(path, part)
        if wrong := what_is_wrong(part, b""):
            raise Broken(f"{path} is damaged ({wrong}); no copy was made. {MEND}")
        os.rename(part, target)
        sync(target.parent)
    except (OSError, sqlite3.Error) as problem:
        # Disk and rights are those of the copy; damage can only be in the ledger, because the copy is a new file.
        raise in_words(problem, target if is_outside(problem) else path) from None
    finally:
        for old in parts_of(part):
            with suppress(OSError):
                old.unlink(missing_ok=True)
    return counted(target)


def restore(source: Path, path: Path) -> Copied:
    """Put a copy in the place of the ledger, which is set aside. If it raises `LedgerError`, nothing has changed."""
    source, path = source.resolve(), path.resolve()
    if not source.exists():
        raise LedgerError(f"There is no file {source}.")
    if source == path:
        raise LedgerError(f"{source} is the ledger itself.")
    if wrong := what_is_wrong(source, bytes_of(wal_of(source))):
        raise Broken(
            f"{source} is damaged ({wrong}), and nothing was changed. Take another copy; or have this one mended, by"
            f" `companion games --mend --ledger {source}`, and try again."
        )
    lock = Lock(path)
    try:
        finish_exchange(path)
        with fresh_file(path) as fresh:
            copy(source, fresh)
        aside = exchange(path)
    except (OSError, sqlite3.Error) as problem:
        raise in_words(problem, path) from None
    finally:
        lock.release()
    return counted(path)._replace(aside=aside)


def copy(source: Path, target: Path) -> None:
    """Copy with SQLite's backup, during which others may write the source. The copy is one file with no files beside
    it."""
    make_private(target)
    with closing(connect_to_read(source)) as original, closing(sqlite3.connect(target, isolation_level=None)) as taken:
        original.backup(taken)
        taken.execute("PRAGMA journal_mode = DELETE")
    sync(target)


def counted(path: Path) -> Copied:
    """Count the games and entries in a file."""
    with Ledger.open(path, read_only=True) as ledger:
        games = ledger.games()
    return Copied(len(games), sum(game.entries for game in games))
