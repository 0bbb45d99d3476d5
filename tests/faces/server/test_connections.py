"""Connections that are kept, give way, and come to their deadline."""

from __future__ import annotations

import select
import socket
from collections.abc import Iterator
from http.client import HTTPConnection

import pytest

from companion.faces.server import connections
from companion.faces.server.connections import MOST_OF_ONE
from companion.faces.server.serve import Serving
from tests.faces.server.conftest import Served

LONG = 20.0
PAGE = b"GET /join HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture
def serving(duel: Served) -> Iterator[Serving]:
    with Serving(duel.app, "127.0.0.1", 0) as found:
        yield found


def come(serving: Serving, said: bytes, address: str = "127.0.0.1") -> socket.socket:
    one = socket.create_connection(("127.0.0.1", serving.port), LONG, (address, 0))
    one.sendall(said)
    return one


def told(one: socket.socket) -> str:
    """What comes before the connection is shut."""
    parts = []
    try:
        while part := one.recv(65536):
            parts.append(part)
    except ConnectionResetError:
        pass
    one.close()
    return b"".join(parts).decode()


def is_shut(one: socket.socket, seconds: float) -> bool:
    """Whether the server shuts this connection within so many seconds; nothing is read."""
    watch = select.poll()
    watch.register(one, select.POLLRDHUP)
    return bool(watch.poll(1000 * seconds))


@pytest.mark.parametrize(
    ("deadline", "said"),
    [
        ("HEAD", b"GET / HTTP/1.1\r\nHost"),
        ("WHOLE", b"POST /join HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\ncode="),
    ],
)
def test_a_request_has_a_deadline(
    serving: Serving, monkeypatch: pytest.MonkeyPatch, deadline: str, said: bytes
) -> None:
    monkeypatch.setattr(connections, deadline, 0.2)
    assert connections.TOO_SLOW in told(come(serving, said))


def test_each_byte_more_does_not_begin_it_anew(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD", 1.0)
    one = come(serving, b"GET / HTTP/1.1\r\nX: ")
    for _ in range(int(LONG / 0.2)):
        if is_shut(one, 0.2):
            break
        one.send(b"x")
    assert is_shut(one, 0)
    one.close()


@pytest.mark.parametrize(("deadline", "said"), [("FIRST", b""), ("IDLE", PAGE)])
def test_who_asks_nothing_is_not_kept(
    serving: Serving, monkeypatch: pytest.MonkeyPatch, deadline: str, said: bytes
) -> None:
    monkeypatch.setattr(connections, deadline, 0.2)
    assert connections.TOO_SLOW not in told(come(serving, said))


def test_who_takes_nothing_is_not_kept(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "UNREAD", 0.2)
    one = socket.socket()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    one.connect(("127.0.0.1", serving.port))
    one.sendall(b"GET /rules HTTP/1.1\r\nHost: localhost\r\n\r\n" * 200)
    assert is_shut(one, LONG)
    one.close()


def test_the_oldest_that_rests_gives_way(serving: Serving) -> None:
    held = [come(serving, b"GET / ") for _ in range(MOST_OF_ONE)]
    fresh = come(serving, PAGE)
    assert b"200 OK" in fresh.recv(100)
    assert is_shut(held[0], LONG), "the oldest"
    assert not any(is_shut(one, 0) for one in held[1:])
    for one in (*held, fresh):
        one.close()


def test_a_session_keeps_its_connection_when_all_places_are_taken(
    duel: Served, serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MOST", 8)
    token = duel.doors.enter(duel.doors.open(duel.role("Anna")).text)
    anna = HTTPConnection("127.0.0.1", serving.port, timeout=LONG)
    anna.request("GET", "/api/state", headers={"Authorization": f"Bearer {token}"})
    assert anna.getresponse().read()
    crowd = [come(serving, b"GET / ", f"127.0.1.{number + 1}") for number in range(30)]
    crowd.append(come(serving, PAGE, "127.0.2.1"))
    assert b"200 OK" in crowd[-1].recv(100)
    anna.auto_open = 0
    anna.request("GET", "/api/state", headers={"Authorization": f"Bearer {token}"})
    assert anna.getresponse().read()
    anna.close()
    for one in crowd:
        one.close()
