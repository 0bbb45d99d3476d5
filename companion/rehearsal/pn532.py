"""An emulated PN532: the chip by itself, without port or clock. Bytes in, frames out.

It is written from the chip's manual and is strict. It does not answer a damaged frame, answers an unknown command or a
wrong length with an error frame, and does not hear bytes at the wrong speed. Tags answer only what they would answer
in the air.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from companion.rehearsal.nfc_tags import NfcTag, TagState, crc_a

ACK = bytes.fromhex("0000FF00FF00")
NACK = bytes.fromhex("0000FFFF0000")
ERROR = bytes.fromhex("0000FF01FF7F8100")
SPEEDS = (9600, 19200, 38400, 57600, 115200, 230400, 460800, 921600, 1288000)
FIRST_SPEED = 115200
LONGEST = 265
"""Bytes in the longest frame, the identifier included."""
WAKING = 5
"""Bytes that must come before a frame to wake a sleeping chip."""

SENS_REQ = 0x26
TX_MODE, RX_MODE, TX_AUTO, FIFO = 0x6302, 0x6303, 0x6305, 0x6339
CRC_ON = 0x80
FULL_MODULATION = 0x40
TAG_TIME = 500
"""Microseconds that a tag takes to answer."""

TIMEOUT, BAD_CRC, BAD_CONTEXT = b"\x01", b"\x02", b"\x27"
CONFIGURATION_LENGTHS = {0x01: 1, 0x02: 3, 0x04: 1, 0x05: 3, 0x0A: 11, 0x0B: 8, 0x0C: 3, 0x0D: 9}


class Command(NamedTuple):
    """A command that the chip has received."""

    code: int
    data: bytes


class SyntaxFault(Exception):
    """The chip does not understand a command; it answers with an error frame."""


def framed(data: bytes) -> bytes:
    """Return an answer of the chip, in a frame."""
    body = b"\xd5" + data
    tail = bytes([-sum(body) & 0xFF, 0])
    if len(body) < 256:
        return b"\x00\x00\xff" + bytes([len(body), -len(body) & 0xFF]) + body + tail
    length = len(body).to_bytes(2, "big")
    return b"\x00\x00\xff\xff\xff" + length + bytes([-sum(length) & 0xFF]) + body + tail


class Pn532:
    """The chip and the tags in its field."""

    def __init__(self) -> None:
        self.tags: list[NfcTag] = []
        self.log: list[Command] = []
        self.power_on()

    def power_on(self) -> None:
        """Start as after plugging in: asleep, at the first speed, and not configured."""
        self.speed = FIRST_SPEED
        self._asleep = True
        self._configured = False
        self._heard = b""
        self._said = b""
        self._retries = 0xFF
        self._timeout = 0x0A
        self._parameters = 0x14
        self._registers = {TX_MODE: 0, RX_MODE: 0, TX_AUTO: 0, FIFO: 0}
        self._listed: dict[int, NfcTag] = {}
        self.field = False
        self._field_off()

    # -- frames ------------------------------------------------------------------------------------------------

    def hear(self, data: bytes, speed: int) -> list[bytes]:
        """Return the chip's answers to these bytes, which came at this speed."""
        if speed != self.speed:
            self._heard = b""
            return []
        self._heard += data
        said: list[bytes] = []
        while (frame := self._frame()) is not None:
            said += self._obey(frame)
        return said

    def _frame(self) -> bytes | None:
        """Return the next whole frame from its start code on, and drop what came before; None if there is none yet."""
        while (start := self._heard.find(b"\x00\xff")) >= 0:
            if start < WAKING and self._asleep:  # too short to wake it: not heard
                self._heard = self._heard[start + 2 :]
                continue
            frame = self._heard[start:]
            size = frame_size(frame)
            if size is None or len(frame) < size:
                return None
            if intact(frame[:size]):
                self._heard = frame[size:]
                self._asleep = False
                return frame[:size]
            self._heard = frame[2:]
        self._heard = self._heard[-LONGEST:]
        return None

    def _obey(self, frame: bytes) -> list[bytes]:
        if frame[2:4] == ACK[3:5]:
            return []
        if frame[2:4] == NACK[3:5]:
            return [self._said] if self._said else []
        body = frame[7:-1] if frame[2:4] == b"\xff\xff" else frame[4:-1]
        try:
            if len(body) < 2 or body[0] != 0xD4:
                raise SyntaxFault
            self._said = framed(bytes([body[1] + 1]) + self._carry_out(Command(body[1], body[2:])))
        except SyntaxFault:
            self._said = ERROR
        return [ACK, self._said]

    def _carry_out(self, command: Command) -> bytes:
        self.log.append(command)
        known = COMMANDS.get(command.code)
        if known is None or not (self._configured or command.code in (0x02, 0x14)):
            raise SyntaxFault
        return known(self, command.data)

    # -- commands about the chip -------------------------------------------------------------------------------

    def _diagnose(self, data: bytes) -> bytes:
        need(len(data) >= 1 and data[0] in (0, 1, 2))
        return data if data[0] == 0 else b"\x00"

    def _version(self, data: bytes) -> bytes:
        need(not data)
        return bytes.fromhex("32010607")

    def _status(self, data: bytes) -> bytes:
        need(not data)
        targets = b"".join(bytes([number, 0, 0, 0x10]) for number in self._listed)
        return bytes([0, self.field, len(self._listed)]) + targets + b"\x80"

    def _read_register(self, data: bytes) -> bytes:
        need(len(data) >= 2 and len(data) % 2 == 0)
        return bytes(self._registers.get(address(data[at : at + 2]), 0) for at in range(0, len(data), 2))

    def _write_register(self, data: bytes) -> bytes:
        need(len(data) >= 3 and len(data) % 3 == 0)
        for at in range(0, len(data), 3):
            self._registers[address(data[at : at + 2])] = data[at + 2]
        return b""

    def _set_speed(self, data: bytes) -> bytes:
        need(len(data) == 1 and data[0] < len(SPEEDS))
        # A real chip changes its speed when the host has acknowledged the answer. The driver does so and closes the
        # port at once, and a closed pty drops what was not read yet. So here the new speed holds from the answer on.
        self.speed = SPEEDS[data[0]]
        return b""

    def _set_parameters(self, data: bytes) -> bytes:
        need(len(data) == 1)
        self._parameters = data[0]
        return b""

    def _use(self, data: bytes) -> bytes:
        need(len(data) in (2, 3) and data[0] in (1, 2, 3, 4))
        self._configured = True
        return b""

    def _power_down(self, data: bytes) -> bytes:
        need(len(data) in (1, 2))
        self._field_off()
        self._asleep = True
        return b"\x00"

    # -- commands about the field ------------------------------------------------------------------------------

    def _configure_field(self, data: bytes) -> bytes:
        need(len(data) >= 1 and CONFIGURATION_LENGTHS.get(data[0]) == len(data) - 1)
        if data[0] == 0x01 and not data[1] & 1:
            self._field_off()
        elif data[0] == 0x01:
            self.field = True
        elif data[0] == 0x02:
            self._timeout = data[3]
        elif data[0] == 0x05:
            self._retries = data[3]
        return b""

    def _field_off(self) -> None:
        self.field = False
        self._listed = {}
        for tag in self.tags:
            tag.lose_power()

    def _list_targets(self, data: bytes) -> bytes:
        need(len(data) >= 2 and data[0] in (1, 2) and data[1] in (0, 1, 2, 3, 4))
        wanted = data[2:]
        self.field = True
        self._listed = {}
        if data[1] != 0:  # there are no tags of other technologies
            return b"\x00"
        need(len(wanted) in (0, 4, 8, 12))
        self._registers |= {TX_MODE: CRC_ON, RX_MODE: CRC_ON, TX_AUTO: FULL_MODULATION, FIFO: SENS_REQ}
        found = b""
        while len(self._listed) < data[0] and (told := self._activate(wanted, len(self._listed) + 1)):
            found += told
        return bytes([len(self._listed)]) + found

    def _activate(self, wanted: bytes, number: int) -> bytes:
        """Select a tag and return its data; empty if none answers. An endless search is cut short."""
        for _ in range(min(self._retries, 2) + 1):
            answering = [tag for tag in self.tags if tag not in self._listed.values() and tag.requested()]
            if answering:
                break
        else:
            return b""
        self._registers[FIFO] = 0
        if wanted:
            answering = [tag for tag in answering if cascaded(tag.uid) == wanted]
        if not answering:
            return b""
        tag = max(answering, key=lambda tag: [int(f"{byte:08b}"[::-1], 2) for byte in tag.uid])
        uid = tag.select()
        if uid is None:
            return b""
        self._listed[number] = tag
        answer_to_select = b""
        if tag.sel_res & 0x20 and self._parameters & 0x10:
            answer_to_select = bytes.fromhex("0578807002")
        return bytes([number]) + tag.sens_res + bytes([tag.sel_res, len(uid)]) + uid + answer_to_select

    def _communicate(self, data: bytes) -> bytes:
        """InCommunicateThru: send the bytes as they are, framed as the registers say."""
        need(len(data) >= 1)
        modes = self._registers[TX_MODE], self._registers[RX_MODE]
        frame = data + crc_a(data) if modes[0] & CRC_ON else data
        as_type_a = not (modes[0] | modes[1]) & 0x73 and self._registers[TX_AUTO] & FULL_MODULATION
        answer = self._in_the_air(frame) if as_type_a else None
        if answer is None:
            return TIMEOUT
        if not modes[1] & CRC_ON:
            return b"\x00" + answer
        if len(answer) < 3 or crc_a(answer[:-2]) != answer[-2:]:
            return BAD_CRC
        return b"\x00" + answer[:-2]

    def _exchange(self, data: bytes) -> bytes:
        """InDataExchange with a listed tag: the chip itself adds and checks the CRC."""
        need(len(data) >= 2)
        if data[0] not in self._listed:
            return BAD_CONTEXT
        answer = self._in_the_air(data[1:] + crc_a(data[1:]))
        if answer is None:
            return TIMEOUT
        return BAD_CRC if len(answer) < 3 else b"\x00" + answer[:-2]

    def _release(self, data: bytes) -> bytes:
        need(len(data) == 1)
        if data[0] and data[0] not in self._listed:
            return BAD_CONTEXT
        for number in [data[0]] if data[0] else list(self._listed):
            self._listed.pop(number).hear(b"\x50\x00" + crc_a(b"\x50\x00"))
        return b"\x00"

    def _in_the_air(self, frame: bytes) -> bytes | None:
        """Return what the selected tag answers in time."""
        if not self.field or (self._timeout and 100 << (self._timeout - 1) < TAG_TIME):
            return None
        for tag in self.tags:
            if tag.state is TagState.ACTIVE:
                return tag.hear(frame)
        return None


