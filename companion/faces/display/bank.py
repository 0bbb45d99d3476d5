"""The bank: a card for each stack."""

from __future__ import annotations

from typing import Final, NamedTuple

from companion.faces.display.chips import badge
from companion.faces.display.marks import Figure, Marks, Rectangle
from companion.faces.display.ranks import TOKENS
from companion.faces.display.rects import Rect
from companion.faces.display.stacking import Block
from companion.faces.display.style import Style
from companion.faces.display.typesetting import clean
from companion.rules.kernel.board import Stack, Stacks

NARROW: Final = 5.1
"""How many units wide a card has to be for its name to be readable."""
BROAD: Final = 7
"""From this width in units, the chip is beside the name; on narrower cards it is below."""
LOW: Final = 2.3
"""How many units high a card has to be for two lines."""


SMALL: Final = (4.2, 1.4)
"""How many units wide and high a card without a name has to be."""
LEAST_NAME: Final = 0.62
"""In units, the smallest size of a name."""
SMALLEST: Final = 10
"""In pixels, the smallest size of a name; only names that would be cut otherwise are so small."""


class Tiling(NamedTuple):
    """How the cards are arranged."""

    rows: int
    columns: int
    named: bool


def gap_of(style: Style) -> int:
    """Return the gap between cards."""
    return style.hair * 2


def tiling(style: Style, count: int, width: int, named: bool) -> Tiling:
    """Return an arrangement in which all cards are wide enough."""
    wide = style.of_unit(NARROW if named else SMALL[0]) + gap_of(style)
    most = max(1, (width + gap_of(style)) // wide)
    rows = max(1, -(-count // most))
    return Tiling(rows, -(-count // rows), named)


def bank_height(style: Style, stacks: Stacks, width: int, *, named: bool = True) -> int:
    """Return how high a bank has to be for all cards to be readable."""
    if not stacks.stacks:
        return 0
    high = style.of_unit(LOW if named else SMALL[1])
    return tiling(style, len(stacks.stacks), width, named).rows * (high + gap_of(style)) - gap_of(style)


def stacks_block(style: Style, stacks: Stacks, width: int) -> Block:
    """Return the bank as a block of a column."""
    want = bank_height(style, stacks, width)
    least = bank_height(style, stacks, width, named=False)

    def lay(rect: Rect) -> Marks:
        return stack_cards(style, rect, stacks)

    return Block(TOKENS, min(want, least), want, lay)


def stack_cards(style: Style, rect: Rect, stacks: Stacks) -> Marks:
    """Draw the cards, without names if there is little room; the last place counts those that do not fit."""
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
    """Draw one card: the chip, its name, its price, and how many are left; an empty stack is crossed out."""
    empty = stack.chip.count <= 0
    ink = "muted" if empty else "ink"
    marks: Marks = [Rectangle(rect, "page" if empty else "raised", "line", 1, style.hair * 2)]
    inner = rect.inset(style.hair * 2, style.hair)
    if named and rect.width < style.of_unit(BROAD):
        upper, inner = inner.top(inner.height * 45 // 100)
        whole = Rect(rect.x + 2, upper.y, rect.width - 3, upper.height)  # a long name needs all of the card
        marks += name_line(style, whole if is_long(style, upper, stack) else upper, stack.chip.name, 0.82, ink)
    side = min(inner.height, style.of_unit(1.8))
    square, inner = inner.left(side)
    _, inner = inner.left(style.hair * 2)
    if named and rect.width >= style.of_unit(BROAD):
        upper, inner = inner.top(inner.height // 2)
        marks += name_line(style, upper, stack.chip.name, 0.9, ink)
    square = square.middle(side, side)
    if empty:
        marks.append(Figure(square.inset(side // 6), "cross", "muted"))
    else:
        marks += badge(style, square, stack.chip)
    return marks + card_line(style, inner, stack, ink)


def is_long(style: Style, rect: Rect, stack: Stack) -> bool:
    """Whether a name does not fit there even in its smallest size."""
    return style.width(clean(stack.chip.name), least_size(style)) > rect.width


def least_size(style: Style) -> int:
    """Return the smallest size of a name, in pixels."""
    return style.of_unit(max(LEAST_NAME, SMALLEST / style.unit))


def name_line(style: Style, rect: Rect, name: str, most: float, ink: str) -> Marks:
    """Draw the name of a chip, smaller rather than cut, as long as it can be read."""
    text = clean(name)
    for size in style.sizes(most, max(LEAST_NAME, SMALLEST / style.unit)):
        if style.width(text, size) <= rect.width:
            return style.line(rect, text, size, ink)
    return style.line(rect, text, size, ink)


def card_line(style: Style, rect: Rect, stack: Stack, ink: str) -> Marks:
    """Draw how many chips are left, the price at the right end, and between them a note."""
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
    """Draw the short form of a note that does not fit, on a coloured field; or nothing if even that is too wide."""
    size = next((size for size in style.sizes(0.82, 0.5) if style.width(short, size, True) <= rect.width), 0)
    if not short or not size:
        return []
    field = rect.middle(min(rect.width, style.width(short, size, True) + style.hair * 4), rect.height)
    marks: Marks = [Rectangle(field, "danger", "", 0, style.hair)]
    return marks + style.line(field, short, size, "on:danger", bold=True, align="centre")
