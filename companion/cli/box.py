"""A game's box in words: what kinds of chips there are, how many, and how people call them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches

import click

from companion.rules import find_game
from companion.table.registry import Chip

NUMBERS = "no one two three four five six seven eight nine ten eleven twelve".split()


@dataclass(frozen=True)
class Box:
    """The chips of a game."""

    game: str
    title: str
    copies: Mapping[str, int]
    """Of each kind; what people sort together, such as all gems, stands together."""
    names: Mapping[str, str]

    @property
    def total(self) -> int:
        """All chips."""
        return sum(self.copies.values())

    def named(self, kind: str) -> str:
        """A kind as people call it."""
        return self.names.get(kind) or kind.replace("_", " ").capitalize()

    def told(self, chip: Chip) -> str:
        """A chip in words."""
        if chip.game != self.game:
            return f"{self.named(chip.kind)}, copy {chip.copy}, of {chip.game}"
        of = f" of {self.copies[chip.kind]}" if chip.kind in self.copies else ""
        return f"{self.named(chip.kind)}, copy {chip.copy}{of}"

    def listed(self, kinds: Mapping[str, int]) -> str:
        """Kinds with their numbers, in a row."""
        return ", ".join(f"{self.named(kind)} {number}" for kind, number in kinds.items())

    def find(self, name: str) -> str | None:
        """The kind of this name or key, or the only one whose name has it in it."""
        wanted = plain(name)
        exact = [kind for kind in self.copies if wanted in (plain(kind), plain(self.named(kind)))]
        within = [kind for kind in self.copies if wanted in plain(self.named(kind))]
        found = exact or within
        return found[0] if len(found) == 1 else None

    def near(self, name: str) -> str:
        """What may have been meant by a name that is none; empty where nothing is like it."""
        near = get_close_matches(name.title(), map(self.named, self.copies), n=3, cutoff=0.5)
        return f"Did you mean {' or '.join(near)}?" if near else ""


def box_of(key: str) -> Box:
    """The box of an installed game. Raises `SetupError`, or an exception for people where the game lists none."""
    game = find_game(key)
    if not game.box():
        raise click.ClickException(f"{game.title} has no list of its box: there is nothing to enrol.")
    entries = game.encyclopedia()
    sorts = list(dict.fromkeys(entry.kind for entry in entries.values()))
    copies = sorted(game.box(), key=lambda kind: sorts.index(entries[kind].kind) if kind in entries else len(sorts))
    return Box(
        key,
        game.title,
        {kind: game.box()[kind] for kind in copies},
        {kind: entry.name for kind, entry in entries.items()},
    )


def count(number: int) -> str:
    """So many chips, in words while that is short.

    >>> count(5), count(1), count(64)
    ('five chips', 'one chip', '64 chips')
    """
    word = NUMBERS[number] if number < len(NUMBERS) else str(number)
    return f"{word} chip{'' if number == 1 else 's'}"


def plain(name: str) -> str:
    """A name without case and signs.

    >>> plain("It's a Trap!"), plain("its_a_trap"), plain("Mix-Master")
    ('its a trap', 'its a trap', 'mix master')
    """
    spaced = name.lower().replace("_", " ").replace("-", " ")
    return " ".join("".join(sign for sign in spaced if sign.isalnum() or sign == " ").split())
