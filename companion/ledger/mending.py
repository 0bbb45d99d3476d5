"""Mending a damaged file: what can be read goes into a fresh file, and the damaged one is set aside unchanged."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path

from companion.ledger.errors import in_words
from companion.ledger.exchange import bytes_of, exchange, finish_exchange, free_name, fresh_file
from companion.ledger.health import what_is_wrong
from companion.ledger.salvage import Image, Saved, chains, rows_in
from companion.ledger.schema import INSERT, EntryRow, connect, migrate, values, wal_of


class Mended(str):
    """Words which say that a damaged file was set aside, and what became of its games."""

    aside: str
    """The present name of the damaged file."""
    entries: int
    games: int
    """How much was saved."""
    cut: Mapping[int, int]
    """The games whose end is lost, with the last entry of each that was saved."""
    lost: tuple[int, ...]
    """The games of which nothing was saved."""

    @classmethod
    def told(cls, words: str, aside: str, saved: Mapping[int, Saved]) -> Mended:
        """Make the words from what `chains` has found."""
        found = cls(words)
        found.aside = aside
        found.entries = sum(len(of.rows) for of in saved.values())
        found.games = sum(bool(of.rows) for of in saved.values())
        found.cut = {game: len(of.rows) - 1 for game, of in saved.items() if of.beyond and of.rows}
        found.lost = tuple(game for game, of in saved.items() if of.beyond and not of.rows)
        return found


def make_sound(path: Path) -> list[str]:
    """Make sure that a sound file is here: the existing one, a mended one, or a new one.

    Return, in words, what had to be mended. Raises `LedgerError`.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
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
        name = free_name(path).name
        aside = replace(path, (row for game in saved.values() for row in game.rows))
    except (OSError, sqlite3.Error) as problem:
        raise in_words(problem, path) from None
    words = f"{path} was damaged ({reason}). {aside} {told(saved)}"
    return [*troubles, Mended.told(words, name, saved)]


def told(saved: dict[int, Saved]) -> str:
    """Say what was saved and what was not."""
    games = sum(bool(of.rows) for of in saved.values())
    words = [f"Saved: {sum(len(of.rows) for of in saved.values())} entries of {games} games."]
    for game, of in saved.items():
        if of.beyond and of.rows:
            words.append(f"Game {game} ends with entry {len(of.rows) - 1}: the one after it is damaged.")
        elif of.beyond:
            words.append(f"Game {game} is damaged in its first entry: what is left of it is in the old file alone.")
    return " ".join(words)


def replace(path: Path, rows: Iterable[EntryRow]) -> str:
    """Replace the file by a new one of the newest layout with these rows. Return, in words, where the old one went."""
    with fresh_file(path) as fresh, closing(connect(fresh)) as connection:
        migrate(connection)
        connection.execute("BEGIN")
        connection.executemany(INSERT, (values(row.game, row.entry()) for row in rows))
        connection.execute("COMMIT")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return exchange(path)
