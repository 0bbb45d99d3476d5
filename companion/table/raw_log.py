"""A log of what went over the lines, for bug reports: a text file of limited size that reveals nobody's secrets.

    51.204 2 > ?1F SCAN 0*7A22
    51.212 2 < !1F SEEN 0 9C OK +04A1B2C3D4E5F6*33B0
    51.305 2 = 24 lines: nothing new

The columns are time, pad, direction and line. Looks that found nothing new are only counted. What is read at a hidden
spot is for its owner alone, and a neighbouring reader may see the same chip. So the tags of both are written as
`(hidden)`, and without the check, which would betray them. Of damaged lines from such a pad only the length is written.
"""

from __future__ import annotations

import os
from datetime import datetime
from io import TextIOWrapper
from pathlib import Path
from typing import Final

from companion.table.layout import Layout
from companion.table.messages import Full, LookState, Scan, SeenReply, read_reply, read_request
from companion.table.phrases import NOTHING, Phrase
from companion.table.whole_files import open_alone
from companion.table.wire import REPLY_LIMIT, Damaged, WireLine, read_line

SIZE: Final = 1_000_000
"""Bytes after which a new file is begun; the file before it is kept."""
FLUSH_EVERY: Final = 1.0
"""Seconds between two flushes."""
OUT: Final = ">"
IN: Final = "<"


class Strand:
    """One direction of one pad's line, cut into lines of bytes."""

    def __init__(self) -> None:
        self._begun = bytearray()
        self._size = 0

    def cut(self, data: bytes) -> list[tuple[bytes, int]]:
        """Return each line that ends in this data, up to the longest valid length, and how long it really was."""
        found = []
        *ends, rest = data.split(b"\n")
        for end in ends:
            self._add(end)
            found.append((bytes(self._begun), self._size))
            self._begun.clear()
            self._size = 0
        self._add(rest)
        return found

    def _add(self, data: bytes) -> None:
        self._size += len(data)
        self._begun += data[: REPLY_LIMIT - len(self._begun)]


class RawLog:
    """The log file. If the disk fails, logging stops and `trouble` says so; the game goes on."""

    def __init__(self, path: Path, layout: Layout, *, reveal: bool = False, size: int = SIZE) -> None:
        """`reveal` writes hidden tags too. Use it only in a rehearsal, or while no game is running."""
        self.path = path
        self.size = size
        self.trouble = NOTHING
        self._secret = frozenset[str]() if reveal else secret_readers(layout)
        self._names = {pad.number: [spot.reader for spot in pad.spots] for pad in layout.pads}
        self._strands: dict[tuple[int, str], Strand] = {}
        self._nothing_new: dict[int, int] = {}
        self._file: TextIOWrapper | None = None
        self._room = 0
        self._flushed_at = 0.0

    def went(self, pad: int, data: bytes, now: float) -> None:
        """Log bytes that went to the pad."""
        self._log(pad, OUT, data, now)

    def came(self, pad: int, data: bytes, now: float) -> None:
        """Log bytes that came from the pad."""
        self._log(pad, IN, data, now)

    def close(self) -> None:
        """Write what is buffered, and close the file."""
        if self._file is not None:
            try:
                self._file.close()
            except OSError as problem:
                self.trouble = self._not_written(problem)
            self._file = None

    def _log(self, pad: int, way: str, data: bytes, now: float) -> None:
        for line, size in self._strands.setdefault((pad, way), Strand()).cut(data):
            if not size:
                continue
            written = self._written(pad, way, line, size)
            if not written:
                self._nothing_new[pad] = self._nothing_new.get(pad, 0) + 1
                continue
            if lines := self._nothing_new.pop(pad, 0):
                self._write(f"{now:.3f} {pad} = {lines} lines: nothing new\n", now)
            self._write(f"{now:.3f} {pad} {way} {written}\n", now)

    def _written(self, pad: int, way: str, data: bytes, size: int) -> str:
        """Return a line as it is written in the log; "" if it says nothing new."""
        line = read_line(data) if size < REPLY_LIMIT else None
        if not isinstance(line, WireLine):
            return self._damaged(pad, data, size)
        if way == OUT:
            return "" if isinstance(read_request(line), Scan) else data.decode("ascii")
        match read_reply(line):
            case Damaged():
                return self._damaged(pad, data, size)
            case SeenReply(state=LookState.OK, gone=(), new=()):
                return ""
            case SeenReply(reader) | Full(reader) if self._is_secret(pad, reader):
                return blotted(line)
        return data.decode("ascii")

    def _damaged(self, pad: int, data: bytes, size: int) -> str:
        """Return a damaged line as it is written in the log. It may contain anything."""
        if self._has_secrets(pad):
            return f"damaged, {size} bytes"
        text = data.decode("latin-1").encode("unicode_escape").decode("ascii")
        return f"damaged, {size} bytes: {text}"

    def _is_secret(self, pad: int, reader: int) -> bool:
        names = self._names.get(pad, [])
        return self._has_secrets(pad) and (reader >= len(names) or names[reader] in self._secret)

    def _has_secrets(self, pad: int) -> bool:
        return not self._secret.isdisjoint(self._names.get(pad, []))

    # -- the file ----------------------------------------------------------------------------------------------

    def _write(self, text: str, now: float) -> None:
        if self.trouble:
            return
        try:
            if self._file is None or self._room < len(text):
                self._begin(now)
            assert self._file is not None
            self._file.write(text)
            self._room -= len(text)
            if not 0 <= now - self._flushed_at < FLUSH_EVERY:
                self._file.flush()
                self._flushed_at = now
        except OSError as problem:
            self.trouble = self._not_written(problem)
            self._file = None

    def _not_written(self, problem: OSError) -> Phrase:
        why = problem.strerror or type(problem).__name__
        return Phrase("The log {path} cannot be written: {why}.", path=str(self.path), why=why)

    def _begin(self, now: float) -> None:
        """Begin a new file, and keep the one before."""
        self.close()
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if self.path.exists():
            os.replace(self.path, self.path.with_name(self.path.name + ".1"))
        self._file = open_alone(self.path, os.O_TRUNC, "ascii")
        head = f"# {datetime.now().astimezone().isoformat(timespec='seconds')} is {now:.3f}\n"
        self._file.write(head)
        self._room = self.size - len(head)


def secret_readers(layout: Layout) -> frozenset[str]:
    """Return the readers at hidden spots, and their neighbours."""
    hidden = [spot.reader for spot in layout.spots() if spot.hidden]
    return frozenset(hidden).union(*(layout.neighbours(reader) for reader in hidden))


def blotted(line: WireLine) -> str:
    """Return a look without its tags and its check."""
    reader, count, state, *tags = line.fields
    hidden = " (hidden)" if tags else ""
    return f"{line.mark}{line.seq or 0:02X} {line.word} {reader} {count} {state}{hidden}"
