"""Things one below the other: what does not fit is left out, the least important first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.faces.display.marks import Marks
from companion.faces.display.rects import Rect


class Block(NamedTuple):
    """Something that wants a part of a column."""

    rank: int
    """0 is shown before all others."""
    least: int
    """The height below which it is left out."""
    want: int
    """The height beyond which it has no use for more."""
    lay: Callable[[Rect], Marks]
    stepped: bool = False
    """Whether anything between the least and what it wants is of no use."""


def chosen(blocks: Sequence[Block], height: int, gap: int) -> list[Block]:
    """Those that fit together, by rank, in the order in which they were given."""
    taken: list[int] = []
    used = -gap
    for number in sorted(range(len(blocks)), key=lambda number: (blocks[number].rank, number)):
        block = blocks[number]
        if block.want > 0 and used + gap + block.least <= height:
            taken.append(number)
            used += gap + block.least
    return [blocks[number] for number in sorted(taken)]


def heights(blocks: Sequence[Block], room: int) -> list[int]:
    """What each gets: its least, and of what is left over a share, up to what it wants, rank by rank."""
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
    """All that fit, from the top down."""
    fitting = chosen(blocks, rect.height, gap)
    marks: Marks = []
    y = rect.y
    for block, height in zip(fitting, heights(fitting, rect.height - gap * (len(fitting) - 1)), strict=True):
        marks += block.lay(Rect(rect.x, y, rect.width, height))
        y += height + gap
    return marks
