"""The host's end of a serial port. Nothing here ever waits."""

from __future__ import annotations

import errno
import os
import termios
from contextlib import suppress
from typing import Final, Protocol

from serial import Serial, SerialException

from companion.table.pad_link import FAST
from companion.table.phrases import NOTHING, Phrase

MOST_AT_ONCE: Final = 4096
"""The most bytes taken by one read, so that a flood cannot hold up the program."""

PROBLEMS: Final = (OSError, SerialException, termios.error, ValueError, OverflowError)
"""Everything that pyserial raises when something is wrong with a port; `termios.error` is not an OSError."""
NOT_NOW: Final = frozenset({errno.EAGAIN, errno.EWOULDBLOCK, errno.EINTR})


class PortError(Exception):
    """A port cannot be used: what is wrong, and what to do about it."""

    def __init__(self, words: Phrase, remedy: Phrase = NOTHING) -> None:
        self.words = words
        self.remedy = remedy
        self.told = Phrase("{words} {remedy}", words=words, remedy=remedy) if remedy else words
        super().__init__(str(self.told))


class Port(Protocol):
    """Something that bytes can be written to and read from. Each method except `close` may raise PortError."""

    speed: int
    """The speed in baud. It can be set whether the port is open or not."""

    def open(self) -> None:
        """Open the port. Anything that came before is discarded."""

    def read(self) -> bytes:
        """Return the bytes that have come, if any."""

    def write(self, data: bytes) -> int:
        """Write as many bytes as the line takes now, and return how many. The others have to be written later."""

    def close(self) -> None:
        """Close the port. Bytes that have not gone out yet are lost."""


class SerialPort:
    """A port of this machine, locked for this program alone."""

    def __init__(self, path: str, speed: int = FAST) -> None:
        self.path = path
        self._speed = speed
        self._serial: Serial | None = None

    @property
    def speed(self) -> int:
        """The speed in baud."""
        return self._speed

    @speed.setter
    def speed(self, speed: int) -> None:
        if speed == self._speed:
            return
        self._speed = speed
        if self._serial is not None:
            try:
                self._serial.baudrate = speed
            except PROBLEMS as problem:
                raise self._gone(problem) from problem

    def open(self) -> None:
        """Open the port. Anything that came before is discarded."""
        self.close()
        try:
            self._serial = Serial(self.path, self._speed, timeout=0, write_timeout=0, exclusive=True)
        except PROBLEMS as problem:
            raise not_opened(self.path, problem) from problem

    def read(self) -> bytes:
        """Return the bytes that have come, if any."""
        try:
            return bytes(self._open_one.read(MOST_AT_ONCE))
        except PROBLEMS as problem:
            raise self._gone(problem) from problem

    def write(self, data: bytes) -> int:
        """Write as many bytes as the line takes now, and return how many."""
        try:
            # Not pyserial's own write: if the line takes no more, it tries again and again, even with a timeout of 0.
            return os.write(self._open_one.fileno(), data)
        except PROBLEMS as problem:
            if isinstance(problem, OSError) and problem.errno in NOT_NOW:
                return 0
            raise self._gone(problem) from problem

    def close(self) -> None:
        """Close the port. Bytes that have not gone out yet are dropped, as the kernel would wait up to half a minute
        for them."""
        serial, self._serial = self._serial, None
        if serial is not None:
            with suppress(*PROBLEMS):
                serial.reset_output_buffer()
            with suppress(*PROBLEMS):
                serial.close()

    def fileno(self) -> int:
        """For selectors."""
        return int(self._open_one.fileno())

    @property
    def _open_one(self) -> Serial:
        if self._serial is None:
            raise PortError(Phrase("{port} is not open.", port=self.path))
        return self._serial

    def _gone(self, problem: Exception) -> PortError:
        words = Phrase("{port} is gone ({why}).", port=self.path, why=reason(problem))
        return PortError(words, Phrase("Was the cable pulled? Plug it in again."))


def not_opened(path: str, problem: Exception) -> PortError:
    """Say why a port could not be opened, for people."""
    match number(problem):
        case errno.ENOENT | errno.ENXIO | errno.ENODEV:
            remedy = Phrase("Is the pad plugged in? `companion pads list` shows what is connected.")
            return PortError(Phrase("There is no port {port}.", port=path), remedy)
        case errno.EACCES | errno.EPERM:
            remedy = Phrase("Join the dialout group: `sudo usermod -aG dialout $USER`, then log in again.")
            return PortError(Phrase("You have no permission to open {port}.", port=path), remedy)
        case errno.EBUSY | errno.EAGAIN:
            remedy = Phrase("Is another companion or a terminal program running? Close it first.")
            return PortError(Phrase("Another program has opened {port}.", port=path), remedy)
        case errno.ENOTTY | errno.EISDIR | errno.EINVAL:
            remedy = Phrase("Check `port` in table.toml; `companion pads list` shows what is connected.")
            return PortError(Phrase("{port} is not a serial port.", port=path), remedy)
    words = Phrase("{port} cannot be opened ({why}).", port=path, why=reason(problem))
    return PortError(words, Phrase("Pull the cable and plug it in again."))


def number(problem: BaseException | None) -> int | None:
    """Return the error number, wherever it is: pyserial wraps the errors of termios and leaves it out."""
    while problem is not None:
        if isinstance(problem, OSError) and problem.errno is not None:
            return problem.errno
        if isinstance(problem, termios.error) and problem.args and isinstance(problem.args[0], int):
            return problem.args[0]
        problem = problem.__context__
    return None


def reason(problem: Exception) -> str:
    """Say the reason in a few words."""
    found = number(problem)
    return os.strerror(found).lower() if found else str(problem).rstrip(".") or type(problem).__name__
