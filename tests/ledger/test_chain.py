"""The proof, byte by byte."""

from __future__ import annotations

import enum
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.ledger.chain import START, Entry, canonical, hidden_part, link, new_entry, parsed, public_part, texts_of
from companion.ledger.errors import NotJson

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(JSON)
def test_what_is_written_is_read_back(value: Any) -> None:
    assert parsed(canonical(value)) == value


@given(st.dictionaries(st.text(), JSON))
def test_the_order_of_keys_says_nothing(value: dict[str, Any]) -> None:
    assert canonical(dict(reversed(value.items()))) == canonical(value)


class Lamp(enum.Enum):
    ON = 1


DEEP: list[Any] = []
for _ in range(200):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    "value",
    [
        float("nan"), float("inf"), {1: "x"}, {None: 1}, {"a": {True: 1}}, [{2: 1}], b"bytes", {1, 2}, object(),
        Lamp.ON, "half a sign: \ud800", {"\udfff": 1}, DEEP, 10**5000,
    ],
    ids=lambda value: type(value).__name__,
)  # fmt: skip
def test_what_json_cannot_hold_is_refused(value: object) -> None:
    with pytest.raises(NotJson, match="cannot be recorded"):
        canonical(value)


@pytest.mark.parametrize(
    "text", ["", "{", '{"b":1,"a":2}', '{"a": 1}', '{"a":1,"a":1}', "NaN", "1.00", '"\\u0041"', "[" * 10**5]
)
def test_json_written_in_another_way_is_not_taken(text: str) -> None:
    with pytest.raises(NotJson):
        parsed(text)


@pytest.mark.parametrize("hidden", [1, None, {"kinds": []}, [{"owner": ""}], {"owner": 3}])
def test_a_hidden_part_has_an_owner(hidden: Any) -> None:
    with pytest.raises(NotJson, match="owner"):
        texts_of({"hidden": hidden})


def test_an_entry_is_a_mapping() -> None:
    with pytest.raises(NotJson, match="mapping"):
        texts_of(["in", "draw"])  # type: ignore[arg-type]


def test_the_digest_is_what_the_page_says() -> None:
    payload = {"in": "draw", "at": 2.5, "hidden": {"owner": "A", "kinds": ["gem_1"]}}
    before = bytes(range(32))
    entry = new_entry(7, payload, before)
    public = sha256(b"public\0" + entry.public.salt + b'{"at":2.5,"hidden":"A","in":"draw"}').digest()
    hidden = sha256(b"hidden\0" + entry.hidden[0].salt + b'{"kinds":["gem_1"],"owner":"A"}').digest()
    assert entry.link == sha256(b"entry\0" + before + public + hidden).digest()
    assert entry.payload == payload
    assert (entry.number, entry.at, entry.salt, entry.digest) == (7, 2.5, entry.public.salt.hex(), entry.link.hex())


def test_no_two_entries_have_the_same_salts_or_digest() -> None:
    payload = {"in": "draw", "hidden": [{"owner": "A"}, {"owner": "A"}]}
    entries = [new_entry(0, payload, START) for _ in range(50)]
    assert len({part.salt for entry in entries for part in (entry.public, *entry.hidden)}) == 150
    assert len({part.leaf for entry in entries for part in entry.hidden}) == 100
    assert len({entry.digest for entry in entries}) == 50


def test_every_part_of_an_entry_is_proven() -> None:
    entry = new_entry(1, {"in": "draw", "hidden": [{"owner": "A", "kinds": ["wound"]}, {"owner": "B"}]}, START)
    assert entry.follows(START)
    first, second = entry.hidden
    public = entry.public
    altered = [
        replace(entry, public=public_part(public.text.replace("draw", "drew"), public.salt)),
        replace(entry, public=public_part(public.text, bytes(16))),
        replace(entry, hidden=(hidden_part(first.text.replace("wound", "gem_1"), first.salt), second)),
        replace(entry, hidden=(hidden_part(first.text, second.salt), second)),
        replace(entry, hidden=(second, first)),
        replace(entry, hidden=(first,)),
        replace(entry, hidden=(first, second, second)),
        replace(entry, link=link(START, public, ())),
    ]
    assert [one.follows(START) for one in altered] == [False] * len(altered)
    assert not entry.follows(bytes(31) + b"1")


def test_what_is_kept_back_is_still_proven() -> None:
    payload = {"in": "draw", "hidden": [{"owner": "A", "kinds": ["wound"]}, {"owner": "B", "kinds": ["gem_1"]}]}
    entry = new_entry(1, payload, START)
    for_a: Entry = entry.seen_by("A")
    assert for_a.follows(START)
    assert for_a.payload["hidden"] == [{"owner": "A", "kinds": ["wound"]}, None]
    assert entry.seen_by("table").payload["hidden"] == [None, None]
    assert entry.seen_by("judge").payload == payload
    assert entry.hidden[1].salt not in [part.salt for part in for_a.hidden]


def test_a_tuple_is_kept_as_a_list() -> None:
    assert new_entry(0, {"said": (("draw", "", ("?",)),)}, START).payload == {"said": [["draw", "", ["?"]]]}
