"""A damaged file is never written to and never removed: what can be read goes into a fresh one, and it is set aside."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from companion.ledger.errors import in_words
from companion.ledger.exchange import bytes_of, exchange, finish_exchange, fresh_file
from companion.ledger.health import what_is_wrong
from companion.ledger.salvage import Image, Saved, chains, rows_in
from companion.ledger.schema import INSERT, Row, connect, migrate, values, wal_of


def make_sound(path: Path) -> list[str]:
    """See to it that a sound file lies here: the one that is there, a mended one, or a new one.

    What had to be mended is told in words. Raises `LedgerError`.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        aside = finish_exchange(path)
        troubles = [f"{path} was being replaced when the power went. That is done now: {aside}"] if aside else []
        wal = bytes_of(wal_of(path))
        if not path.exists() and not wal:
            replace(path, ())
            return troubles
        reason = what_is_wrong(path, wal)
        if not reason:
            return troubles
        saved = chains(rows_in(Image(bytes_of(path), wal)))
        aside = replace(path, (row for game in saved.values() for row in game.rows))
    except (OSError, sqlite3.Error) as problem:
        raise in_words(problem, path) from None
    return [*troubles, f"{path} was damaged ({reason}). {aside} {told(saved)}"]


def told(saved: dict[int, Saved]) -> str:
    """What was saved, and what was not."""
    games = sum(bool(of.rows) for of in saved.values())
    words = [f"Saved: {sum(len(of.rows) for of in saved.values())} entries of {games} games."]
    for game, of in saved.items():
        if of.beyond and of.rows:
            words.append(f"Game {game} ends with entry {len(of.rows) - 1}: the one after it is damaged.")
        elif of.beyond:
            words.append(f"Game {game} is damaged in its first entry: what is left of it is in the old file alone.")
    return " ".join(words)


def replace(path: Path, rows: Iterable[Row]) -> str:
    """Put a new file of the newest layout with these rows in the place of the one that is there."""
    with fresh_file(path) as fresh, closing(connect(fresh)) as connection:
        migrate(connection)
        connection.execute("BEGIN")
        connection.executemany(INSERT, (values(row.game, row.entry()) for row in rows))
        connection.execute("COMMIT")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return exchange(path)
