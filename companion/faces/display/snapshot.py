"""A page as a picture, without a screen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pygame
from pygame import Surface

from companion.faces.display.fonts import measure
from companion.faces.display.layout import lay_out
from companion.faces.display.pages import Page
from companion.faces.display.painting import paint
from companion.faces.display.style import Style, as_it_is
from companion.faces.display.themes import THEMES

USUAL_SIZE: Final = (1280, 720)


def picture(
    page: Page,
    size: tuple[int, int] = USUAL_SIZE,
    theme: str = "dark",
    *,
    rotate: bool = False,
    say: Callable[[str], str] = as_it_is,
) -> Surface:
    """Return the page as the display would show it."""
    surface = Surface(size)
    marks = lay_out(page, Style.of(*size, measure, say), *size, rotate=rotate)
    paint(surface, marks, THEMES[theme])
    return surface


def save(surface: Surface, file: Path) -> None:
    """Write the picture to a file, in the format of its suffix."""
    pygame.image.save(surface, str(file))
