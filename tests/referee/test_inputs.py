"""Inputs as JSON, and whatever else may come from a phone."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.ledger import canonical
from companion.referee.inputs import (
    READ,
    Answered,
    Back,
    Called,
    Clocked,
    Corrected,
    Finished,
    Input,
    Looked,
    Seen,
    Stands,
    Ticked,
    Told,
    from_json,
    sender,
    to_json,
)
from companion.table.changes import Appeared, Crowded, Doubled, Doubt, Lifted, Tapped
from companion.table.sightings import Uid

UID = Uid("04A1B2C3D4E5F6")
INPUTS: list[Input] = [
    Seen(Appeared(UID, "1.0", 2.25), 2.5),
    Seen(Tapped(UID, "3.2", 2.25), 2.5),
    Seen(Tapped(UID, "3.0", 2.25, "3.1"), 17.5),
    Seen(Lifted(UID, "1.0", 2.25), 2.5),
    Seen(Crowded("1.0", (UID, Uid("04000000")), 2.25), 2.5),
    Seen(Doubled(UID, ("1.0", "4.0"), 2.25), 2.5),
    Ticked(3.0),
    Ticked(3.0, Doubt.CELL),
    Ticked(3.0, Doubt.TAP),
    Answered("A", "play:combine", 4.0, "phone-1"),
    Told("B", ("gem_1", "wound"), 4.0),
    Corrected(("judge",), {"A.pile": ["gem_1"]}, "an elbow", 5.0, "end", "x"),
    Back(("A", "B"), 3, "a slip", 6.0),
    Stands(("A", "B"), 1, 7.0, "y"),
    Looked(("judge",), 7.5, "z"),
    Called("A", 8.0, "c1"),
    Clocked(("judge",), "set", 8.0, round=3000, each=600),
    Clocked(("A", "B"), "start", 8.0, id="c2"),
    Clocked(("judge",), "add", 8.0, whose="A", seconds=-60),
    Finished(("A",), 8.0),
]

words = st.text(max_size=8) | st.sampled_from([*READ, "tapped", "doubled", "set", "A", "1.0", "\ud800", "x" * 600])
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | words, lambda inner: st.lists(inner, max_size=3)
)
KEYS = (
    "act at by changes doubt each id in inside kinds number point reader readers reason round seat seconds seen token"
    " uid uids what whose"
).split()


@pytest.mark.parametrize("one", INPUTS, ids=lambda one: type(one).__name__)
def test_there_and_back(one: Input) -> None:
    assert from_json(json.loads(canonical(to_json(one)))) == one


@given(st.dictionaries(st.sampled_from(KEYS), values) | values, st.sampled_from(INPUTS))
def test_anything_gives_an_input_or_words(data: object, like: Input) -> None:
    for given_ in (data, to_json(like) | data if isinstance(data, dict) else data):
        read = from_json(given_)
        if isinstance(read, str):
            assert read
        else:
            canonical(to_json(read))  # the ledger can hold it
            assert from_json(to_json(read)) == read


@pytest.mark.parametrize(
    ("row", "wrong"),
    [
        ({"in": "answer", "at": float("nan"), "seat": "A", "token": "x"}, "`at` is not a number"),
        ({"in": "answer", "at": True, "seat": "A", "token": "x"}, "`at` is not a number"),
        ({"in": "answer", "at": 1, "seat": "A", "token": "\ud800"}, "`token` is not a word"),
        ({"in": "answer", "at": 1, "seat": "A", "token": "x" * 501}, "`token` is not a word"),
        ({"in": "back", "at": 1, "by": ["A"], "point": -1, "reason": ""}, "`point` is not a whole number"),
        ({"in": "back", "at": 1, "by": "A", "point": 1, "reason": ""}, "`by` is not a list of words"),
        ({"in": "correct", "at": 1, "by": ["A"], "changes": [], "reason": ""}, "`changes` is not a JSON object"),
        ({"in": "change", "at": 1, "seen": 1, "uid": "04", "reader": "1.0", "what": "flew"}, "`what` is none of"),
        ({"in": "clock", "at": 1, "by": ["A"], "act": "smash"}, "`act` is none of set"),
        ({"in": "clock", "at": 1, "by": ["A"], "act": "set", "round": 1.5}, "`round` is not a whole number"),
        ({"in": "clock", "at": 1, "by": ["A"], "act": "set", "each": True}, "`each` is not a whole number"),
        ({"in": "clock", "at": 1, "by": ["A"], "act": "add", "seconds": -(10**13)}, "`seconds` is not a whole number"),
        ({"in": "clock", "at": 1, "by": ["A"], "act": "add", "whose": 3}, "`whose` is not a word"),
        ({"in": "shout"}, "`in` is none of"),
        ([], "an input is a JSON object"),
    ],
)
def test_what_is_wrong_is_said(row: Any, wrong: str) -> None:
    assert wrong in str(from_json(row))


def test_those_who_agree_are_one_sender() -> None:
    assert [sender(Answered("A", "x", 1.0)), sender(Back(("A", "B"), 1, "", 1.0)), sender(Told("B", (), 1.0))] == [
        "A",
        "A+B",
        "B",
    ]
