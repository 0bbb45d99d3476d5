"""The serial port, on real ptys."""

from __future__ import annotations

import array
import errno
import fcntl
import os
import select
import termios
import tty
from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from serial import SerialException

from companion.table.pad_link import FAST, SLOW
from companion.table.port import PortError, SerialPort, not_opened

TCGETS2 = 0x802C542A


class Line:
    """Both ends of a pty."""

    def __init__(self) -> None:
        self.master, slave = os.openpty()
        tty.setraw(slave)
        self.path = os.ttyname(slave)
        self.port = SerialPort(self.path)
        self.port.open()
        os.close(slave)

    def arrive(self) -> None:
        assert select.select([self.port], [], [], 5.0)[0]

    def pull(self) -> None:
        os.close(self.master)
        self.master = -1


@pytest.fixture
def line() -> Generator[Line]:
    line = Line()
    yield line
    line.port.close()
    if line.master >= 0:
        os.close(line.master)


def speed_of(fd: int) -> int:
    settings = array.array("i", [0] * 64)
    fcntl.ioctl(fd, TCGETS2, settings)
    return settings[9]


def test_bytes_go_both_ways(line: Line) -> None:
    assert line.port.read() == b""
    every = bytes(range(256))
    assert line.port.write(every) == 256
    assert os.read(line.master, 1000) == every
    os.write(line.master, every)
    line.arrive()
    assert line.port.read() == every
    assert line.port.read() == b""


def test_the_kernel_knows_the_speed(line: Line) -> None:
    assert speed_of(line.port.fileno()) == FAST
    line.port.speed = SLOW
    assert (line.port.speed, speed_of(line.port.fileno())) == (SLOW, SLOW)
    line.port.speed = FAST
    assert speed_of(line.port.fileno()) == FAST


def test_the_speed_may_be_set_before_the_port_is_opened(line: Line) -> None:
    line.port.close()
    line.port.speed = SLOW
    line.port.open()
    assert speed_of(line.port.fileno()) == SLOW


def test_writing_never_waits(line: Line) -> None:
    written = 0
    while size := line.port.write(b"x" * 1000):
        written += size
        assert written < 1_000_000
    assert line.port.write(b"x") == 0
    assert len(os.read(line.master, 1000)) > 0
    line.port.close()


def test_one_flood_is_not_read_at_once(line: Line) -> None:
    os.set_blocking(line.master, False)
    os.write(line.master, b"x" * 100_000)
    line.arrive()
    assert 0 < len(line.port.read()) <= 4096


def test_a_port_that_is_open_is_ours_alone(line: Line) -> None:
    with pytest.raises(PortError, match="Another program has opened"):
        SerialPort(line.path).open()
    line.port.close()
    other = SerialPort(line.path)
    other.open()
    other.close()


def test_opening_again_begins_anew(line: Line) -> None:
    os.write(line.master, b"old")
    line.arrive()
    line.port.open()
    assert line.port.read() == b""


@pytest.mark.parametrize(
    "use", [SerialPort.read, lambda port: port.write(b"x"), lambda port: setattr(port, "speed", SLOW)]
)
def test_a_cable_that_is_pulled(line: Line, use: Callable[[SerialPort], object]) -> None:
    line.pull()
    with pytest.raises(PortError, match=r"is gone .* Plug it in again"):
        use(line.port)
    line.port.close()
    line.port.close()


def test_a_port_that_was_never_opened(tmp_path: Path) -> None:
    port = SerialPort(str(tmp_path / "pad"))
    for use in (port.read, port.fileno, lambda: port.write(b"x")):
        with pytest.raises(PortError, match="is not open"):
            use()
    port.close()


def test_no_port_there(tmp_path: Path) -> None:
    with pytest.raises(PortError, match=r"There is no port .*/pad\. Is the pad plugged in\?"):
        SerialPort(str(tmp_path / "pad")).open()


@pytest.mark.parametrize("name", ["file", "folder"])
def test_what_is_no_port(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_bytes(b"something")
    (tmp_path / "folder").mkdir()
    with pytest.raises(PortError, match="is not a serial port"):
        SerialPort(str(tmp_path / name)).open()
    assert (tmp_path / "file").read_bytes() == b"something"


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        (SerialException(errno.EACCES, "no"), "usermod -aG dialout"),
        (PermissionError(errno.EPERM, "no"), "You have no permission to open"),
        (SerialException(errno.EBUSY, "no"), "Another program has opened"),
        (SerialException(errno.ENXIO, "no"), "There is no port"),
        (termios.error(errno.EIO, "Input/output error"), r"cannot be opened \(input/output error\)"),
        (ValueError("Invalid baud rate: 1"), r"\(Invalid baud rate: 1\)"),
        (SerialException("something"), r"\(something\)"),
        (OSError(), r"\(OSError\)"),
    ],
)
def test_why_a_port_cannot_be_opened(problem: Exception, words: str) -> None:
    error = not_opened("/dev/pad", problem)
    assert error.remedy
    assert str(error) == f"{error.words} {error.remedy}"
    with pytest.raises(PortError, match=words):
        raise error
