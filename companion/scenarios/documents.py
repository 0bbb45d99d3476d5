"""Reads scenario files: YAML documents as plain values, with the line of each value."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import TypeAlias

import yaml

from companion.rules.kernel.positions import Path, told

Value: TypeAlias = "str | int | bool | list[Value] | dict[str, Value] | None"

LARGEST = 4 * 1024 * 1024
"""The largest file in bytes: more than anybody writes, and still read in seconds."""
DEEPEST = 30
MOST_VALUES = 20_000

NO_YAML = (
    "this is not YAML: check the brackets, the colons (a space follows each) and how far the lines are indented, here "
    "and just above ({problem})"
)
INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]{0,17})")
"""A whole number of a sensible length; a longer one is read as a word."""


class Malformed(Exception):
    """Something in a scenario file that cannot be read: where, and what was expected."""

    def __init__(self, line: int, message: str, **values: object) -> None:
        self.line = line
        self.message = told(message, **values)
        super().__init__(self.message)


class Loader(yaml.SafeLoader):
    """A loader that reads no deeper than a scenario goes. It counts the levels as they are opened, because YAML's own
    reader would be busy for seconds with thousands of nested brackets before it gave up."""

    flow_level: int
    indents: list[int]
    line: int

    def fetch_more_tokens(self) -> None:
        super().fetch_more_tokens()
        if self.flow_level > DEEPEST or len(self.indents) > DEEPEST:
            raise Malformed(
                self.line + 1, "values are nested too deep here, expected {most} levels at most", most=DEEPEST
            )


@dataclass(frozen=True)
class Document:
    """One document of a file."""

    file: FilePath
    line: int
    value: Value
    lines: Mapping[Path, int] = field(repr=False)

    def line_of(self, path: Path) -> int:
        """Return the line of the value at this path, or of the closest value around it."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, self.line)


def read_documents(file: FilePath) -> Iterator[Document | Malformed]:
    """Yield all documents of a file in order. A malformed one does not hide the others."""
    if file.stat().st_size > LARGEST:
        yield Malformed(1, "this file is too large, expected {most} MB at most", most=LARGEST // 1024**2)
        return
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        yield Malformed(1, "this is not text in UTF-8, expected a scenario file")
        return
    found = 0
    try:
        loader = Loader(text)
        while loader.check_node():
            node = loader.get_node()
            if node is None or (isinstance(node, yaml.ScalarNode) and node.value == ""):
                continue  # an empty document between two lines of dashes
            found += 1
            yield read_document(file, node)
    except Malformed as problem:
        yield problem
        return
    except yaml.YAMLError as problem:
        yield no_yaml(problem, text)
        return
    if not found:
        yield Malformed(1, "there is no scenario in this file, expected title, seats, script, expect")


def no_yaml(problem: yaml.YAMLError, text: str) -> Malformed:
    """Return where a text is no YAML, and what to look at there; what the reader itself says stays in English."""
    if isinstance(problem, yaml.reader.ReaderError):
        line = text.count("\n", 0, problem.position) + 1
        return Malformed(
            line, "this is not YAML: the character {character} cannot stand in it", character=repr(problem.character)
        )
    mark = what = None
    if isinstance(problem, yaml.MarkedYAMLError):
        mark = problem.problem_mark or problem.context_mark
        what = " ".join(part for part in (problem.context, problem.problem) if part)
    return Malformed(mark.line + 1 if mark else 1, NO_YAML, problem=what or str(problem))


def read_document(file: FilePath, node: yaml.Node) -> Document | Malformed:
    """Read the values and lines of one document."""
    lines: dict[Path, int] = {}
    try:
        value = plain(node, (), lines, ())
    except Malformed as problem:
        return problem
    return Document(file, line_at(node), value, lines)


def plain(node: yaml.Node, path: Path, lines: dict[Path, int], inside: tuple[yaml.Node, ...]) -> Value:
    """Return the value of a node. Only integers, true, false and null are no words: `on`, `no` and 7.3 are."""
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
    """Return the keys and values of a mapping. No key may be in it twice."""
    found: dict[str, Value] = {}
    for key_node, value_node in node.value:
        if not isinstance(key_node, yaml.ScalarNode):
            raise Malformed(line_at(key_node), "expected a word as the key")
        key = str(key_node.value)
        if key in found:
            raise Malformed(line_at(key_node), 'the key "{key}" stands here twice, expected once', key=key)
        lines[*path, key] = line_at(key_node)
        found[key] = plain(value_node, (*path, key), lines, inside)
    return found


def line_at(node: yaml.Node) -> int:
    """The line on which a node begins, counted from 1."""
    return int(node.start_mark.line) + 1
