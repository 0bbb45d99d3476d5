"""Laying out any page as marks, for a screen of any size."""

from __future__ import annotations

from dataclasses import replace

from companion.faces.display.game_page import alarm_of, game_marks
from companion.faces.display.marks import Mark, Rectangle, Turned
from companion.faces.display.notice_page import notice_marks, ruling_notice, trouble_notice
from companion.faces.display.pages import Failed, Idle, Page, ReaderLost, Starting
from companion.faces.display.rects import Rect
from companion.faces.display.still_pages import idle_marks, result_marks, starting_marks
from companion.faces.display.style import Style
from companion.faces.display.turned_page import can_be_turned, turned_game, turned_result
from companion.faces.screen import Screen


def lay_out(page: Page, style: Style, width: int, height: int, *, rotate: bool = False) -> list[Mark]:
    """Return what is to be painted, in order."""
    place = Rect(0, 0, width, height)
    if isinstance(page, Starting):
        return starting_marks(style, place, page)
    if isinstance(page, Idle):
        return idle_marks(style, place, page)
    if isinstance(page, ReaderLost | Failed):
        if page.screen is None:
            return notice_marks(style, place, trouble_notice(style, page))
        return screen_marks(style, place, troubled(page.screen, page), rotate)
    return screen_marks(style, place, page.screen, rotate)


def screen_marks(style: Style, place: Rect, screen: Screen, rotate: bool) -> list[Mark]:
    """Lay out a game: its result, an open ruling, or the game under way. What makes it more dangerous for everybody
    colours the whole page."""
    marks = untinted(style, place, screen, rotate)
    level = alarm_of(screen)
    return tinted(marks, place, f"page{level}") if level else marks


def tinted(marks: list[Mark], place: Rect, role: str) -> list[Mark]:
    """Return a page in another colour, those parts that are turned as well."""
    found: list[Mark] = [Rectangle(place, role)]
    for mark in marks:
        if isinstance(mark, Turned):
            width, height = mark.rect.width, mark.rect.height
            page = Rect(0, 0, height, width) if mark.quarters % 2 else Rect(0, 0, width, height)
            mark = mark._replace(marks=(Rectangle(page, role), *mark.marks))
        found.append(mark)
    return found


def untinted(style: Style, place: Rect, screen: Screen, rotate: bool) -> list[Mark]:
    """Lay out a game in the usual colours."""
    ended = screen.board.over and not screen.rulings and not screen.todo
    if rotate and can_be_turned(screen):
        return (turned_result if ended else turned_game)(style, place, screen)
    if ended:
        return result_marks(style, place, screen)
    if screen.rulings:
        return notice_marks(style, place, ruling_notice(style, screen), screen)
    return game_marks(style, place, screen)


def troubled(screen: Screen, page: ReaderLost | Failed) -> Screen:
    """Return the game with what went wrong as its first notes, so that the game stays visible."""
    same = [note for note in screen.notes if note.startswith(page.words)]
    others = [note for note in screen.notes if note not in same]
    return replace(screen, notes=(*(same[:1] or (page.words,)), page.remedy, *others))
