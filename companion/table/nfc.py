"""The NFC station as a PN532 on a serial port, driven by nfcpy.

nfcpy has had no release since 2022 and raises exceptions of every kind, so nothing of it leaves this module. It is
imported late: it is slow to load, and people without a station need not have it.
"""

from __future__ import annotations

import errno
import logging
import os
import re
from contextlib import suppress
from importlib import import_module
from typing import Any

from companion.table.phrases import Phrase
from companion.table.sightings import Uid, is_made_up
from companion.table.station import Condition, Sensed, StationError, StationTrouble

STICKER = "NTAG213"
"""The type of tag that chips carry."""

TYPE_2 = {0x0F: STICKER, 0x11: "NTAG215", 0x13: "NTAG216", 0x0E: "NTAG212", 0x0B: "tag of the NTAG210 size"}
"""Tags of type 2, by the storage size in byte 6 of their version."""

CARDS = {0x08: "MIFARE Classic card", 0x09: "MIFARE Classic card", 0x18: "MIFARE Classic card", 0x28: "bank card"}
"""Other things that may lie on the station, by what they answer when they are selected."""

GET_VERSION = b"\x60"
READ_UID = b"\x30\x00"
HALT = b"\x50\x00"
ANSWER_TIME = 0.01
"""Seconds that a tag may take to answer."""

PLAIN_PATH = re.compile(r"[A-Za-z0-9_./:+@-]+\Z")
"""The only ports that are accepted: nfcpy passes the path to a shell."""

logging.getLogger("nfc").addHandler(logging.NullHandler())  # otherwise nfcpy prints its own warnings


class Gone(Exception):
    """The tag was taken away while it was being examined."""


class NfcStation:
    """A PN532 behind a serial port."""

    def __init__(self, port: str, closer: bool = False) -> None:
        self.port = port
        self.closer = closer
        """Whether each new tag is examined closely. That is for enrolling, not for play, where a chip touches the tap
        only briefly."""
        self._nfc: Any = None
        self._tty: Any = None
        self._front: Any = None
        self._lies: Sensed | None = None

    # -- the reader --------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Connect to the reader, if that has not been done yet. Raises `StationError`."""
        if self._front is not None:
            return
        if not PLAIN_PATH.match(self.port):
            words = Phrase('"{port}" is not the name of a port. Expected something like /dev/ttyUSB0.', port=self.port)
            raise StationError(words)
        try:
            self._nfc = import_module("nfc")
            driver = import_module("nfc.clf.pn532")
            transport = import_module("nfc.clf.transport")
        except ImportError as problem:
            words = Phrase("The station needs nfcpy and pyserial: `make setup` brings them ({why}).", why=str(problem))
            raise StationError(words) from None
        self._lies = None
        path = os.path.realpath(self.port)  # nfcpy knows the ports of a Raspberry Pi by their own names
        try:
            self._tty = transport.TTY(path)
            self._tty.tty.exclusive = True
            device = self._greeted(driver, path)
            device._path = path
            self._tty.tty.exclusive = True  # the driver has reopened the port
            self._front = self._nfc.ContactlessFrontend()
            self._front.device = device
        except Exception as problem:
            self._hang_up()
            raise StationError(in_words(self.port, problem)) from problem

    def _greeted(self, driver: Any, path: str) -> Any:
        try:
            return driver.init(self._tty)
        except OSError as problem:
            silent = problem.errno in (errno.ENODEV, errno.ETIMEDOUT)
            if not silent or not calm_down(self._tty, path):
                raise
        return driver.init(self._tty)

    def close(self) -> None:
        """Put the reader to sleep and close the port. Never raises."""
        with suppress(Exception):  # the port may be gone; termios.error is no OSError
            if self._front is not None:
                self._front.close()
        self._hang_up()

    def _hang_up(self) -> None:
        """Free the port, whatever state the driver left it in."""
        self._front = None
        tty, self._tty = self._tty, None
        line = getattr(tty, "tty", None)
        if line is not None:
            tty.tty = None
            with suppress(Exception):
                line.close()

    def hurry(self) -> None:
        """Interrupt a call that is waiting for the reader."""
        line = getattr(self._tty, "tty", None)
        with suppress(Exception):  # it may be closed at this very moment
            if line is not None:
                line.cancel_read()

    # -- the tag -----------------------------------------------------------------------------------------------

    def poll(self) -> Sensed | StationTrouble | None:
        """Return the tag that lies there now. Never raises."""
        if self._front is None:
            return StationTrouble(Phrase("it is not open"))
        try:
            self._lies = self._poll()
        except Gone:
            self._lies = None
        except Exception as problem:  # of any kind: see the docstring of the module
            self._lies = None
            return StationTrouble(trouble(self.port, problem))
        return self._lies

    def _poll(self) -> Sensed | None:
        target = self._sense()
        if target is None:
            return None
        uid = uid_of(target)
        if not self.closer:
            return Sensed(uid)
        known = self._lies
        if known is not None and known.uid == uid and known.condition in (Condition.FINE, Condition.FOREIGN):
            return known
        return self._looked_at(target, uid)

    def _sense(self) -> Any:
        """Return one tag, or None. The field was off before, so the tag is in its initial state."""
        return self._front.sense(self._nfc.clf.RemoteTarget("106A"))

    def _looked_at(self, target: Any, uid: Uid) -> Sensed:
        """Examine a tag: its type, whether it reads well, and whether it lies there alone."""
        if target.sel_res is None:
            return foreign(uid, "tag of an old type")
        answer = target.sel_res[0]
        found = (self._type_2(uid) or self._type_2(uid)) if not answer & 0x7F else card(uid, answer)
        if found is None:
            why = "It answers, but cannot be read twice the same. Lay it flat, in the middle; if this comes again, the"
            return Sensed(uid, "", Condition.DAMAGED, f"{why} tag is damaged: put a new one on the chip.", False)
        if self._another_than(uid):
            why = "More than one tag lies there. Lay one chip alone, and nothing else near it."
            return Sensed(uid, found, Condition.CROWDED, why)
        return Sensed(uid, found, Condition.FINE) if found == STICKER else foreign(uid, found)

    def _type_2(self, uid: Uid) -> str | None:
        """Return the type of a tag in words; None if the tag does not read well. Raises `Gone`."""
        version = self._asked(GET_VERSION)
        if len(version) != 8:  # the answer may have been lost
            self._again()
            version = self._asked(GET_VERSION)
        if len(version) != 8:  # either it does not know the command and is mute now, or it is damaged
            self._again()
        head = self._asked(READ_UID)
        if self._again() != uid or len(head) != 16 or uid_in(head) != uid:
            return None
        return TYPE_2.get(version[6], "tag of an unknown type") if len(version) == 8 else "tag of an older type"

    def _asked(self, command: bytes) -> bytes:
        """Return a tag's answer; b"" if there is none, or only part of one."""
        try:
            return bytes(self._front.exchange(command, ANSWER_TIME))
        except self._nfc.clf.CommunicationError:
            return b""

    def _again(self) -> Uid:
        """Sense again which tag lies there. Raises `Gone` if there is none."""
        target = self._sense()
        if target is None:
            raise Gone
        return uid_of(target)

    def _another_than(self, uid: Uid) -> bool:
        """Whether another tag answers when this one is told to be quiet. The driver itself looks for one tag only."""
        self._asked(HALT)  # a tag that obeys does not answer
        others = self._front.device.chipset.in_list_passive_target(1, 0, b"")
        return others is not None and bytes(others[4:]).hex().upper() != uid


