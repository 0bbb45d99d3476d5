"""One game in the ledger: a chain of entries that only grows."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from companion.ledger.chain import START, Entry, Payload, canonical, new_entry
from companion.ledger.errors import LedgerError
from companion.ledger.signing import Head
from companion.ledger.store import Store

INPUT: Final = "in"
OVER: Final = "over"
"""The value of "in" in the last entry of a finished game."""
SNAPSHOTS_KEPT: Final = 2


class LedgerGame:
    """The record of one game: read it, and append to it."""

    def __init__(self, store: Store, number: int, first: Entry, last: Entry, troubles: list[str]) -> None:
        """Use `Ledger.begin` and `Ledger.game` to get one."""
        self.number = number
        self.header: Payload = first.payload
        self.id = first.digest
        """The digest of its header, which no other game has."""
        self.last = last
        """The newest entry."""
        self._store = store
        self._troubles = troubles

    @classmethod
    def begun(cls, store: Store, number: int, header: Mapping[str, Any], troubles: list[str]) -> LedgerGame:
        """Begin a new game in the store. Raises `LedgerError`."""
        first = new_entry(0, header, START)
        store.append(number, first)
        return cls(store, number, first, first, troubles)

    @property
    def head(self) -> str:
        """The digest of the newest entry, which vouches for all entries before it."""
        return self.last.digest

    @property
    def over(self) -> bool:
        """Whether the game is finished."""
        return is_over(self.last)

    def append(self, payload: Mapping[str, Any]) -> Entry:
        """Record an input. It is on disk when this returns; if it raises `LedgerError`, nothing was recorded.

        If the error is `temporary`, the same input may be offered again later; the inputs after it have to wait for it.
        """
        if payload.get(INPUT) == OVER:
            raise LedgerError('Only `finish` records that a game is over: "in" is another word.')
        return self._append(payload)

    def finish(self, result: Mapping[str, Any]) -> Entry:
        """Record the last entry: how the game ended. From now on everything hidden in its record may be shown."""
        return self._append({**result, INPUT: OVER})

    def _append(self, payload: Mapping[str, Any]) -> Entry:
        if self.over:
            raise LedgerError(f"Game {self.number} is over: nothing more is recorded in it.")
        entry = new_entry(self.last.number + 1, payload, self.last.link)
        self._store.append(self.number, entry)
        self.last = entry
        return entry

    @property
    def as_head(self) -> Head:
        """The head of the game, as a device signs it."""
        return Head(self.id, self.last.number + 1, self.head, self.over)

    def entries(self, since: int = 0, most: int = -1) -> Iterator[Entry]:
        """Yield the entries from this number on, at most `most` of them, as they are in the file now.

        A negative `most` means all. Raises `LedgerError`.
        """
        return self._store.entries(self.number, since, most)

    # -- snapshots ---------------------------------------------------------------------------------------------

    def snapshot(self, at: int, state: object) -> None:
        """Keep the state of the game after entry `at`, so that the next start need not replay everything from entry 0.

        A snapshot only saves time; it is not part of the record. Raises `LedgerError`.
        """
        text = canonical(state)
        entry = self.last if at == self.last.number else self._store.entry(self.number, at)
        if entry is None:
            raise LedgerError(f"Game {self.number} has no entry {at}.")
        execute = self._store.connection.execute
        with self._store.words():
            execute("BEGIN IMMEDIATE")
            execute("INSERT OR REPLACE INTO snapshot VALUES (?, ?, ?, ?)", (self.number, at, text, proof(entry, text)))
            execute(
                "DELETE FROM snapshot WHERE game = ? AND at NOT IN"
                " (SELECT at FROM snapshot WHERE game = ? ORDER BY at DESC LIMIT ?)",
                (self.number, self.number, SNAPSHOTS_KEPT),
            )
            execute("COMMIT")

    def last_snapshot(self) -> tuple[int, Any] | None:
        """Return the newest sound snapshot: the entry that it follows, and its state. Damaged ones are noted in the
        troubles."""
        with self._store.words():
            kept = self._store.connection.execute(
                "SELECT at, CAST(state AS BLOB), digest FROM snapshot WHERE game = ? ORDER BY at DESC", (self.number,)
            ).fetchall()
        for at, state, digest in kept:
            entry = self._store.entry(self.number, at)
            text = state.decode(errors="replace")
            if entry is not None and proof(entry, text) == digest:
                return at, json.loads(text)
            self._troubles.append(
                f"The snapshot of game {self.number} at entry {at} is damaged and left aside. Nothing is lost by that:"
                " the game is played again from an earlier one."
            )
        return None


def is_over(last: Entry) -> bool:
    """Whether a game whose last entry is this one is finished."""
    return last.number > 0 and last.payload.get(INPUT) == OVER


def proof(entry: Entry, text: str) -> bytes:
    """Return a digest which proves that a snapshot is unaltered and belongs to this entry."""
    return hashlib.sha256(b"snapshot\0" + entry.link + text.encode()).digest()
