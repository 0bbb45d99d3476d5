"""The page of a game under way: the seats, what the table waits for, and what everybody shares."""

from __future__ import annotations

from collections.abc import Sequence

from companion.faces.display.bank import bank_height, stack_cards
from companion.faces.display.cards import (
    asides_marks,
    ask_block,
    calls_of,
    last_block,
    notes_strip,
    shared_block,
    todo_block,
)
from companion.faces.display.clocks import round_clock
from companion.faces.display.marks import Figure, Marks, Rectangle
from companion.faces.display.meter import meter_marks, meter_of, meter_width, others_than
from companion.faces.display.panels import seats_marks
from companion.faces.display.rects import Rect
from companion.faces.display.stacking import Block, stack
from companion.faces.display.style import Style
from companion.faces.display.tower import towers_of
from companion.faces.display.typesetting import clean, line_height
from companion.faces.screen import Screen
from companion.rules.kernel.board import Panel, Stacks, Track


def game_marks(style: Style, page: Rect, screen: Screen) -> Marks:
    """Draw the whole page."""
    body = page.inset(style.gap)
    marks, body = head_marks(style, body, screen)
    if page.width > page.height:
        return marks + landscape(style, body, screen)
    return marks + portrait(style, body, screen)


def head_marks(style: Style, body: Rect, screen: Screen) -> tuple[Marks, Rect]:
    """Draw the top of every page of a game: whose turn it is, on a wide page the shared level, and what is not as it
    should be. Return the rest of the page, too."""
    meter = meter_beside(body, screen)
    head, rest = body.top(style.of_unit(2.9) if meter else line_height(style.head))
    _, rest = rest.top(style.hair * 3 if meter else style.hair * 2)
    end, head = head.end(meter_width(style, meter, head.width) if meter else end_width(style, screen, head.width))
    bar, head = head.left(style.of_unit(0.35))
    _, head = head.left(style.gap)
    marks, head = round_clock(style, head, screen.clocks)
    marks.append(Rectangle(bar.inset(0, style.hair * 2), "turn", "", 0, 0))
    head = head.left(head.width - style.gap)[0]
    if meter:
        marks += meter_marks(style, end, meter, alarm_of(screen))
        if screen.asides:
            below, head = head.foot(line_height(style.fine))
            marks += asides_marks(style, below, screen.asides)
    else:
        words = style.fitted(" · ".join(map(clean, beside_headline(screen))), end.width, end.height, 0.82)
        marks += style.lines(end, words, "ink" if screen.board.alarm else "muted", align="right", middle=True)
    marks += style.one_line(head, screen.board.headline, 2.1, bold=True)
    notes, rest = notes_strip(style, rest, screen.notes)
    return marks + notes, rest


def alarm_of(screen: Screen) -> int:
    """Return how dangerous it is for everybody: from 0 to 3."""
    return min(3, screen.board.alarm.level) if screen.board.alarm else 0


def beside_headline(screen: Screen) -> tuple[str, ...]:
    """Return what is beside the headline if no level is: asides, else an alarm, else the title of the game."""
    return screen.asides or ((screen.board.alarm.words,) if screen.board.alarm else (screen.title,))


