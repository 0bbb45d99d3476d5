"""Pretended tags, as strict as real ones: they check every frame, and are silent where a real one is.

Each is a state machine of ISO 14443-3 A in miniature. What an answer says is bytes with their CRC, or a single byte
for the four bits of a refusal.
"""

from __future__ import annotations

from enum import Enum

REFUSED = b"\x00"
REFUSED_CRC = b"\x01"
REFUSED_BY_CLASSIC = b"\x04"


class State(Enum):
    """Where a tag is between field on and field off."""

    IDLE = "idle"
    ACTIVE = "active"
    HALT = "halt"


def crc_a(data: bytes) -> bytes:
    """The check bytes of a frame, low byte first.

    >>> crc_a(bytes.fromhex("5000")).hex()
    '57cd'
    """
    crc = 0x6363
    for byte in data:
        byte ^= crc & 0xFF
        byte ^= (byte << 4) & 0xFF
        crc = (crc >> 8) ^ (byte << 8) ^ (byte << 3) ^ (byte >> 4)
    return crc.to_bytes(2, "little")


def checked(data: bytes) -> bytes:
    """A frame with its check bytes."""
    return data + crc_a(data)


class NfcTag:
    """What all tags do: answer a request, be selected, be told to be quiet."""

    sens_res = b"\x00\x44"
    """As the PN532 tells it, high byte first."""
    sel_res = 0x00

    def __init__(self, uid: str) -> None:
        self.uid = bytes.fromhex(uid)
        self.state = State.IDLE

    def lose_power(self) -> None:
        """The field is off."""
        self.state = State.IDLE

    def requested(self) -> bool:
        """Whether it answers SENS_REQ. One that is selected hears nothing of it, and is free again."""
        if self.state is State.ACTIVE:
            self.state = State.IDLE
            return False
        return self.state is State.IDLE

    def select(self) -> bytes | None:
        """Its UID when it is selected; None where that fails."""
        self.state = State.ACTIVE
        return self.uid

    def hear(self, frame: bytes) -> bytes | None:
        """What it answers to a frame with check bytes; None when it is silent."""
        if self.state is not State.ACTIVE:
            return None
        data = frame[:-2]
        if len(frame) < 3 or frame != checked(data):
            self.state = State.IDLE
            return REFUSED_CRC
        if data == b"\x50\x00":
            self.state = State.HALT
            return None
        answer = self.answer(data)
        if answer is None or len(answer) == 1:
            self.state = State.IDLE
            return answer
        return checked(answer)

    def answer(self, data: bytes) -> bytes | None:
        """What it answers to a command; one byte is a refusal."""
        return REFUSED


class Ntag213(NfcTag):
    """The sticker of a chip: UID, version, 45 pages to read."""

    version = bytes.fromhex("0004040201000F03")
    pages = 45

    def __init__(self, uid: str) -> None:
        super().__init__(uid)
        if len(self.uid) != 7:
            raise ValueError("an NTAG213 has a UID of 7 bytes")
        first, second = self.uid[:3], self.uid[3:]
        head = first + check(b"\x88" + first) + second + check(second) + bytes.fromhex("480000E1101200")
        self.memory = (head + bytes.fromhex("0300FE00")).ljust(self.pages * 4, b"\x00")

    def answer(self, data: bytes) -> bytes | None:
        """GET_VERSION, READ and FAST_READ; nothing else is needed here."""
        if data == b"\x60":
            return self.version
        if len(data) == 2 and data[0] == 0x30 and data[1] < self.pages:
            return (self.memory[data[1] * 4 :] + self.memory)[:16]
        if len(data) == 3 and data[0] == 0x3A and data[1] <= data[2] < self.pages:
            return self.memory[data[1] * 4 : data[2] * 4 + 4]
        return REFUSED


class Ntag215(Ntag213):
    """A larger sticker that a shop may send by mistake."""

    version = bytes.fromhex("0004040201001103")
    pages = 135


class Ultralight(NfcTag):
    """An old tag that knows no version and falls silent when it is asked for one."""

    def answer(self, data: bytes) -> bytes | None:
        """READ of its 16 pages."""
        if len(data) == 2 and data[0] == 0x30 and data[1] < 16:
            first, second = self.uid[:3], self.uid[3:]
            head = first + check(b"\x88" + first) + second + check(second)
            memory = head.ljust(64, b"\x00")
            return (memory[data[1] * 4 :] + memory)[:16]
        return REFUSED


class ClassicCard(NfcTag):
    """A foreign card with a UID of 4 bytes; it refuses all that is not proved by a key."""

    sens_res = b"\x00\x04"
    sel_res = 0x08

    def answer(self, data: bytes) -> bytes | None:
        """Nothing without a key."""
        return REFUSED_BY_CLASSIC


class Phone(NfcTag):
    """Makes up another UID each time that it is powered."""

    sens_res = b"\x00\x04"
    sel_res = 0x20

    def __init__(self, seed: int = 1) -> None:
        super().__init__("08000000")
        self.seed = seed
        self.lose_power()

    def lose_power(self) -> None:
        """And so a new number."""
        super().lose_power()
        self.seed = (self.seed * 1103515245 + 12345) % 2**31
        self.uid = b"\x08" + (self.seed >> 7).to_bytes(4, "big")[1:]


class MuteTag(Ntag213):
    """Damaged: it lets itself be selected, and answers no command."""

    def answer(self, data: bytes) -> bytes | None:
        """Nothing."""
        return None


class WanderingTag(Ntag213):
    """Damaged: it reads differently every time."""

    def select(self) -> bytes | None:
        """The last digit of its UID is another one than before."""
        super().select()
        self.uid = self.uid[:-1] + bytes([(self.uid[-1] + 1) % 256])
        return self.uid


class FaintTag(Ntag213):
    """At the edge of the field: it answers every second request."""

    heard = 0

    def requested(self) -> bool:
        """Not each time."""
        self.heard += 1
        return super().requested() and self.heard % 2 == 0


def check(data: bytes) -> bytes:
    """The check byte of a cascade level."""
    found = 0
    for byte in data:
        found ^= byte
    return bytes([found])
