"""A serial line between host and virtual pad: in memory, or over a real pty. It carries bytes and nothing else; when
bytes are due, and what noise does to them, is the business of whoever moves time on."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from companion.rehearsal.pty_end import PtyEnd
from companion.table.phrases import Phrase
from companion.table.port import Port, PortError, SerialPort


class SerialLine(Protocol):
    """One line, as the pad's end has it."""

    @property
    def port(self) -> Port:
        """The host's end."""

    @property
    def speed(self) -> int:
        """What the host has set."""

    @property
    def plugged(self) -> bool:
        """Whether the cable is in its socket."""

    def fetch(self, size: int) -> bytes:
        """So many bytes, which the host has written."""

    def deliver(self, data: bytes) -> None:
        """Give bytes to the host."""

    def arrive(self) -> None:
        """Wait until the host can read something of what was delivered."""

    def plug(self) -> None:
        """Plug the cable in."""

    def unplug(self) -> None:
        """Pull the cable; what was on its way is lost."""

    def put_away(self) -> None:
        """It is not needed any more."""


class MemoryPort:
    """The host's end of a line in memory."""

    def __init__(self, line: MemoryLine) -> None:
        self.speed = 0
        self._line = line

    def open(self) -> None:
        """PortError while the cable is out; so in all that follows."""
        self._line.to_host.clear()
        self._check()

    def read(self) -> bytes:
        """What has arrived."""
        self._check()
        data = bytes(self._line.to_host)
        self._line.to_host.clear()
        return data

    def write(self, data: bytes) -> int:
        """All of it can be sent at once."""
        self._check()
        self._line.to_pad += data
        return len(data)

    def close(self) -> None:
        """Nothing is to be done."""

    def _check(self) -> None:
        if not self._line.plugged:
            raise PortError(Phrase("Nothing is plugged in there."))


class MemoryLine:
    """A line that carries everything at once."""

    def __init__(self) -> None:
        self.plugged = False
        self.to_pad = bytearray()
        self.to_host = bytearray()
        self.port = MemoryPort(self)

    @property
    def speed(self) -> int:
        """What the host has set."""
        return self.port.speed

    def fetch(self, size: int) -> bytes:
        """So many bytes, which the host has written."""
        data = bytes(self.to_pad[:size])
        del self.to_pad[:size]
        return data

    def deliver(self, data: bytes) -> None:
        """Give bytes to the host."""
        self.to_host += data

    def arrive(self) -> None:
        """They are there already."""

    def plug(self) -> None:
        """Plug the cable in."""
        self.plugged = True

    def unplug(self) -> None:
        """Pull the cable."""
        self.plugged = False
        self.to_pad.clear()
        self.to_host.clear()

    def put_away(self) -> None:
        """Nothing is left of it."""


class PtyLine:
    """A line through the kernel, with the host's real serial port at its end."""

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
        """What the host has set, as the kernel knows it."""
        return self._there.speed

    def fetch(self, size: int) -> bytes:
        """So many bytes, which the host has written."""
        return self._there.read_exactly(size)

    def deliver(self, data: bytes) -> None:
        """Give bytes to the host."""
        self._there.write(data)

    def arrive(self) -> None:
        """Wait for the kernel."""
        self._there.wait_until_arrived()

    def plug(self) -> None:
        """A new pty with the old name."""
        self._end = PtyEnd(self._path)

    def unplug(self) -> None:
        """The pty is gone."""
        if self._end:
            self._end.close()
            self._end = None

    def put_away(self) -> None:
        """No pty and no name is left."""
        self.unplug()
        self._home.cleanup()

    @property
    def _there(self) -> PtyEnd:
        assert self._end, "the cable is in"
        return self._end
