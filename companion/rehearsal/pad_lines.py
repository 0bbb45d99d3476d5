"""Lines as a pad reads and writes them, from firmware/PROTOCOL.md.

The host has its own code for this (companion.table.wire): what one of them gets wrong, the other does not share.
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
    """A line that is no request; the value is what the pad says to it."""

    DAMAGED = "CRC"
    LONG = "LONG"


@dataclass(frozen=True, slots=True)
class Request:
    """A good line from the host."""

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
    """A line, without its LF and not too long."""
    match = _REQUEST.fullmatch(line)
    if not match:
        return Bad.DAMAGED
    crc = int(match[4], 16)
    if crc16(line[:-5]) != crc:
        return Bad.DAMAGED
    return Request(match[1].decode(), match[2].decode(), tuple(match[3].decode().split()), crc)


def written(seq: str, text: str) -> bytes:
    """A reply as bytes.

    >>> written("07", "DONE")
    b'!07 DONE*1822\\n'
    """
    start = f"!{seq} {text}".encode("ascii")
    return b"%b*%04X\n" % (start, crc16(start))


class RequestReader:
    """Bytes in, requests and bad lines out; never holds more than one line."""

    def __init__(self) -> None:
        self._line = bytearray()
        self._too_long = False

    def take(self, byte: int) -> Request | Bad | None:
        """One byte; something comes out at the end of a line, unless it was empty."""
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
