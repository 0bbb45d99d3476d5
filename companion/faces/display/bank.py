"""The bank: a card for each stack."""

from __future__ import annotations

from typing import Final, NamedTuple

from companion.faces.display.chips import badge, sign_of
from companion.faces.display.marks import Box, Figure, Marks
from companion.faces.display.ranks import TOKENS
from companion.faces.display.rects import Rect
from companion.faces.display.stacking import Block
from companion.faces.display.style import Style
from companion.faces.display.typesetting import clean
from companion.rules.kernel.board import Stack, Stacks

NARROW: Final = 5.1
"""A card has to be so many units wide, so that its name can be read."""
BROAD: Final = 7
"""From so many units on the chip stands beside the name, else below it."""
LOW: Final = 2.3
"""A card has to be so many units high, for two lines."""


SMALL: Final = (4.2, 1.4)
"""How wide and how high a card without a name has to be."""


class Tiling(NamedTuple):
    """How cards lie."""

    rows: int
    columns: int
    named: bool


def gap_of(style: Style) -> int:
    """Between cards."""
    return style.hair * 2


def tiling(style: Style, count: int, width: int, named: bool) -> Tiling:
    """In how many rows all cards find room."""
    wide = style.of_unit(NARROW if named else SMALL[0]) + gap_of(style)
    most = max(1, (width + gap_of(style)) // wide)
    rows = max(1, -(-count // most))
    return Tiling(rows, -(-count // rows), named)


def bank_height(style: Style, stacks: Stacks, width: int, *, named: bool = True) -> int:
    """How high a bank is in which all cards can be read."""
    if not stacks.stacks:
        return 0
    high = style.of_unit(LOW if named else SMALL[1])
    return tiling(style, len(stacks.stacks), width, named).rows * (high + gap_of(style)) - gap_of(style)


def stacks_block(style: Style, stacks: Stacks, width: int) -> Block:
    """The bank as a part of a column."""
    want = bank_height(style, stacks, width)
    least = bank_height(style, stacks, width, named=False)

    def lay(rect: Rect) -> Marks:
        return stack_cards(style, rect, stacks)

    return Block(TOKENS, min(want, least), want, lay)


def stack_cards(style: Style, rect: Rect, stacks: Stacks) -> Marks:
    """All cards, where there is little room without their names; else how many more there are."""
    count, gap = len(stacks.stacks), gap_of(style)
    if not count:
        return []
    named = bank_height(style, stacks, rect.width) <= rect.height
    rows, columns, _ = tiling(style, count, rect.width, named)
    low = style.of_unit(LOW if named else SMALL[1])
    rows = min(rows, (rect.height + gap) // (low + gap))
    if rows < 1:
        return []
    high = min(style.of_unit(3 if named else 1.8), (rect.height - gap * (rows - 1)) // rows)
    whole = rect.top(rows * (high + gap) - gap)[0]
    places = [place for row in whole.rows(rows, gap) for place in row.columns(columns, gap)]
    shown = count if count <= len(places) else len(places) - 1
    marks: Marks = []
    for place, stack in zip(places, stacks.stacks[:shown], strict=False):
        marks += stack_card(style, place, stack, named)
    if shown < count:
        marks += style.line(places[shown], f"+{count - shown}", style.plain, "muted", bold=True, align="centre")
    return marks


def stack_card(style: Style, rect: Rect, stack: Stack, named: bool) -> Marks:
    """The chip, its name, its price, and how many are left; an empty stack is crossed out."""
    empty = stack.chip.count <= 0
    ink = "muted" if empty else "ink"
    marks: Marks = [Box(rect, "page" if empty else "raised", "line", 1, style.hair * 2)]
    inner = rect.inset(style.hair * 2, style.hair)
    if named and rect.width < style.of_unit(BROAD):
        upper, inner = inner.top(inner.height * 45 // 100)
        marks += style.one_line(upper, stack.chip.name, 0.82, ink)
    side = min(inner.height, style.of_unit(1.8))
    square, inner = inner.left(side)
    _, inner = inner.left(style.hair * 2)
    if named and rect.width >= style.of_unit(BROAD):
        upper, inner = inner.top(inner.height // 2)
        marks += style.one_line(upper, stack.chip.name, 0.9, ink)
    square = square.middle(side, side)
    if empty:
        marks.append(Figure(square.inset(side // 6), "cross", "muted"))
    else:
        marks += badge(style, square, sign_of(stack.chip), stack.chip.tone)
    return marks + card_line(style, inner, stack, ink)


def card_line(style: Style, rect: Rect, stack: Stack, ink: str) -> Marks:
    """How many are left at the left, the price at the right, and between them what else there is to say."""
    left = f"×{stack.chip.count}"
    price = clean(stack.price)
    first, rest = rect.left(style.width(left, style.fine, True))
    marks = style.line(first, left, style.fine, ink, bold=True)
    last, rest = rest.end(min(style.width(price, style.fine, True), rest.width))
    marks += style.line(last, price, style.fine, ink, bold=True, align="right")
    words = rest.inset(style.hair * 2, 0)
    if style.width(clean(stack.note), style.fine) <= words.width:
        return marks + style.line(words, stack.note, style.fine, "muted")
    return marks + short_note(style, rest, clean(stack.short))


def short_note(style: Style, rect: Rect, short: str) -> Marks:
    """A note for which there is no room, in a few signs that stand out; or nothing: an empty stack is crossed out."""
    size = next((size for size in style.sizes(0.82, 0.5) if style.width(short, size, True) <= rect.width), 0)
    if not short or not size:
        return []
    field = rect.middle(min(rect.width, style.width(short, size, True) + style.hair * 4), rect.height)
    marks: Marks = [Box(field, "danger", "", 0, style.hair)]
    return marks + style.line(field, short, size, "on:danger", bold=True, align="centre")
