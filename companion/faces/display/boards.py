"""Tracks and grids."""

from __future__ import annotations

from collections.abc import Sequence

from companion.faces.display.chips import badge, flow
from companion.faces.display.marks import Marks, Rectangle
from companion.faces.display.ranks import MAIN, TOKENS
from companion.faces.display.rects import Rect
from companion.faces.display.stacking import Block
from companion.faces.display.style import Style
from companion.faces.display.typesetting import clean, line_height
from companion.rules.kernel.board import Grid, PieceGroup, Track


def track_block(style: Style, track: Track, width: int) -> Block:
    """Return a level as a block: the step that holds now, all steps by name, and how far it is to the next."""
    plain, segments = line_height(style.strong), style.of_unit(1.35)
    notes = style.fitted(track.note, width, 2 * line_height(style.fine), 0.82)
    label = style.fitted(track.label, width, plain, 1.3, 0.65, bold=True)

    def lay(rect: Rect) -> Marks:
        level, rect = rect.top(plain)
        marks = style.lines(level, label, "track" if track.at else "ink", bold=True, middle=True)
        row, rect = rect.top(segments)
        marks += step_marks(style, row.inset(0, style.hair), track)
        return marks + style.lines(rect, style.fitted(track.note, rect.width, rect.height, 0.82, 0.65), "muted")

    return Block(TOKENS, plain + segments, plain + segments + notes.height, lay)


def step_marks(style: Style, rect: Rect, track: Track) -> Marks:
    """Draw a field for each step, with names if there is room for all of them; the current step has a frame."""
    count = len(track.steps)
    if not 1 <= count <= 40 or rect.height < style.of_unit(0.5):
        return []
    parts = rect.columns(count, style.hair)
    room = parts[0].width - 2 * style.hair
    named = rect.height >= style.fine and all(style.width(clean(step), style.fine) <= room for step in track.steps)
    marks: Marks = []
    for number, part in enumerate(parts):
        fill = "track" if number == track.at else "muted" if number < track.at else "raised"
        place = part if named or number == track.at else part.inset(0, part.height // 4)
        marks.append(Rectangle(place, fill, "ink" if number == track.at else "line", max(1, style.hair // 2)))
        if named:
            ink = "on:track" if number == track.at else "page" if number < track.at else "muted"
            marks += style.line(part, track.steps[number], style.fine, ink, bold=number == track.at, align="centre")
    return marks


def grid_block(style: Style, grid: Grid, width: int) -> Block:
    """Return a board of cells as a block."""
    wide = max(1, grid.width)
    rows = max(1, -(-len(grid.cells) // wide))
    fine = line_height(style.fine)

    def lay(rect: Rect) -> Marks:
        head, rect = rect.top(fine)
        marks = style.line(head, grid.label, style.fine, "muted")
        side = min(rect.width // wide, rect.height // rows, style.of_unit(5))
        if side < style.of_unit(0.7):
            return marks
        for number, cell in enumerate(grid.cells):
            place = Rect(rect.x + number % wide * side, rect.y + number // wide * side, side, side)
            marks.append(Rectangle(place, "raised" if (number % wide + number // wide) % 2 else "surface", "line", 1))
            marks += cell_marks(style, place.inset(max(1, side // 10)), cell)
        return marks

    most = min(style.of_unit(5), max(1, width // wide))
    return Block(MAIN, fine + rows * style.of_unit(0.8), fine + rows * most, lay)


def cell_marks(style: Style, rect: Rect, cell: Sequence[PieceGroup]) -> Marks:
    """Draw what lies in a cell: one piece, or several small ones."""
    chips = [chip for chip in cell if chip.count > 0]
    if len(chips) == 1 and chips[0].count == 1:
        return badge(style, rect, chips[0])
    return flow(style, rect, chips, rect.height / style.unit / 2, 0.5) if chips else []
