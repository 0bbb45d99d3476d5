"""The layout of the file, and how an older layout is brought up to date.

An entry is one row that is never changed or removed. `companion.ledger.salvage` recognises entries by their shape even
if SQLite can no longer read the file, so a change to the table `entry` has to be made there as well.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias
from urllib.parse import quote

from companion.ledger.chain import SALT, Entry, hidden_part, public_part
from companion.ledger.errors import LedgerError

Step: TypeAlias = Callable[[sqlite3.Connection], None]

APPLICATION: Final = 0x50534C47
"""The application id in a SQLite file, which says what program it belongs to: PSLG."""
OURS_ALONE: Final = 0o600
"""Only the user may read and write the file, because hands and bags are recorded in it."""
PAGE: Final = 4096
"""Bytes in a page of the file; `salvage` relies on this size."""

ENTRY = """
CREATE TABLE entry (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL,
    number INTEGER NOT NULL,
    public TEXT NOT NULL,
    hidden TEXT NOT NULL,  -- the hidden parts, a line each
    salts BLOB NOT NULL,   -- of the public part, then of each hidden one
    digest BLOB NOT NULL
) STRICT
"""
COPY = "CREATE UNIQUE INDEX entry_copy ON entry (game, number, public, hidden, salts, digest)"
"""The index for finding an entry by its number. On purpose it holds the whole entry a second time, on other pages of
the same file: damage to one of the two leaves the other intact."""
SNAPSHOT = """
CREATE TABLE snapshot (
    game INTEGER NOT NULL,
    at INTEGER NOT NULL,
    state TEXT NOT NULL,
    digest BLOB NOT NULL,
    PRIMARY KEY (game, at)
) STRICT
"""


def first(connection: sqlite3.Connection) -> None:
    """Version 1."""
    connection.execute(ENTRY)
    connection.execute(COPY)
    connection.execute(SNAPSHOT)


STEPS: tuple[Step, ...] = (first,)
"""The migrations: the step at index n turns version n into n + 1. Each step must change the tables in some way."""


class EntryRow(NamedTuple):
    """An entry as it is stored in the file."""

    game: int
    number: int
    public: bytes
    hidden: bytes
    salts: bytes
    digest: bytes

    def entry(self) -> Entry:
        """Return the entry, with leaves computed. Raises ValueError if this row cannot be an entry."""
        hidden = self.hidden.decode().split("\n") if self.hidden else []
        salts = [self.salts[at : at + SALT] for at in range(0, len(self.salts), SALT)]
        if len(salts) != len(hidden) + 1 or len(self.salts) % SALT:
            raise ValueError("the salts are not as many as the parts")
        parts = tuple(hidden_part(text, salt) for text, salt in zip(hidden, salts[1:], strict=True))
        return Entry(self.number, public_part(self.public.decode(), salts[0]), parts, self.digest)


SELECT: Final = "SELECT game, number, CAST(public AS BLOB), CAST(hidden AS BLOB), salts, digest FROM entry"
INSERT: Final = "INSERT INTO entry (game, number, public, hidden, salts, digest) VALUES (?, ?, ?, ?, ?, ?)"


def values(game: int, entry: Entry) -> tuple[object, ...]:
    """Return the values that `INSERT` takes."""
    hidden = "\n".join(part.text for part in entry.hidden)
    salts = b"".join(part.salt for part in (entry.public, *entry.hidden))
    return game, entry.number, entry.public.text, hidden, salts, entry.link


# -- connections -----------------------------------------------------------------------------------------------


def connect(path: Path, *, wait: float = 5.0) -> sqlite3.Connection:
    """Connect for writing. Each statement is a transaction of its own, and on disk when it returns. A new file is
    readable for its user alone, and SQLite gives the files beside it the same rights."""
    make_private(path)
    connection = sqlite3.connect(path, timeout=wait, isolation_level=None, check_same_thread=False)
    try:
        connection.execute(f"PRAGMA page_size = {PAGE}")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA trusted_schema = OFF")
    except BaseException:
        connection.close()
        raise
    return connection


def make_private(path: Path) -> None:
    """Create a missing file so that only its user can read it; SQLite would use the rights that the shell's umask
    allows."""
    with suppress(OSError):  # SQLite will report the problem better
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, OURS_ALONE))


def connect_to_read(path: Path) -> sqlite3.Connection:
    """Connect for reading. No byte of the file changes, and what a crash left in the write-ahead log stays there."""
    where = f"file:{quote(str(path))}?mode=ro"
    connection = sqlite3.connect(where, uri=True, isolation_level=None, check_same_thread=False)
    try:
        try:
            connection.execute("SELECT 1 FROM sqlite_schema").fetchone()
        except sqlite3.OperationalError:
            if wal_of(path).exists():
                raise
            connection.close()  # on a write-protected disk, SQLite cannot create its working files beside it
            connection = sqlite3.connect(f"{where}&immutable=1", uri=True, isolation_level=None)
            connection.execute("SELECT 1 FROM sqlite_schema").fetchone()
    except BaseException:
        connection.close()
        raise
    return connection


def wal_of(path: Path) -> Path:
    """Return the path of a file's write-ahead log."""
    return path.with_name(f"{path.name}-wal")


# -- versions --------------------------------------------------------------------------------------------------


def number_in(connection: sqlite3.Connection, pragma: str) -> int:
    """Return a number from the header of the file."""
    (number,) = connection.execute(f"PRAGMA {pragma}").fetchone()
    return int(number)


def tables_in(connection: sqlite3.Connection) -> list[str]:
    """Return how the tables are defined, with whitespace normalised."""
    found = connection.execute("SELECT sql FROM sqlite_schema ORDER BY type, name")
    return [" ".join((sql or "").split()) for (sql,) in found]


def tables_of_each_version() -> list[list[str]]:
    """Return how the tables are defined in each version, from version 0 (the empty file) on."""
    with closing(sqlite3.connect(":memory:")) as connection:
        known = [tables_in(connection)]
        for step in STEPS:
            step(connection)
            known.append(tables_in(connection))
    return known


def check_version(connection: sqlite3.Connection, path: Path) -> None:
    """Raise `LedgerError` if the file belongs to another program, or to a newer version of this one."""
    version, tables = number_in(connection, "user_version"), tables_in(connection)
    ours = number_in(connection, "application_id") == APPLICATION
    if not ours and tables and not any("TABLE entry" in sql for sql in tables):
        raise LedgerError(f"{path} belongs to another program, and is left as it is. Name another file with --ledger.")
    if ours and version > len(STEPS) and tables not in tables_of_each_version():
        raise LedgerError(
            f"{path} was written by a newer companion (layout {version}; this one knows {len(STEPS)}). Update this one,"
            " or name another file with --ledger."
        )


def is_newest(connection: sqlite3.Connection) -> bool:
    """Whether there is nothing to migrate."""
    return number_in(connection, "user_version") == len(STEPS)


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a file up to the newest version, in one transaction: completely, or not at all."""
    if is_newest(connection):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        for step in STEPS[number_in(connection, "user_version") :]:
            step(connection)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {len(STEPS)}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
