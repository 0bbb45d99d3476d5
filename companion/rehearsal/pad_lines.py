"""The pad's side of the line protocol, written from firmware/PROTOCOL.md.

The host has code of its own for it (companion.table.wire), so that a mistake in one is not repeated in the other.
"""

from __future__ import annotations

import binascii
import re
from dataclasses import dataclass
from enum import Enum

LONGEST_REQUEST = 40
LONGEST_REPLY = 160
MOST_FIELDS = 12
UNASKED = "--"

_REQUEST = re.compile(rb"\?([0-9A-F]{2}) ([A-Z]{2,8})((?: [!-)+-~]+){0,12})\*([0-9A-F]{4})")


class Bad(Enum):
    """Why a line is not a request; the value is what the pad answers after `ERR`."""

    DAMAGED = "CRC"
    LONG = "LONG"


@dataclass(frozen=True, slots=True)
class Request:
    """A valid request from the host."""

    seq: str
    word: str
    fields: tuple[str, ...]
    crc: int


def crc16(data: bytes) -> int:
    """CRC-16/CCITT-FALSE.

    >>> f"{crc16(b'123456789'):04X}"
    '29B1'
    """
    return binascii.crc_hqx(data, 0xFFFF)


def read_request(line: bytes) -> Request | Bad:
    """Read a line that is given without its LF. The caller has checked its length."""
    match = _REQUEST.fullmatch(line)
    if not match:
        return Bad.DAMAGED
    crc = int(match[4], 16)
    if crc16(line[:-5]) != crc:
        return Bad.DAMAGED
    return Request(match[1].decode(), match[2].decode(), tuple(match[3].decode().split()), crc)


def written(seq: str, text: str) -> bytes:
    """Return a reply as a line.

    >>> written("07", "DONE")
    b'!07 DONE*1822\\n'
    """
    start = f"!{seq} {text}".encode("ascii")
    return b"%b*%04X\n" % (start, crc16(start))


class RequestReader:
    """Turns bytes into requests and bad lines. It never holds more than one line."""

    def __init__(self) -> None:
        self._line = bytearray()
        self._too_long = False

    def take(self, byte: int) -> Request | Bad | None:
        """Take one byte. At the end of a line that is not empty, return the request or what is wrong with it."""
        if byte != 0x0A:
            if len(self._line) < LONGEST_REQUEST - 1:
                self._line.append(byte)
            else:
                self._too_long = True
            return None
        line, too_long = bytes(self._line), self._too_long
        self.forget()
        if too_long:
            return Bad.LONG
        return read_request(line) if line else None

    def forget(self) -> None:
        """Drop the line that has begun."""
        self._line.clear()
        self._too_long = False
