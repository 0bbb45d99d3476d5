"""Entries on their way to the ledger: in order, and none is dropped, also while the disk cannot take them."""

from __future__ import annotations

from collections import deque
from typing import Any

from companion.ledger import Game, LedgerError, Payload
from companion.ledger.game import INPUT, OVER


class Saving:
    """The entries of one game. `keep` says whether they are safe."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.waiting: deque[Payload] = deque()
        """Entries that are not on disk yet, the oldest first."""
        self.trouble = ""
        """Why they are not, in words; "" where all are."""

    @property
    def number(self) -> int:
        """Of the newest entry, on disk or not."""
        return self.game.last.number + len(self.waiting)

    @property
    def unsaved(self) -> int:
        """How many entries are not on disk."""
        return len(self.waiting)

    def keep(self, payload: Payload) -> bool:
        """One more entry. True where it is on disk when this returns, and all before it."""
        self.waiting.append(payload)
        return self.retry()

    def retry(self) -> bool:
        """Try those that are waiting. True where none is left."""
        try:
            while self.waiting:
                payload = self.waiting[0]
                if payload[INPUT] == OVER:
                    self.game.finish(payload)
                else:
                    self.game.append(payload)
                self.waiting.popleft()
        except LedgerError as problem:
            self.trouble = (
                f"{len(self.waiting)} entries of game {self.game.number} are not saved; the game goes on, and they are"
                f" kept until they are. {problem}"
            )
            return False
        self.trouble = ""
        return True

    def snapshot(self, state: Any) -> bool:
        """Keep what came of all entries, if all are on disk. It is a help only: where it fails, nothing is lost."""
        if self.waiting:
            return False
        try:
            self.game.snapshot(self.number, state)
        except LedgerError:
            return False
        return True
