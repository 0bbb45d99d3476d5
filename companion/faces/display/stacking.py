"""Stacking blocks in a column. If they do not all fit, the least important ones are left out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.faces.display.marks import Marks
from companion.faces.display.rects import Rect


class Block(NamedTuple):
    """Something that can fill a part of a column."""

    rank: int
    """Its importance: 0 is the most important."""
    least: int
    """The least height with which it is shown."""
    want: int
    """The height that it can use at most."""
    lay: Callable[[Rect], Marks]
    stepped: bool = False
    """Whether it can use only the least height or the whole one, nothing in between."""


def chosen(blocks: Sequence[Block], height: int, gap: int) -> list[Block]:
    """Return the blocks that fit together, chosen by rank, in their original order."""
    taken: list[int] = []
    used = -gap
    for number in sorted(range(len(blocks)), key=lambda number: (blocks[number].rank, number)):
        block = blocks[number]
        if block.want > 0 and used + gap + block.least <= height:
            taken.append(number)
            used += gap + block.least
    return [blocks[number] for number in sorted(taken)]


def heights(blocks: Sequence[Block], room: int) -> list[int]:
    """Return the height of each block: its least, and then, rank by rank, spare room up to what it wants."""
    given = [block.least for block in blocks]
    left = room - sum(given)
    for rank in sorted({block.rank for block in blocks}):
        for number, block in enumerate(blocks):
            if block.rank == rank and left > 0:
                more = max(0, block.want - given[number])
                if more > left:
                    more = 0 if block.stepped else left
                given[number] += more
                left -= more
    return given


def stack(blocks: Sequence[Block], rect: Rect, gap: int) -> Marks:
    """Draw all blocks that fit, from the top down."""
    fitting = chosen(blocks, rect.height, gap)
    marks: Marks = []
    y = rect.y
    for block, height in zip(fitting, heights(fitting, rect.height - gap * (len(fitting) - 1)), strict=True):
        marks += block.lay(Rect(rect.x, y, rect.width, height))
        y += height + gap
    return marks
