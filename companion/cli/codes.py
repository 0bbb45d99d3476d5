"""The codes that a terminal shows: a code that takes the place of one that was printed is printed as well."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

import click

NEW_CODES = "New codes:"


class Shown(NamedTuple):
    """A code, and who comes in with it."""

    who: str
    text: str
    spaced: str


class PrintedCodes:
    """What stands in the terminal. `codes` tells which codes open something now, `address` where phones come to."""

    def __init__(self, codes: Callable[[], Iterable[Shown]], address: Callable[[], str]) -> None:
        self._codes = codes
        self._address = address
        self._printed: set[str] = set()

    def print(self) -> list[Shown]:
        """All of them, for the first time."""
        return self._print(list(self._codes()))

    def print_new(self) -> list[Shown]:
        """Those that are not printed yet: another game has other codes, and a code expires."""
        new = [code for code in self._codes() if code.text not in self._printed]
        if new and self._address():
            click.echo(NEW_CODES)
            self._print(new)
        return new

    def _print(self, codes: list[Shown]) -> list[Shown]:
        for code in codes:
            click.echo(f"  {code.who:12} {code.spaced}   {self._address()}/join?code={code.text}")
            self._printed.add(code.text)
        return codes
