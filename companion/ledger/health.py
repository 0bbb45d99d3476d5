"""Checking whether a file is sound. The check only reads: it changes no byte of the file or of its write-ahead log."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Final

from companion.ledger.chain import START
from companion.ledger.errors import in_words, is_outside
from companion.ledger.salvage import Image, chains, fits, rows_in
from companion.ledger.schema import (
    SELECT,
    EntryRow,
    check_version,
    connect_to_read,
    number_in,
    tables_in,
    tables_of_each_version,
)

MAGIC: Final = b"SQLite format 3\0"
HEAD: Final = 100
"""How many bytes at the start of a file show what kind of file it is."""


def what_is_wrong(path: Path, wal: bytes) -> str:
    """Return the first thing that is wrong with a file; "" if nothing is. `wal` is the content of its write-ahead log.

    Raises `LedgerError` for troubles whose cause is outside the file, and for files of other programs.
    """
    try:
        with path.open("rb") as file:
            head = file.read(HEAD)
    except FileNotFoundError:
        return "the file is gone, and only its write-ahead log is there"
    except OSError as problem:
        raise in_words(problem, path) from None
    if len(head) < HEAD or not head.startswith(MAGIC) or not {head[18], head[19]} <= {1, 2}:
        return "it does not begin as such a file does"
    try:
        with closing(connect_to_read(path)) as connection:
            check_version(connection, path)
            return inside(connection, wal)
    except (sqlite3.Error, ValueError, MemoryError) as problem:
        if is_outside(problem):
            raise in_words(problem, path) from None
        return str(problem)


def inside(connection: sqlite3.Connection, wal: bytes) -> str:
    """Return what SQLite's own check or the chains find wrong; "" if nothing."""
    version, known = number_in(connection, "user_version"), tables_of_each_version()
    if not 0 <= version < len(known) or tables_in(connection) != known[version]:
        return "its layout is not what it says"
    (told,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if told != "ok":
        return str(told).replace("\n", " ")
    try:
        heads = heads_of(EntryRow(*row) for row in connection.execute(f"{SELECT} ORDER BY game, number"))
    except ValueError as problem:
        return str(problem)
    lost = chains(rows_in(Image(b"", wal)), heads) if wal else {}
    for game, saved in lost.items():
        if saved.rows:
            return f"entries of game {game} are in the write-ahead log, which is damaged"
    return ""


def heads_of(rows: Iterable[EntryRow]) -> dict[int, tuple[int, bytes]]:
    """Return, for each game, its number of entries and the digest of the last one. Raises ValueError if a chain is
    broken."""
    heads: dict[int, tuple[int, bytes]] = {}
    for row in rows:
        number, digest = heads.get(row.game, (0, START))
        if row.number != number or not fits(row, digest):
            raise ValueError(f"game {row.game} is altered at entry {number}")
        heads[row.game] = (number + 1, row.digest)
    return heads