def end_width(style: Style, screen: Screen, width: int) -> int:
    """Return the width of what is beside the headline if no level is."""
    if screen.asides:
        return min(max(style.width(clean(aside), style.fine) for aside in screen.asides), width // 2)
    return min(style.width(clean(beside_headline(screen)[0]), style.fine), width // 4)


def meter_beside(body: Rect, screen: Screen) -> Track | None:
    """Return the level beside the headline, on wide pages; on narrow ones it is among the other pieces."""
    return meter_of(screen.board.shared) if body.width > body.height else None


def landscape(style: Style, body: Rect, screen: Screen) -> Marks:
    """Draw seats at the left, what is waited for at the right, the bank (or other shared pieces) at the bottom."""
    meter = meter_of(screen.board.shared)
    banks, others = parted(others_than(meter, screen.board.shared) if meter else screen.board.shared)
    marks, body = bank_strips(style, body, banks, body.height // 3, body.height // 3)
    side, seats = body.end(max(style.of_unit(14.5), body.width * 28 // 100))
    _, seats = seats.end(style.gap)
    if not banks and others:
        foot, seats = seats.foot(seats.height * 2 // 5)
        for panel, place in zip(others, foot.columns(len(others), style.gap), strict=True):
            marks += stack([shared_block(style, panel, place.width)], place, 0)
        _, seats = seats.foot(style.gap)
        others = []
    blocks = side_blocks(style, screen, others, side.width)
    if not blocks:  # nothing is waited for, and nothing has happened: the seats take all of it
        seats = Rect(seats.x, seats.y, side.right - seats.x, seats.height)
    places = seat_places(style, seats, len(screen.board.seats))
    calls = calls_of(style, screen)
    marks += seats_marks(style, places, screen.board.seats, calls, screen.clocks, towers_of(screen))
    return marks + stack(blocks, side, style.gap)


def portrait(style: Style, body: Rect, screen: Screen) -> Marks:
    """Draw the seats at the top, what is waited for below them, and the bank at the bottom."""
    banks, others = parted(screen.board.shared)
    marks, body = bank_strips(style, body, banks, body.height // 3, body.height // 3)
    count = len(screen.board.seats)
    wide = body.width >= style.of_unit(34)
    blocks = side_blocks(style, screen, others, body.width)
    wanted = sum(block.want + style.gap for block in blocks)
    high = max(body.height * (45 if count == 2 or wide else 55) // 100, body.height - wanted)
    seats, rest = body.top(high)
    _, rest = rest.top(style.gap)
    places = seat_places(style, seats, count)
    calls = calls_of(style, screen)
    marks += seats_marks(style, places, screen.board.seats, calls, screen.clocks, towers_of(screen))
    return marks + stack(blocks, rest, style.gap)


def seat_places(style: Style, rect: Rect, count: int) -> list[Rect]:
    """Return a place for each seat: side by side if that leaves them wide enough, else in two columns, else in rows."""
    if count <= 1:
        return [rect] * count
    least = style.of_unit(10.5)
    if rect.width // count >= least and count < 4:
        return rect.columns(count, style.gap)
    if rect.width // 2 >= least and (count > 3 or rect.height < style.of_unit(30)):
        rows = rect.rows(-(-count // 2), style.gap)
        places = [place for row in rows for place in row.columns(2, style.gap)]
        if count % 2:
            places[count - 1] = rows[-1]
        return places[:count]
    return rect.rows(count, style.gap)


def parted(shared: Sequence[Panel]) -> tuple[list[Stacks], list[Panel]]:
    """Divide what is shared into banks, which get strips of their own, and everything else."""
    banks = [piece for panel in shared for piece in panel.pieces if isinstance(piece, Stacks) and piece.stacks]
    left = [
        panel._replace(pieces=tuple(piece for piece in panel.pieces if not isinstance(piece, Stacks)))
        for panel in shared
    ]
    return banks, [panel for panel in left if panel.pieces]


def bank_strips(style: Style, body: Rect, banks: Sequence[Stacks], most: int, small: int) -> tuple[Marks, Rect]:
    """Draw each bank at the bottom: with names if that takes at most `most`, else without names, up to `small`."""
    marks: Marks = []
    for bank in banks:
        high = bank_height(style, bank, body.width)
        if high > most:
            high = min(small, bank_height(style, bank, body.width, named=False))
        foot, body = body.foot(high)
        marks += stack_cards(style, foot, bank)
        _, body = body.foot(style.gap)
    return marks, body


def side_blocks(style: Style, screen: Screen, others: Sequence[Panel], width: int) -> list[Block]:
    """Return blocks for what is waited for, what is shared, and what happened last."""
    blocks: list[Block] = []
    if screen.question:
        blocks.append(ask_block(style, screen.question, width, 1.2 if screen.todo else 1.5))
    if screen.todo:
        blocks.append(todo_block(style, screen.todo, width))
    blocks += [shared_block(style, panel, width) for panel in others]
    if screen.last:
        blocks.append(last_block(style, screen.last))
    return blocks


def sign(rect: Rect, shape: str, ink: str) -> Figure:
    """Draw a shape in the middle of a place."""
    side = min(rect.width, rect.height)
    return Figure(rect.middle(side, side), shape, ink)
