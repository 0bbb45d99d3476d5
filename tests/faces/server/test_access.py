"""Every route, tried by everybody: what is not allowed on purpose is refused."""

from __future__ import annotations

import pytest
from werkzeug.routing import Rule

from companion.faces.server.access import ACCESS
from companion.faces.server.doors import RoleKind
from tests.faces.server.conftest import ORIGIN, Phone, Served

PEOPLE = {"anyone": RoleKind.ANYONE, "Anna": RoleKind.SEAT, "judge": RoleKind.JUDGE, "host": RoleKind.HOST}
ARGUMENTS = {"number": "1", "key": "combine", "filename": "style.css"}
MEANT = {
    RoleKind.ANYONE: {
        "GET /", "GET /watch", "GET /stream", "GET /recorded",
        "GET /static/style.css", "GET /manifest.webmanifest", "GET /settings", "POST /settings",
        "GET /readers", "GET /chips", "GET /chips/combine", "GET /rules", "GET /rules/combine/scene",
        "GET /what-if", "POST /what-if", "GET /games",
        "GET /games/1", "GET /games/1/card", "GET /games/1/record.txt", "GET /games/1/verified",
        "GET /join", "POST /join",
        "GET /api/openapi.json", "POST /api/join", "GET /api/state", "GET /api/stream",
    },
    RoleKind.SEAT: {
        "POST /leave", "GET /seat", "POST /seat/answer", "POST /seat/tell", "GET /seat/why", "POST /seat/call",
        "POST /seat/propose", "POST /seat/agree", "POST /notes/read", "GET /report",
    },
    RoleKind.JUDGE: {
        "POST /leave", "GET /judge", "POST /judge/here", "POST /judge/hold",
        "POST /judge/clocks", "POST /judge/clocks/run",
        "POST /judge/look", "POST /judge/answer", "POST /judge/tell", "POST /judge/stand",
        "POST /judge/back", "POST /judge/correct", "POST /judge/straight", "POST /judge/finish", "POST /judge/note",
        "GET /judge/table", "POST /judge/table", "POST /judge/table/done", "POST /judge/what-if",
        "POST /watch/delay", "GET /codes", "POST /codes", "POST /notes/read", "GET /report",
    },
    RoleKind.HOST: {
        "POST /leave", "GET /new", "POST /new", "GET /codes", "POST /codes", "POST /notes/read", "GET /report",
    },
}  # fmt: skip
"""What each may do, written down once more: a slip in the program's own list shows here."""
PROGRAMS = {"POST /api/leave", "GET /api/options", "POST /api/answer"}
"""For those who show a token: cookies do not count there."""


def routes(served: Served) -> list[tuple[str, str, Rule]]:
    found = []
    with served.app.test_request_context():
        adapter = served.app.url_map.bind("localhost")
        for rule in served.app.url_map.iter_rules():
            path = adapter.build(rule.endpoint, {name: ARGUMENTS[name] for name in rule.arguments})
            found += [(method, path, rule) for method in sorted((rule.methods or set()) - {"HEAD"})]
    return found


def test_every_endpoint_stands_in_the_list(served: Served) -> None:
    assert {rule.endpoint for _, _, rule in routes(served)} == set(ACCESS)
    assert {f"{method} {path}" for method, path, _ in routes(served)} == set().union(*MEANT.values(), PROGRAMS)


def attempt(phone: Phone, method: str, path: str) -> int:
    if method == "GET":
        with phone.client.get(path) as answer:
            return answer.status_code
    if path.startswith("/api/"):
        return phone.client.post(path, json={"code": "x", "token": "x"}).status_code
    return phone.post(path).status_code


@pytest.mark.parametrize("who", PEOPLE)
def test_nobody_gets_where_he_may_not(judged: Served, who: str) -> None:
    meant = MEANT[RoleKind.ANYONE] | MEANT[PEOPLE[who]]
    for method, path, _ in routes(judged):
        judged.clock.time += 100  # nobody is held up by the limits
        phone = judged.phone(who)
        status = attempt(phone, method, path)
        if path == "/new" and method == "POST":
            assert status == (409 if who == "host" else 403)  # an empty form
        elif f"{method} {path}" in PROGRAMS:
            assert status == 401
        elif path in ("/join", "/api/join") and method == "POST":
            assert status in (400, 403)  # no code was said
        else:
            allowed = f"{method} {path}" in meant
            assert (status < 400) == allowed, f"{who}: {method} {path} gives {status}"
            assert allowed or status == 403


def test_without_a_page_of_ours_nothing_is_written(judged: Served) -> None:
    for who in PEOPLE:
        for method, path, _ in routes(judged):
            if method == "POST" and not path.startswith("/api/"):
                judged.clock.time += 100
                phone = judged.phone(who)
                for headers in ({}, {"Origin": ORIGIN}, {"Origin": "http://evil.example"}):
                    assert phone.client.post(path, headers=headers).status_code == 403
                foreign = {"Origin": "http://evil.example"}
                assert phone.client.post(path, data={"csrf": phone.token()}, headers=foreign).status_code == 403


def test_an_endpoint_that_nobody_thought_of_is_closed(judged: Served) -> None:
    judged.app.add_url_rule("/forgotten", "forgotten", lambda: "secret")
    for who in PEOPLE:
        assert judged.phone(who).get("/forgotten").status_code == 403
