"""The guide's page: who comes in, what it shows, what it takes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from threading import Thread
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.app.first_run.guide import Guide
from companion.app.first_run.page import create_page, new_code
from companion.app.first_run.progress import FoundPad, Progress
from companion.app.first_run.steps import Errand, Event, FindPads, FoundPads, NewCode
from companion.app.first_run.walk import Walk
from companion.faces.server.guard import HEADERS
from companion.faces.server.limits import JOINS, Limits
from companion.table.phrases import NOTHING

CODE = "ABC234"
HERE = {"Origin": "http://localhost"}


class Nowhere:
    """Devices of a table with one pad and a hostile name."""

    def carry_out(self, errand: Errand[Any], heard: Callable[[Event], None]) -> Any:
        match errand:
            case FindPads():
                return FoundPads((FoundPad("/dev/<script>", 1, 2),))
            case NewCode():
                return "AAA AAA"
        return NOTHING

    def close(self) -> None:
        pass


@pytest.fixture
def walk() -> Iterator[Walk]:
    walk = Walk(Guide(Progress(), lambda progress: None), Nowhere())
    thread = Thread(target=walk.run)
    thread.start()
    walk.wait(0, 10)
    yield walk
    walk.end()
    thread.join(10)
    assert not thread.is_alive()


@pytest.fixture
def client(walk: Walk) -> FlaskClient:
    return create_page(walk, CODE).test_client()


@pytest.fixture
def inside(client: FlaskClient) -> FlaskClient:
    assert client.post("/enter", data={"code": "abc 234"}).status_code == 303
    return client


def form(client: FlaskClient) -> dict[str, str]:
    page = client.get("/").get_data(as_text=True)
    return dict(re.findall(r'name="(csrf|asked)" value="([^"]*)"', page))


def test_nobody_comes_in_without_the_code(client: FlaskClient) -> None:
    page = client.get("/").get_data(as_text=True)
    assert "Type the code" in page
    assert "Which language" not in page
    assert client.get("/card?after=0").status_code == 403
    assert client.post("/say", data={"text": "en", "asked": "1"}).status_code == 403
    assert client.post("/enter", data={"code": "ABC235"}).status_code == 403
    client.set_cookie("companion_first_run", "guess")
    assert client.get("/card?after=0").status_code == 403


def test_codes_are_tried_a_few_times_only(client: FlaskClient) -> None:
    statuses = [client.post("/enter", data={"code": "ZZZZZZ"}).status_code for _ in range(9)]
    assert statuses[0] == 403
    assert statuses[-1] == 429
    assert client.post("/enter", data={"code": CODE}).status_code == 429


def test_who_guesses_locks_nobody_else_out(walk: Walk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wrong codes count, those of the same address first."""
    monkeypatch.setattr("companion.app.first_run.page.Limits", lambda _: Limits(lambda: 0.0))
    app = create_page(walk, CODE)

    def enter(address: str, code: str) -> int:
        client = app.test_client()
        client.environ_base["REMOTE_ADDR"] = address
        return client.post("/enter", data={"code": code}).status_code

    tries = [enter("192.168.4.66", "ZZZZZZ") for _ in range(40)]
    assert tries.count(403) == JOINS.burst
    assert enter("192.168.4.66", CODE) == 429
    assert [enter(f"192.168.4.{guest}", CODE) for guest in range(100, 150)] == [303] * 50


def test_an_answer_moves_it_on(inside: FlaskClient, walk: Walk) -> None:
    assert "Which language" in inside.get("/").get_data(as_text=True)
    assert inside.post("/say", data={**form(inside), "text": "ru"}, headers=HERE).status_code == 303
    for _ in range(5):
        if walk.view.card:
            break
        walk.wait(walk.view.number, 5)
    page = inside.get("/").get_data(as_text=True)
    assert "Шаг 2 из 10" in page
    assert '<html lang="ru"' in page
    assert "&lt;script&gt;" in page
    assert "<script>" not in page


def test_an_answer_to_an_older_question_does_not_count(inside: FlaskClient, walk: Walk) -> None:
    old = form(inside)
    inside.post("/say", data={**old, "text": "en"})
    while walk.view.asked == int(old["asked"]):
        walk.wait(walk.view.number, 5)
    step = walk.view.title
    again = inside.post("/say", data={**old, "text": "next"})
    assert again.status_code == 409
    assert "The question has changed" in again.get_data(as_text=True)
    assert walk.view.title == step
    assert inside.post("/say", data={**old, "asked": "nonsense"}).status_code == 409


def test_news_are_fetched(inside: FlaskClient, walk: Walk) -> None:
    number = walk.view.number
    fragment = inside.get(f"/card?after={number - 1}")
    assert fragment.status_code == 200
    assert f'data-number="{number}"' in fragment.get_data(as_text=True)
    assert "<html" not in fragment.get_data(as_text=True)


@pytest.mark.parametrize("headers", [{"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}])
def test_other_pages_cannot_act_through_us(inside: FlaskClient, walk: Walk, headers: dict[str, str]) -> None:
    assert inside.post("/say", data={**form(inside), "text": "ru"}, headers=headers).status_code == 403
    assert inside.post("/say", data={**form(inside), "csrf": "x", "text": "ru"}).status_code == 403
    assert inside.post("/say", data={"asked": str(walk.view.asked), "text": "ru"}).status_code == 403
    assert walk.view.title == "Step 1 of 10: Language"


def test_other_names_and_networks(client: FlaskClient) -> None:
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 400
    assert client.get("/", environ_base={"REMOTE_ADDR": "8.8.8.8"}).status_code == 403


def test_every_answer_carries_the_headers(inside: FlaskClient) -> None:
    for path in ("/", "/nowhere", "/static/style.css"):
        with inside.get(path) as answer:
            headers = answer.headers
        assert all(headers[name] == value for name, value in HEADERS.items())
    cookie = inside.post("/enter", data={"code": CODE, "csrf": form(inside)["csrf"]}).headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie


def test_codes_differ() -> None:
    assert new_code() != new_code()
    assert len(new_code()) == 6
