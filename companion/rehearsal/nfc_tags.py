"""Emulated tags, as strict as real ones: they check every frame, and stay silent where a real tag would.

Each is a small state machine of ISO 14443-3 A. An answer is either bytes with their CRC, or a single byte that stands
for the four bits of a refusal.
"""

from __future__ import annotations

from enum import Enum

REFUSED = b"\x00"
REFUSED_CRC = b"\x01"
REFUSED_BY_CLASSIC = b"\x04"


class TagState(Enum):
    """The state of a tag in the field."""

    IDLE = "idle"
    ACTIVE = "active"
    HALT = "halt"


def crc_a(data: bytes) -> bytes:
    """Return the check bytes of a frame, low byte first.

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
    """Return a frame with its check bytes."""
    return data + crc_a(data)


class NfcTag:
    """What all tags can do: answer a request, be selected, and be halted."""

    sens_res = b"\x00\x44"
    """As the PN532 reports it, high byte first."""
    sel_res = 0x00

    def __init__(self, uid: str) -> None:
        self.uid = bytes.fromhex(uid)
        self.state = TagState.IDLE

    def lose_power(self) -> None:
        """Go idle, because the field is off."""
        self.state = TagState.IDLE

    def requested(self) -> bool:
        """Whether the tag answers SENS_REQ. A selected tag does not, and goes idle."""
        if self.state is TagState.ACTIVE:
            self.state = TagState.IDLE
            return False
        return self.state is TagState.IDLE

    def select(self) -> bytes | None:
        """Select the tag. Return its UID, or None if that fails."""
        self.state = TagState.ACTIVE
        return self.uid

    def hear(self, frame: bytes) -> bytes | None:
        """Return the answer to a frame with check bytes; None if the tag stays silent."""
        if self.state is not TagState.ACTIVE:
            return None
        data = frame[:-2]
        if len(frame) < 3 or frame != checked(data):
            self.state = TagState.IDLE
            return REFUSED_CRC
        if data == b"\x50\x00":
            self.state = TagState.HALT
            return None
        answer = self.answer(data)
        if answer is None or len(answer) == 1:
            self.state = TagState.IDLE
            return answer
        return checked(answer)

    def answer(self, data: bytes) -> bytes | None:
        """Return the answer to a command; a single byte is a refusal."""
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
        """Answer GET_VERSION, READ and FAST_READ; nothing else is needed here."""
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
    """An old tag that does not know GET_VERSION: it refuses, and goes idle."""

    def answer(self, data: bytes) -> bytes | None:
        """Answer READ of its 16 pages."""
        if len(data) == 2 and data[0] == 0x30 and data[1] < 16:
            first, second = self.uid[:3], self.uid[3:]
            head = first + check(b"\x88" + first) + second + check(second)
            memory = head.ljust(64, b"\x00")
            return (memory[data[1] * 4 :] + memory)[:16]
        return REFUSED


class ClassicCard(NfcTag):
    """A foreign card with a 4-byte UID; it refuses every command that is not authenticated by a key."""

    sens_res = b"\x00\x04"
    sel_res = 0x08

    def answer(self, data: bytes) -> bytes | None:
        """Refuse, since nobody here has a key."""
        return REFUSED_BY_CLASSIC


class Phone(NfcTag):
    """A phone, which makes up a new UID each time it is powered."""

    sens_res = b"\x00\x04"
    sel_res = 0x20

    def __init__(self, seed: int = 1) -> None:
        super().__init__("08000000")
        self.seed = seed
        self.lose_power()

    def lose_power(self) -> None:
        """Go idle, and make up a new UID."""
        super().lose_power()
        self.seed = (self.seed * 1103515245 + 12345) % 2**31
        self.uid = b"\x08" + (self.seed >> 7).to_bytes(4, "big")[1:]


class MuteTag(Ntag213):
    """A damaged tag that can be selected, but answers no command."""

    def answer(self, data: bytes) -> bytes | None:
        """Stay silent."""
        return None


class WanderingTag(Ntag213):
    """A damaged tag whose UID reads differently every time."""

    def select(self) -> bytes | None:
        """Change the last byte of the UID, and return it."""
        super().select()
        self.uid = self.uid[:-1] + bytes([(self.uid[-1] + 1) % 256])
        return self.uid


class FaintTag(Ntag213):
    """A tag at the edge of the field, which answers every second request."""

    heard = 0

    def requested(self) -> bool:
        """Whether the tag answers this time."""
        self.heard += 1
        return super().requested() and self.heard % 2 == 0


def check(data: bytes) -> bytes:
    """Return the check byte of a cascade level."""
    found = 0
    for byte in data:
        found ^= byte
    return bytes([found])
