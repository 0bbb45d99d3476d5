"""One game in the ledger: a chain of entries that only grows."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from companion.ledger.chain import START, Entry, Payload, canonical, new_entry
from companion.ledger.errors import LedgerError
from companion.ledger.store import Store

INPUT: Final = "in"
OVER: Final = "over"
"""What the last entry of a finished game says came in."""
SNAPSHOTS_KEPT: Final = 2


class Game:
    """What was recorded of a game, and where more is recorded."""

    def __init__(self, store: Store, number: int, first: Entry, last: Entry, troubles: list[str]) -> None:
        """`Ledger.begin` and `Ledger.game` make them."""
        self.number = number
        self.header: Payload = first.payload
        self.last = last
        """The newest entry."""
        self._store = store
        self._troubles = troubles

    @classmethod
    def begun(cls, store: Store, number: int, header: Mapping[str, Any], troubles: list[str]) -> Game:
        """A new one. Raises `LedgerError`."""
        first = new_entry(0, header, START)
        store.append(number, first)
        return cls(store, number, first, first, troubles)

    @property
    def head(self) -> str:
        """The digest of the newest entry, which stands for all of them."""
        return self.last.digest

    @property
    def over(self) -> bool:
        """Whether it was finished."""
        return is_over(self.last)

    def append(self, payload: Mapping[str, Any]) -> Entry:
        """Record an input: on disk when this returns. Raises `LedgerError`, and then nothing was recorded.

        Where that is `temporary`, the same input may be offered again later; those after it have to wait for it.
        """
        if payload.get(INPUT) == OVER:
            raise LedgerError('Only `finish` records that a game is over: "in" is another word.')
        return self._append(payload)

    def finish(self, result: Mapping[str, Any]) -> Entry:
        """The last entry: how it ended. From now on all that was hidden in its record may be told."""
        return self._append({**result, INPUT: OVER})

    def _append(self, payload: Mapping[str, Any]) -> Entry:
        if self.over:
            raise LedgerError(f"Game {self.number} is over: nothing more is recorded in it.")
        entry = new_entry(self.last.number + 1, payload, self.last.link)
        self._store.append(self.number, entry)
        self.last = entry
        return entry

    def entries(self, since: int = 0) -> Iterator[Entry]:
        """All from this number on, as they are now. Raises `LedgerError`."""
        return self._store.entries(self.number, since)

    # -- snapshots ---------------------------------------------------------------------------------------------

    def snapshot(self, at: int, state: object) -> None:
        """Keep what came of the entries up to this one, so that the next start need not begin at 0.

        It is a help, and no part of the record. Raises `LedgerError`.
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
        """The newest that is sound: after which entry, and what was kept. One that is not is told in the troubles."""
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
    """Whether a game with this last entry is finished."""
    return last.number > 0 and last.payload.get(INPUT) == OVER


def proof(entry: Entry, text: str) -> bytes:
    """That a snapshot is as it was written, and belongs to this entry."""
    return hashlib.sha256(b"snapshot\0" + entry.link + text.encode()).digest()
