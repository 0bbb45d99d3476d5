"""An open file and the queries on it. Failures are described in words, and then nothing has changed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import RLock

from companion.ledger.chain import DIGEST, START, Entry
from companion.ledger.errors import MEND, Broken, LedgerError, in_words
from companion.ledger.schema import (
    INSERT,
    SELECT,
    EntryRow,
    check_version,
    connect,
    connect_to_read,
    is_newest,
    migrate,
    values,
)


class Store:
    """A connection to the file, in terms of entries."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        """Use `open_to_write` or `open_to_read` to get one."""
        self.path = path
        self.connection = connection
        self._turn = RLock()
        """Held by whoever uses the connection: the games of several tables share it, each in a thread of its own."""

    @contextmanager
    def words(self) -> Iterator[None]:
        """Use the connection alone; roll back and describe in words whatever fails inside the block."""
        with self._turn:
            try:
                yield
            except (sqlite3.Error, ValueError) as problem:
                if self.connection.in_transaction:
                    with suppress(sqlite3.Error):
                        self.connection.execute("ROLLBACK")
                raise in_words(problem, self.path) from None

    def append(self, game: int, entry: Entry) -> None:
        """Append an entry. It is on disk when this returns."""
        with self.words():
            self.connection.execute(INSERT, values(game, entry))

    def game_after(self, number: int) -> int | None:
        """Return the number of the next game in the file, or None."""
        with self.words():
            (found,) = self.connection.execute("SELECT min(game) FROM entry WHERE game > ?", (number,)).fetchone()
        return found if found is None else int(found)

    def last_game(self) -> int:
        """Return the number of the newest game, or 0 if there is none."""
        with self.words():
            (found,) = self.connection.execute("SELECT max(game) FROM entry").fetchone()
        return int(found or 0)

    def first_entry(self, game: int) -> Entry | None:
        """Return the header of a game."""
        return self._one(game, "ORDER BY number")

    def last_entry(self, game: int) -> Entry | None:
        """Return the newest entry of a game, on which the next one will build."""
        return self._one(game, "ORDER BY number DESC")

    def entry(self, game: int, number: int) -> Entry | None:
        """Return an entry by its number."""
        return self._one(game, "AND number = ?", number)

    def _one(self, game: int, which: str, *values: int) -> Entry | None:
        with self.words():
            found = self.connection.execute(f"{SELECT} WHERE game = ? {which} LIMIT 1", (game, *values)).fetchone()
            return EntryRow(*found).entry() if found else None

    def entries(self, game: int, since: int, most: int = -1) -> Iterator[Entry]:
        """Yield the entries from a number on, at most `most` of them, each checked against the one before it.

        A negative `most` means all. Raises `Broken` if an entry was altered.
        """
        with self.words():
            found = self.connection.execute(
                f"{SELECT} WHERE game = ? AND number >= ? ORDER BY number LIMIT ?",
                (game, since - 1, most if most < 0 else most + (since > 0)),
            ).fetchall()
            entries = [EntryRow(*row).entry() for row in found]
        before = START if since <= 0 else entries.pop(0).link if entries else bytes(DIGEST)
        for number, entry in enumerate(entries, max(since, 0)):
            if entry.number != number or not entry.follows(before):
                raise Broken(f"Entry {number} of game {game} in {self.path} is not what was written. {MEND}")
            before = entry.link
            yield entry


def open_to_write(path: Path) -> Store:
    """Open a sound file and bring it up to the newest layout. Raises `LedgerError`."""
    try:
        connection = connect(path)
        try:
            migrate(connection)
            with suppress(sqlite3.OperationalError):  # this only saves room; if the disk is full, it has to wait
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except BaseException:
            connection.close()
            raise
    except sqlite3.Error as problem:
        raise in_words(problem, path) from None
    return Store(path, connection)


def open_in_memory() -> Store:
    """Open a store that is gone when it is closed."""
    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    migrate(connection)
    return Store(Path("memory"), connection)


def open_to_read(path: Path) -> Store:
    """Open a file as it is, even while another program writes it. Raises `LedgerError`."""
    if not path.exists():
        raise LedgerError(f"There is no ledger {path}: no game was recorded there yet.")
    try:
        connection = connect_to_read(path)
        try:
            check_version(connection, path)
            if not is_newest(connection):
                outdated = f"{path} has the layout of an older companion, or is damaged"
                raise Broken(f"{outdated}: `companion games --mend` handles both.")
        except BaseException:
            connection.close()
            raise
    except (sqlite3.Error, ValueError) as problem:
        raise in_words(problem, path) from None
    return Store(path, connection)
