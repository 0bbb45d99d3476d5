"""The station as a PN532 on a serial port, by nfcpy.

nfcpy has had no release since 2022 and raises what it likes, so nothing of it leaves this module. It is imported late:
it is slow to load, and who has no station need not have it.
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
from companion.table.sightings import Uid
from companion.table.station import Condition, Sensed, StationError, Trouble

STICKER = "NTAG213"
"""What chips carry."""

TYPE_2 = {0x0F: STICKER, 0x11: "NTAG215", 0x13: "NTAG216", 0x0E: "NTAG212", 0x0B: "tag of the NTAG210 size"}
"""The storage size that a tag of type 2 names in its version, byte 6."""

CARDS = {0x08: "MIFARE Classic card", 0x09: "MIFARE Classic card", 0x18: "MIFARE Classic card", 0x28: "bank card"}
"""Foreign things, by what they answer when they are selected."""

GET_VERSION = b"\x60"
READ_UID = b"\x30\x00"
HALT = b"\x50\x00"
ANSWER_TIME = 0.01
"""Seconds that a tag may take for an answer."""

PLAIN_PATH = re.compile(r"[A-Za-z0-9_./:+@-]+\Z")
"""nfcpy gives the path to a shell."""

logging.getLogger("nfc").addHandler(logging.NullHandler())  # it prints its own troubles otherwise


class Gone(Exception):
    """The tag was taken away while it was looked at."""


class NfcStation:
    """A PN532 behind a serial port."""

    def __init__(self, port: str, closer: bool = False) -> None:
        self.port = port
        self.closer = closer
        """Whether each new tag is looked at closer: for enrolling, not for play, where a tap is short."""
        self._nfc: Any = None
        self._tty: Any = None
        self._front: Any = None
        self._lies: Sensed | None = None

    # -- the reader --------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Greet the reader, if that is not done yet. Raises `StationError`."""
        if self._front is not None:
            return
        if not PLAIN_PATH.match(self.port):
            words = Phrase('"{port}" is no name of a port. Expected something like /dev/ttyUSB0.', port=self.port)
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
            self._tty.tty.exclusive = True  # the driver has opened the port anew
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
        """Put the reader to sleep. Never raises."""
        with suppress(Exception):  # the port may be gone; termios.error is no OSError
            if self._front is not None:
                self._front.close()
        self._hang_up()

    def _hang_up(self) -> None:
        """The port is free, whatever the driver left undone."""
        self._front = None
        tty, self._tty = self._tty, None
        line = getattr(tty, "tty", None)
        if line is not None:
            tty.tty = None
            with suppress(Exception):
                line.close()

    def hurry(self) -> None:
        """End a call that waits for the reader."""
        line = getattr(self._tty, "tty", None)
        with suppress(Exception):  # it may be closed at this very moment
            if line is not None:
                line.cancel_read()

    # -- the tag -----------------------------------------------------------------------------------------------

    def poll(self) -> Sensed | Trouble | None:
        """What lies there now. Never raises."""
        if self._front is None:
            return Trouble(Phrase("it is not open"))
        try:
            self._lies = self._poll()
        except Gone:
            self._lies = None
        except Exception as problem:  # of any kind: see above
            self._lies = None
            return Trouble(trouble(self.port, problem))
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
        """One tag in a field that was off before, so that it is fresh; None for nothing."""
        return self._front.sense(self._nfc.clf.RemoteTarget("106A"))

    def _looked_at(self, target: Any, uid: Uid) -> Sensed:
        """What kind of tag it is, whether it reads well, and whether it lies alone."""
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
        """The type in words, of a tag that reads well; None for one that does not. Raises `Gone`."""
        version = self._asked(GET_VERSION)
        if len(version) != 8:  # it may have been lost on the way
            self._again()
            version = self._asked(GET_VERSION)
        if len(version) != 8:  # it does not know the command and is mute now, or it is damaged
            self._again()
        head = self._asked(READ_UID)
        if self._again() != uid or len(head) != 16 or uid_in(head) != uid:
            return None
        return TYPE_2.get(version[6], "tag of an unknown type") if len(version) == 8 else "tag of an older type"

    def _asked(self, command: bytes) -> bytes:
        """A tag's answer; empty where there is none that is whole."""
        try:
            return bytes(self._front.exchange(command, ANSWER_TIME))
        except self._nfc.clf.CommunicationError:
            return b""

    def _again(self) -> Uid:
        """Sense anew what lies there. Raises `Gone` where that is nothing."""
        target = self._sense()
        if target is None:
            raise Gone
        return uid_of(target)

    def _another_than(self, uid: Uid) -> bool:
        """Whether another tag answers when this one is told to be quiet. The driver itself looks for one only."""
        self._asked(HALT)  # a tag that obeys does not answer
        others = self._front.device.chipset.in_list_passive_target(1, 0, b"")
        return others is not None and bytes(others[4:]).hex().upper() != uid


