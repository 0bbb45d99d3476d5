"""A seat's panel: its name and turn, its total, its chips, and what it owes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from companion.faces.display.clocks import clock_of, end_clock
from companion.faces.display.gain import HIGH, gain_height, gain_marks
from companion.faces.display.marks import Figure, Marks, Rectangle
from companion.faces.display.pieces import blocks_of
from companion.faces.display.ranks import MAIN
from companion.faces.display.rects import Rect
from companion.faces.display.stacking import Block, stack
from companion.faces.display.style import Style
from companion.faces.display.totals import is_close, number_marks, total_marks
from companion.faces.display.tower import fits_a_tower, tower_marks, tower_width
from companion.faces.display.typesetting import clean, line_height
from companion.faces.screen import Clock
from companion.faces.towers import Tower
from companion.rules.kernel.board import Gain, Heap, Panel, Piece, Row, Total

WIDE: Final = 2.3
"""A panel at least this many times as wide as high has the total beside everything else, if it is `BROAD`."""
BROAD: Final = 22
"""The least width of such a panel, in units."""
COLUMN: Final = 14
"""The width of a column, in units."""
LOW_BAND: Final = 5.0
"""If total and heap are lower than this many units, what the total brings is beside the total, not below it."""
LOW: Final = 11.5
"""In a panel lower than this many units, a call is a sign in the bar if its words are elsewhere on the page."""
LEAST: Final = 3.5
"""If the part below the bar is lower than this many units, every call is a sign in the bar."""


class Call(NamedTuple):
    """Something that the table waits for from a seat."""

    words: str
    asked: bool
    """Whether the seat is to answer a question; otherwise hands have something to do."""
    whole: bool = False
    """Whether the words say everything; otherwise they say only that there is something."""

    @property
    def role(self) -> str:
        """The name of its colour."""
        return "ask" if self.asked else "todo"

    @property
    def shape(self) -> str:
        """Its sign: a question mark, or an arrow down to the table."""
        return "question" if self.asked else "hand"


def seat_marks(
    style: Style,
    rect: Rect,
    panel: Panel,
    calls: Sequence[Call] = (),
    clock: Clock | None = None,
    tower: Tower | None = None,
) -> Marks:
    """Draw a panel. A frame, a coloured bar, an arrow and a word show whose turn it is. If its total is close to its
    limit, all of the panel is in the colour of danger."""
    border = style.hair * 2 if panel.active else max(1, style.hair // 2)
    close = is_endangered(panel)
    frame = "turn" if panel.active else "danger" if close else "line"
    marks: Marks = [Rectangle(rect, "alert" if close else "surface", frame, border, style.radius)]
    inner = rect.inset(border)
    bar, body = inner.top(line_height(style.title) if inner.height > style.of_unit(9) else line_height(style.strong))
    low = rect.height < style.of_unit(LOW) and not all(call.whole for call in calls)
    in_bar = low or body.height < style.of_unit(LEAST)
    marks += title_marks(style, bar, panel, style.radius - border, calls[0] if calls and in_bar else None, clock)
    body = body.inset(style.gap, style.hair * 2)
    if calls and not in_bar:
        marks_of_calls, body = calls_marks(style, body, calls)
        marks += marks_of_calls
    return marks + body_marks(style, body, panel, tower)


def is_endangered(panel: Panel) -> bool:
    """Whether the seat may soon be out, because its total is close to its limit."""
    return not panel.out and any(isinstance(piece, Total) and is_close(piece) for piece in panel.pieces)


def title_marks(style: Style, bar: Rect, panel: Panel, radius: int, call: Call | None, clock: Clock | None) -> Marks:
    """Draw the bar: name and character, the seat's clock, the sign of the turn, and the sign of a call."""
    ink = "on:turn" if panel.active else "ink"
    marks: Marks = [Rectangle(bar, "turn" if panel.active else "raised", "", 0, max(0, radius), True)]
    text = bar.inset(style.gap, 0)
    side = style.of_unit(0.9)
    if call:
        place, text = text.end(style.of_unit(2.2))
        place = place.middle(place.width, place.height - style.hair * 3)
        marks.append(Rectangle(place, call.role, "page", max(1, style.hair // 2), style.hair * 2))
        marks.append(Figure(place.middle(side, side), call.shape, f"on:{call.role}"))
        _, text = text.end(style.gap)
    if panel.active:
        turn, text = state_marks(style, text, panel, style.say("turn"), "play", "on:turn")
        marks += turn
    elif panel.out:
        out, text = state_marks(style, text, panel, style.say("Out"), "cross", "muted")
        marks += out
    time, text = end_clock(style, text, clock, text.width // 2)
    marks += time
    return marks + names_marks(style, text, panel, ink)


def state_marks(style: Style, text: Rect, panel: Panel, said: str, shape: str, ink: str) -> tuple[Marks, Rect]:
    """Draw the sign of a seat's state, with a word if the name leaves room for it; return the remaining place, too."""
    side = style.of_unit(0.9)
    word = clean(said).upper()
    room = style.width(word, style.fine, True) + side + style.hair * 3
    name = style.width(clean(panel.title), style.fine, True)
    marks: Marks = []
    if room <= text.width // 3 and name + room + style.gap <= text.width:
        end, text = text.end(room)
        sign, end = end.left(side)
        marks += style.line(end, word, style.fine, ink, bold=True, align="right")
    else:
        sign, text = text.end(side)
    marks.append(Figure(sign.middle(side, side), shape, ink))
    return marks, text.end(style.gap)[1]


def names_marks(style: Style, text: Rect, panel: Panel, ink: str) -> Marks:
    """Draw the title as large as possible. The subtitle beside it gets shorter first."""
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


def body_marks(style: Style, body: Rect, panel: Panel, tower: Tower | None = None) -> Marks:
    """Draw the total beside the heap that makes it up, and the rest below; in a wide, low panel all side by side. Where
    there is room, the heap is a tower."""
    total = next((piece for piece in panel.pieces if isinstance(piece, Total)), None)
    if total is None:
        return stack(blocks_of(style, panel.pieces, body.width), body, style.hair * 2)
    rest = [piece for piece in panel.pieces if piece is not total]
    if panel.out:  # being out is its only state: no danger is shown
        total = total._replace(danger=0, gain=None)
    if body.width >= max(WIDE * body.height, style.of_unit(BROAD)):
        left, right = body.left(min(body.width * 3 // 10, round(body.height * 1.6)))
        _, right = right.left(style.gap)
        marks = total_marks(style, left, total._replace(gain=None))
        return marks + beside_total(style, right, total.gain, rest)
    if tower and fits_a_tower(style, body):
        return towering(style, body, total, rest, tower)
    main = next((piece for piece in rest if isinstance(piece, (Heap, Row)) and piece.main), None)
    below = blocks_of(style, [piece for piece in rest if piece is not main], body.width)

    def lay(band: Rect) -> Marks:
        return band_marks(style, band, total, main)

    least = min(body.height, max(style.of_unit(3.3), body.height * 48 // 100))
    first = Block(0, least, max(least, min(style.of_unit(9), round(body.height * 0.55))), lay)
    return stack([first, *below], body, style.of_unit(0.35))


def towering(style: Style, body: Rect, total: Total, pieces: Sequence[Piece], tower: Tower) -> Marks:
    """Draw the tower, the number beside it, as large as there is room for, and all else below the number."""
    left, right = body.left(tower_width(style, body))
    _, right = right.left(style.gap)
    marks = tower_marks(style, left.inset(0, style.hair), tower)
    others = [without_worth(piece) if is_of(piece, tower) else piece for piece in pieces]
    kept = [piece for piece in others if not (isinstance(piece, Heap) and piece.main and not piece.chips)]
    counted = total._replace(value=tower.counted, gain=None)

    def lay(rect: Rect) -> Marks:
        return number_marks(style, rect, counted, boxed=False)

    close = is_close(total) or is_close(counted)
    want = style.of_unit(13 if close else 8)
    first = Block(0, min(right.height, style.of_unit(4 if close else 3.2)), want, lay)
    blocks = [
        first,
        *expected_blocks(style, tower),
        gain_block(style, total.gain),
        *blocks_of(style, kept, right.width),
    ]
    return marks + stack(blocks, right, style.of_unit(0.35))


def expected_blocks(style: Style, tower: Tower) -> list[Block]:
    """Return what the rules expect, where that is not what was counted: never as one number with it."""
    if tower.expected == tower.counted:
        return []
    words = style.say("{number} expected").format(number=tower.expected)

    def lay(rect: Rect) -> Marks:
        return style.one_line(rect, words, 1.6, "muted", bold=True)

    return [Block(MAIN, line_height(style.plain), line_height(style.of_unit(1.6)), lay)]


def is_of(piece: Piece, tower: Tower) -> bool:
    """Whether a heap is the one that the tower shows."""
    return isinstance(piece, Heap) and piece.place == tower.total.place


def without_worth(piece: Piece) -> Piece:
    """Return a heap without the pieces that a tower shows."""
    assert isinstance(piece, Heap)
    return piece._replace(chips=tuple(chip for chip in piece.chips if not chip.worth), main=piece.main)


def beside_total(style: Style, rect: Rect, gain: Gain | None, pieces: list[Piece]) -> Marks:
    """Draw what is beside the total in a low panel, in two columns if there is room."""
    gap = style.hair * 2
    if rect.width < style.of_unit(2 * COLUMN):
        return stack([gain_block(style, gain), *blocks_of(style, pieces, rect.width)], rect, gap)
    left, right = rect.columns(2, style.gap)
    first = [piece for piece in pieces if isinstance(piece, (Heap, Row)) and piece.main]
    others = [piece for piece in pieces if piece not in first]
    marks = stack([gain_block(style, gain), *blocks_of(style, first, left.width)], left, gap)
    return marks + stack(blocks_of(style, others, right.width), right, gap)


def gain_block(style: Style, gain: Gain | None) -> Block:
    """Return what a total brings as a block."""
    high = gain_height(style, gain, style.of_unit(HIGH))
    least = gain_height(style, gain, 0)

    def lay(rect: Rect) -> Marks:
        return gain_marks(style, rect, gain)

    return Block(MAIN, least, high, lay, stepped=True)


def band_marks(style: Style, band: Rect, total: Total, main: Piece | None) -> Marks:
    """Draw total and heap side by side."""
    if main is None:
        return total_marks(style, band, total)
    low = band.height < style.of_unit(LOW_BAND)
    high = gain_height(style, total.gain, band.height // 3)
    foot, above = band.foot(high)
    left, right = (band if low else above).left(band.width * 48 // 100)
    _, right = right.left(style.gap)
    if low:  # so that the number can use the whole height
        foot, right = right.foot(high)
    marks = gain_marks(style, foot, total.gain) + total_marks(style, left, total._replace(gain=None))
    return marks + stack(blocks_of(style, [main], right.width), right, 0)


# -- what a seat is waited for ---------------------------------------------------------------------------------


def calls_marks(style: Style, body: Rect, calls: Sequence[Call]) -> tuple[Marks, Rect]:
    """Draw a strip for each call at the bottom, side by side in a broad panel; return the remaining place, too."""
    marks: Marks = []
    if body.width >= style.of_unit(2 * COLUMN):
        wide = (body.width - style.gap * (len(calls) - 1)) // len(calls)
        foot, rest = body.foot(max(call_height(style, call, wide, body.height // 3) for call in calls))
        for place, call in zip(foot.columns(len(calls), style.gap), calls, strict=True):
            marks += call_marks(style, place, call)
        return marks, rest.foot(style.hair * 2)[1]
    rest = body
    for call in reversed(calls):
        most = body.height // (3 if call.asked or len(calls) == 1 else 4)
        foot, rest = rest.foot(call_height(style, call, body.width, most))
        marks += call_marks(style, foot, call)
        _, rest = rest.foot(style.hair * 2)
    return marks, rest


def call_height(style: Style, call: Call, width: int, most: int) -> int:
    """Return the height of a call's strip."""
    lines = style.fitted(call.words, width - style.of_unit(1.6), min(3 * line_height(style.plain), most), 1.1)
    return max(line_height(style.plain), lines.height) + style.hair * 2


def call_marks(style: Style, rect: Rect, call: Call) -> Marks:
    """Draw a strip with a call and its sign."""
    marks: Marks = [Rectangle(rect, call.role, "", 0, style.hair * 2)]
    inner = rect.inset(style.hair * 2, style.hair)
    sign, text = inner.left(style.of_unit(1.1))
    side = min(sign.width, sign.height)
    marks.append(Figure(sign.middle(side, side), call.shape, f"on:{call.role}"))
    _, text = text.left(style.hair * 2)
    return marks + style.lines(
        text, style.fitted(call.words, text.width, text.height, 1.1, 0.65), f"on:{call.role}", middle=True
    )


def seats_marks(
    style: Style,
    places: Iterable[Rect],
    panels: Iterable[Panel],
    calls: Mapping[str, Sequence[Call]],
    clocks: Sequence[Clock] = (),
    towers: Mapping[str, Tower] | None = None,
) -> Marks:
    """Draw every seat at its place."""
    built = towers or {}
    return [
        mark
        for place, panel in zip(places, panels, strict=False)
        for mark in seat_marks(
            style, place, panel, calls.get(panel.key, ()), clock_of(clocks, panel.key), built.get(panel.key)
        )
    ]
