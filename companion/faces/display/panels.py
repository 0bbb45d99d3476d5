"""A seat's panel: its name and turn, its total, its chips, and what it owes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from companion.faces.display.marks import Box, Figure, Marks
from companion.faces.display.pieces import blocks_of
from companion.faces.display.ranks import MAIN
from companion.faces.display.rects import Rect
from companion.faces.display.stacking import Block, stack
from companion.faces.display.style import Style
from companion.faces.display.totals import total_marks
from companion.faces.display.typesetting import clean, line_height
from companion.rules.kernel.board import Heap, Panel, Piece, Row, Total

WIDE: Final = 2.3
"""From this shape on the total stands beside everything else,"""
BROAD: Final = 22
"""where the panel is so many units wide."""
COLUMN: Final = 14
"""So many units are a column."""
LOW: Final = 11.5
"""In a panel of less units' height what the seat is waited for is a sign in its bar."""


class Call(NamedTuple):
    """What a seat is waited for."""

    words: str
    asked: bool
    """Whether it is a question; else hands have something to do."""
    whole: bool = False
    """Whether the words say all; else they say only that there is something."""

    @property
    def role(self) -> str:
        """Its colour."""
        return "ask" if self.asked else "todo"

    @property
    def shape(self) -> str:
        """Its sign: a question mark, or an arrow down to the table."""
        return "question" if self.asked else "hand"