COMMANDS: dict[int, Callable[[Pn532, bytes], bytes]] = {
    0x00: Pn532._diagnose,
    0x02: Pn532._version,
    0x04: Pn532._status,
    0x06: Pn532._read_register,
    0x08: Pn532._write_register,
    0x10: Pn532._set_speed,
    0x12: Pn532._set_parameters,
    0x14: Pn532._use,
    0x16: Pn532._power_down,
    0x32: Pn532._configure_field,
    0x40: Pn532._exchange,
    0x42: Pn532._communicate,
    0x4A: Pn532._list_targets,
    0x52: Pn532._release,
}
"""The commands that reading tags takes. All others are refused as unknown."""


def need(right: bool) -> None:
    """Refuse a command that is not as it must be."""
    if not right:
        raise SyntaxFault


def address(data: bytes) -> int:
    """Return the address of a register; refuse an address outside the known range."""
    found = int.from_bytes(data, "big")
    need(0x6300 <= found <= 0x633F)
    return found


def cascaded(uid: bytes) -> bytes:
    """Return a UID as the host asks for it: with a cascade byte before each part but the last."""
    if len(uid) == 4:
        return uid
    if len(uid) == 7:
        return b"\x88" + uid
    return b"\x88" + uid[:3] + b"\x88" + uid[3:]


def frame_size(frame: bytes) -> int | None:
    """Return the number of bytes from the start code to the check byte of the data; None while it cannot be known.

    If the head alone is wrong, it counts as the whole frame: nothing more is waited for.
    """
    if len(frame) < 4:
        return None
    if frame[2:4] in (ACK[3:5], NACK[3:5]):
        return 4
    if frame[2:4] == b"\xff\xff":
        length = int.from_bytes(frame[4:6], "big")
        if len(frame) < 7 or length > LONGEST or sum(frame[4:7]) & 0xFF:
            return None if len(frame) < 7 else 7
        return 8 + length
    return 4 if (frame[2] + frame[3]) & 0xFF else 5 + frame[2]


def intact(frame: bytes) -> bool:
    """Whether both check bytes are right and the length is possible."""
    if frame[2:4] in (ACK[3:5], NACK[3:5]):
        return True
    if frame[2:4] == b"\xff\xff":
        length, body = int.from_bytes(frame[4:6], "big"), frame[7:]
        return length <= LONGEST and not sum(frame[4:7]) & 0xFF and not sum(body) & 0xFF
    return frame[2] > 0 and not (frame[2] + frame[3]) & 0xFF and not sum(frame[4:]) & 0xFF
