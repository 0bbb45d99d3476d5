"""The physical truth of a rehearsal: which chip lies on which reader. No game, no time, no chance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from companion.table.layout import Layout
from companion.table.sightings import Uid


@dataclass(frozen=True, slots=True)
class TaggedThing:
    """A thing with a tag. Two chips may have the same UID; then only `copy` tells them apart, and no reader can."""

    uid: Uid
    kind: str | None
    """None for a chip that does not belong to the game."""
    copy: int = 0


class VirtualTable:
    """Chips that lie on readers. A chip that lies on none is in a hand, or in a heap that nobody reads."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._lying: dict[str, list[TaggedThing]] = {spot.reader: [] for spot in layout.spots()}
        self._where: dict[TaggedThing, str] = {}
        self._on_edge: set[TaggedThing] = set()
        self.beside = beside(layout)
        """The readers right beside each reader."""

    def put(self, chip: TaggedThing, reader: str, *, on_edge: bool = False) -> None:
        """Lay a chip on a reader, or slide it there from another."""
        self.lift(chip)
        self._lying[reader].append(chip)
        self._where[chip] = reader
        if on_edge:
            self._on_edge.add(chip)

    def lift(self, chip: TaggedThing) -> None:
        """Take a chip off its reader, if it lies on one."""
        reader = self._where.pop(chip, None)
        if reader is not None:
            self._lying[reader].remove(chip)
        self._on_edge.discard(chip)

    def lying_on(self, reader: str) -> tuple[TaggedThing, ...]:
        """Return the chips that lie on a reader."""
        return tuple(self._lying[reader])

    def where(self, chip: TaggedThing) -> str | None:
        """Return the reader that a chip lies on, if any."""
        return self._where.get(chip)

    def is_on_edge(self, chip: TaggedThing) -> bool:
        """Whether a chip lies on the edge of its place, where half of the looks miss it."""
        return chip in self._on_edge

    def all_lying(self) -> Iterator[tuple[TaggedThing, str]]:
        """Yield every chip that lies on a reader, with that reader."""
        yield from self._where.items()


def beside(layout: Layout) -> dict[str, tuple[str, ...]]:
    """Return the readers right beside each reader: within a group, those before and after it in the layout's order."""
    order = [spot.reader for spot in layout.spots()]
    found: dict[str, set[str]] = {reader: set() for reader in order}
    for group in layout.groups:
        for one, other in pairwise(reader for reader in order if reader in group):
            found[one].add(other)
            found[other].add(one)
    return {reader: tuple(sorted(others)) for reader, others in found.items()}
