"""The ledger: every input of every game, on disk before anybody sees its effect, and never altered after that.

It knows no game: what it keeps are JSON mappings. One program writes it, from one thread at a time; others may read.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from companion.ledger.errors import InUse, LedgerError, in_words
from companion.ledger.game import Game, is_over
from companion.ledger.mending import make_sound
from companion.ledger.store import Store, open_to_read, open_to_write


class GameRow(NamedTuple):
    """A game in the list of all. Title and start are what its header says, if it says it."""

    number: int
    title: str
    started: str
    entries: int
    over: bool
    head: str


class Lock:
    """Held while a program writes a ledger; the system releases it, however that program ends."""

    def __init__(self, path: Path) -> None:
        """Raises `LedgerError`."""
        place = path.with_name(f"{path.name}.lock")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._handle = os.open(place, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
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
        """Let others write."""
        os.close(self._handle)


class Ledger:
    """All games in one file."""

    def __init__(self, store: Store, lock: Lock | None, troubles: list[str]) -> None:
        """`Ledger.open` is the way in."""
        self.path = store.path
        self.troubles = troubles
        """What had to be mended or left aside, in words."""
        self.store = store
        self._lock = lock
        self._games: dict[int, Game] = {}

    @classmethod
    def open(cls, path: Path, *, read_only: bool = False) -> Ledger:
        """Open the file, and make one if there is none; a damaged one is mended first (see `troubles`).

        A reader mends nothing and waits for nobody; it may look on while a game runs. Raises `LedgerError`.
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

    def close(self) -> None:
        """All is on disk already."""
        self.store.connection.close()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def begin(self, header: Mapping[str, Any]) -> Game:
        """A new game. The header says what it is, and is entry 0. Raises `LedgerError`."""
        game = Game.begun(self.store, self.store.last_game() + 1, header, self.troubles)
        self._games[game.number] = game
        return game

    def game(self, number: int) -> Game:
        """A game that was begun. Raises `LedgerError`."""
        if game := self._games.get(number):
            return game
        first, last = self.store.first_entry(number), self.store.last_entry(number)
        if first is None or last is None:
            raise LedgerError(f"There is no game {number} in {self.path}. `companion games` lists them.")
        game = Game(self.store, number, first, last, self.troubles)
        if self._lock is not None:  # somebody who only reads looks anew each time: others write
            self._games[number] = game
        return game

    def games(self) -> list[GameRow]:
        """All of them, in the order in which they were begun. Raises `LedgerError`."""
        rows: list[GameRow] = []
        number = self.store.game_after(0)
        while number is not None:
            first, last = self.store.first_entry(number), self.store.last_entry(number)
            if first is not None and last is not None:
                title, started = (str(first.payload.get(key, "")) for key in ("title", "started"))
                rows.append(GameRow(number, title, started, last.number + 1, is_over(last), last.digest))
            number = self.store.game_after(number)
        return rows
