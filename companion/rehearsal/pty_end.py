"""The pad's end of a serial line over a pty. To the host, its own end looks like any serial port."""

from __future__ import annotations

import fcntl
import os
import select
import struct
import tty
from pathlib import Path

TCGETS2 = 0x802C542A
"""The Linux ioctl that reads a line's settings at any speed; the module `termios` knows only a fixed list of speeds."""
TERMIOS2 = struct.Struct("4I20B2I")
PATIENCE = 5.0
"""Seconds to wait for bytes before giving up. The kernel passes them on in microseconds."""


class PtyEnd:
    """A pty with the pad at one end. The path `link`, if given, leads to the other end, whatever number the pty has."""

    def __init__(self, link: Path | None = None) -> None:
        self.master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self.master, False)
        self.path = os.ttyname(self._slave)
        self.link = link
        if link:
            link.parent.mkdir(parents=True, exist_ok=True)
            link.unlink(missing_ok=True)
            link.symlink_to(self.path)

    @property
    def speed(self) -> int:
        """The speed that the host has set."""
        settings = TERMIOS2.unpack(fcntl.ioctl(self.master, TCGETS2, bytes(TERMIOS2.size)))
        return int(settings[-1])

    def read(self) -> bytes:
        """Return what has come from the host, without waiting."""
        try:
            return os.read(self.master, 4096)
        except BlockingIOError:
            return b""

    def read_exactly(self, size: int) -> bytes:
        """Return exactly `size` bytes, which the host has already written."""
        found = b""
        while len(found) < size:
            self._wait(self.master)
            found += self.read()
        return found

    def write(self, data: bytes) -> None:
        """Send bytes to the host. What it does not fetch in time is lost, as it is on a serial line."""
        while data:
            try:
                data = data[os.write(self.master, data) :]
            except BlockingIOError:
                return

    def wait_until_arrived(self) -> None:
        """Wait until the host can read something: the kernel passes on what was written a moment later."""
        self._wait(self._slave)

    def close(self) -> None:
        """Close the pty, as if the cable were pulled."""
        if self.link and self.link.is_symlink() and os.readlink(self.link) == self.path:
            self.link.unlink()
        os.close(self.master)
        os.close(self._slave)

    @staticmethod
    def _wait(end: int) -> None:
        if not select.select([end], [], [], PATIENCE)[0]:
            raise TimeoutError("The pty does not pass on what was written into it.")
