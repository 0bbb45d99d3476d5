"""What every request has to pass, and what every answer carries."""

from __future__ import annotations

import pytest

from companion.faces.server.limits import JOINS, WRITES, Limits, Rate
from tests.faces.server.conftest import ORIGIN, Clock, Served


def test_every_answer_forbids_what_pages_do_not_need(duel: Served) -> None:
    for path in ("/", "/nothing", "/static/page.js", "/api/state", "/games/1/record.txt"):
        with duel.phone().get(path) as answer:
            policy = answer.headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert answer.headers["Referrer-Policy"] == "same-origin"
            assert "Access-Control-Allow-Origin" not in answer.headers


def test_no_page_holds_a_script_or_a_style_of_its_own(judged: Served) -> None:
    pages = {"anyone": ["/", "/join", "/chips", "/rules", "/what-if", "/games/1", "/settings", "/readers"]}
    pages |= {"Anna": ["/seat"], "judge": ["/judge"], "host": ["/new", "/codes"]}
    for who, paths in pages.items():
        phone = judged.phone(who)
        for path in paths:
            text = phone.page(path)
            assert text.count("<script") == 1  # the module, by its address
            assert "<style" not in text
            assert " style=" not in text
            assert " onclick" not in text
            assert "javascript:" not in text
            for mark in ('src="', 'href="', 'action="'):
                for part in text.split(mark)[1:]:
                    assert part[0] in "/?#", f"{path} reaches out to {part[:40]}"


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "table.local.evil.example", "", "[", "a" * 300])
def test_another_name_is_not_ours(duel: Served, host: str) -> None:
    answer = duel.app.test_client().get("/", headers={"Host": host})
    assert answer.status_code == 400
    assert "Anna" not in answer.text


@pytest.mark.parametrize("host", ["localhost", "localhost:8080", "192.168.4.1", "[fe80::1]:80"])
def test_our_names_and_bare_addresses_are(duel: Served, host: str) -> None:
    assert duel.app.test_client().get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(("address", "status"), [("192.168.4.17", 200), ("fe80::1", 200), ("8.8.8.8", 403), ("", 403)])
def test_only_the_own_network_is_served(duel: Served, address: str, status: int) -> None:
    assert duel.app.test_client().get("/", environ_base={"REMOTE_ADDR": address}).status_code == status


def test_cookies_are_for_us_alone(duel: Served) -> None:
    phone = duel.phone()
    code = duel.doors.open(duel.role("Anna")).text
    answer = phone.post("/join", code=code)
    (cookie,) = [line for line in answer.headers.getlist("Set-Cookie") if "session" in line]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert code not in cookie


def test_a_form_of_another_visit_does_not_serve(duel: Served) -> None:
    one, two = duel.phone("Anna"), duel.phone("Ben")
    stolen = one.token()
    answer = two.client.post("/seat/answer", data={"csrf": stolen}, headers={"Origin": ORIGIN})
    assert answer.status_code == 403
    assert "out of date" in answer.text


def test_what_comes_from_nowhere_needs_the_browsers_word(duel: Served) -> None:
    anna = duel.phone("Anna")
    data = {"csrf": anna.token(), "answer": "x done"}
    for site, status in (("cross-site", 403), ("same-site", 403), ("same-origin", 303)):
        assert anna.client.post("/seat/answer", data=data, headers={"Sec-Fetch-Site": site}).status_code == status
    assert anna.client.post("/seat/answer", data=data, headers={"Origin": "null"}).status_code == 403


def test_cookies_do_not_count_for_programs(duel: Served) -> None:
    anna = duel.phone("Anna")
    assert anna.client.post("/api/answer", json={"token": "done"}).status_code == 401
    state = anna.client.get("/api/state").get_json()
    assert state["screen"]["audience"] == "table"


def test_codes_cannot_be_tried_for_long(duel: Served) -> None:
    phone = duel.phone()
    codes = [phone.post("/join", code="AAAAAA").text for _ in range(int(JOINS.burst) + 1)]
    assert "Too many attempts" in codes[-1]
    assert "Too many attempts" not in codes[0]
    good = duel.doors.open(duel.role("Anna")).text
    assert phone.post("/join", code=good).status_code == 403
    duel.clock.time += 10
    assert phone.post("/join", code=good).status_code == 303


def test_writes_are_limited(duel: Served) -> None:
    anna = duel.phone("Anna")
    duel.clock.time += 100
    answers = [anna.post("/seat/answer", answer="x nonsense").status_code for _ in range(int(WRITES.burst) + 1)]
    assert answers == [303] * int(WRITES.burst) + [429]


def test_a_budget_fills_up_again() -> None:
    clock = Clock()
    limits = Limits(clock)
    rate = Rate(2, 0.5)
    assert [limits.allow("w", "a", rate) for _ in range(3)] == [True, True, False]
    assert limits.allow("w", "b", rate)
    clock.time += 2
    assert [limits.allow("w", "a", rate) for _ in range(2)] == [True, False]


def test_much_too_much_is_not_read(duel: Served) -> None:
    anna = duel.phone("Anna")
    data = {"csrf": anna.token(), "answer": "x" * 200_000}
    assert anna.client.post("/seat/answer", data=data, headers={"Origin": ORIGIN}).status_code == 413


def test_a_page_that_breaks_costs_nothing_else(duel: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr(duel.hall.table(), "chips", broken)
    phone = duel.phone()
    answer = phone.get("/chips")
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert phone.get("/").status_code == 200
