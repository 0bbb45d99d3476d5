"""The API, as its OpenAPI file tells it."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings

from companion.faces.server.app import find_web
from companion.faces.server.limits import Limits
from tests.faces.server.conftest import Served

FEW = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), database=None)


@pytest.fixture
def described(tmp_path: Path) -> Iterator[Served]:
    """Nobody is held up by the limits: hours lie between two requests. The tester's requests come from nowhere."""
    found = Served(tmp_path, everywhere=True)
    found.desk.limits = Limits(itertools.count(step=10_000).__next__)
    found.begin()
    yield found
    found.hall.close()


def headers(served: Served, who: str) -> dict[str, str]:
    answer = served.app.test_client().post("/api/join", json={"code": served.doors.open(served.role(who)).text})
    assert answer.status_code == 200
    return {"Authorization": f"Bearer {answer.get_json()['token']}"}


def test_a_program_joins_plays_and_leaves(duel: Served) -> None:
    client, shown = duel.app.test_client(), headers(duel, "Anna")
    offered = client.get("/api/options", headers=shown).get_json()
    assert "done" in {choice["token"] for choice in offered["choices"] + offered["may"]}
    refused = client.post("/api/answer", json={"token": "buy:gem_2"}, headers=shown)
    assert refused.status_code == 409
    assert refused.get_json()["rule"]["section"] == "Turn Structure"
    for _ in range(2):
        told = client.post("/api/answer", json={"token": "done", "id": "1"}, headers=shown)
        assert (told.status_code, told.get_json()["accepted"]) == (200, True)
    assert (
        client.get("/api/state", headers=shown).get_json()["screen"]["board"]["headline"] == "Turn 1: Anna, buy phase"
    )
    assert client.post("/api/leave", headers=shown).status_code == 204
    assert client.get("/api/state", headers=shown).status_code == 401


def test_others_do_not_see_ones_options(duel: Served) -> None:
    client = duel.app.test_client()
    for shown in ({}, headers(duel, "Ben")):
        told = client.get("/api/state", headers=shown).get_json()["screen"]
        assert not (told["ask"] or {}).get("choices")
        assert not (told["own"] or {}).get("may")


def test_nothing_is_played(served: Served) -> None:
    assert served.app.test_client().get("/api/state").get_json() == {"playing": False, "game": None, "screen": None}


def test_the_description_is_served_and_names_every_route(duel: Served) -> None:
    client = duel.app.test_client()
    with client.get("/api/openapi.json", follow_redirects=True) as answer:
        told = json.loads(answer.data)
    known = {
        (rule.rule, method.lower()) for rule in duel.app.url_map.iter_rules() for method in (rule.methods or set())
    }
    written = {(path, method) for path, methods in told["paths"].items() for method in methods}
    assert written <= known
    assert {pair for pair in known if pair[0].startswith("/api/") and pair[1] != "head"} - written == {
        ("/api/openapi.json", "get")
    }


@pytest.mark.parametrize("who", ["anyone", "Anna", "host"])
@pytest.mark.parametrize("path", ["/api/join", "/api/leave", "/api/state", "/api/options", "/api/answer"])
def test_it_keeps_to_its_description(described: Served, who: str, path: str) -> None:
    schema = schemathesis.openapi.from_path(find_web() / "static" / "openapi.json")
    schema.app = described.app
    shown = {} if who == "anyone" else headers(described, who)
    (method,) = schema[path]

    @FEW
    @given(schema[path][method].as_strategy())
    def keeps(case: schemathesis.Case[Any]) -> None:
        case.call_and_validate(headers=shown)

    keeps()
