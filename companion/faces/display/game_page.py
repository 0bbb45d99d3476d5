"""A game under way: the seats, what is waited for, and what is everybody's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.faces.display.bank import bank_height, stack_cards
from companion.faces.display.cards import ask_block, calls_of, last_block, notes_marks, shared_block, todo_block
from companion.faces.display.marks import Box, Figure, Marks, Turned
from companion.faces.display.panels import seat_marks, seats_marks
from companion.faces.display.rects import Rect
from companion.faces.display.stacking import Block, stack
from companion.faces.display.style import Style
from companion.faces.display.typesetting import line_height
from companion.faces.screen import Screen
from companion.rules.kernel.board import Panel, Stacks

QUARTERS: Final = ((0,), (0, 2), (0, 1, 2), (0, 1, 2, 3))
"""For so many seats: by how many quarters each panel is turned. The first sits at the lower edge, the next ones
follow clockwise; of two the second sits opposite."""


def game_marks(style: Style, page: Rect, screen: Screen, rotate: bool = False) -> Marks:
    """The whole page."""
    margin = style.gap
    body = page.inset(margin)
    if rotate and 2 <= len(screen.board.seats) <= len(QUARTERS):
        return rotated(style, body, screen)
    head, body = body.top(line_height(style.head))
    marks = head_marks(style, head, screen)
    _, body = body.top(style.hair * 2)
    if screen.notes:
        strip, body = body.top(style.of_unit(1.6))
        marks += notes_marks(style, strip, screen.notes)
        _, body = body.top(margin)
    if page.width > page.height:
        return marks + landscape(style, body, screen)
    return marks + portrait(style, body, screen)


def head_marks(style: Style, rect: Rect, screen: Screen) -> Marks:
    """Whose turn it is, and what is played."""
    title = min(style.width(screen.title, style.fine), rect.width // 4)
    end, rest = rect.end(title)
    bar, rest = rest.left(style.of_unit(0.35))
    _, rest = rest.left(style.gap)
    marks: Marks = [Box(bar.inset(0, style.hair * 2), "turn", "", 0, 0)]
    marks += style.one_line(rest.left(rest.width - style.gap)[0], screen.board.headline, 2.1, bold=True)
    return marks + style.line(end, screen.title, style.fine, "muted", align="right")


def landscape(style: Style, body: Rect, screen: Screen) -> Marks:
    """Seats at the left, what is waited for at the right, the bank along the foot; without one, what else is shared."""
    banks, others = parted(screen.board.shared)
    marks, body = bank_strips(style, body, banks, body.height // 3, body.height // 3)
    side, seats = body.end(max(style.of_unit(14.5), body.width * 28 // 100))
    _, seats = seats.end(style.gap)
    if not banks and others:
        foot, seats = seats.foot(seats.height * 2 // 5)
        for panel, place in zip(others, foot.columns(len(others), style.gap), strict=True):
            marks += stack([shared_block(style, panel, place.width)], place, 0)
        _, seats = seats.foot(style.gap)
        others = []
    marks += seats_marks(
        style, seat_places(style, seats, len(screen.board.seats)), screen.board.seats, calls_of(style, screen)
    )
    return marks + stack(side_blocks(style, screen, others, side.width), side, style.gap)


def portrait(style: Style, body: Rect, screen: Screen) -> Marks:
    """Seats above, what is waited for below them, the bank along the foot."""
    banks, others = parted(screen.board.shared)
    marks, body = bank_strips(style, body, banks, body.height // 3, body.height // 3)
    count = len(screen.board.seats)
    wide = body.width >= style.of_unit(34)
    high = body.height * (45 if count == 2 or wide else 55) // 100
    seats, rest = body.top(high)
    _, rest = rest.top(style.gap)
    marks += seats_marks(style, seat_places(style, seats, count), screen.board.seats, calls_of(style, screen))
    return marks + stack(side_blocks(style, screen, others, rest.width), rest, style.gap)


def seat_places(style: Style, rect: Rect, count: int) -> list[Rect]:
    """A place for each seat: side by side where that leaves them wide enough, else in two rows, else in rows."""
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
    """Banks, which get a strip of their own, and everything else that is everybody's."""
    banks = [piece for panel in shared for piece in panel.pieces if isinstance(piece, Stacks) and piece.stacks]
    left = [
        panel._replace(pieces=tuple(piece for piece in panel.pieces if not isinstance(piece, Stacks)))
        for panel in shared
    ]
    return banks, [panel for panel in left if panel.pieces]


def bank_strips(style: Style, body: Rect, banks: Sequence[Stacks], most: int, small: int) -> tuple[Marks, Rect]:
    """Each bank along the foot: with the names where that takes no more than `most`, else without, up to `small`."""
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
    """What is waited for, what is everybody's, and what happened last."""
    blocks: list[Block] = []
    if screen.ask:
        blocks.append(ask_block(style, screen.ask, width))
    if screen.todo:
        blocks.append(todo_block(style, screen.todo, width))
    blocks += [shared_block(style, panel, width) for panel in others]
    if screen.last:
        blocks.append(last_block(style, screen.last, width))
    return blocks


# -- for a display that lies in the middle of the table --------------------------------------------------------


def rotated(style: Style, body: Rect, screen: Screen) -> Marks:
    """Each seat's panel at its edge of the table, to be read from there; the rest in the middle."""
    quarters = QUARTERS[len(screen.board.seats) - 1]
    deep = round(body.height * (0.3 if len(quarters) == 2 else 0.28))
    aside = round(body.width * 0.22)
    lower, rest = body.foot(deep)
    middle = rest
    places = {0: lower}
    if 2 in quarters:
        places[2], middle = middle.top(deep)
    if 1 in quarters:
        places[1], middle = middle.left(aside)
    if 3 in quarters:
        places[3], middle = middle.end(aside)
    calls = calls_of(style, screen, whole=True)
    marks: Marks = []
    for panel, quarter in zip(screen.board.seats, quarters, strict=True):
        place = places[quarter]
        sides = (place.height, place.width) if quarter % 2 else (place.width, place.height)
        inner = seat_marks(style, Rect(0, 0, *sides), panel, calls.get(panel.key))
        marks.append(Turned(place, quarter, tuple(inner)))
    return marks + middle_marks(style, middle.inset(style.gap), screen)


def middle_marks(style: Style, rect: Rect, screen: Screen) -> Marks:
    """Headline, notes, and what is everybody's; upright."""
    head, rect = rect.top(line_height(style.title))
    marks = style.one_line(head, screen.board.headline, 1.6, bold=True, align="centre")
    if screen.notes:
        strip, rect = rect.top(style.of_unit(1.5))
        marks += notes_marks(style, strip, screen.notes)
        _, rect = rect.top(style.hair * 2)
    banks, others = parted(screen.board.shared)
    strips, rect = bank_strips(style, rect, banks, rect.height * 45 // 100, rect.height * 65 // 100)
    marks += strips
    # What is asked and to be done stands in the seats' panels already; here it comes last, for the judge to read.
    blocks = [shared_block(style, panel, rect.width) for panel in others]
    blocks += [block._replace(rank=block.rank + 3) for block in side_blocks(style, screen, (), rect.width)]
    return marks + stack(blocks, rect, style.gap)


def sign(style: Style, rect: Rect, shape: str, ink: str) -> Figure:
    """A shape in the middle of a place."""
    side = min(rect.width, rect.height)
    return Figure(rect.middle(side, side), shape, ink)
