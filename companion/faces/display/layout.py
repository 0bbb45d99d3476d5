"""Any page as marks, for a screen of any size."""

from __future__ import annotations

from companion.faces.display.game_page import game_marks
from companion.faces.display.marks import Mark
from companion.faces.display.notice_page import failed_notice, lost_notice, notice_marks, ruling_notice
from companion.faces.display.pages import Failed, Idle, Page, ReaderLost, Starting
from companion.faces.display.rects import Rect
from companion.faces.display.still_pages import idle_marks, result_marks, starting_marks
from companion.faces.display.style import Style


def lay_out(page: Page, style: Style, width: int, height: int, *, rotate: bool = False) -> list[Mark]:
    """What is to be painted, in order."""
    place = Rect(0, 0, width, height)
    if isinstance(page, Starting):
        return starting_marks(style, place, page)
    if isinstance(page, Idle):
        return idle_marks(style, place, page)
    if isinstance(page, ReaderLost):
        return notice_marks(style, place, lost_notice(style, page), page.screen)
    if isinstance(page, Failed):
        return notice_marks(style, place, failed_notice(style, page), page.screen)
    screen = page.screen
    if screen.board.over and not screen.rulings and not screen.todo:
        return result_marks(style, place, screen)
    if screen.rulings:
        return notice_marks(style, place, ruling_notice(style, screen), screen)
    return game_marks(style, place, screen, rotate)
