"""The parts of a table file while it is read: typed values out of it, and every problem with its line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from companion.table.toml_lines import Path

LONGEST_FILE = 200_000
LONGEST_TEXT = 200


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong in a file, and what to do about it."""

    line: int
    """Counted from 1; 0 where it is the file itself."""
    what: str
    remedy: str

    def said(self, file: str) -> str:
        """For people."""
        where = f"{file}, line {self.line}" if self.line else file
        return f"{where}: {self.what}. {self.remedy}"


@dataclass
class Sheet:
    """Where everything stands, and what is wrong so far."""

    lines: Mapping[Path, int]
    problems: list[Problem] = field(default_factory=list)

    def line_of(self, path: Path) -> int:
        """The line of this value, or of the nearest that holds it."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)

    def wrong(self, path: Path, what: str, remedy: str) -> None:
        """Note a problem."""
        self.problems.append(Problem(self.line_of(path), what, remedy))


@dataclass
class Part:
    """A table of the file, in TOML's sense: keys with values. What is wrong is noted, and a default given."""

    sheet: Sheet
    path: Path
    values: Mapping[str, Any]
    meant: set[str] = field(default_factory=set)
    """Keys that seem to be there, but are spelt wrong."""

    def path_of(self, key: str) -> Path:
        """The way to a value of it."""
        return (*self.path, key)

    def only(self, *known: str) -> None:
        """Note every other key."""
        for key in self.values:
            if key not in known:
                near = get_close_matches(key.lower(), known, n=1, cutoff=0.6)
                self.meant.update(near)
                remedy = f"Did you mean {near[0]}?" if near else f"What can stand here is {listed(known)}."
                self.sheet.wrong(self.path_of(key), f'nobody knows the key "{short(key)}"', remedy)

    def without(self, key: str, remedy: str) -> None:
        """Note a key that does not go with the others."""
        if key in self.values:
            self.sheet.wrong(self.path_of(key), f"{key} does not belong here", remedy)

    def text(self, key: str, *, needed: str = "", default: str = "") -> str:
        """A line of text."""
        if key not in self.values:
            if needed and key not in self.meant:
                self.sheet.wrong(self.path, f"there is no {key}", needed)
            return default
        value = self.values[key]
        if isinstance(value, str) and 0 < len(value) <= LONGEST_TEXT and value.isprintable():
            return value
        what = "is no text" if not isinstance(value, str) else "is empty" if not value else "is no plain line of text"
        self.sheet.wrong(self.path_of(key), f"{key} {what}", f'Write a short text in quotes: {key} = "...".')
        return default

    def number(self, key: str, low: int, high: int, *, default: int | None = None) -> int | None:
        """A whole number within bounds; without a default it must be there."""
        remedy = f"Write a whole number from {low} to {high}, without quotes: {short(key)} = {low}."
        if key not in self.values:
            if default is None and key not in self.meant:
                self.sheet.wrong(self.path, f"there is no {key}", remedy)
            return default
        value = self.values[key]
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        is_short = isinstance(value, int | float) and abs(value) < 1e9
        what = f"is {str(value).lower()}" if is_short else "is no such number"
        self.sheet.wrong(self.path_of(key), f"{short(key)} {what}", remedy)
        return default

    def flag(self, key: str) -> bool:
        """True or false; false where it is not there."""
        value = self.values.get(key, False)
        if not isinstance(value, bool):
            self.sheet.wrong(self.path_of(key), f"{key} is neither true nor false", f"Write {key} = true.")
            return False
        return value

    def items(self, key: str) -> list[tuple[Path, Any]]:
        """The entries of a list, each with the way to it; none where it is not there."""
        value = self.values.get(key, [])
        if not isinstance(value, list):
            self.sheet.wrong(self.path_of(key), f"{key} is no list", f"Write it in brackets: {key} = [...].")
            return []
        return [((*self.path, key, at), item) for at, item in enumerate(value)]

    def parts(self, key: str, *, needed: str = "") -> list[Part]:
        """The entries of a list of tables."""
        if needed and key not in self.meant and self.values.get(key, []) == []:
            self.sheet.wrong(self.path_of(key), f"there are no {key}", needed)
        value = self.values.get(key)
        if isinstance(value, dict):  # `[pad]` for `[[pad]]`
            self.sheet.wrong(self.path_of(key), f"there may be several of {key}", f"Write [[{key}]], not [{key}].")
            return []
        found = []
        for path, item in self.items(key):
            if isinstance(item, dict):
                found.append(Part(self.sheet, path, item))
            else:
                self.sheet.wrong(path, f"this entry of {key} is not in braces", 'Write it like { tap = "A.played" }.')
        return found

    def part(self, key: str) -> Part | None:
        """A table within; None where it is not there."""
        value = self.values.get(key)
        if value is None:
            return None
        if not isinstance(value, dict):
            self.sheet.wrong(self.path_of(key), f"{key} needs lines of its own", f"Write [{key}] above them.")
            return None
        return Part(self.sheet, self.path_of(key), value)


def listed(names: Iterable[str]) -> str:
    """For a sentence: `A, B and C`."""
    *most, last = list(names) or [""]
    return f"{', '.join(most)} and {last}" if most else last


def short(text: str) -> str:
    """No longer than a sentence bears, and printable."""
    text = "".join(sign if sign.isprintable() else "?" for sign in text)
    return text if len(text) <= 40 else f"{text[:37]}..."
