"""Scenario files as text: YAML documents as plain values, and the line on which each value stands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import TypeAlias

import yaml

from companion.rules.kernel.positions import Path

Value: TypeAlias = "str | int | bool | list[Value] | dict[str, Value] | None"

DEEPEST = 30
MOST_VALUES = 20_000

INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]*)")


class Malformed(Exception):
    """Something in a scenario file that cannot be read: where, and what was expected."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.message = message


@dataclass(frozen=True)
class Document:
    """One document of a file."""

    file: FilePath
    line: int
    value: Value
    lines: Mapping[Path, int] = field(repr=False)

    def line_of(self, path: Path) -> int:
        """The line of the value at this path, or of the nearest that holds it."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, self.line)


def read_documents(file: FilePath) -> Iterator[Document | Malformed]:
    """All documents of a file, in order; one that is malformed does not hide those beside it."""
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        yield Malformed(1, "this is not text in UTF-8, expected a scenario file")
        return
    found = 0
    try:
        loader = yaml.SafeLoader(text)
        while loader.check_node():
            node = loader.get_node()
            if node is None or (isinstance(node, yaml.ScalarNode) and node.value == ""):
                continue  # nothing between two lines of dashes
            found += 1
            yield read_document(file, node)
    except RecursionError:
        yield Malformed(1, "values are nested too deep in this file")
        return
    except yaml.MarkedYAMLError as problem:
        mark = problem.problem_mark or problem.context_mark
        what = " ".join(part for part in (problem.context, problem.problem) if part)
        yield Malformed(mark.line + 1 if mark else 1, f"this is not YAML: {what}")
        return
    except yaml.reader.ReaderError as problem:
        line = text.count("\n", 0, problem.position) + 1
        yield Malformed(line, f"this is not YAML: the character {problem.character!r} cannot stand in it")
        return
    if not found:
        yield Malformed(1, "there is no scenario in this file, expected title, seats, script, expect")


def read_document(file: FilePath, node: yaml.Node) -> Document | Malformed:
    """One document's values and lines."""
    lines: dict[Path, int] = {}
    try:
        value = plain(node, (), lines, ())
    except Malformed as problem:
        return problem
    return Document(file, line_at(node), value, lines)


def plain(node: yaml.Node, path: Path, lines: dict[Path, int], inside: tuple[yaml.Node, ...]) -> Value:
    """The value of a node. Keys are words, so are `on`, `no` and 7.3: only whole numbers, true and false are more."""
    if node in inside:
        raise Malformed(line_at(node), "a value cannot hold itself")
    if len(inside) > DEEPEST or len(lines) > MOST_VALUES:  # a few lines of aliases can unfold without end
        raise Malformed(line_at(node), "this unfolds to far more than a scenario can hold")
    lines.setdefault(path, line_at(node))
    inside = (*inside, node)
    if isinstance(node, yaml.SequenceNode):
        return [plain(item, (*path, at), lines, inside) for at, item in enumerate(node.value)]
    if isinstance(node, yaml.MappingNode):
        return plain_mapping(node, path, lines, inside)
    assert isinstance(node, yaml.ScalarNode)
    text = str(node.value)
    if node.style is not None:  # quoted
        return text
    if node.tag == "tag:yaml.org,2002:null":
        return None
    if node.tag == "tag:yaml.org,2002:bool" and text.lower() in ("true", "false"):
        return text.lower() == "true"
    if node.tag == "tag:yaml.org,2002:int" and INTEGER.fullmatch(text):
        return int(text)
    return text


def plain_mapping(
    node: yaml.MappingNode, path: Path, lines: dict[Path, int], inside: tuple[yaml.Node, ...]
) -> dict[str, Value]:
    """Keys and values, each key once."""
    found: dict[str, Value] = {}
    for key_node, value_node in node.value:
        if not isinstance(key_node, yaml.ScalarNode):
            raise Malformed(line_at(key_node), "expected a word as the key")
        key = str(key_node.value)
        if key in found:
            raise Malformed(line_at(key_node), f'the key "{key}" stands here twice, expected once')
        lines[*path, key] = line_at(key_node)
        found[key] = plain(value_node, (*path, key), lines, inside)
    return found


def line_at(node: yaml.Node) -> int:
    """The line on which a node begins, counted from 1."""
    return int(node.start_mark.line) + 1