def card(uid: Uid, answer: int) -> str:
    """What something is that is no tag of type 2, by what it answered when it was selected."""
    if made_up(uid):
        return "phone or a card that makes up another number each time"
    return CARDS.get(answer, "bank card or the like" if answer & 0x20 else "tag of an unknown type")


def made_up(uid: Uid) -> bool:
    """Whether it is a UID for this moment only."""
    return len(uid) == 8 and uid.startswith("08")


def foreign(uid: Uid, found: str) -> Sensed:
    """Something that is no sticker of a chip."""
    why = f"This is no {STICKER} as chips have them, but a {found}."
    return Sensed(uid, found, Condition.FOREIGN, why, lasting=not made_up(uid))


def uid_of(target: Any) -> Uid:
    """The UID of what was sensed; old tags of type 1 tell it elsewhere."""
    raw = target.sdd_res if target.sdd_res is not None else target.rid_res[2:6]
    if len(raw) not in (4, 7, 10):
        raise ValueError("a UID of a strange length")
    return Uid(bytes(raw).hex().upper())


def uid_in(head: bytes) -> str:
    """The UID as a tag of type 2 keeps it in its first pages: with a check byte after the first three.

    >>> uid_in(bytes.fromhex("04A1B29F C3D4E5F6"))
    '04A1B2C3D4E5F6'
    """
    return (head[:3] + head[4:8]).hex().upper()


# -- troubles in words ---------------------------------------------------------------------------------------------

SPEEDS = (921600, 460800, 230400)
ACK = bytes.fromhex("0000ff00ff00")
HELLO = bytes.fromhex("0000ff02fed4022a00")
SLOWER = bytes.fromhex("0000ff03fdd410041800")
"""SetSerialBaudrate to 115200."""


def calm_down(tty: Any, path: str) -> bool:
    """Bring back a PN532 that still listens at a high speed, because a program ended without a word to it."""
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
    """Why the station cannot be used, and what to do."""
    cause = problem.__context__
    number = getattr(problem, "errno", None) or (cause.args[0] if cause and cause.args else None)  # pyserial hides some
    if not os.path.exists(port):
        return Phrase(
            "There is no {port}: is the station plugged in? `companion doctor` lists the ports there are.", port=port
        )
    if number in (errno.EACCES, errno.EPERM):
        return Phrase(
            "You may not use {port}. Join the group of serial ports: sudo adduser $USER dialout, then log in anew.",
            port=port,
        )
    if number in (errno.EAGAIN, errno.EBUSY):
        return Phrase("Another program uses {port}. End it first.", port=port)
    if number == errno.ENOTTY:
        return Phrase("{port} is no serial port.", port=port)
    return Phrase(
        "Nothing that is a PN532 answers at {port}. Is it set to HSU, are RX and TX crossed, does its lamp burn?"
        " Take it off its power for a moment.",
        port=port,
    )


def trouble(port: str, problem: Exception) -> Phrase:
    """Why a poll told nothing, in a few words."""
    if not os.path.exists(port):
        return Phrase("its cable was pulled")
    if isinstance(problem, OSError) and problem.errno == errno.ETIMEDOUT:
        return Phrase("it did not answer in time")
    return Phrase("its answer was damaged or lost")
