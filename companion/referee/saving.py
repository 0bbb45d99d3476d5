"""Saving entries in the ledger: in order, without dropping any, even while the disk cannot take them."""

from __future__ import annotations

from collections import deque
from typing import Any

from companion.ledger import LedgerError, LedgerGame, Payload
from companion.ledger.game import INPUT, OVER


class Saving:
    """Saves the entries of one game, and keeps those that are not on disk yet."""

    def __init__(self, game: LedgerGame) -> None:
        self.game = game
        self.waiting: deque[Payload] = deque()
        """Entries that are not on disk yet, oldest first."""
        self.trouble = ""
        """Why entries are not on disk, in words; "" if all are."""
        self.problem: LedgerError | None = None
        """The error behind `trouble`."""

    @property
    def number(self) -> int:
        """The number of the newest entry, whether on disk or not."""
        return self.game.last.number + len(self.waiting)

    @property
    def unsaved(self) -> int:
        """How many entries are not on disk."""
        return len(self.waiting)

    def keep(self, payload: Payload) -> bool:
        """Save one more entry. Return True if it and all entries before it are on disk."""
        self.waiting.append(payload)
        return self.retry()

    def retry(self) -> bool:
        """Try to save the entries that are waiting. Return True if none is left."""
        try:
            while self.waiting:
                payload = self.waiting[0]
                if payload[INPUT] == OVER:
                    self.game.finish(payload)
                else:
                    self.game.append(payload)
                self.waiting.popleft()
        except LedgerError as problem:
            self.problem = problem
            self.trouble = (
                f"{len(self.waiting)} entries of game {self.game.number} are not saved; the game goes on, and they are"
                f" kept until they are. {problem}"
            )
            return False
        self.trouble, self.problem = "", None
        return True

    def snapshot(self, state: Any) -> bool:
        """Keep a snapshot after all entries, if all are on disk. If this fails, nothing is lost."""
        if self.waiting:
            return False
        try:
            self.game.snapshot(self.number, state)
        except LedgerError:
            return False
        return True
