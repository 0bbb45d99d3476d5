"""An emulated NFC station: a PN532 at the end of a pty, with tags that can be laid on it, and faults on demand."""

from __future__ import annotations

import os
import select
import threading
import time
from enum import Enum
from pathlib import Path

from companion.rehearsal.nfc_tags import NfcTag
from companion.rehearsal.pn532 import Command, Pn532
from companion.rehearsal.pty_end import PtyEnd


class Fault(Enum):
    """What can go wrong with the answer to a command."""

    NO_ACK = "no ack"
    """The chip carries out the command and answers, but its ACK is lost."""
    NO_ANSWER = "no answer"
    NOTHING = "nothing"
    """No ACK and no answer: the command was lost, or everything that the chip sent."""
    DAMAGED = "damaged"
    """One bit of the answer is flipped."""
    NOISE = "noise"
    """Meaningless bytes come before the answer."""
    CUT = "cut"
    """The answer breaks off after a few bytes."""
    LATE = "late"
    """The answer comes after the driver has given up."""


NOISE = bytes.fromhex("5a00ff13")
LATENESS = 0.15
"""Seconds; the driver waits 0.1 s for the ACK."""


class EmulatedStation:
    """A station that is plugged in from the start. Its port is a link that remains when it is plugged in again."""

    def __init__(self, port: Path) -> None:
        self.port = port
        self.dead = False
        """Whether it is powered, but hears nothing."""
        self._chip = Pn532()
        self._faults: list[Fault] = []
        self._lock = threading.Lock()
        self._end: PtyEnd | None = None
        self._thread: threading.Thread | None = None
        self._wake = os.pipe()
        self.plug()

    # -- hands -------------------------------------------------------------------------------------------------

    def put(self, *tags: NfcTag) -> None:
        """Lay more tags on the station."""
        with self._lock:
            self._chip.tags += tags

    def take(self) -> None:
        """Take all tags away."""
        with self._lock:
            for tag in self._chip.tags:
                tag.lose_power()
            self._chip.tags = []

    def spoil(self, *faults: Fault) -> None:
        """Let these faults happen to the next commands, one each."""
        with self._lock:
            self._faults += faults

    @property
    def faults_left(self) -> int:
        """How many of the faults have not happened yet."""
        with self._lock:
            return len(self._faults)

    @property
    def log(self) -> list[Command]:
        """The commands that the chip has received since it was made."""
        with self._lock:
            return list(self._chip.log)

    # -- the cable ---------------------------------------------------------------------------------------------

    def plug(self) -> None:
        """Plug the station in. It has forgotten everything."""
        with self._lock:
            self._chip.power_on()
        self._end = PtyEnd(self.port)
        self._thread = threading.Thread(target=self._serve, args=(self._end,), name="pretended station", daemon=True)
        self._thread.start()

    def unplug(self) -> None:
        """Pull the cable."""
        if self._end is None or self._thread is None:
            return
        os.write(self._wake[1], b"x")
        self._thread.join()
        os.read(self._wake[0], 1)
        self._end.close()
        self._end = self._thread = None

    def close(self) -> None:
        """Unplug the station for good."""
        self.unplug()
        for end in self._wake:
            os.close(end)

    def _serve(self, end: PtyEnd) -> None:
        while True:
            ready = select.select([end.master, self._wake[0]], [], [])[0]
            if self._wake[0] in ready:
                return
            data, speed = end.read(), end.speed
            with self._lock:
                said = [] if self.dead else self._chip.hear(data, speed)
                fault = self._faults.pop(0) if self._faults and said else None
            if fault is Fault.LATE:
                time.sleep(LATENESS)
            end.write(b"".join(said) if fault is None else spoilt(said, fault))


def spoilt(said: list[bytes], fault: Fault) -> bytes:
    """Return what a fault leaves of the chip's ACK and answer."""
    ack, answer = said[0], b"".join(said[1:])
    if fault is Fault.NO_ACK:
        return answer
    if fault is Fault.NO_ANSWER:
        return ack
    if fault is Fault.NOTHING:
        return b""
    if fault is Fault.DAMAGED:
        return ack + answer[:-2] + bytes([answer[-2] ^ 0x10]) + answer[-1:]
    if fault is Fault.NOISE:
        return NOISE + ack + answer
    if fault is Fault.CUT:
        return ack + answer[:3]
    return ack + answer
