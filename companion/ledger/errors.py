"""What can go wrong with a ledger, in words for the people at the table."""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path
from typing import Final


class LedgerError(Exception):
    """Something was not done, and nothing has changed. `temporary` means that trying again later may work."""

    def __init__(self, words: str, *, temporary: bool = False, disk: str = "") -> None:
        super().__init__(words)
        self.temporary = temporary
        self.disk = disk
        """What is wrong with the disk, for faces that say it in their own words: `full`, `protected`, `rights`, `fails`
        or `busy`; "" if the disk is not the cause."""


class NotJson(LedgerError):
    """The value cannot be written as JSON, and the ledger keeps only JSON."""


class InUse(LedgerError):
    """Another program is writing this ledger."""


class Broken(LedgerError):
    """The file is damaged and has to be mended before it is used."""


MEND: Final = "`companion games --mend` saves what can be read, and keeps the damaged file; so does any new start."

OUTSIDE: Final = {
    sqlite3.SQLITE_FULL: "the disk is full. Make room on it",
    sqlite3.SQLITE_IOERR: "the disk has failed. Check the card or cable, and make room if it is full",
    sqlite3.SQLITE_READONLY: "it is write-protected. Check the permissions of the file and its folder, and the disk",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened. Check the permissions of the file and its folder",
    sqlite3.SQLITE_PERM: "there is no permission to open it. Check the permissions of the file and its folder",
    sqlite3.SQLITE_BUSY: "another program holds it. End that one",
    sqlite3.SQLITE_LOCKED: "another part of this program holds it",
}
"""Troubles whose cause is outside the file: once they are over, the same file may work again."""

DISK: Final = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_IOERR: "fails",
    sqlite3.SQLITE_READONLY: "protected",
    sqlite3.SQLITE_CANTOPEN: "rights",
    sqlite3.SQLITE_PERM: "rights",
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
}
DISK_OF_SYSTEM: Final = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EFBIG: "full",
    errno.EROFS: "protected",
    errno.EACCES: "rights",
    errno.EPERM: "rights",
    errno.ENOTDIR: "rights",
    errno.EISDIR: "rights",
}


def is_outside(problem: Exception) -> bool:
    """Whether the cause is the disk, the rights or another program, and not the file itself."""
    return code_of(problem) in OUTSIDE or (isinstance(problem, OSError) and not isinstance(problem, sqlite3.Error))


def code_of(problem: BaseException) -> int:
    """Return SQLite's primary error code, or 0 if there is none."""
    return getattr(problem, "sqlite_errorcode", 0) & 0xFF


def in_words(problem: Exception, path: Path) -> LedgerError:
    """Describe any failure of file or disk, with what can be done about it."""
    if isinstance(problem, OSError):
        remedy = "Check the permissions of its folder, and the room on the disk."
        words = f"{path} cannot be used: {problem.strerror or problem}. {remedy}"
        return LedgerError(words, temporary=True, disk=DISK_OF_SYSTEM.get(problem.errno or 0, "fails"))
    if outside := OUTSIDE.get(code_of(problem)):
        words = f"{path} cannot be used: {outside}. Nothing that was saved is lost."
        return LedgerError(words, temporary=True, disk=DISK[code_of(problem)])
    return Broken(f"{path} is damaged ({problem}). {MEND}")
