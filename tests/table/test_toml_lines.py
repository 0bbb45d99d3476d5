"""Where the values of a TOML text stand."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as some

from companion.table.layout_words import quoted, written_key
from companion.table.toml_lines import Path, lines_of

TEXT = '''# a remark with [[pad]] and "quotes"
name = "Our [[table]] # 1"      # another
seats = [
    "A",  # not "]"
    'B',
]

[station]
port = """
two lines, and \\" a quote """""
beyond.label = 'x'

[[pad]]
number = 1
readers = [
    { cells = "A.pile", count = 2 }, { tap = "}" },

    { tap = "A.played" },
]
[[pad]]
"the number" = 2
[pad.lamp]
colour = 1979-05-27 07:32:00
[[pad.lamp.list]]
[[pad.lamp.list]]
last = true
'''

LINES: dict[Path, int] = {
    ("name",): 2,
    ("seats",): 3,
    ("seats", 0): 4,
    ("seats", 1): 5,
    ("station",): 8,
    ("station", "port"): 9,
    ("station", "beyond"): 11,
    ("station", "beyond", "label"): 11,
    ("pad",): 13,
    ("pad", 0): 13,
    ("pad", 0, "number"): 14,
    ("pad", 0, "readers"): 15,
    ("pad", 0, "readers", 0): 16,
    ("pad", 0, "readers", 0, "cells"): 16,
    ("pad", 0, "readers", 0, "count"): 16,
    ("pad", 0, "readers", 1): 16,
    ("pad", 0, "readers", 1, "tap"): 16,
    ("pad", 0, "readers", 2): 18,
    ("pad", 0, "readers", 2, "tap"): 18,
    ("pad", 1): 20,
    ("pad", 1, "the number"): 21,
    ("pad", 1, "lamp"): 22,
    ("pad", 1, "lamp", "colour"): 23,
    ("pad", 1, "lamp", "list"): 24,
    ("pad", 1, "lamp", "list", 0): 24,
    ("pad", 1, "lamp", "list", 1): 25,
    ("pad", 1, "lamp", "list", 1, "last"): 26,
}


def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """Everything that there is in a value."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield (*path, key)
            yield from paths(inner, (*path, key))
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield (*path, at)
            yield from paths(inner, (*path, at))


def test_every_value_is_found_on_its_line() -> None:
    assert lines_of(TEXT) == LINES
    assert set(paths(tomllib.loads(TEXT))) == set(LINES)


keys = some.text(some.characters(codec="utf-8"), max_size=4)
plain = some.one_of(some.booleans(), some.integers(0, 99), some.floats(0, 1), some.text(max_size=6))
values = some.recursive(plain, lambda inner: some.lists(inner, max_size=3) | some.dictionaries(keys, inner, max_size=3))


def inline(value: Any, breaks: str) -> str:
    """A value as TOML has it; lists with line breaks and remarks."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, list):
        return f"[{breaks}{''.join(f'{inline(one, breaks)}{breaks},{breaks}' for one in value)}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{written_key(key)} = {inline(one, breaks)}" for key, one in value.items()) + "}"
    return str(value)


@given(some.dictionaries(keys, values, max_size=4), some.sampled_from(["", " ", "\n", " # ]}\n"]))
def test_every_value_is_found_however_it_is_written(table: dict[str, Any], breaks: str) -> None:
    """The walk and `tomllib` must see the same structure, or a line would be told of something else."""
    pairs = [f"{written_key(key)} = {inline(value, breaks)}\n" for key, value in table.items()]
    text = f"[[head]]\n[[head]]\n{''.join(pairs)}"
    read = tomllib.loads(text)
    found = lines_of(text)
    assert set(paths(read)) == set(found)
    for at, line in found.items():
        name = at[-1]
        assert 1 <= line <= text.count("\n") + 1
        if isinstance(name, str) and name != "head":
            assert written_key(name) in text.split("\n")[line - 1]
