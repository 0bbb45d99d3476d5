"""The page about the API shows what really comes back."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from companion.faces.server.app import find_web
from tests.faces.server.conftest import Served

PAGE = Path(__file__).resolve().parents[2] / "docs" / "api.md"
COMMAND = re.compile(r"^    \$ curl -sN? \$TABLE(/\S+)(.*)\n(?:    (\{.*)\n)?", re.MULTILINE)
CUT: tuple[object, ...] = ([], {})
"""What stands where the page leaves something out."""


def is_like(shown: Any, told: Any) -> bool:
    """Whether the page shows this; a token is another each time."""
    if shown in CUT:
        return bool(told)
    if isinstance(shown, dict):
        return shown.keys() == told.keys() and all(
            key == "token" or is_like(one, told[key]) for key, one in shown.items()
        )
    return bool(shown == told)


def test_its_requests_are_answered_as_it_says(tmp_path: Path) -> None:
    served = Served(tmp_path)
    served.begin()
    client = served.app.test_client()
    bearer: dict[str, str] = {}
    found = COMMAND.findall(PAGE.read_text(encoding="utf-8"))
    assert [path for path, _, _ in found] == [
        "/api/join", "/api/state", "/api/options", "/api/answer", "/api/answer", "/api/stream",
    ]  # fmt: skip
    for path, rest, shown in found:
        body = re.search(r"-d '(.*)'", rest)
        data = body[1].replace("K7M2QX", served.doors.open(served.role("Anna")).text) if body else None
        headers = bearer if "$AUTH" in rest else {}
        if path == "/api/stream":
            break
        if data:
            told = client.post(path, data=data, content_type="application/json", headers=headers).get_json()
        else:
            told = client.get(path, headers=headers).get_json()
        assert is_like(json.loads(shown), told), (path, told)
        if path == "/api/join":
            bearer = {"Authorization": f"Bearer {told['token']}"}
    served.hall.close()


def test_it_names_no_other_path_than_there_are() -> None:
    told = json.loads((find_web() / "static" / "openapi.json").read_text(encoding="utf-8"))
    named = set(re.findall(r"/api/\w+(?![\w.])", PAGE.read_text(encoding="utf-8")))
    assert named - {"/api/openapi"} == told["paths"].keys()


@pytest.mark.parametrize("status", ["400", "401", "403", "409", "413", "429", "503"])
def test_each_status_of_its_table_is_in_the_description(status: str) -> None:
    told = json.loads((find_web() / "static" / "openapi.json").read_text(encoding="utf-8"))
    assert any(status in one["responses"] for methods in told["paths"].values() for one in methods.values())
