"""What systemd is told, by a socket as it has one."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from companion.app.attendant import TableAttendant
from companion.app.evening import Evening, Settings
from companion.app.heartbeat import tell_systemd

LONG = 20.0


@pytest.fixture
def systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(str(tmp_path / "notify"))
        heard.settimeout(LONG)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        yield heard


def test_an_evening_says_that_it_is_there_and_goes_on_saying_so(
    systemd: socket.socket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.app.evening.LOOK", 0.01)
    with Evening(Settings(tmp_path / "data", port=None, wifi="", announce=False), print):
        heard = {systemd.recv(100), systemd.recv(100), systemd.recv(100)}
        assert heard == {b"READY=1", b"WATCHDOG=1"}
    while (last := systemd.recv(100)) == b"WATCHDOG=1":
        pass
    assert last == b"STOPPING=1"


def test_a_thread_that_hangs_is_silent(systemd: socket.socket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then systemd starts the program again."""
    hangs, loose = Event(), Event()

    def hang(attendant: TableAttendant, troubles: object) -> None:
        hangs.set()
        loose.wait(LONG)

    monkeypatch.setattr("companion.app.evening.LOOK", 0.001)
    monkeypatch.setattr(TableAttendant, "tell", hang)
    with Evening(Settings(tmp_path / "data", port=None, wifi="", announce=False), print):
        assert hangs.wait(LONG)
        tell_systemd("the test")  # what is told is told in order
        heard = [systemd.recv(100) for _ in range(3)]
        assert heard.count(b"WATCHDOG=1") == 1
        assert b"the test" in heard
        loose.set()


def test_an_abstract_name(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind("")  # Linux takes an abstract name that is free
        heard.settimeout(LONG)
        monkeypatch.setenv("NOTIFY_SOCKET", "@" + heard.getsockname()[1:].decode())
        tell_systemd("READY=1")
        assert heard.recv(100) == b"READY=1"


@pytest.mark.parametrize("name", ["", "nonsense", "/nowhere/notify", "@nobody", "/" + "x" * 500])
def test_where_nobody_listens_nothing_happens(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", name)
    tell_systemd("READY=1")
