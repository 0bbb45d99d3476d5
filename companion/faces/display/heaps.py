"""Heaps and rows of chips: shapes for what people look at, names for what they look up."""

from __future__ import annotations

from companion.faces.display.chips import flow
from companion.faces.display.marks import Figure, Marks
from companion.faces.display.ranks import LESS, MAIN
from companion.faces.display.rects import Rect
from companion.faces.display.stacking import Block
from companion.faces.display.style import Style
from companion.faces.display.typesetting import Lines, clean, line_height
from companion.rules.kernel.board import Heap, Row


def main_block(style: Style, piece: Heap | Row, width: int) -> Block:
    """Return what people look at often: chips, as large as there is room for."""

    def lay(rect: Rect) -> Marks:
        chips = piece.chips
        marks: Marks = []
        if rect.height >= line_height(style.fine) + style.of_unit(2):
            head, rect = rect.top(line_height(style.fine))
            marks += style.line(head, heap_label(piece), style.fine, "muted")
        if not chips:
            return [*marks, Figure(rect.top(style.fine)[0].left(style.fine)[0], "circle", "line")]
        if isinstance(piece, Row):
            start, rect = rect.left(style.plain)
            marks.append(Figure(start.top(style.of_unit(2))[0].middle(style.fine, style.fine), "play", "muted"))
        return marks + flow(style, rect, chips, 2.6, 1.2, isinstance(piece, Row))

    count = sum(chip.count for chip in piece.chips)
    rows = max(1, -(-count * style.of_unit(2.6) // max(1, width)))
    high = line_height(style.fine) + style.of_unit(2.8) * min(3, rows)
    return Block(MAIN, style.of_unit(1.3), high, lay)


def heap_label(piece: Heap | Row) -> str:
    """Return the name, with how many more chips are hidden."""
    hidden = piece.hidden if isinstance(piece, Heap) else 0
    return f"{piece.label} +{hidden}" if hidden else piece.label


def line_block(style: Style, piece: Heap | Row, width: int) -> Block:
    """Return what people look up now and then: the names of the chips, in one or two lines."""
    text = chips_in_words(piece)
    label = clean(heap_label(piece))
    high = line_height(style.fine)

    def lay(rect: Rect) -> Marks:
        name = min(style.width(label, style.fine, True), rect.width // 2)
        first, rest = rect.left(name)
        marks = style.line(first.top(high)[0], label, style.fine, "muted", bold=True)
        _, rest = rest.left(style.gap)
        return marks + style.lines(rest, fitted_names(style, piece, rest.width, rest.height))

    room = max(1, width - min(style.width(label, style.fine, True), width // 2) - style.gap)
    lines = len(style.fitted(text, room, 2 * high, 0.82).lines) if text else 0
    return Block(LESS, high if lines else 0, high * lines, lay, stepped=True)


def chips_in_words(piece: Heap | Row, most: int | None = None) -> str:
    """Return the names of the chips, and how many there are of each; only of so many kinds, and how many chips more.

    >>> from companion.rules.kernel.board import PieceGroup
    >>> heap = Heap("Hand", (PieceGroup("a", "Anchor"), PieceGroup("b", "Bell", 2), PieceGroup("c", "Cup", 3)))
    >>> chips_in_words(heap), chips_in_words(heap, 1)
    ('Anchor, Bell ×2, Cup ×3', 'Anchor +5')
    """
    between = ", " if isinstance(piece, Heap) else " > "
    named, others = piece.chips[:most], piece.chips[len(piece.chips[:most]) :]
    words = between.join(f"{chip.name} ×{chip.count}" if chip.count != 1 else chip.name for chip in named)
    return f"{words} +{sum(chip.count for chip in others)}" if others else words


def fitted_names(style: Style, piece: Heap | Row, width: int, height: int) -> Lines:
    """Return the names of the chips as they fit: rather of fewer kinds than cut in the middle of a name."""
    for most in range(len(piece.chips), 0, -1):
        lines = style.fitted(chips_in_words(piece, most), width, height, 0.82)
        if lines.whole:
            return lines
    return lines if piece.chips else style.fitted("", width, height, 0.82)
