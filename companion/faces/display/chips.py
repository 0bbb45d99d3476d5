"""Chips, drawn from the table of their looks: each has a colour, a shape or a mark, and a few letters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from companion.faces.chip_looks import DISCS, FACET, MARK, Gem, disc_of, gem_of
from companion.faces.display.figures import BODY, PICTURED, ROOM, SHAPES, SignSpace
from companion.faces.display.marks import Figure, Marks, TextLine
from companion.faces.display.rects import Rect
from companion.faces.display.style import Style
from companion.faces.display.typesetting import clean, fitting_size
from companion.rules.kernel.board import PieceGroup

RING: Final = 0.055
"""The thickness of a disc's ring, as a share of the disc."""
SMALL: Final = 26
"""Discs of fewer pixels than this have no banner."""
APART: Final = 12
"""Up to this number, pieces are shown one by one."""


def sign_of(chip: PieceGroup) -> str:
    """Return what is written on a chip: three characters at most."""
    return clean(chip.short)[:3] or clean(chip.name)[:2]


def badge(style: Style, rect: Rect, chip: PieceGroup) -> Marks:
    """Draw a chip: a gem with its number, or a disc with a banner and its letters."""
    sign, side = sign_of(chip), min(rect.width, rect.height)
    square = rect.middle(side, side)
    gem = gem_of(sign, chip.tone)
    return gem_badge(style, square, sign, gem) if gem else disc_badge(style, square, sign, chip.tone)


def gem_badge(style: Style, rect: Rect, sign: str, gem: Gem) -> Marks:
    """Draw a cut jewel with its number on the facet."""
    name, side = f"gem-{sign}", rect.width
    small, (x, y) = round(side * FACET), gem.facet_at
    facet = Rect(rect.x + round(side * x) - small // 2, rect.y + round(side * y) - small // 2, small, small)
    return [
        Figure(rect, gem.shape, f"tone:{name}", f"edge:{name}"),
        Figure(facet, gem.shape, f"facet:{name}"),
        *letters(style, within(rect, ROOM[gem.shape]), sign, f"on:{name}"),
    ]


def disc_badge(style: Style, rect: Rect, sign: str, tone: str) -> Marks:
    """Draw a disc: the banner with its mark, and the letters below it. A small disc has letters only."""
    tone = tone if tone in DISCS else "grey"
    if rect.width < SMALL:
        disc = Figure(rect, "circle", f"tone:{tone}", f"edge:{tone}")
        return [disc, *letters(style, within(rect, ROOM["circle"]), sign, f"on:{tone}")]
    body = rect.inset(max(1, round(rect.width * RING)))
    left, top, side = MARK
    return [
        Figure(rect, "circle", f"tone:{tone}", f"edge:{tone}"),
        Figure(body, "circle", f"body:{tone}"),
        Figure(body, "cap", f"tone:{tone}"),
        Figure(within(rect, SignSpace(left, top, side, side)), disc_of(tone).mark, f"on:{tone}"),
        *letters(style, within(rect, BODY), sign, f"letters:{tone}"),
    ]


def number_badge(style: Style, rect: Rect, sign: str, tone: str) -> Marks:
    """Draw the sign of a number, such as an arrow, on the shape of its tone."""
    tone = tone if tone in SHAPES else "grey"
    shape = SHAPES[tone]
    inner = within(rect, ROOM[shape])
    marks: Marks = [Figure(rect, shape, f"tone:{tone}", f"edge:{tone}")]
    if sign in PICTURED:
        side = min(inner.width, inner.height)
        return [*marks, Figure(inner.middle(side, side).inset(side // 8), PICTURED[sign], f"on:{tone}")]
    return marks + letters(style, inner, sign, f"on:{tone}")


def within(rect: Rect, room: SignSpace) -> Rect:
    """Return a part of a rectangle."""
    x, y = rect.x + round(rect.width * room.x), rect.y + round(rect.height * room.y)
    return Rect(x, y, max(1, round(rect.width * room.width)), max(1, round(rect.height * room.height)))


def letters(style: Style, room: Rect, sign: str, ink: str) -> Marks:
    """Draw a few letters as large as they fit, or nothing if they do not fit."""
    if not sign:
        return []
    most = room.height * 5 // 4
    size = fitting_size(sign, room.width, range(most, max(5, most // 3), -1), True, style.measure)
    fits = style.width(sign, size, True) <= room.width and round(size * 0.72) <= room.height
    return [TextLine(room, sign, size, ink, True, "centre")] if fits else []


class ChipItem(NamedTuple):
    """A chip in a flow: alone, or with how many there are of it."""

    chip: PieceGroup
    times: str = ""


def items_of(chips: Sequence[PieceGroup]) -> list[ChipItem]:
    """Return the chips one by one if they are few, else by kinds."""
    if sum(chip.count for chip in chips) <= APART:
        return [ChipItem(chip) for chip in chips for _ in range(chip.count)]
    return [ChipItem(chip, f"×{chip.count}" if chip.count != 1 else "") for chip in chips]


def grouped(chips: Sequence[PieceGroup]) -> list[ChipItem]:
    """Return the chips by kinds."""
    return [ChipItem(chip, f"×{chip.count}" if chip.count != 1 else "") for chip in chips]


def flow(
    style: Style, rect: Rect, chips: Sequence[PieceGroup], most: float, least: float, ordered: bool = False
) -> Marks:
    """Draw chips row by row, as large as all of them fit; if not all fit, the number of the others is at the end."""
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


def item_width(style: Style, item: ChipItem, size: int) -> int:
    """Return how wide a chip with its number is."""
    return size + (style.width(item.times, times_size(size), True) + size // 6 if item.times else 0)


def times_size(size: int) -> int:
    """Return the size of a number beside a chip."""
    return max(6, size * 3 // 5)


def places(style: Style, rect: Rect, items: Sequence[ChipItem], size: int) -> list[Rect] | None:
    """Return the place of each chip at this size; None if not all of them fit."""
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


def cut_flow(style: Style, rect: Rect, items: Sequence[ChipItem], size: int) -> Marks:
    """Draw the first chips that fit, and how many are not shown."""
    for shown in range(len(items) - 1, -1, -1):
        missing = sum(1 if not item.times else item.chip.count for item in items[shown:])
        rest = ChipItem(PieceGroup("", ""), f"+{missing}")
        placed = places(style, rect, [*items[:shown], rest], size)
        if placed is not None:
            marks = [
                m for item, place in zip(items[:shown], placed, strict=False) for m in one(style, place, item, size)
            ]
            return [*marks, *style.line(placed[-1], rest.times, times_size(size), bold=True)]
    return []


def one(style: Style, place: Rect, item: ChipItem, size: int) -> Marks:
    """Draw a chip at its place, with its number beside it."""
    square, beside = place.left(size)
    marks = badge(style, square, item.chip)
    if item.times:
        beside = Rect(beside.x + size // 6, beside.y, beside.width - size // 6, beside.height)
        marks += style.line(beside, item.times, times_size(size), bold=True)
    return marks
