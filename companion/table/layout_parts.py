"""The parts of a table file while it is read: getting typed values from them, and noting every problem with its
line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from companion.table.toml_lines import Path

LONGEST_FILE = 200_000
LONGEST_TEXT = 200


@dataclass(frozen=True, slots=True)
class TableProblem:
    """One thing that is wrong in a file, and what to do about it."""

    line: int
    """Counted from 1; 0 if it concerns the whole file."""
    what: str
    remedy: str

    def said(self, file: str) -> str:
        """Return the problem in words for people."""
        where = f"{file}, line {self.line}" if self.line else file
        return f"{where}: {self.what}. {self.remedy}"


@dataclass
class Sheet:
    """The lines of all values in a file, and the problems found so far."""

    lines: Mapping[Path, int]
    problems: list[TableProblem] = field(default_factory=list)

    def line_of(self, path: Path) -> int:
        """Return the line of this value, or of the closest part around it."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)

    def wrong(self, path: Path, what: str, remedy: str) -> None:
        """Note a problem."""
        self.problems.append(TableProblem(self.line_of(path), what, remedy))


@dataclass
class TomlPart:
    """A table in the sense of TOML: keys with values. If a value is wrong, the problem is noted and a default
    returned."""

    sheet: Sheet
    path: Path
    values: Mapping[str, Any]
    meant: set[str] = field(default_factory=set)
    """Known keys that seem to be present but misspelt."""

    def path_of(self, key: str) -> Path:
        """Return the path to one of the values."""
        return (*self.path, key)

    def only(self, *known: str) -> None:
        """Note a problem for every other key."""
        for key in self.values:
            if key not in known:
                near = get_close_matches(key.lower(), known, n=1, cutoff=0.6)
                self.meant.update(near)
                remedy = f"Did you mean {near[0]}?" if near else f"Possible keys: {listed(known)}."
                self.sheet.wrong(self.path_of(key), f'the key "{short(key)}" is unknown', remedy)

    def without(self, key: str, remedy: str) -> None:
        """Note a problem if this key is present, because it does not go with the others."""
        if key in self.values:
            self.sheet.wrong(self.path_of(key), f"{key} does not belong here", remedy)

    def text(self, key: str, *, needed: str = "", default: str = "") -> str:
        """Return a line of text."""
        if key not in self.values:
            if needed and key not in self.meant:
                self.sheet.wrong(self.path, f"there is no {key}", needed)
            return default
        value = self.values[key]
        if isinstance(value, str) and 0 < len(value) <= LONGEST_TEXT and value.isprintable():
            return value
        what = (
            "is not text" if not isinstance(value, str) else "is empty" if not value else "is not a plain line of text"
        )
        self.sheet.wrong(self.path_of(key), f"{key} {what}", f'Write a short text in quotes: {key} = "...".')
        return default

    def number(self, key: str, low: int, high: int, *, default: int | None = None) -> int | None:
        """Return a whole number within bounds. Without a default it must be present."""
        remedy = f"Write a whole number from {low} to {high}, without quotes: {short(key)} = {low}."
        if key not in self.values:
            if default is None and key not in self.meant:
                self.sheet.wrong(self.path, f"there is no {key}", remedy)
            return default
        value = self.values[key]
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        is_short = isinstance(value, int | float) and abs(value) < 1e9
        what = f"is {str(value).lower()}" if is_short else "is not such a number"
        self.sheet.wrong(self.path_of(key), f"{short(key)} {what}", remedy)
        return default

    def flag(self, key: str) -> bool:
        """Return true or false; false if it is missing."""
        value = self.values.get(key, False)
        if not isinstance(value, bool):
            self.sheet.wrong(self.path_of(key), f"{key} is neither true nor false", f"Write {key} = true.")
            return False
        return value

    def items(self, key: str) -> list[tuple[Path, Any]]:
        """Return the entries of a list, each with the path to it; no entries if the list is missing."""
        value = self.values.get(key, [])
        if not isinstance(value, list):
            self.sheet.wrong(self.path_of(key), f"{key} is not a list", f"Write it in brackets: {key} = [...].")
            return []
        return [((*self.path, key, at), item) for at, item in enumerate(value)]

    def parts(self, key: str, *, needed: str = "") -> list[TomlPart]:
        """Return the entries of a list of tables."""
        if needed and key not in self.meant and self.values.get(key, []) == []:
            self.sheet.wrong(self.path_of(key), f"there are no {key}", needed)
        value = self.values.get(key)
        if isinstance(value, dict):  # `[pad]` for `[[pad]]`
            self.sheet.wrong(self.path_of(key), f"there can be several {key} entries", f"Write [[{key}]], not [{key}].")
            return []
        found = []
        for path, item in self.items(key):
            if isinstance(item, dict):
                found.append(TomlPart(self.sheet, path, item))
            else:
                self.sheet.wrong(path, f"this entry of {key} is not in braces", 'Write it like { tap = "PLACE" }.')
        return found

    def part(self, key: str) -> TomlPart | None:
        """Return a table inside this one; None if it is missing."""
        value = self.values.get(key)
        if value is None:
            return None
        if not isinstance(value, dict):
            self.sheet.wrong(self.path_of(key), f"{key} needs lines of its own", f"Write [{key}] above them.")
            return None
        return TomlPart(self.sheet, self.path_of(key), value)


def listed(names: Iterable[str]) -> str:
    """Join names for a sentence: `A, B and C`."""
    *most, last = list(names) or [""]
    return f"{', '.join(most)} and {last}" if most else last


def short(text: str) -> str:
    """Shorten a text for use in a sentence, and make it printable."""
    text = "".join(sign if sign.isprintable() else "?" for sign in text)
    return text if len(text) <= 40 else f"{text[:37]}..."
