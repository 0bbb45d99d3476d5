"""The ledger: every input of every game, on disk before anybody sees its effect, and never altered afterwards.

It knows no game and keeps JSON mappings. One program writes it, each game from one thread at a time; others may read it
meanwhile.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from companion.ledger.errors import InUse, LedgerError, in_words
from companion.ledger.game import LedgerGame, is_over
from companion.ledger.mending import make_sound
from companion.ledger.schema import OURS_ALONE
from companion.ledger.store import Store, open_in_memory, open_to_read, open_to_write

USUAL_TABLE: Final = "table"
"""The id of the table of a device that has only one."""


def table_in(header: Mapping[str, Any]) -> str:
    """The id of the table of a game, from its header. Earlier records do not name it."""
    return str(header.get("table") or USUAL_TABLE)


class GameRow(NamedTuple):
    """One game in the list of all games. Title and start are taken from its header; "" if the header does not have
    them."""

    number: int
    title: str
    started: str
    entries: int
    over: bool
    head: str
    table: str = USUAL_TABLE
    """The id of its table among those of the device."""


class Lock:
    """Held while a program writes a ledger. The system releases it however the program ends."""

    def __init__(self, path: Path) -> None:
        """Take the lock. Raises `LedgerError`."""
        place = path.with_name(f"{path.name}.lock")
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._handle = os.open(place, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, OURS_ALONE)
        except OSError as problem:
            raise in_words(problem, place) from None
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._handle)
            raise InUse(
                f"A running companion keeps {path}. End it first, or name another file with --ledger."
            ) from None

    def release(self) -> None:
        """Let other programs write."""
        os.close(self._handle)


class Ledger:
    """All games in one file."""

    def __init__(self, store: Store, lock: Lock | None, troubles: list[str]) -> None:
        """Use `Ledger.open` to get one."""
        self.path = store.path
        self.troubles = troubles
        """What had to be mended or left aside, in words."""
        self.store = store
        self._lock = lock
        self._games: dict[int, LedgerGame] = {}

    @classmethod
    def open(cls, path: Path, *, read_only: bool = False) -> Ledger:
        """Open the file, or make a new one if there is none. A damaged file is mended first (see `troubles`).

        With `read_only` nothing is mended and no lock is taken, so it works while a game runs. Raises `LedgerError`.
        """
        path = path.resolve()
        if read_only:
            return cls(open_to_read(path), None, [])
        lock = Lock(path)
        try:
            troubles = make_sound(path)
            return cls(open_to_write(path), lock, troubles)
        except BaseException:
            lock.release()
            raise

    @classmethod
    def in_memory(cls) -> Ledger:
        """Open a ledger that is gone when it is closed, for rehearsals: the same code, and no disk."""
        return cls(open_in_memory(), None, [])

    def close(self) -> None:
        """Close the file and release the lock. Everything is on disk already."""
        self.store.connection.close()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def begin(self, header: Mapping[str, Any]) -> LedgerGame:
        """Begin a new game. Its header says what is played, and becomes entry 0. Raises `LedgerError`."""
        with self.store.words():  # two tables may begin at once
            game = LedgerGame.begun(self.store, self.store.last_game() + 1, header, self.troubles)
        self._games[game.number] = game
        return game

    def game(self, number: int) -> LedgerGame:
        """Return a game that was begun earlier. Raises `LedgerError`."""
        if game := self._games.get(number):
            return game
        first, last = self.store.first_entry(number), self.store.last_entry(number)
        if first is None or last is None:
            raise LedgerError(f"There is no game {number} in {self.path}. `companion games` lists them.")
        game = LedgerGame(self.store, number, first, last, self.troubles)
        if self._lock is not None:  # a reader looks into the file again each time: others write to it
            self._games[number] = game
        return game

    def games(self) -> list[GameRow]:
        """Return all games in the order in which they were begun. Raises `LedgerError`."""
        rows: list[GameRow] = []
        number = self.store.game_after(0)
        while number is not None:
            first, last = self.store.first_entry(number), self.store.last_entry(number)
            if first is not None and last is not None:
                title, started = (str(first.payload.get(key, "")) for key in ("title", "started"))
                entries, table = last.number + 1, table_in(first.payload)
                rows.append(GameRow(number, title, started, entries, is_over(last), last.digest, table))
            number = self.store.game_after(number)
        return rows
