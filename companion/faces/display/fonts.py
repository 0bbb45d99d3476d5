"""The font: Roboto Condensed, for Latin, Greek and Cyrillic, shipped with the program (Apache licence)."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from io import BytesIO

import pygame
from pygame.font import Font

CAPITALS = 0.711
"""The height of a capital letter, as a share of the size."""


@lru_cache(maxsize=2)
def outlines(bold: bool) -> bytes:
    """Return the contents of the font file."""
    name = "RobotoCondensed-Bold.ttf" if bold else "RobotoCondensed-Regular.ttf"
    return (files("companion.faces.display") / "fonts" / name).read_bytes()


@lru_cache(maxsize=64)
def font(size: int, bold: bool) -> Font:
    """Return the font at a size."""
    if not pygame.font.get_init():
        pygame.font.init()
    return Font(BytesIO(outlines(bold)), size)


@lru_cache(maxsize=16_384)
def measure(text: str, size: int, bold: bool) -> int:
    """Return how many pixels wide a text is."""
    return font(size, bold).size(text)[0] if text else 0


def forget() -> None:
    """Drop all fonts: they cannot be used after pygame quits. The next display loads them again."""
    font.cache_clear()
