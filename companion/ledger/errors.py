"""What can go wrong with a ledger, in words for the people at the table."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final


class LedgerError(Exception):
    """Something was not done, and nothing has changed. `temporary` says that trying again later may work."""

    def __init__(self, words: str, *, temporary: bool = False) -> None:
        super().__init__(words)
        self.temporary = temporary


class NotJson(LedgerError):
    """The ledger keeps what JSON can hold, and nothing else."""


class InUse(LedgerError):
    """Another program is writing this ledger."""


class Broken(LedgerError):
    """The file is damaged, and has to be mended before it is used."""


MEND: Final = "`companion games --mend` saves what can be read, and keeps the damaged file; so does any new start."

OUTSIDE: Final = {
    sqlite3.SQLITE_FULL: "the disk is full. Make room on it",
    sqlite3.SQLITE_IOERR: "the disk fails. See to the card or cable, and make room if it is full",
    sqlite3.SQLITE_READONLY: "it is write-protected. See to the rights of the file and its folder, and to the disk",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened. See to the rights of the file and its folder",
    sqlite3.SQLITE_PERM: "it may not be opened. See to the rights of the file and its folder",
    sqlite3.SQLITE_BUSY: "another program holds it. End that one",
    sqlite3.SQLITE_LOCKED: "it is held elsewhere in this program",
}
"""Troubles that are not the file's own: the same file may work again when they are over."""


def is_outside(problem: Exception) -> bool:
    """Whether it comes from disk, rights or other programs, and not from the file."""
    return code_of(problem) in OUTSIDE or (isinstance(problem, OSError) and not isinstance(problem, sqlite3.Error))


def code_of(problem: BaseException) -> int:
    """SQLite's primary code; 0 where there is none."""
    return getattr(problem, "sqlite_errorcode", 0) & 0xFF


def in_words(problem: Exception, path: Path) -> LedgerError:
    """Any failure of file or disk, told with what can be done about it."""
    if isinstance(problem, OSError):
        remedy = "See to the rights of its folder, and to room on the disk."
        return LedgerError(f"{path} cannot be used: {problem.strerror or problem}. {remedy}", temporary=True)
    if outside := OUTSIDE.get(code_of(problem)):
        return LedgerError(f"{path} cannot be used: {outside}. Nothing that was saved is lost.", temporary=True)
    return Broken(f"{path} is damaged ({problem}). {MEND}")
