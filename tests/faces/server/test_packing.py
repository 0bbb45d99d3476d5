"""Texts are sent packed to whoever can unpack them, and to nobody else; streams never are."""

from __future__ import annotations

import gzip
from typing import NamedTuple

import pytest
from werkzeug.datastructures import Headers

from tests.faces.server.conftest import Phone, Served

PACKED = {"Accept-Encoding": "gzip, deflate"}


class Sent(NamedTuple):
    """An answer, read to its end."""

    status: int
    headers: Headers
    data: bytes


def sent(phone: Phone, path: str, **headers: str) -> Sent:
    with phone.client.get(path, headers=headers) as answer:
        return Sent(answer.status_code, answer.headers, answer.data)


@pytest.mark.parametrize("path", ["/chips", "/static/style.css?v=1", "/static/chips.svg", "/static/live.js"])
def test_texts_are_packed_for_those_who_can_unpack_them(duel: Served, path: str) -> None:
    phone = duel.phone()
    plain, packed = sent(phone, path), sent(phone, path, **PACKED)
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert len(packed.data) * 2 < len(plain.data)
    assert int(packed.headers["Content-Length"]) == len(packed.data)
    assert "Accept-Encoding" in packed.headers["Vary"]
    for name in ("Content-Security-Policy", "X-Content-Type-Options", "Content-Type"):
        assert packed.headers[name] == plain.headers[name]
    if path.startswith("/static"):
        assert gzip.decompress(packed.data) == plain.data
        assert "max-age" in packed.headers["Cache-Control"]


def test_what_is_packed_already_and_what_is_no_text_stays_as_it_is(duel: Served) -> None:
    phone = duel.phone()
    for path, status in (
        ("/static/fonts/RobotoCondensed-Bold.woff", 200),
        ("/games/1/record.txt", 200),
        ("/static/../app.py", 404),
        ("/static/x.css", 404),
    ):
        answer = sent(phone, path, **PACKED)
        assert answer.status == status
        assert "Content-Encoding" not in answer.headers, path


def test_streams_are_not_packed(duel: Served) -> None:
    answer = duel.phone().client.get("/stream?as=table", headers=PACKED)
    assert "Content-Encoding" not in answer.headers
    assert b"retry" in next(answer.iter_encoded())
    answer.close()


def test_the_first_page_of_a_seat_is_light(duel: Served) -> None:
    """All that must be there before anything shows: the page and its style sheets."""
    anna = duel.phone("Anna")
    sheets = [f"/static/{name}.css" for name in ("style", "chips", "table")]
    sizes = {path: len(sent(anna, path, **PACKED).data) for path in ("/seat", *sheets)}
    assert sum(sizes.values()) < 26_000, sizes
