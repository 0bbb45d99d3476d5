"""Whatever is sent to whichever page: it is refused with words, and nothing breaks."""

from __future__ import annotations

import logging
import random
from collections.abc import Iterator
from itertools import cycle
from typing import Any, Final
from urllib.parse import urlencode

import pytest
from werkzeug.routing import Rule

from tests.faces.server.conftest import ORIGIN, Phone, Served

BIG: Final = 60_000
FORM: Final = "application/x-www-form-urlencoded"
TYPES: Final = (
    FORM,
    "application/json",
    "application/json; charset=utf-16",
    "multipart/form-data; boundary=x",
    "\xff/\xfe;;;=",
)
BODIES: Final[dict[str, bytes]] = {
    "nothing": b"",
    "brackets": b"[" * BIG,
    "braces": b'{"a":' * (BIG // 5),
    "a list": b"[1, 2]",
    "a long number": b"1" * BIG,
    "broken UTF-8": b"\xff\xfe\xed\xa0\x80" * 1000,
    "many fields": b"a=1&" * (BIG // 4),
    "percent": b"%" * BIG,
    "parts": b"--x\r\nContent-Disposition: form-data; name=code\r\n\r\n" * 1000,
    "half a part": b"--x\r\nContent-Disposition: form-data; name=",
    "zeros": bytes(BIG),
    "too much": b"x" * 200_000,
}
HEADERS: Final[dict[str, str]] = {
    "Cookie": ";".join(f"a{number}=b" for number in range(3000)),
    "Accept-Language": ",".join(f"a{number};q=0.{number % 10}" for number in range(2500)),
    "Authorization": "Bearer " + "\xe9" * 20_000,
    "Range": "bytes=" + ",".join(["0-1"] * 5000),
    "If-None-Match": '"' * 20_000,
    "Host": "a" * 20_000,
    "Origin": "http://[",
    "Content-Length": "-1",
    "Last-Event-ID": "9" * 20_000,
    "If-Modified-Since": "\x7f" * 1000,
    "X-Forwarded-For": "1.2.3.4, " * 3000,
}
ODD: Final = ("", "0", "-1", "9" * 30, "\ud83d", "\x00", "..", "x" * 9000, "[" * 9000, "{}", "\u2028", "\u0661")
FIELDS: Final = (
    "answer token code mark what act number seat kind changes inside reason position tokens text round each minutes "
    "whose say names game lang id"
).split()
WHO: Final = ("anyone", "Anna", "judge", "host")


class Attacker:
    """Somebody, who comes in again whenever something has thrown them out. Time goes by, so that no budget ends."""

    def __init__(self, served: Served, who: str) -> None:
        self._served = served
        self._who = who
        self.phone = self._come()

    def _come(self) -> Phone:
        playing = self._served.hall.table().playing()
        if playing is None or "Anna" not in playing.seats or not playing.judged or playing.over:
            self._served.begin(judged=True)
        self._served.clock.time += 1000
        return self._served.phone(self._who)

    def send(self, method: str, path: str, **more: Any) -> int:
        self._served.clock.time += 1000
        with self.phone.client.open(path, method=method, **more) as found:
            if method == "POST" and found.status_code < 400:
                self.phone = self._come()
            if not path.startswith(("/stream", "/api/stream")):
                assert b"Traceback" not in found.data
            return found.status_code

    def csrf(self) -> str:
        self._served.clock.time += 1000
        return self.phone.token()


@pytest.fixture
def broken(caplog: pytest.LogCaptureFixture) -> Iterator[list[str]]:
    """What the program says of its own mistakes."""
    found: list[str] = []
    yield found
    found += [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert found == []


def routes(served: Served) -> list[Rule]:
    return sorted(served.app.url_map.iter_rules(), key=lambda rule: rule.rule)


def path_of(rule: Rule, value: str) -> str:
    """With this in each of its gaps."""
    found = rule.rule
    for name in rule.arguments:
        for gap in (f"<int:{name}>", f"<path:{name}>", f"<{name}>"):
            found = found.replace(gap, value)
    return found


@pytest.mark.parametrize("who", WHO)
def test_no_body_breaks_a_page(judged: Served, who: str, broken: list[str]) -> None:
    attacker = Attacker(judged, who)
    for rule in routes(judged):
        if "POST" not in (rule.methods or ()):
            continue
        csrf = attacker.csrf()
        for name, body in BODIES.items():
            for kind in TYPES:
                told = f"csrf={csrf}&".encode() + body if kind == FORM else body
                headers = {"Content-Type": kind, "Origin": ORIGIN}
                status = attacker.send("POST", path_of(rule, "1"), data=told, headers=headers)
                assert status < 500, (rule.rule, name, kind, status)
                if status < 400:
                    csrf = attacker.csrf()


@pytest.mark.parametrize("who", WHO)
def test_no_field_breaks_a_page(judged: Served, who: str, broken: list[str]) -> None:
    """The names of fields are those that pages and forms have."""
    attacker, chance = Attacker(judged, who), random.Random(17)
    for rule in routes(judged):
        if "POST" not in (rule.methods or ()):
            continue
        for odd in ODD:
            fields = dict.fromkeys(FIELDS, odd) | {name: chance.choice(ODD) for name in chance.sample(FIELDS, 5)}
            body = urlencode({**fields, "csrf": attacker.csrf()}, errors="surrogatepass").encode()
            headers = {"Content-Type": FORM, "Origin": ORIGIN}
            status = attacker.send("POST", path_of(rule, "1"), data=body, headers=headers)
            assert status < 500, (rule.rule, odd[:20], status)


@pytest.mark.parametrize("who", WHO)
def test_no_query_and_no_header_breaks_a_page(judged: Served, who: str, broken: list[str]) -> None:
    attacker = Attacker(judged, who)
    keys = ("at", "q", "token", "head", "code", "as", "since", "once", "game", "v")
    for rule in routes(judged):
        if "GET" not in (rule.methods or ()) or rule.rule.endswith("/stream"):
            continue
        for odd, gap in zip(ODD, cycle(("1", "9" * 20, "nothing", "%00..%ff")), strict=False):
            query = urlencode(dict.fromkeys(keys, odd), errors="surrogatepass")
            status = attacker.send("GET", path_of(rule, gap), query_string=query)
            assert status < 500, (rule.rule, odd[:20], status)
        for header, value in HEADERS.items():
            status = attacker.send("GET", path_of(rule, "1"), headers={header: value})
            assert status < 500, (rule.rule, header, status)


@pytest.mark.parametrize("path", ["/api/join", "/api/answer"])
@pytest.mark.parametrize("body", ["brackets", "braces"])
def test_json_without_a_bottom_is_refused_with_words(judged: Served, path: str, body: str, broken: list[str]) -> None:
    token = judged.doors.enter(judged.doors.open(judged.role("Anna")).text)
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    answer = judged.app.test_client().post(path, data=BODIES[body], headers=headers)
    assert answer.status_code == 400
    assert "JSON object" in answer.get_json()["error"]