def card(uid: Uid, answer: int) -> str:
    """Say what something is that is not a tag of type 2, by what it answered when it was selected."""
    if is_made_up(uid):
        return "phone or a card that makes up another number each time"
    return CARDS.get(answer, "bank card or the like" if answer & 0x20 else "tag of an unknown type")


def foreign(uid: Uid, found: str) -> Sensed:
    """Return the result for something that is not a sticker for chips."""
    why = f"This is no {STICKER} as chips have them, but a {found}."
    return Sensed(uid, found, Condition.FOREIGN, why, lasting=not is_made_up(uid))


def uid_of(target: Any) -> Uid:
    """Return the UID of what was sensed; old tags of type 1 keep it elsewhere."""
    raw = target.sdd_res if target.sdd_res is not None else target.rid_res[2:6]
    if len(raw) not in (4, 7, 10):
        raise ValueError("a UID of a strange length")
    return Uid(bytes(raw).hex().upper())


def uid_in(head: bytes) -> str:
    """Return the UID that a tag of type 2 keeps in its first pages, with a check byte after the first three bytes.

    >>> uid_in(bytes.fromhex("04A1B29F C3D4E5F6"))
    '04A1B2C3D4E5F6'
    """
    return (head[:3] + head[4:8]).hex().upper()


# -- troubles in words ---------------------------------------------------------------------------------------------

SPEEDS = (921600, 460800, 230400)
ACK = bytes.fromhex("0000ff00ff00")
HELLO = bytes.fromhex("0000ff02fed4022a00")
SLOWER = bytes.fromhex("0000ff03fdd410041800")
"""The command SetSerialBaudrate, to 115200."""


def calm_down(tty: Any, path: str) -> bool:
    """Reset a PN532 that still listens at a high speed, because a program ended without closing it. Return whether one
    was found."""
    for speed in SPEEDS:
        tty.open(path, speed)
        line = tty.tty
        line.timeout = 0.1
        line.write(bytes(10) + HELLO)
        if line.read(len(ACK)) != ACK:
            continue
        line.read(13)
        line.write(SLOWER)
        line.read(len(ACK) + 9)
        line.write(ACK)
        line.flush()
        return True
    return False


def in_words(port: str, problem: Exception) -> Phrase:
    """Say why the station cannot be used, and what to do."""
    cause = problem.__context__
    number = getattr(problem, "errno", None) or (cause.args[0] if cause and cause.args else None)  # pyserial hides some
    if not os.path.exists(port):
        return Phrase(
            "There is no {port}: is the station plugged in? `companion doctor` lists the available ports.", port=port
        )
    if number in (errno.EACCES, errno.EPERM):
        return Phrase(
            "You have no permission to use {port}. Join the dialout group: sudo adduser $USER dialout, then log "
            "in again.",
            port=port,
        )
    if number in (errno.EAGAIN, errno.EBUSY):
        return Phrase("Another program is using {port}. Close it first.", port=port)
    if number == errno.ENOTTY:
        return Phrase("{port} is not a serial port.", port=port)
    return Phrase(
        "No PN532 answers on {port}. Is it set to HSU? Are RX and TX crossed? Is its lamp lit? Disconnect its "
        "power for a moment.",
        port=port,
    )


def trouble(port: str, problem: Exception) -> Phrase:
    """Say in a few words why a poll gave no result."""
    if not os.path.exists(port):
        return Phrase("its cable was pulled")
    if isinstance(problem, OSError) and problem.errno == errno.ETIMEDOUT:
        return Phrase("it did not answer in time")
    return Phrase("its answer was damaged or lost")
