"""A total as a tower on the display: a block is as high as its piece is worth, so the whole height is the total.

What has been counted is solid; what the rules expect is an outline until it lies there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.faces.display.chips import badge
from companion.faces.display.marks import Marks, Rectangle
from companion.faces.display.rects import Rect
from companion.faces.display.style import Style
from companion.faces.display.typesetting import line_height
from companion.faces.screen import Screen
from companion.faces.towers import OWED, WRONG, Tower, TowerBlock, tower_of

LEAST: Final = 9
"""How many units high and wide a panel has to be for a tower in it."""
SHAFT: Final = 4.6
"""How many units wide a tower is at most."""
LABELS: Final = 1.9
"""How many units the labels beside it take."""


def towers_of(screen: Screen) -> Mapping[str, Tower]:
    """Return the towers of all seats that have one, with what is owed and what lies wrong."""
    wrong = tuple(way for ruling in screen.rulings for way in ruling.moved)
    built = {panel.key: tower_of(panel, screen.owed, wrong) for panel in screen.board.seats if not panel.out}
    return {key: tower for key, tower in built.items() if tower}


def fits_a_tower(style: Style, body: Rect) -> bool:
    """Whether there is room for a tower beside everything else."""
    return body.width >= style.of_unit(LEAST) and body.height >= style.of_unit(LEAST)


def tower_width(style: Style, body: Rect) -> int:
    """Return how much of a panel's width its tower takes, the labels included."""
    return min(style.of_unit(SHAFT + LABELS), body.width * 36 // 100)


def tower_marks(style: Style, rect: Rect, tower: Tower) -> Marks:
    """Draw the shaft with its limit and levels, and the blocks in it."""
    labels, shaft = rect.left(min(style.of_unit(LABELS), rect.width // 3))
    unit = shaft.height / tower.units
    marks: Marks = [Rectangle(shaft, "raised", "line", max(1, style.hair // 2), style.hair * 2)]
    for block in tower.blocks:
        marks += block_marks(style, place_of(shaft, unit, block, style.hair), block)
    limit = shaft.bottom - round(tower.total.limit * unit)
    line = Rect(labels.right - style.hair * 3, limit - style.hair, shaft.width + style.hair * 3, style.hair * 2)
    marks.append(Rectangle(line, "danger", "", 0, 0))
    high = line_height(style.fine)
    if unit < high:
        return marks
    names = [(tower.total.limit, str(tower.total.limit), "ink")]
    names += [(level.value, level.label, "muted") for level in tower.total.levels if level.value < tower.total.limit]
    for value, words, ink in names:
        place = Rect(labels.x, shaft.bottom - round(value * unit) - high // 2, labels.width - style.hair * 4, high)
        if place.y >= rect.y and place.bottom <= rect.bottom:
            marks += style.line(place, words, style.fine, ink, bold=True, align="right")
    return marks


def place_of(shaft: Rect, unit: float, block: TowerBlock, gap: int) -> Rect:
    """Return where a block is in the shaft."""
    top = shaft.bottom - round((block.bottom + block.chip.worth) * unit)
    bottom = shaft.bottom - round(block.bottom * unit)
    return Rect(shaft.x + gap * 2, top + gap // 2, shaft.width - gap * 4, max(1, bottom - top - gap))


def block_marks(style: Style, place: Rect, block: TowerBlock) -> Marks:
    """Draw a block with its gem: filled where it was counted, else only its outline."""
    tone = f"tone:gem-{block.chip.short}"
    thick = max(1, style.hair)
    if block.state == OWED:
        marks: Marks = [Rectangle(place, "raised", tone, thick, style.hair * 2)]
    else:
        edge = "danger" if block.state == WRONG else f"edge:gem-{block.chip.short}"
        marks = [Rectangle(place, tone, edge, thick * (2 if block.state == WRONG else 1), style.hair * 2)]
    side = min(place.height - 2, place.width, style.of_unit(2.6))
    return marks + badge(style, place.middle(side, side), block.chip) if side >= style.of_unit(0.7) else marks
