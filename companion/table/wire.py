"""The line between host and pad: from bytes to lines and back, as `firmware/PROTOCOL.md` describes it.

Any bytes at all may come in. They become lines, or damage that is counted.
"""

from __future__ import annotations

import re
from binascii import crc_hqx
from dataclasses import dataclass
from enum import Enum
from typing import Final

HOST: Final = "?"
PAD: Final = "!"
UNASKED: Final = None
"""The number of a line that nobody asked for; `--` on the wire."""

REQUEST_LIMIT: Final = 40
"""The most bytes of a request, including its LF."""
REPLY_LIMIT: Final = 160
"""The most bytes of a reply, including its LF."""
MOST_FIELDS: Final = 12

SHAPE: Final = re.compile(
    rb"([?!])([0-9A-F]{2}|--) "  # mark and number
    rb"([A-Z]{2,8})"
    rb"((?: [!-)+-~]+){0,%d})"
    % MOST_FIELDS  # anything visible but a star
    + rb"\*([0-9A-F]{4})"
)


class Flaw(Enum):
    """What is wrong with a line."""

    LONG = "too long"
    SHAPE = "not a line"
    CRC = "wrong check"
    NONSENSE = "nonsense"
    """The check is correct, but the content is impossible."""


@dataclass(frozen=True, slots=True)
class Damaged:
    """Something damaged came in. Its content is not kept, because it may have been anything."""

    flaw: Flaw
    size: int
    """In bytes, including the LF."""


@dataclass(frozen=True, slots=True)
class WireLine:
    """One complete line with a correct check."""

    mark: str
    seq: int | None
    word: str
    fields: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """In bytes, including the LF."""
        return 10 + len(self.word) + sum(1 + len(field) for field in self.fields)


def crc16(data: bytes) -> int:
    """CRC-16/CCITT-FALSE.

    >>> f"{crc16(b'123456789'):04X}"
    '29B1'
    """
    return crc_hqx(data, 0xFFFF)


def write_line(line: WireLine) -> bytes:
    """Return a line as bytes for the wire. Raises ValueError for a line that no reader would accept.

    >>> write_line(WireLine(HOST, 0, "HI", ("1",)))
    b'?00 HI 1*9862\\n'
    """
    number = "--" if line.seq is UNASKED else f"{line.seq:02X}"
    told = " ".join((f"{line.mark}{number}", line.word, *line.fields)).encode("ascii")
    written = b"%b*%04X" % (told, crc16(told))
    if read_line(written) != line or len(written) >= (REQUEST_LIMIT if line.mark == HOST else REPLY_LIMIT):
        raise ValueError(f"This does not fit into a line: {line}")
    return written + b"\n"


def read_line(data: bytes) -> WireLine | Damaged:
    """Read the bytes that came before an LF."""
    found = SHAPE.fullmatch(data)
    if found is None:
        return Damaged(Flaw.SHAPE, len(data) + 1)
    mark, number, word, fields, check = found.groups()
    if number == b"--" and mark != b"!":
        return Damaged(Flaw.SHAPE, len(data) + 1)
    if int(check, 16) != crc_hqx(data[:-5], 0xFFFF):
        return Damaged(Flaw.CRC, len(data) + 1)
    seq = UNASKED if number == b"--" else int(number, 16)
    return WireLine(mark.decode(), seq, word.decode(), tuple(fields.decode().split()))


class LineReader:
    """Cuts incoming bytes into lines, in whatever pieces they come, and keeps no more than the bytes of one line."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._begun = bytearray()
        self._size = 0  # of the unfinished line; greater than what is kept if the line is too long

    def feed(self, data: bytes) -> list[WireLine | Damaged]:
        """Take in bytes, and return the lines that end in them."""
        *ends, rest = data.split(b"\n")
        found: list[WireLine | Damaged] = []
        for end in ends:
            self._add(end)
            if self._size >= self.limit:
                found.append(Damaged(Flaw.LONG, self._size + 1))
            elif self._size:
                found.append(read_line(bytes(self._begun)))
            self.forget()
        self._add(rest)
        return found

    def forget(self) -> None:
        """Drop the unfinished line."""
        self._begun.clear()
        self._size = 0

    @property
    def held(self) -> int:
        """How many bytes of an unfinished line are kept."""
        return len(self._begun)

    def _add(self, data: bytes) -> None:
        self._size += len(data)
        self._begun += data[: self.limit - len(self._begun)]
