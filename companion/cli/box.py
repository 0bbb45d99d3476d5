"""A game's box in words: what kinds of chips it holds, how many, and what people call them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches

import click

from companion.rules import find_game
from companion.table.registry import BoxChip

NUMBERS = "no one two three four five six seven eight nine ten eleven twelve".split()


@dataclass(frozen=True)
class TaggedBox:
    """The chips of a game."""

    game: str
    title: str
    copies: Mapping[str, int]
    """How many chips of each kind, in an order in which people sort them: all gems together, for example."""
    names: Mapping[str, str]
    others: Mapping[str, int] = field(default_factory=dict)
    """The chips of the game's other boxes: to have them as well is no mistake."""

    @property
    def all_boxes(self) -> Mapping[str, int]:
        """The chips of all boxes of the game together."""
        return {**self.others, **self.copies}

    @property
    def total(self) -> int:
        """How many chips there are in all."""
        return sum(self.copies.values())

    def named(self, kind: str) -> str:
        """The name that people use for a kind."""
        return self.names.get(kind) or kind.replace("_", " ").capitalize()

    def told(self, chip: BoxChip) -> str:
        """A chip in words, such as "Crash Gem, copy 2 of 7"."""
        if chip.game != self.game:
            return f"{self.named(chip.kind)}, copy {chip.copy}, of {chip.game}"
        of = f" of {self.copies[chip.kind]}" if chip.kind in self.copies else ""
        return f"{self.named(chip.kind)}, copy {chip.copy}{of}"

    def listed(self, kinds: Mapping[str, int]) -> str:
        """Kinds with their numbers, as a list in one line."""
        return ", ".join(f"{self.named(kind)} {number}" for kind, number in kinds.items())

    def find(self, name: str) -> str | None:
        """The kind with this name or key, or the only kind whose name contains it."""
        wanted = plain(name)
        exact = [kind for kind in self.copies if wanted in (plain(kind), plain(self.named(kind)))]
        within = [kind for kind in self.copies if wanted in plain(self.named(kind))]
        found = exact or within
        return found[0] if len(found) == 1 else None

    def near(self, name: str) -> str:
        """A hint at what an unknown name may have meant; empty if no name resembles it."""
        near = get_close_matches(name.title(), map(self.named, self.copies), n=3, cutoff=0.5)
        return f"Did you mean {' or '.join(near)}?" if near else ""


def box_of(key: str, set_key: str = "") -> TaggedBox:
    """The box of an installed game, or that of one of its further sets. Raises `SetupError`, or a `ClickException` if
    there is no list of this box."""
    game = find_game(key)
    boxes = {"": game.box(), **game.set_boxes()}
    if set_key not in boxes:
        known = ", ".join(filter(None, boxes)) or "none"
        raise click.ClickException(f'{game.title} has no further set "{set_key}". Known: {known}.')
    box = boxes[set_key]
    if not box:
        raise click.ClickException(f"{game.title} has no list of its box: so there is nothing to enrol.")
    entries = game.encyclopedia()
    sorts = list(dict.fromkeys(entry.kind for entry in entries.values()))
    copies = sorted(box, key=lambda kind: sorts.index(entries[kind].kind) if kind in entries else len(sorts))
    return TaggedBox(
        key,
        f"{game.title}, {set_key}" if set_key else game.title,
        {kind: box[kind] for kind in copies},
        {kind: entry.name for kind, entry in entries.items()},
        {kind: number for other in boxes.values() for kind, number in other.items() if kind not in box},
    )


def count(number: int) -> str:
    """A number of chips, in words as long as that is short.

    >>> count(5), count(1), count(64)
    ('five chips', 'one chip', '64 chips')
    """
    word = NUMBERS[number] if number < len(NUMBERS) else str(number)
    return f"{word} chip{'' if number == 1 else 's'}"


def plain(name: str) -> str:
    """A name in lower case, without punctuation.

    >>> plain("It's a Trap!"), plain("its_a_trap"), plain("Mix-Master")
    ('its a trap', 'its a trap', 'mix master')
    """
    spaced = name.lower().replace("_", " ").replace("-", " ")
    return " ".join("".join(sign for sign in spaced if sign.isalnum() or sign == " ").split())