def seat_marks(style: Style, rect: Rect, panel: Panel, call: Call | None = None) -> Marks:
    """A panel. Whose turn it is shows by a frame, a bar of colour, an arrow and a word."""
    border = style.hair * 2 if panel.active else max(1, style.hair // 2)
    marks: Marks = [Box(rect, "surface", "turn" if panel.active else "line", border, style.radius)]
    inner = rect.inset(border)
    bar, body = inner.top(line_height(style.title) if inner.height > style.of_unit(9) else line_height(style.strong))
    in_bar = call is not None and not call.whole and rect.height < style.of_unit(LOW)
    marks += title_marks(style, bar, panel, style.radius - border, call if in_bar else None)
    body = body.inset(style.gap, style.hair * 2)
    if call and not in_bar and body.height >= style.of_unit(3.5):
        high = call_height(style, call, body)
        foot, body = body.foot(high)
        marks += call_marks(style, foot, call)
        _, body = body.foot(style.hair * 2)
    return marks + body_marks(style, body, panel)


def title_marks(style: Style, bar: Rect, panel: Panel, radius: int, call: Call | None) -> Marks:
    """Name and character, the sign of the turn, and what the seat is waited for."""
    ink = "on:turn" if panel.active else "ink"
    marks: Marks = [Box(bar, "turn" if panel.active else "raised", "", 0, max(0, radius), True)]
    text = bar.inset(style.gap, 0)
    side = style.of_unit(0.9)
    if call:
        place, text = text.end(style.of_unit(2.2))
        place = place.middle(place.width, place.height - style.hair * 3)
        marks.append(Box(place, call.role, "page", max(1, style.hair // 2), style.hair * 2))
        marks.append(Figure(place.middle(side, side), call.shape, f"on:{call.role}"))
        _, text = text.end(style.gap)
    if panel.active:
        turn, text = turn_marks(style, text, panel)
        marks += turn
    elif panel.out:
        sign, text = text.end(side)
        marks.append(Figure(sign.middle(side, side), "cross", "muted"))
        _, text = text.end(style.gap)
    return marks + names_marks(style, text, panel, ink)


def turn_marks(style: Style, text: Rect, panel: Panel) -> tuple[Marks, Rect]:
    """The arrow of the turn, with the word where the name leaves room for it; and what is left."""
    side = style.of_unit(0.9)
    word = clean(style.say("turn")).upper()
    room = style.width(word, style.fine, True) + side + style.hair * 3
    name = style.width(clean(panel.title), style.fine, True)
    marks: Marks = []
    if room <= text.width // 3 and name + room + style.gap <= text.width:
        end, text = text.end(room)
        sign, end = end.left(side)
        marks += style.line(end, word, style.fine, "on:turn", bold=True, align="right")
    else:
        sign, text = text.end(side)
    marks.append(Figure(sign.middle(side, side), "play", "on:turn"))
    return marks, text.end(style.gap)[1]


def names_marks(style: Style, text: Rect, panel: Panel, ink: str) -> Marks:
    """The title as large as it fits beside a subtitle, which gives way first."""
    most = text.height / style.unit / 1.2
    subtitle = clean(panel.subtitle)
    wanted = style.width(clean(panel.title), style.of_unit(most), True)
    left = text.width - wanted - style.gap
    if subtitle and left >= min(style.width(subtitle, style.fine), style.of_unit(3)):
        end, text = text.end(min(left, style.width(subtitle, style.plain)))
        marks = style.one_line(end, subtitle, 1, ink if panel.active else "muted", align="right")
        _, text = text.end(style.gap)
        return marks + style.one_line(text, panel.title, most, ink, bold=True)
    return style.one_line(text, panel.title, most, ink, bold=True)


def body_marks(style: Style, body: Rect, panel: Panel) -> Marks:
    """The total with what makes it up beside it, and the rest below; in a low panel all side by side."""
    total = next((piece for piece in panel.pieces if isinstance(piece, Total)), None)
    if total is None:
        return stack(blocks_of(style, panel.pieces, body.width), body, style.hair * 2)
    rest = [piece for piece in panel.pieces if piece is not total]
    if body.width >= max(WIDE * body.height, style.of_unit(BROAD)):
        left, right = body.left(min(body.width * 3 // 10, round(body.height * 1.6)))
        _, right = right.left(style.gap)
        marks = total_marks(style, left, total._replace(note=""))
        return marks + beside_total(style, right, total.note, rest)
    main = next((piece for piece in rest if isinstance(piece, (Heap, Row)) and piece.main), None)
    below = blocks_of(style, [piece for piece in rest if piece is not main], body.width)

    def lay(band: Rect) -> Marks:
        return band_marks(style, band, total, main)

    least = min(body.height, max(style.of_unit(3.3), body.height * 48 // 100))
    first = Block(0, least, max(least, min(style.of_unit(9), round(body.height * 0.55))), lay)
    return stack([first, *below], body, style.of_unit(0.35))


def beside_total(style: Style, rect: Rect, note: str, pieces: list[Piece]) -> Marks:
    """What stands beside a total in a low panel: in two columns where there is room for them."""
    gap = style.hair * 2
    if rect.width < style.of_unit(2 * COLUMN):
        return stack([note_block(style, note, rect.width), *blocks_of(style, pieces, rect.width)], rect, gap)
    left, right = rect.columns(2, style.gap)
    first = [piece for piece in pieces if isinstance(piece, (Heap, Row)) and piece.main]
    others = [piece for piece in pieces if piece not in first]
    marks = stack([note_block(style, note, left.width), *blocks_of(style, first, left.width)], left, gap)
    return marks + stack(blocks_of(style, others, right.width), right, gap)


def note_block(style: Style, note: str, width: int) -> Block:
    """What a total brings, beside it."""
    lines = style.note(note, width)

    def lay(rect: Rect) -> Marks:
        return style.lines(rect, lines)

    return Block(MAIN, lines.height, lines.height, lay, stepped=True)


def band_marks(style: Style, band: Rect, total: Total, main: Piece | None) -> Marks:
    """Total and heap side by side."""
    if main is None:
        return total_marks(style, band, total)
    notes = style.note(total.note, band.width)
    foot, band = band.foot(notes.height)
    total = total._replace(note="")
    marks = style.lines(foot, notes)
    left, right = band.left(band.width * 48 // 100)
    _, right = right.left(style.gap)
    return marks + total_marks(style, left, total) + stack(blocks_of(style, [main], right.width), right, 0)


# -- what a seat is waited for ---------------------------------------------------------------------------------


def call_height(style: Style, call: Call, body: Rect) -> int:
    """How much of the panel is given to it."""
    room = body.width - style.of_unit(1.6)
    lines = style.fitted(call.words, room, min(3 * line_height(style.plain), body.height // 3), 1.1)
    return max(line_height(style.plain), lines.height) + style.hair * 2


def call_marks(style: Style, rect: Rect, call: Call) -> Marks:
    """A strip with its sign."""
    marks: Marks = [Box(rect, call.role, "", 0, style.hair * 2)]
    inner = rect.inset(style.hair * 2, style.hair)
    sign, text = inner.left(style.of_unit(1.1))
    side = min(sign.width, sign.height)
    marks.append(Figure(sign.middle(side, side), call.shape, f"on:{call.role}"))
    _, text = text.left(style.hair * 2)
    return marks + style.lines(
        text, style.fitted(call.words, text.width, text.height, 1.1), f"on:{call.role}", middle=True
    )


def seats_marks(style: Style, places: Iterable[Rect], panels: Iterable[Panel], calls: dict[str, Call]) -> Marks:
    """Every seat at its place."""
    return [
        mark
        for place, panel in zip(places, panels, strict=False)
        for mark in seat_marks(style, place, panel, calls.get(panel.key))
    ]
