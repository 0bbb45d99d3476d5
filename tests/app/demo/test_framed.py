"""Phones in frames: each port is one seat, whatever the browser brings along."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from companion.app.demo.framed import NOBODY_THERE, FramedPhones, Seated, rows
from companion.faces.server.guard import SESSION_COOKIE

HERE = "127.0.0.1"


class Companion(BaseHTTPRequestHandler):
    """Answers what it was asked, and by whom."""

    def _answer(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        told = {name: self.headers.get(name, "") for name in ("Cookie", "Origin", "Host", "X-Part")}
        said = json.dumps(told | {"path": self.path, "body": self.rfile.read(length).decode()}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream" if self.path == "/stream" else "application/json")
        self.send_header("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
        self.send_header("X-Frame-Options", "DENY")
        self.send_header("Set-Cookie", "theme=dark; Path=/")
        self.end_headers()
        self.wfile.write(said)

    do_GET = do_POST = _answer  # noqa: N815 - the names that the server wants

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def companion() -> Iterator[str]:
    server = ThreadingHTTPServer((HERE, 0), Companion)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://{HERE}:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


def ask(port: int, path: str, method: str = "GET", body: str = "", **headers: str) -> tuple[int, dict[str, str], str]:
    line = HTTPConnection(HERE, port, timeout=10)
    line.request(method, path, body or None, {name.replace("_", "-"): value for name, value in headers.items()})
    answer = line.getresponse()
    found = answer.status, dict(answer.getheaders()), answer.read().decode()
    line.close()
    return found


def test_each_port_is_one_seat(companion: str) -> None:
    seats = (Seated(companion, "annas"), Seated(companion, "bens"))
    with FramedPhones(lambda number: seats[number], 2, HERE) as phones:
        for port, seat in zip(phones.ports, seats, strict=True):
            status, headers, said = ask(port, "/seat?x=1", Cookie=f"{SESSION_COOKIE}=somebody")
            told = json.loads(said)
            assert (status, told["path"]) == (200, "/seat?x=1")
            assert told["Cookie"] == f"lang=en; {SESSION_COOKIE}={seat.token}"
            assert headers["Content-Security-Policy"].endswith(f"frame-ancestors http://{HERE}:*")
            assert not {"X-Frame-Options", "Set-Cookie"} & set(headers), "the browser keeps nothing of it"
            again = json.loads(ask(port, "/seat")[2])
            assert again["Cookie"] == f"lang=en; theme=dark; {SESSION_COOKIE}={seat.token}", "it keeps its own settings"


def test_what_is_sent_comes_from_the_frame_itself(companion: str) -> None:
    with FramedPhones(lambda _: Seated(companion, "annas"), 1, HERE) as phones:
        (port,) = phones.ports
        own = f"http://{HERE}:{port}"
        status, _, said = ask(port, "/seat/answer", "POST", "answer=done", Origin=own, X_Part="said")
        told = json.loads(said)
        assert (status, told["body"], told["X-Part"]) == (200, "answer=done", "said")
        assert told["Origin"] == companion
        assert ask(port, "/seat/answer", "POST", "answer=done", Origin="http://evil.example")[0] == 403
        assert ask(port, "/seat/answer", "POST", "answer=done")[0] == 403
        assert ask(port, "/seat", Host="evil.example")[0] == 400


def test_streams_are_passed_on(companion: str) -> None:
    with FramedPhones(lambda _: Seated(companion, "annas"), 1, HERE) as phones:
        status, headers, said = ask(phones.ports[0], "/stream")
    assert status == 200
    assert headers["Content-Type"].startswith("text/event-stream")
    assert json.loads(said)["path"] == "/stream"


def test_a_phone_waits_for_the_companion() -> None:
    gone = Seated(f"http://{HERE}:9", "annas")
    for seated in (NOBODY_THERE, gone):
        with FramedPhones(lambda _, seated=seated: seated, 1, HERE) as phones:  # type: ignore[misc]
            status, headers, _ = ask(phones.ports[0], "/seat")
        assert (status, headers["Refresh"]) == (503, "1")


def test_the_page_is_told_where_they_are() -> None:
    seats = {"Anna": Seated("http://x", "annas-token"), "Ben": NOBODY_THERE}
    assert rows((1, 2), seats) == {"Anna": {"port": 1, "of": "annas-to"}}
