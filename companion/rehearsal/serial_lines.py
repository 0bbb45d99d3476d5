"""A serial line between the host and an emulated pad, in memory or over a real pty.

It only carries bytes. When they arrive, and what noise does to them, is decided by whoever moves the time on.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from companion.rehearsal.pty_end import PtyEnd
from companion.table.phrases import Phrase
from companion.table.port import Port, PortError, SerialPort


class SerialLine(Protocol):
    """A serial line, as seen from the pad's end."""

    @property
    def port(self) -> Port:
        """The host's end of the line."""

    @property
    def speed(self) -> int:
        """The speed that the host has set."""

    @property
    def plugged(self) -> bool:
        """Whether the cable is plugged in."""

    def fetch(self, size: int) -> bytes:
        """Take this many bytes that the host has written."""

    def deliver(self, data: bytes) -> None:
        """Send bytes to the host."""

    def arrive(self) -> None:
        """Wait until the host can read something of what was delivered."""

    def plug(self) -> None:
        """Plug the cable in."""

    def unplug(self) -> None:
        """Pull the cable; bytes on their way are lost."""

    def put_away(self) -> None:
        """Free the line, which is not needed any more."""


class MemoryPort:
    """The host's end of a line in memory."""

    def __init__(self, line: MemoryLine) -> None:
        self.speed = 0
        self._line = line

    def open(self) -> None:
        """Open the port. This, `read` and `write` raise PortError while the cable is unplugged."""
        self._line.to_host.clear()
        self._check()

    def read(self) -> bytes:
        """Return what has arrived."""
        self._check()
        data = bytes(self._line.to_host)
        self._line.to_host.clear()
        return data

    def write(self, data: bytes) -> int:
        """Send bytes; there is always room for all of them."""
        self._check()
        self._line.to_pad += data
        return len(data)

    def close(self) -> None:
        """Do nothing."""

    def _check(self) -> None:
        if not self._line.plugged:
            raise PortError(Phrase("Nothing is plugged in there."))


class MemoryLine:
    """A line in memory."""

    def __init__(self) -> None:
        self.plugged = False
        self.to_pad = bytearray()
        self.to_host = bytearray()
        self.port = MemoryPort(self)

    @property
    def speed(self) -> int:
        """The speed that the host has set."""
        return self.port.speed

    def fetch(self, size: int) -> bytes:
        """Take this many bytes that the host has written."""
        data = bytes(self.to_pad[:size])
        del self.to_pad[:size]
        return data

    def deliver(self, data: bytes) -> None:
        """Send bytes to the host."""
        self.to_host += data

    def arrive(self) -> None:
        """Do nothing: what was delivered can be read at once."""

    def plug(self) -> None:
        """Plug the cable in."""
        self.plugged = True

    def unplug(self) -> None:
        """Pull the cable."""
        self.plugged = False
        self.to_pad.clear()
        self.to_host.clear()

    def put_away(self) -> None:
        """Do nothing."""


class PtyLine:
    """A line over a pty, with the real serial port code at the host's end."""

    def __init__(self) -> None:
        self._home = TemporaryDirectory(prefix="rehearsal-")
        self._path = Path(self._home.name) / "pad"
        self._end: PtyEnd | None = None
        self.port = SerialPort(str(self._path))

    @property
    def plugged(self) -> bool:
        """Whether there is a pty."""
        return self._end is not None

    @property
    def speed(self) -> int:
        """The speed that the host has set, as the kernel reports it."""
        return self._there.speed

    def fetch(self, size: int) -> bytes:
        """Take this many bytes that the host has written."""
        return self._there.read_exactly(size)

    def deliver(self, data: bytes) -> None:
        """Send bytes to the host."""
        self._there.write(data)

    def arrive(self) -> None:
        """Wait until the kernel has passed on what was delivered."""
        self._there.wait_until_arrived()

    def plug(self) -> None:
        """Open a new pty under the old name."""
        self._end = PtyEnd(self._path)

    def unplug(self) -> None:
        """Close the pty."""
        if self._end:
            self._end.close()
            self._end = None

    def put_away(self) -> None:
        """Close the pty, and remove its name."""
        self.unplug()
        self._home.cleanup()

    @property
    def _there(self) -> PtyEnd:
        assert self._end, "the cable is in"
        return self._end
