"""Finding the line of each value in a TOML text, because `tomllib` does not report lines."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_left
from typing import TypeAlias

Path: TypeAlias = "tuple[str | int, ...]"
"""The path to a value: `("pad", 0, "readers", 2, "tap")`."""

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
    """Return the lines of all keys and list entries, counted from 1. The text must be one that `tomllib` accepts."""
    return LineWalk(text).document()


class LineWalk:
    """A walk through a text that is known to be valid TOML. It records where everything is, and checks nothing."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.breaks = [found.start() for found in re.finditer("\n", text)]
        self.found: dict[Path, int] = {}
        self.entries: dict[Path, int] = {}
        """How many tables each `[[list]]` has so far."""

    def document(self) -> dict[Path, int]:
        """Walk over headers and pairs to the end of the text."""
        here: Path = ()
        while self.skip(GAP) < len(self.text):
            if self.text[self.at] == "[":
                here = self.header()
            else:
                self.pair(here)
        return self.found

    def header(self) -> Path:
        """Read `[table]` or `[[entry of a list]]`. What follows belongs to it."""
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
        """Read `key = value`. The key may have dots."""
        line = self.line
        for name in self.key():
            here = (*here, name)
            self.found.setdefault(here, line)
        self.skip(BLANK)
        self.at += 1  # the equals sign
        self.skip(BLANK)
        self.value(here)

    def key(self) -> list[str]:
        """Read a key and return its names, without quotes."""
        names = []
        while True:
            name = self.take(KEY)
            if name[:1] in ('"', "'"):
                name = tomllib.loads(f"name = {name}")["name"]
            names.append(name)
            if not self.take(DOT):
                return names

    def value(self, path: Path) -> None:
        """Walk over any value."""
        first = self.text[self.at : self.at + 1]
        if first == "[":
            self.array(path)
        elif first == "{":
            self.inline(path)
        elif not self.take(STRING) and not self.take(BARE):
            raise ValueError("no value stands here")  # never in valid TOML; prevents an endless loop

    def array(self, path: Path) -> None:
        """Walk over `[one, two]`, over any number of lines."""
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
        """Walk over `{one = 1, two = 2}`."""
        self.at += 1
        while self.skip(GAP) < len(self.text) and self.text[self.at] != "}":
            self.pair(path)
            self.skip(GAP)
            self.at += self.text.startswith(",", self.at)
        self.at += 1

    @property
    def line(self) -> int:
        """The current line."""
        return bisect_left(self.breaks, self.at) + 1

    def take(self, pattern: re.Pattern[str]) -> str:
        """Take what matches here, and return it; "" if nothing does."""
        match = pattern.match(self.text, self.at)
        if not match:
            return ""
        self.at = match.end()
        return match[0]

    def skip(self, pattern: re.Pattern[str]) -> int:
        """Skip what matches here, and return the new position."""
        self.take(pattern)
        return self.at
