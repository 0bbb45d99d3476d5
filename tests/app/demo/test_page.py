"""The page's routes: what they show, what they take, and from whom."""

from __future__ import annotations

import json
import socket
from collections.abc import Mapping
from contextlib import ExitStack, closing
from threading import Thread
from typing import Any
from urllib.request import urlopen

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.app.demo.page import STREAMS, create_page, free_page
from companion.faces.languages import ENGLISH, languages
from companion.faces.server.guard import HEADERS

LINK = "http://192.0.2.2:8080/join?code=ABCDEF"


class Table:
    """A table on which nothing lies."""

    def __init__(self) -> None:
        self.acts: list[Mapping[str, Any]] = []
        self.number = 1
        self.ended = False
        self.why = ""

    def world(self) -> Mapping[str, Any]:
        return {"number": self.number, "links": [{"label": "Anna", "href": LINK}]}

    def wait(self, number: int, seconds: float) -> bool:
        return number != self.number

    def act(self, deed: Mapping[str, Any]) -> str:
        self.acts.append(deed)
        return self.why


def test_a_crowd_of_streams_keeps_no_page_out(app: Flask) -> None:
    """More than there are threads for them; none of them reads."""
    with free_page(app, "127.0.0.1", 0) as page, ExitStack() as crowd:
        answers = []
        for _ in range(STREAMS + 10):
            one = crowd.enter_context(socket.create_connection(("127.0.0.1", page.port), timeout=20))
            one.sendall(b"GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
            answers.append(one.recv(12))
        assert answers == [b"HTTP/1.1 200"] * STREAMS + [b"HTTP/1.1 503"] * 10
        with urlopen(f"http://127.0.0.1:{page.port}/world", timeout=20) as answer:
            assert answer.status == 200


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def app(table: Table) -> Flask:
    return create_page(table, ENGLISH, lambda: "http://127.0.0.1:8080")


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def token(client: FlaskClient) -> str:
    page = client.get("/").get_data(as_text=True)
    return page.partition('name="rehearsal" content="')[2].partition('"')[0]


def test_the_page_shows_itself_and_where_the_companion_is(client: FlaskClient) -> None:
    page = client.get("/")
    assert page.status_code == 200
    assert "http://127.0.0.1:8080" in page.get_data(as_text=True)
    policy = f"{HEADERS['Content-Security-Policy']}; frame-src http://localhost:*"
    assert {name: page.headers[name] for name in HEADERS} == {**HEADERS, "Content-Security-Policy": policy}
    assert page.headers["Cache-Control"] == "no-store"
    assert "<style" not in page.get_data(as_text=True)
    assert " style=" not in page.get_data(as_text=True)


def test_a_link_of_a_seat_is_drawn_as_a_code_and_nothing_else_is(client: FlaskClient) -> None:
    found = client.get("/qr", query_string={"for": LINK})
    assert (found.status_code, found.mimetype) == (200, "image/svg+xml")
    assert b"http://www.w3.org/2000/svg" in found.data
    assert client.get("/qr", query_string={"for": "http://evil.example"}).status_code == 404
    assert client.get("/qr").status_code == 404


def test_the_page_speaks_other_languages(table: Table) -> None:
    page = create_page(table, languages()["ru"], lambda: "").test_client().get("/").get_data(as_text=True)
    assert '<html lang="ru"' in page


def test_its_files_are_there(client: FlaskClient) -> None:
    page = client.get("/").get_data(as_text=True)
    files = [part.partition('"')[0] for part in page.split('"/static/')[1:]]
    assert files
    for file in files:
        with client.get(f"/static/{file}") as answer:
            assert answer.status_code == 200
    assert client.get("/static/../templates/base.html").status_code == 404


def test_an_act_is_done_and_what_stands_in_the_way_is_said(client: FlaskClient, table: Table) -> None:
    headers = {"X-Rehearsal": token(client)}
    assert client.post("/act", json={"do": "new"}, headers=headers).json == {"ok": True}
    table.why = "There is already a chip in that cell."
    assert client.post("/act", json={"do": "move"}, headers=headers).json == {"ok": False, "why": table.why}
    assert table.acts == [{"do": "new"}, {"do": "move"}]
    for nonsense in (b"", b"[]", b"{", b'"new"', b"\xff"):
        answer = client.post("/act", data=nonsense, headers={**headers, "Content-Type": "application/json"})
        assert answer.json
        assert not answer.json["ok"]
    assert len(table.acts) == 2


@pytest.mark.parametrize("headers", [
    {}, {"X-Rehearsal": ""}, {"X-Rehearsal": "wrong"}, {"X-Rehearsal": "ключ"}, {"Origin": "http://evil.example"},
])  # fmt: skip
def test_other_pages_cannot_act(client: FlaskClient, table: Table, headers: dict[str, str]) -> None:
    given = {"X-Rehearsal": token(client), **headers} if "Origin" in headers else headers
    assert client.post("/act", json={"do": "new"}, headers=given).status_code == 403
    assert table.acts == []


def test_strangers_and_other_names_get_nothing(client: FlaskClient) -> None:
    for path in ("/", "/world", "/stream", "/static/icon.svg"):
        assert client.get(path, headers={"Host": "evil.example"}).status_code == 400
        assert client.get(path, environ_base={"REMOTE_ADDR": "8.8.8.8"}).status_code == 403
    assert client.get("/act").status_code == 405


def test_what_is_too_large_is_not_taken(client: FlaskClient, table: Table) -> None:
    answer = client.post("/act", json={"do": "x" * 9000}, headers={"X-Rehearsal": token(client)})
    assert not (answer.json or {}).get("ok")
    assert table.acts == []


def test_the_stream_tells_the_newest_world(app: Flask, table: Table) -> None:
    with free_page(app, "127.0.0.1", 0) as page, urlopen(f"http://127.0.0.1:{page.port}/stream", timeout=10) as stream:
        lines = [stream.readline().decode().strip() for _ in range(5)]
        table.ended = True
    assert lines[2:4] == ["event: world", "id: 1"]
    assert json.loads(lines[4].removeprefix("data: "))["number"] == 1


def test_a_taken_port_gives_the_next_one(app: Flask) -> None:
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with free_page(app, "127.0.0.1", port) as page:
            assert page.port > port
        with pytest.raises(OSError, match="in use"):
            free_page(app, "127.0.0.1", port, tries=1)


def test_streams_end_with_the_table(app: Flask, table: Table) -> None:
    table.ended = True
    with free_page(app, "127.0.0.1", 0) as page, urlopen(f"http://127.0.0.1:{page.port}/stream", timeout=10) as stream:
        found: list[bytes] = []
        reading = Thread(target=lambda: found.append(stream.read()))
        reading.start()
        reading.join(5)
    assert found == [b"retry: 500\n\n"]
