"""A game on a display that lies flat in the middle of the table, so that each player reads from their own edge.

What concerns one seat faces it: its panel, with its question and what its hands have to do, and a ruling on its move.
What concerns everybody faces the seat whose turn it is. The result is written twice, for two opposite edges.
"""

from __future__ import annotations

from typing import Final

from companion.faces.display.cards import asides_strip, ask_block, calls_of, notes_strip, shared_block, todo_block
from companion.faces.display.clocks import clock_of, round_clock
from companion.faces.display.game_page import bank_strips, parted
from companion.faces.display.marks import Marks, QrCode, Turned
from companion.faces.display.notice_page import card_marks, ruling_notice
from companion.faces.display.panels import seat_marks
from companion.faces.display.rects import Rect
from companion.faces.display.stacking import stack
from companion.faces.display.still_pages import device_named, winner_marks
from companion.faces.display.style import Style
from companion.faces.display.tower import towers_of
from companion.faces.display.typesetting import line_height
from companion.faces.screen import Screen
from companion.referee.inputs import ROUND

QUARTERS: Final = ((0,), (0, 2), (0, 1, 2), (0, 1, 2, 3))
"""For each number of seats: by how many quarters each panel is turned. The first seat is at the lower edge, the others
follow clockwise; with two seats, the second is opposite."""
HALF: Final = 2
"""Half a turn, in quarters."""


def can_be_turned(screen: Screen) -> bool:
    """Whether there is an edge for each seat."""
    return 2 <= len(screen.board.seats) <= len(QUARTERS)


def turned_game(style: Style, page: Rect, screen: Screen) -> Marks:
    """Draw the game under way, or an open ruling."""
    marks, middle = seats_around(style, page.inset(style.gap), screen, low=bool(screen.rulings))
    middle = middle.inset(style.gap)
    edge = edge_of(screen, screen.rulings[0].seat if screen.rulings else "")
    lay = ruled_marks if screen.rulings else middle_marks
    return [*marks, Turned(middle, edge, tuple(lay(style, upright(middle, edge), screen)))]


def turned_result(style: Style, page: Rect, screen: Screen) -> Marks:
    """The end: who has won, for two opposite edges, and the record's checkpoint between them."""
    marks, middle = seats_around(style, page.inset(style.gap), screen, low=bool(screen.head))
    middle = middle.inset(style.gap)
    if screen.head:
        side = min(middle.height, middle.width * 2 // 5)
        code, middle = middle.left(side)
        _, middle = middle.left(style.gap)
        marks.append(QrCode(code.middle(side, side), screen.checkpoint))
    for place, edge in zip(middle.rows(2, style.gap), (HALF, 0), strict=True):
        marks.append(Turned(place, edge, tuple(ended_marks(style, upright(place, edge), screen))))
    return marks


# -- around the edges ------------------------------------------------------------------------------------------


def seats_around(style: Style, body: Rect, screen: Screen, *, low: bool) -> tuple[Marks, Rect]:
    """Draw each seat's panel facing its edge; return the place in the middle, too. `low` leaves more room there."""
    quarters = QUARTERS[len(screen.board.seats) - 1]
    deep = body.height * (24 if low else 30 if len(quarters) == 2 else 28) // 100
    aside = body.width * 22 // 100
    lower, middle = body.foot(deep)
    places = {0: lower}
    if 2 in quarters:
        places[2], middle = middle.top(deep)
    if 1 in quarters:
        places[1], middle = middle.left(aside)
    if 3 in quarters:
        places[3], middle = middle.end(aside)
    calls, towers = calls_of(style, screen, whole=True), towers_of(screen)
    marks: Marks = []
    for panel, edge in zip(screen.board.seats, quarters, strict=True):
        place = places[edge]
        clock = clock_of(screen.clocks, panel.key)
        told, tower = calls.get(panel.key, ()), towers.get(panel.key)
        inner = seat_marks(style, upright(place, edge), panel, told, clock, tower)
        marks.append(Turned(place, edge, tuple(inner)))
    return marks, middle


def upright(place: Rect, quarters: int) -> Rect:
    """Return a place as it is before it is turned: its upper left corner is (0, 0)."""
    return Rect(0, 0, place.height, place.width) if quarters % 2 else Rect(0, 0, place.width, place.height)


def edge_of(screen: Screen, seat: str) -> int:
    """Return by how many quarters to turn what this seat is to read; without a seat, the seat whose turn it is."""
    seats = screen.board.seats
    quarters = QUARTERS[len(seats) - 1]
    found = [at for at, panel in enumerate(seats) if panel.key == seat]
    found += [at for at, panel in enumerate(seats) if panel.active]
    return quarters[found[0]] if found else 0


# -- in the middle ---------------------------------------------------------------------------------------------


def middle_marks(style: Style, rect: Rect, screen: Screen) -> Marks:
    """Draw the headline, notes, what nobody in particular has to do, and what everybody shares."""
    head, rect = rect.top(line_height(style.title))
    marks, head = round_clock(style, head, screen.clocks)
    marks += style.one_line(head, screen.board.headline, 1.6, bold=True, align="centre")
    asides, rect = asides_strip(style, rect, screen.asides)
    marks += asides
    notes, rect = notes_strip(style, rect, screen.notes)
    banks, others = parted(screen.board.shared)
    strips, rect = bank_strips(style, rect, banks, rect.height * 45 // 100, rect.height * 65 // 100)
    known = {panel.key for panel in screen.board.seats}
    blocks = [shared_block(style, panel, rect.width) for panel in others]
    if dues := [due for due in screen.todo if due.seat not in known]:
        blocks.insert(0, todo_block(style, dues, rect.width))
    if screen.question:  # the asked seat's panel has its words, too; here it comes last, with the rule
        block = ask_block(style, screen.question, rect.width)
        blocks.append(block._replace(rank=max(one.rank for one in [block, *blocks]) + 1))
    return marks + notes + strips + stack(blocks, rect, style.gap)


def ruled_marks(style: Style, rect: Rect, screen: Screen) -> Marks:
    """Draw the first open ruling with the round's clock, below the notes."""
    notes, rect = notes_strip(style, rect, screen.notes)
    return notes + card_marks(style, rect, ruling_notice(style, screen), clock_of(screen.clocks, ROUND))


def ended_marks(style: Style, rect: Rect, screen: Screen) -> Marks:
    """Draw who has won, and what the code is for."""
    head, rect = rect.top(min(line_height(style.of_unit(2.4)), rect.height))
    marks = winner_marks(style, head, screen, 2.4)
    notes, rect = notes_strip(style, rect, screen.notes)
    if not screen.head:
        return marks + notes
    device = device_named(style, screen.checkpoint)
    foot, rect = rect.foot(line_height(style.fine) if device else 0)
    marks += style.line(foot, device, style.fine, "muted", bold=True) if device else []
    words = style.say("The record ends in this code. Keep a picture of it: a record that was changed does not fit it.")
    return marks + notes + style.lines(rect, style.fitted(words, rect.width, rect.height, 1), "muted")
