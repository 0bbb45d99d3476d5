"""Chips drawn: a shape, a colour, and a sign in it; so nobody needs to tell colours apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from companion.faces.display.figures import CORNERS, PICTURED, ROOM, SHAPES
from companion.faces.display.marks import Figure, Line, Marks
from companion.faces.display.rects import Rect
from companion.faces.display.style import Style
from companion.faces.display.typesetting import clean, fitting_size
from companion.rules.kernel.board import Chip

APART: Final = 12
"""Up to so many pieces are shown one by one."""


def shape_of(sign: str, tone: str) -> str:
    """The shape behind a sign: with as many corners as its number says, or the shape of its tone.

    >>> shape_of("3", "purple"), shape_of("CG", "purple")
    ('triangle', 'hexagon')
    """
    return CORNERS.get(sign) or SHAPES.get(tone, SHAPES["grey"])


def sign_of(chip: Chip) -> str:
    """What stands on a chip: three signs at most."""
    return clean(chip.short)[:3] or clean(chip.name)[:2]


def badge(style: Style, rect: Rect, sign: str, tone: str) -> Marks:
    """A shape in its colour, and the sign in it as large as the shape allows."""
    shape = shape_of(sign, tone)
    marks: Marks = [Figure(rect, shape, f"tone:{tone}", f"edge:{tone}")]
    if not sign:
        return marks
    room = ROOM[shape]
    inner = Rect(
        rect.x + round(rect.width * room.x),
        rect.y + round(rect.height * room.y),
        max(1, round(rect.width * room.width)),
        max(1, round(rect.height * room.height)),
    )
    if sign in PICTURED:
        side = min(inner.width, inner.height)
        return [*marks, Figure(inner.middle(side, side).inset(side // 8), PICTURED[sign], f"on:{tone}")]
    most = min(inner.height, rect.height * 3 // 5)
    size = fitting_size(sign, inner.width, range(most, max(5, most // 3), -1), True, style.measure)
    if style.width(sign, size, True) <= inner.width and round(size * 0.72) <= inner.height:
        marks.append(Line(inner, sign, size, f"on:{tone}", True, "centre"))
    return marks


class Item(NamedTuple):
    """A chip in a flow: alone, or with how many there are."""

    chip: Chip
    times: str = ""


def items_of(chips: Sequence[Chip]) -> list[Item]:
    """The chips one by one where they are few, else by kinds."""
    if sum(chip.count for chip in chips) <= APART:
        return [Item(chip) for chip in chips for _ in range(chip.count)]
    return [Item(chip, f"×{chip.count}" if chip.count != 1 else "") for chip in chips]


def grouped(chips: Sequence[Chip]) -> list[Item]:
    """The chips by kinds."""
    return [Item(chip, f"×{chip.count}" if chip.count != 1 else "") for chip in chips]


def flow(style: Style, rect: Rect, chips: Sequence[Chip], most: float, least: float, ordered: bool = False) -> Marks:
    """Chips from left to right and row by row, as large as they all fit; what does not is counted at the end."""
    ways = [items_of(chips)] if ordered else [items_of(chips), grouped(chips)]
    sizes = style.sizes(most, least)
    for items in ways:
        for size in sizes if items is ways[-1] else sizes[: max(1, len(sizes) * 2 // 3)]:
            placed = places(style, rect, items, size)
            if placed is not None:
                return [
                    mark for item, place in zip(items, placed, strict=True) for mark in one(style, place, item, size)
                ]
    return cut_flow(style, rect, ways[-1], sizes[-1])


def item_width(style: Style, item: Item, size: int) -> int:
    """How wide a chip with its number is."""
    return size + (style.width(item.times, times_size(size), True) + size // 6 if item.times else 0)


def times_size(size: int) -> int:
    """The type of a number beside a chip."""
    return max(6, size * 3 // 5)


def places(style: Style, rect: Rect, items: Sequence[Item], size: int) -> list[Rect] | None:
    """Where each goes at this size; None where they do not all fit."""
    gap = max(2, size // 6)
    found = []
    x, y = rect.x, rect.y
    for item in items:
        wide = item_width(style, item, size)
        if x > rect.x and x + wide > rect.right:
            x, y = rect.x, y + size + gap
        if x + wide > rect.right or y + size > rect.bottom:
            return None
        found.append(Rect(x, y, wide, size))
        x += wide + gap
    return found


def cut_flow(style: Style, rect: Rect, items: Sequence[Item], size: int) -> Marks:
    """The first ones that fit, and how many are not shown."""
    for shown in range(len(items) - 1, -1, -1):
        missing = sum(1 if not item.times else item.chip.count for item in items[shown:])
        rest = Item(Chip("", ""), f"+{missing}")
        placed = places(style, rect, [*items[:shown], rest], size)
        if placed is not None:
            marks = [
                m for item, place in zip(items[:shown], placed, strict=False) for m in one(style, place, item, size)
            ]
            return [*marks, *style.line(placed[-1], rest.times, times_size(size), bold=True)]
    return []


def one(style: Style, place: Rect, item: Item, size: int) -> Marks:
    """A chip at its place, with its number beside it."""
    square, beside = place.left(size)
    marks = badge(style, square, sign_of(item.chip), item.chip.tone)
    if item.times:
        beside = Rect(beside.x + size // 6, beside.y, beside.width - size // 6, beside.height)
        marks += style.line(beside, item.times, times_size(size), bold=True)
    return marks
