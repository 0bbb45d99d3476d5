"""The number that matters most, to be read from two metres away."""

from __future__ import annotations

from companion.faces.display.gain import gain_height, gain_marks
from companion.faces.display.marks import Figure, Marks, Rectangle
from companion.faces.display.ranks import TOTAL
from companion.faces.display.rects import Rect
from companion.faces.display.stacking import Block
from companion.faces.display.style import Style
from companion.faces.display.typesetting import clean, fitting_size, line_height
from companion.rules.kernel.board import Total

DIGITS = 0.74
"""The height of a number, as a share of the size of its type."""
MOST_SEGMENTS = 24


def is_close(total: Total) -> bool:
    """Whether the total is close to its limit."""
    return bool(total.danger) and total.value >= total.danger


def total_block(style: Style, total: Total) -> Block:
    """Return a total as a block of a column."""

    def lay(rect: Rect) -> Marks:
        return total_marks(style, rect, total)

    return Block(TOTAL, style.of_unit(2.2), style.of_unit(7), lay)


def total_marks(style: Style, rect: Rect, total: Total) -> Marks:
    """Draw the number large, its limit beside it, a gauge below, and what it brings."""
    marks: Marks = []
    gain = gain_height(style, total.gain, rect.height // 3)
    if gain and rect.height >= style.of_unit(2) + gain:
        foot, rect = rect.foot(gain)
        marks += gain_marks(style, foot, total.gain)
    if total.limit and rect.height >= style.of_unit(3):
        gauge, rect = rect.foot(style.of_unit(0.75))
        marks += gauge_marks(style, gauge.inset(0, style.hair), total)
        _, rect = rect.foot(style.hair)
    return marks + number_marks(style, rect, total)


def number_marks(style: Style, rect: Rect, total: Total, *, boxed: bool = True) -> Marks:
    """Draw the number; in danger, with a warning sign, and in a box of its own unless its panel is all of danger's
    colour."""
    text = str(total.value)
    close = is_close(total)
    ink = "on:danger" if close and boxed else "ink"
    marks: Marks = [Rectangle(rect, "danger", "", 0, style.radius)] if close and boxed else []
    inner = rect.inset(style.of_unit(0.3), style.hair) if close and boxed else rect
    beside = min(inner.width // 2, max(style.of_unit(2.2), inner.width // 4))
    side, number = inner.end(beside)
    sizes = range(round(number.height / DIGITS), style.plain, -2)
    size = fitting_size(text, number.width, sizes, True, style.measure) or style.plain
    wide = min(number.width, style.width(text, size, True))
    marks += style.line(number.left(wide)[0], text, size, ink, bold=True)
    reach = wide + style.of_unit(0.35)
    side = Rect(number.x + reach, side.y, max(0, inner.right - number.x - reach), side.height)
    return marks + beside_marks(style, side, total, ink if close else "muted")


def beside_marks(style: Style, side: Rect, total: Total, ink: str) -> Marks:
    """Draw what is beside the number: its limit, a warning sign in danger, and its name if there is room."""
    high, low = line_height(style.fine), line_height(style.strong)
    marks: Marks = []
    place = side
    if is_close(total):
        if side.height >= low + style.of_unit(1):
            _, place = side.foot(low if total.limit else 0)
            size = min(place.width, place.height, style.of_unit(2.4))
            place = place.left(size)[0].foot(size)[0]
        else:
            place, side = side.end(min(side.height, style.of_unit(1.4), side.width // 2))
            size = place.width
        if size >= style.of_unit(0.5):
            marks.append(Figure(place.middle(size, size), "warning", ink))
    ending = f"/ {total.limit}" if total.limit else ""
    foot, side = side.foot(min(side.height, low))
    if style.width(ending, style.fine, True) <= foot.width:
        marks += style.one_line(foot, ending, 1.3, ink, bold=True)
    taken = place.height if is_close(total) and marks and place.width <= side.width and place.y < foot.y else 0
    if side.height - taken >= high:
        marks += style.line(side.top(high)[0], clean(total.label), style.fine, ink)
    return marks


def gauge_marks(style: Style, rect: Rect, total: Total) -> Marks:
    """Draw a segment for each step up to the limit: filled if it is reached, tall if it is dangerous."""
    if total.limit > MOST_SEGMENTS or rect.height < 3:
        return []
    marks: Marks = []
    close = is_close(total)
    for number, part in enumerate(rect.columns(total.limit, style.hair), start=1):
        dangerous = total.danger and number >= total.danger
        place = part if dangerous else part.inset(0, rect.height // 5)
        if number <= total.value:
            marks.append(Rectangle(place, "danger" if close else "gauge", "", 0, 0))
        else:
            marks.append(Rectangle(place, "raised", "danger" if dangerous else "line", max(1, style.hair // 2), 0))
    return marks
