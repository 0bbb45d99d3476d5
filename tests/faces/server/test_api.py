"""The API, as its OpenAPI file tells it."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings

from companion.faces.display.pages import GameShown
from companion.faces.screen import Screen
from companion.faces.server.app import find_web
from companion.faces.server.fragments import plain
from companion.faces.server.limits import Limits
from companion.rules import JUDGE, TABLE
from tests.arbiter.mistakes import CASES, match_before
from tests.faces.display.examples import pages
from tests.faces.screened import ScreenedTable
from tests.faces.server.conftest import Served

FEW = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), database=None)

NOTHING = {"table": "table", "playing": False, "game": None, "screen": None}


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
    assert served.app.test_client().get("/api/state").get_json() == NOTHING


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


DESCRIPTION = find_web() / "static" / "openapi.json"


def schema_of(name: str) -> jsonschema_rs.Validator:
    """A schema of the description, as JSON Schema has it: there is no `nullable` there."""
    told = json.loads(DESCRIPTION.read_text(encoding="utf-8"))
    return jsonschema_rs.validator_for(
        {"$ref": f"#/components/schemas/{name}", "components": {"schemas": with_null(told["components"]["schemas"])}}
    )


def with_null(schema: Any) -> Any:
    """The same, where `nullable` is one of two."""
    if isinstance(schema, list):
        return [with_null(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: with_null(one) for key, one in schema.items() if key != "nullable"}
    return {"anyOf": [{"type": "null"}, found]} if schema.get("nullable") is True else found


def real_screens() -> Iterator[Screen]:
    """Of games with mistakes, drawn pages, and another game, for everybody who looks."""
    for case in ("ante_of_the_wrong_size", "no_purchase", "too_few_gems_sent", "drew_too_few"):
        table = ScreenedTable(match_before(CASES[case]), "cells-2", spare=2)
        CASES[case].deed(table)
        for _ in range(3):
            table.wait(15)
            for audience in (TABLE, JUDGE, "A", "B"):
                yield table.seen.screen(audience)
    for page in pages().values():
        if isinstance(page, GameShown):
            yield page.screen


def test_what_is_really_told_is_described_to_the_last_word() -> None:
    schema = schema_of("Screen")
    pieces, filled = set(), set()
    for screen in real_screens():
        told = json.loads(json.dumps(plain(screen)))
        schema.validate(told)
        filled |= {key for key, value in told.items() if value}
        for panel in told["board"]["seats"] + told["board"]["shared"]:
            pieces |= {piece["piece"] for piece in panel["pieces"]}
    assert pieces == {"total", "number", "heap", "row", "track", "grid", "token", "stacks"}
    assert filled >= {"ask", "own", "awaits", "rulings", "todo", "clocks", "notes", "asides", "head"}


def test_a_description_that_says_less_is_noticed() -> None:
    told = json.loads(json.dumps(plain(next(real_screens()))))
    assert schema_of("Screen").is_valid(told)
    assert not schema_of("Screen").is_valid(told | {"secret": 1})
    told["board"]["seats"][0]["pieces"][0]["secret"] = 1
    assert not schema_of("Screen").is_valid(told)


def test_states_of_a_game_are_as_described(duel: Served) -> None:
    client, schema, options = duel.app.test_client(), schema_of("State"), schema_of("Options")
    schema.validate(duel.app.test_client().get("/api/state").get_json())
    seats = {name: headers(duel, name) for name in ("Anna", "Ben")}
    for token in ("done", "buy:wound", "done"):
        for shown in ({}, *seats.values()):
            schema.validate(client.get("/api/state", headers=shown).get_json())
        options.validate(client.get("/api/options", headers=seats["Anna"]).get_json())
        assert client.post("/api/answer", json={"token": token}, headers=seats["Anna"]).status_code == 200


def test_who_asks_from_elsewhere_is_told_in_plain_text(duel: Served) -> None:
    client = duel.app.test_client()
    found = [
        client.get("/api/state", headers={"Host": "evil.example"}),
        client.get("/api/state", environ_base={"REMOTE_ADDR": "8.8.8.8"}),
    ]
    assert [answer.status_code for answer in found] == [400, 403]
    described = json.loads(DESCRIPTION.read_text(encoding="utf-8"))
    for answer in found:
        assert answer.mimetype == "text/plain"
        for methods in described["paths"].values():
            for told in methods.values():
                named = told["responses"][str(answer.status_code)]["$ref"].rpartition("/")[2]
                assert "text/plain" in described["components"]["responses"][named]["content"]
