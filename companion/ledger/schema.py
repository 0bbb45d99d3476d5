"""How the file is laid out, and how an older one becomes a newer one.

An entry is one row that is never changed or removed; `companion.ledger.salvage` finds it by its shape even where
SQLite can read the file no more. Who changes the table `entry` has to teach it the new shape as well.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias
from urllib.parse import quote

from companion.ledger.chain import SALT, Entry, hidden_part, public_part
from companion.ledger.errors import LedgerError

Step: TypeAlias = Callable[[sqlite3.Connection], None]

APPLICATION: Final = 0x50534C47
"""By this number SQLite files say which program they belong to: PSLG."""
PAGE: Final = 4096
"""Bytes in a page of the file; `salvage` counts on it."""

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
"""The way to an entry by its number, and on purpose all of the entry once more, in other pages of the same file: what
damages one of the two leaves the other."""
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
"""The migrations: the step at place n makes version n + 1 out of version n. Each one changes the tables somehow."""


class Row(NamedTuple):
    """An entry as it lies in the file."""

    game: int
    number: int
    public: bytes
    hidden: bytes
    salts: bytes
    digest: bytes

    def entry(self) -> Entry:
        """With its leaves. Raises ValueError where it cannot be one."""
        hidden = self.hidden.decode().split("\n") if self.hidden else []
        salts = [self.salts[at : at + SALT] for at in range(0, len(self.salts), SALT)]
        if len(salts) != len(hidden) + 1 or len(self.salts) % SALT:
            raise ValueError("the salts are not as many as the parts")
        parts = tuple(hidden_part(text, salt) for text, salt in zip(hidden, salts[1:], strict=True))
        return Entry(self.number, public_part(self.public.decode(), salts[0]), parts, self.digest)


SELECT: Final = "SELECT game, number, CAST(public AS BLOB), CAST(hidden AS BLOB), salts, digest FROM entry"
INSERT: Final = "INSERT INTO entry (game, number, public, hidden, salts, digest) VALUES (?, ?, ?, ?, ?, ?)"


def values(game: int, entry: Entry) -> tuple[object, ...]:
    """What `INSERT` takes."""
    hidden = "\n".join(part.text for part in entry.hidden)
    salts = b"".join(part.salt for part in (entry.public, *entry.hidden))
    return game, entry.number, entry.public.text, hidden, salts, entry.link


# -- connections -----------------------------------------------------------------------------------------------


def connect(path: Path, *, wait: float = 5.0) -> sqlite3.Connection:
    """For the one that writes. Each statement is a transaction of its own, and on disk when it returns."""
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


def connect_to_read(path: Path) -> sqlite3.Connection:
    """Changes no byte of the file, and leaves what a crash left in the write-ahead log where it is."""
    where = f"file:{quote(str(path))}?mode=ro"
    connection = sqlite3.connect(where, uri=True, isolation_level=None, check_same_thread=False)
    try:
        try:
            connection.execute("SELECT 1 FROM sqlite_schema").fetchone()
        except sqlite3.OperationalError:
            if wal_of(path).exists():
                raise
            connection.close()  # on a write-protected disk, where SQLite cannot lay its working files beside it
            connection = sqlite3.connect(f"{where}&immutable=1", uri=True, isolation_level=None)
            connection.execute("SELECT 1 FROM sqlite_schema").fetchone()
    except BaseException:
        connection.close()
        raise
    return connection


def wal_of(path: Path) -> Path:
    """The write-ahead log of a file."""
    return path.with_name(f"{path.name}-wal")


# -- versions --------------------------------------------------------------------------------------------------


def number_in(connection: sqlite3.Connection, pragma: str) -> int:
    """One number of the file's header."""
    (number,) = connection.execute(f"PRAGMA {pragma}").fetchone()
    return int(number)


def tables_in(connection: sqlite3.Connection) -> list[str]:
    """How its tables are defined, blanks aside."""
    found = connection.execute("SELECT sql FROM sqlite_schema ORDER BY type, name")
    return [" ".join((sql or "").split()) for (sql,) in found]


def tables_of_each_version() -> list[list[str]]:
    """How they are defined in each version, from 0, the empty file, on."""
    with closing(sqlite3.connect(":memory:")) as connection:
        known = [tables_in(connection)]
        for step in STEPS:
            step(connection)
            known.append(tables_in(connection))
    return known


def check_version(connection: sqlite3.Connection, path: Path) -> None:
    """Raises `LedgerError` for what is another program's file, or a newer program's."""
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
    """Whether nothing is to be migrated."""
    return number_in(connection, "user_version") == len(STEPS)


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a file up to the newest version, in one transaction: all of it, or nothing."""
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
