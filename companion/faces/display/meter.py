"""A shared level, such as the Panic level. It is at the same place at the top of every page, so that nobody has to look
for it. Its colour, its filled steps and its words show that it has risen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.faces.display.marks import Marks, Rectangle
from companion.faces.display.rects import Rect
from companion.faces.display.style import Style
from companion.faces.display.typesetting import line_height
from companion.rules.kernel.board import Panel, Track


def meter_of(shared: Iterable[Panel]) -> Track | None:
    """Return the first level among the shared panels; None if there is none."""
    tracks = (piece for panel in shared for piece in panel.pieces if isinstance(piece, Track))
    return next((track for track in tracks if track.steps), None)


def others_than(track: Track, shared: Iterable[Panel]) -> list[Panel]:
    """Return the shared panels without this level."""
    left = [panel._replace(pieces=tuple(piece for piece in panel.pieces if piece is not track)) for panel in shared]
    return [panel for panel in left if panel.pieces]


def meter_width(style: Style, track: Track, width: int) -> int:
    """Return how much of a headline's width it takes."""
    room = style.of_unit(0.8)
    words: Sequence[int] = (
        style.width(track.label, style.of_unit(1.4), True) + room,
        style.width(track.note, style.fine) + style.of_unit(6) + room,
    )
    return min(width * 44 // 100, max(*words, style.of_unit(11)))


def meter_marks(style: Style, rect: Rect, track: Track, alarm: int = 0) -> Marks:
    """Draw what holds now in words, and below them the steps and how far it is to the next; `alarm` is how dangerous it
    is, from 0 to 3."""
    risen = track.at > 0
    role = f"alarm{alarm}" if alarm else "track"
    ink = f"on:{role}" if risen else "ink"
    marks: Marks = [Rectangle(rect, role if risen else "surface", "line", max(1, style.hair // 2), style.hair * 2)]
    inner = rect.inset(style.of_unit(0.4), style.hair)
    upper, lower = inner.top(min(inner.height * 62 // 100, line_height(style.of_unit(1.4))))
    marks += style.one_line(upper, track.label, 1.4, ink, bold=True)
    wide = style.width(track.note, style.fine)
    steps, words = lower.left(max(style.of_unit(4), lower.width - wide - style.gap))
    _, words = words.left(style.gap)
    marks += level_marks(style, steps.middle(steps.width, min(steps.height, style.of_unit(0.7))), track, role)
    note = style.fitted(track.note, words.width, words.height, 0.82, 0.6)
    return marks + style.lines(words, note, ink if risen else "muted", middle=True)


def level_marks(style: Style, rect: Rect, track: Track, role: str) -> Marks:
    """Draw a field for each step, filled up to the current one."""
    full, rim = (f"on:{role}", f"on:{role}") if track.at > 0 else ("track", "muted")
    empty = role if track.at > 0 else "surface"
    thick = max(1, style.hair // 2)
    return [
        Rectangle(part, full if number <= track.at else empty, rim, thick)
        for number, part in enumerate(rect.columns(len(track.steps), style.hair * 2))
    ]
