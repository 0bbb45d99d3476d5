"""The running display: one thread that waits for a page, paints it, and waits again."""

from __future__ import annotations

import logging
import os
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import pygame
from pygame import Surface

from companion.faces.display.driver import BARE, advice, drivers, this_machine, told_to_sdl
from companion.faces.display.fonts import forget, measure
from companion.faces.display.layout import lay_out
from companion.faces.display.pages import Page
from companion.faces.display.painting import paint
from companion.faces.display.style import Style, as_it_is
from companion.faces.display.themes import THEMES

log = logging.getLogger(__name__)

LOOK: Final = 0.25
"""Seconds between two checks whether the window was closed or uncovered, or a key was pressed."""
CLOSING_KEYS: Final = (pygame.K_ESCAPE, pygame.K_q)
NO_SCREEN = "The display cannot be opened ({problem}). The game goes on without it."
NOT_DRAWN = "The display could not draw a page ({problem}). The game goes on."


@dataclass(frozen=True)
class Options:
    """How the display looks."""

    size: tuple[int, int] | None = None
    """The size of a window; None fills the screen. Without a desktop the display always fills the screen."""
    theme: str = "dark"
    rotate: bool = False
    """Whether each seat's panel is turned to its edge of the table."""
    title: str = "Puzzle Strike"


class Display:
    """Shows the newest page. `show` and `close` may be called from any thread; `run` blocks the one that calls it."""

    def __init__(
        self,
        options: Options | None = None,
        say: Callable[[str], str] = as_it_is,
        *,
        trouble: Callable[[str], None] = lambda words: None,
        drawn: Callable[[Page], None] = lambda page: None,
    ) -> None:
        """`trouble` is called with what went wrong, in words; `drawn` with the page that people see now."""
        self.options = options or Options()
        self.say = say
        self._trouble = trouble
        self._drawn = drawn
        self._news = threading.Condition()
        self._page: Page | None = None
        self._fresh = False
        self._closed = False
        self.was_shown = False
        """Whether a screen was found."""

    def show(self, page: Page) -> None:
        """Show this page instead of one that is not painted yet. A page equal to the last is not painted again."""
        with self._news:
            if page != self._page:
                self._page = page
                self._fresh = True
                self._news.notify()

    def close(self) -> None:
        """Make `run` return."""
        with self._news:
            self._closed = True
            self._news.notify()

    def run(self) -> None:
        """Open the display, and paint until it is closed. Problems are reported to `trouble`, never raised."""
        try:
            surface = self._open()
        except pygame.error as problem:
            self._trouble(self._no_screen(problem))
            return
        self.was_shown = True
        try:
            self._paint_on(surface)
        except pygame.error as problem:
            self._trouble(self.say(NO_SCREEN).format(problem=problem))
        finally:
            forget()
            pygame.quit()

    def _no_screen(self, problem: pygame.error) -> str:
        todo = advice(os.environ, this_machine()).said(self.say)
        return f"{self.say(NO_SCREEN).format(problem=problem)} {todo}"

    def _open(self) -> Surface:
        with told_to_sdl(drivers(os.environ, sys.platform)):
            pygame.display.init()
        pygame.font.init()
        pygame.display.set_caption(self.options.title)
        bare = pygame.display.get_driver().lower() == BARE  # it has no windows, only the whole screen
        size = None if bare else self.options.size
        surface = pygame.display.set_mode(size or (0, 0), pygame.RESIZABLE if size else pygame.FULLSCREEN)
        pygame.mouse.set_visible(bool(size))
        return surface

    def _paint_on(self, surface: Surface) -> None:
        while True:
            with self._news:
                if not self._fresh and not self._closed:
                    self._news.wait(LOOK)
                if self._closed:
                    return
                page, fresh = self._page, self._fresh
                self._fresh = False
            wanted = self._window()
            if wanted is None:
                return
            if page is not None and (fresh or wanted):
                self._paint(page, pygame.display.get_surface() or surface)

    def _window(self) -> bool | None:
        """Return whether the window has to be painted again; None if somebody has closed it."""
        again = False
        for event in pygame.event.get():
            if event.type == pygame.QUIT or (event.type == pygame.KEYDOWN and event.key in CLOSING_KEYS):
                return None
            again = again or event.type in (pygame.VIDEORESIZE, pygame.VIDEOEXPOSE)
        return again

    def _paint(self, page: Page, surface: Surface) -> None:
        """Paint one page. If that fails, the last page stays on the screen."""
        try:
            width, height = surface.get_size()
            style = Style.of(width, height, measure, self.say)
            marks = lay_out(page, style, width, height, rotate=self.options.rotate)
            paint(surface, marks, THEMES[self.options.theme])
        except Exception as problem:  # whatever it is, it must not stop the evening
            log.exception("A page could not be drawn.")
            self._trouble(self.say(NOT_DRAWN).format(problem=type(problem).__name__))
            return
        pygame.display.flip()
        self._drawn(page)
