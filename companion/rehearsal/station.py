"""A pretended NFC station: a PN532 at the end of a pty, with hands that lay tags on it and faults on demand."""

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
    """What may happen to the answer to one command."""

    NO_ACK = "no ack"
    """The chip carries it out and answers, but its first word is lost."""
    NO_ANSWER = "no answer"
    NOTHING = "nothing"
    """Neither: the command itself was lost, or all that the chip said."""
    DAMAGED = "damaged"
    """A bit of the answer is another."""
    NOISE = "noise"
    """Bytes that mean nothing come before it."""
    CUT = "cut"
    """It breaks off after a few bytes."""
    LATE = "late"
    """It comes after the driver has given up."""


NOISE = bytes.fromhex("5a00ff13")
LATENESS = 0.15
"""Seconds; the driver waits 0.1 for the first word."""


class EmulatedStation:
    """Plugged in from the start. The port is a link that stays the same when the station is plugged in again."""

    def __init__(self, port: Path) -> None:
        self.port = port
        self.dead = False
        """Powered, but hears nothing."""
        self._chip = Pn532()
        self._faults: list[Fault] = []
        self._lock = threading.Lock()
        self._end: PtyEnd | None = None
        self._thread: threading.Thread | None = None
        self._wake = os.pipe()
        self.plug()

    # -- hands -------------------------------------------------------------------------------------------------

    def put(self, *tags: NfcTag) -> None:
        """Lay tags on the station, beside what lies there."""
        with self._lock:
            self._chip.tags += tags

    def take(self) -> None:
        """Take everything away."""
        with self._lock:
            for tag in self._chip.tags:
                tag.lose_power()
            self._chip.tags = []

    def spoil(self, *faults: Fault) -> None:
        """What happens to the next commands, one each."""
        with self._lock:
            self._faults += faults

    @property
    def faults_left(self) -> int:
        """Those that have not happened yet."""
        with self._lock:
            return len(self._faults)

    @property
    def log(self) -> list[Command]:
        """What the chip was told since it was made."""
        with self._lock:
            return list(self._chip.log)

    # -- the cable ---------------------------------------------------------------------------------------------

    def plug(self) -> None:
        """Plug it in; it has lost all that it knew."""
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
        """Done with it."""
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
    """What is left of the chip's words."""
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
