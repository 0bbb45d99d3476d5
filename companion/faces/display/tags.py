"""Small pieces with their names, side by side: numbers, tokens, heaps of hidden chips."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from companion.faces.display.chips import number_badge
from companion.faces.display.marks import Figure, Marks
from companion.faces.display.ranks import TOKENS
from companion.faces.display.rects import Rect
from companion.faces.display.stacking import Block
from companion.faces.display.style import Style
from companion.faces.display.typesetting import clean, line_height
from companion.rules.kernel.board import Heap, Number, Token

TOKEN_SHAPE: Final = "flag"


class LabelTag(NamedTuple):
    """A small piece in a flow: a shape, its value, and its name."""

    shape: str
    tone: str
    sign: str
    value: str
    label: str


def number_tag(number: Number) -> LabelTag:
    """Return a number as a tag."""
    return LabelTag("", number.tone, clean(number.short)[:2], number.value, number.label)


def hidden_tag(heap: Heap) -> LabelTag:
    """Return a heap of hidden pieces as a tag."""
    return LabelTag("card", "grey", "", str(heap.hidden), heap.label)


def token_block(style: Style, token: Token, width: int) -> Block:
    """Return a token as a block: a flag, and its text in up to two lines."""
    sign = style.of_unit(1.3)
    text = style.fitted(token.text, width - sign - style.hair * 3, 2 * line_height(style.plain), 1, 0.82, bold=True)

    def lay(rect: Rect) -> Marks:
        square, rest = rect.left(sign)
        square = square.middle(style.of_unit(1), style.of_unit(1))
        marks: Marks = [Figure(square, TOKEN_SHAPE, f"tone:{token.tone}", f"edge:{token.tone}")]
        _, rest = rest.left(style.hair * 3)
        return marks + style.lines(rest, text, bold=True, middle=True)

    return Block(TOKENS, text.height, text.height, lay)


def tags_block(style: Style, tags: Sequence[LabelTag], width: int, rank: int) -> Block:
    """Return tags as a block, row by row; with their names if there is room for them."""
    high = style.of_unit(1.45)
    rows = len(tag_rows(style, tags, width, high, True)) or 1
    least_rows = len(tag_rows(style, tags, width, high, False)) or 1
    gap = style.hair * 2

    def lay(rect: Rect) -> Marks:
        named = rect.height >= rows * (high + gap) - gap
        marks: Marks = []
        y = rect.y
        for row in tag_rows(style, tags, rect.width, high, named):
            if y + high > rect.bottom:
                break
            x = rect.x
            for tag in row:
                wide = min(tag_width(style, tag, high, named), rect.right - x)
                marks += tag_marks(style, Rect(x, y, wide, high), tag, named)
                x += wide + style.gap
            y += high + gap
        return marks

    return Block(rank, min(rows, least_rows) * (high + gap) - gap, rows * (high + gap) - gap, lay, stepped=True)


def tag_texts(tag: LabelTag, named: bool) -> tuple[str, str]:
    """Return the value and the name; only a tag that has a sign goes without its name."""
    return clean(tag.value), clean(tag.label) if named or not tag.sign else ""


def tag_width(style: Style, tag: LabelTag, high: int, named: bool) -> int:
    """Return how wide a tag is."""
    value, label = tag_texts(tag, named)
    wide = high + style.hair * 3 + style.width(value, style.plain, True)
    return wide + (style.hair * 3 + style.width(label, style.fine) if label else 0)


def tag_rows(style: Style, tags: Iterable[LabelTag], width: int, high: int, named: bool) -> list[list[LabelTag]]:
    """Return the tags in rows."""
    rows: list[list[LabelTag]] = []
    x = 0
    for tag in tags:
        wide = tag_width(style, tag, high, named)
        if rows and x + wide <= width:
            rows[-1].append(tag)
        else:
            rows.append([tag])
            x = 0
        x += wide + style.gap
    return rows


def tag_marks(style: Style, rect: Rect, tag: LabelTag, named: bool) -> Marks:
    """Draw a tag at its place."""
    value, label = tag_texts(tag, named)
    square, rest = rect.left(rect.height)
    if tag.shape:
        marks: Marks = [Figure(square.inset(style.hair), tag.shape, f"tone:{tag.tone}", f"edge:{tag.tone}")]
    else:
        marks = number_badge(style, square, tag.sign, tag.tone)
    _, rest = rest.left(style.hair * 3)
    first, rest = rest.left(style.width(value, style.plain, True))
    marks += style.line(first, value, style.plain, bold=True)
    if label:
        _, rest = rest.left(style.hair * 3)
        marks += style.line(rest, label, style.fine, "muted")
    return marks
