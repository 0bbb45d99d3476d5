"""The real server on a real socket: streams that go on, and many of them."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from threading import Thread
from typing import Any

import pytest
from waitress.trigger import trigger

from companion.faces.server.serve import Serving
from tests.faces.server.conftest import Served

LONG = 20.0
MANY = 50


class Stream:
    """A program that listens to the API's stream, or a browser that listens to a page's."""

    def __init__(self, port: int, path: str = "/api/stream", *, address: str = "127.0.0.1", **headers: str) -> None:
        self.connection = HTTPConnection("127.0.0.1", port, timeout=LONG, source_address=(address, 0))
        self.connection.request("GET", path, headers=headers)
        self.answer: HTTPResponse = self.connection.getresponse()
        assert self.answer.status == 200
        assert self.answer.headers["Content-Type"].startswith("text/event-stream")

    def event(self) -> dict[str, str]:
        """The next event, its fields by name; empty at the end."""
        found: dict[str, str] = {}
        while line := self.answer.readline().decode():
            assert not line.startswith(":"), "nothing came for the length of a heartbeat"
            name, colon, value = line.rstrip("\n").partition(":")
            if name and colon:
                found[name] = value.removeprefix(" ")
            elif "data" in found:
                if found.get("event") != "now":
                    return found
                found = {}
        return {}

    def state(self) -> Any:
        """The next state, and how far one has seen with it."""
        found = self.event()
        return json.loads(json.loads(found["data"])["state"])

    def close(self) -> None:
        self.connection.close()
        self.answer.close()


@pytest.fixture
def serving(duel: Served) -> Iterator[Serving]:
    with Serving(duel.app, "127.0.0.1", 0) as found:
        yield found


def bearer(duel: Served, who: str) -> dict[str, str]:
    token = duel.doors.enter(duel.doors.open(duel.role(who)).text)
    return {"Authorization": f"Bearer {token}"}


def headline(state: Any) -> str:
    return str(state["screen"]["board"]["headline"])


def test_what_happens_is_told_at_once(duel: Served, serving: Serving) -> None:
    stream = Stream(serving.port)
    assert headline(stream.state()) == "Turn 1: Anna, action phase"
    duel.phone("Anna").post("/seat/answer", answer="x done")
    assert headline(stream.state()) == "Turn 1: Anna, buy phase"
    stream.close()


def test_who_slept_goes_on_where_he_was(duel: Served, serving: Serving) -> None:
    phone = duel.phone("Anna")
    page = Stream(serving.port, "/stream?as=table")
    first = page.event()
    page.close()
    phone.post("/seat/answer", answer="x done")
    phone.post("/seat/answer", answer="x buy:wound")
    again = Stream(serving.port, "/stream?as=table&since=old", **{"Last-Event-ID": first["id"]})
    fresh = json.loads(again.event()["data"])
    assert fresh.keys() < json.loads(first["data"]).keys(), "only what has changed"
    assert "buy phase" in fresh["headline"]
    again.close()


def test_a_stream_ends_when_its_code_is_revoked(duel: Served, serving: Serving) -> None:
    stream = Stream(serving.port, **bearer(duel, "Ben"))
    assert stream.state()["screen"]["audience"] == "Ben"
    duel.doors.revoke(duel.role("Ben"))
    assert stream.event().get("event") == "end"
    assert stream.event() == {}
    stream.close()


def test_each_audience_has_its_own(duel: Served, serving: Serving) -> None:
    anna, anybody = Stream(serving.port, **bearer(duel, "Anna")), Stream(serving.port)
    marks = {anna.event()["id"].partition("-")[0], anybody.event()["id"].partition("-")[0]}
    assert len(marks) == 2
    anna.close()
    anybody.close()


def test_fifty_look_on_and_a_slow_one_holds_up_nobody(duel: Served, serving: Serving) -> None:
    slow = []
    for _ in range(5):  # they ask, and never read
        one = socket.create_connection(("127.0.0.1", serving.port), timeout=LONG)
        one.sendall(b"GET /api/stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
        slow.append(one)
    streams = [Stream(serving.port, address=f"127.0.1.{1 + number % 10}") for number in range(MANY)]
    assert all(headline(stream.state()) == "Turn 1: Anna, action phase" for stream in streams)
    duel.phone("Anna").post("/seat/answer", answer="x done")
    heard: list[str] = []
    listeners = [Thread(target=lambda one=stream: heard.append(headline(one.state()))) for stream in streams]
    for listener in listeners:
        listener.start()
    for listener in listeners:
        listener.join(LONG)
    assert heard == ["Turn 1: Anna, buy phase"] * MANY
    page = HTTPConnection("127.0.0.1", serving.port, timeout=LONG)
    page.request("GET", "/")
    assert page.getresponse().status == 200
    page.close()
    for stream in streams:
        stream.close()
    for one in slow:
        one.close()


def test_too_many_from_one_place_are_told(duel: Served, serving: Serving) -> None:
    streams = [Stream(serving.port) for _ in range(12)]
    connection = HTTPConnection("127.0.0.1", serving.port, timeout=LONG)
    connection.request("GET", "/api/stream")
    assert connection.getresponse().status == 503
    connection.close()
    for stream in streams:
        stream.close()


def test_the_server_ends_while_somebody_listens(duel: Served) -> None:
    with Serving(duel.app, "127.0.0.1", 0) as serving:
        stream = Stream(serving.port)
        stream.state()
    assert duel.desk.hub.ended
    stream.close()


def test_the_server_ends_while_its_thread_is_awake(duel: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker's pull may wake the server's thread before the one who stops the server has pulled."""
    pull = trigger._physical_pull  # type: ignore[attr-defined]

    def pulled_twice(self: Any) -> None:
        pull(self)
        thread.join(0.5)
        pull(self)

    with Serving(duel.app, "127.0.0.1", 0) as serving:
        thread = serving._listening._thread
        monkeypatch.setattr(trigger, "_physical_pull", pulled_twice)
    assert not thread.is_alive()
