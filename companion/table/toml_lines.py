"""The line on which each value of a TOML text stands, which `tomllib` does not tell."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_left
from typing import TypeAlias

Path: TypeAlias = "tuple[str | int, ...]"
"""The way to a value: `("pad", 0, "readers", 2, "tap")`."""

BLANK = re.compile(r"[ \t]*")
GAP = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
KEY = re.compile(r'[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'')
DOT = re.compile(r"[ \t]*\.[ \t]*")
STRING = re.compile(
    r'"""(?:[^"\\]|\\.|"{1,2}(?!"))*"{3,5}'
    r"|'''(?:[^']|'{1,2}(?!'))*'{3,5}"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)
BARE = re.compile(r"[^,\]}#\n]*")


def lines_of(text: str) -> dict[Path, int]:
    """The lines of all keys and list entries, counted from 1. The text must be one that `tomllib` accepts."""
    return Walk(text).document()


class Walk:
    """A walk through a text that is known to be TOML: it looks for where things stand, and checks nothing."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.breaks = [found.start() for found in re.finditer("\n", text)]
        self.found: dict[Path, int] = {}
        self.entries: dict[Path, int] = {}
        """How many tables each `[[list]]` has so far."""

    def document(self) -> dict[Path, int]:
        """Headers and pairs, to the end."""
        here: Path = ()
        while self.skip(GAP) < len(self.text):
            if self.text[self.at] == "[":
                here = self.header()
            else:
                self.pair(here)
        return self.found

    def header(self) -> Path:
        """`[table]` or `[[entry of a list]]`; what follows belongs to it."""
        line = self.line
        is_entry = self.text.startswith("[[", self.at)
        self.at += 2 if is_entry else 1
        self.skip(BLANK)
        path: Path = ()
        for name in self.key():
            if path in self.entries:
                path = (*path, self.entries[path] - 1)
            path = (*path, name)
            self.found.setdefault(path, line)
        if is_entry:
            self.entries[path] = self.entries.get(path, 0) + 1
        if path in self.entries:
            path = (*path, self.entries[path] - 1)
        self.found.setdefault(path, line)
        self.skip(BLANK)
        self.at += 2 if is_entry else 1
        return path

    def pair(self, here: Path) -> None:
        """`key = value`; the key may have dots."""
        line = self.line
        for name in self.key():
            here = (*here, name)
            self.found.setdefault(here, line)
        self.skip(BLANK)
        self.at += 1  # the sign between them
        self.skip(BLANK)
        self.value(here)

    def key(self) -> list[str]:
        """The names of a key, those in quotes as they are meant."""
        names = []
        while True:
            name = self.take(KEY)
            if name[:1] in ('"', "'"):
                name = tomllib.loads(f"name = {name}")["name"]
            names.append(name)
            if not self.take(DOT):
                return names

    def value(self, path: Path) -> None:
        """Any value."""
        first = self.text[self.at : self.at + 1]
        if first == "[":
            self.array(path)
        elif first == "{":
            self.inline(path)
        elif not self.take(STRING) and not self.take(BARE):
            raise ValueError("no value stands here")  # not in a text that tomllib accepts; else we would not get on

    def array(self, path: Path) -> None:
        """`[one, two]`, over as many lines as it likes."""
        self.at += 1
        number = 0
        while self.skip(GAP) < len(self.text) and self.text[self.at] != "]":
            self.found[*path, number] = self.line
            self.value((*path, number))
            number += 1
            self.skip(GAP)
            self.at += self.text.startswith(",", self.at)
        self.at += 1

    def inline(self, path: Path) -> None:
        """`{one = 1, two = 2}`."""
        self.at += 1
        while self.skip(GAP) < len(self.text) and self.text[self.at] != "}":
            self.pair(path)
            self.skip(GAP)
            self.at += self.text.startswith(",", self.at)
        self.at += 1

    @property
    def line(self) -> int:
        """Where we are."""
        return bisect_left(self.breaks, self.at) + 1

    def take(self, pattern: re.Pattern[str]) -> str:
        """What matches here; empty where nothing does."""
        match = pattern.match(self.text, self.at)
        if not match:
            return ""
        self.at = match.end()
        return match[0]

    def skip(self, pattern: re.Pattern[str]) -> int:
        """Past what matches here; tells where that is."""
        self.take(pattern)
        return self.at
