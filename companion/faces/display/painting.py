"""Painting marks with pygame. Round and slanted edges are drawn larger and scaled down, so that they are smooth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

import pygame
import segno
from pygame import Surface

from companion.faces.display.figures import OUTLINES
from companion.faces.display.fonts import CAPITALS, font
from companion.faces.display.marks import Figure, Mark, QrCode, Rectangle, TextLine, Turned
from companion.faces.display.themes import Colour

FINER = 4
QUIET = 4
"""Modules of white around a QR code; without them phones do not find it."""

Theme = Mapping[str, Colour]


def paint(surface: Surface, marks: Iterable[Mark], theme: Theme) -> None:
    """Paint all marks on an empty page."""
    surface.fill(theme["page"])
    paint_marks(surface, marks, theme)


def paint_marks(surface: Surface, marks: Iterable[Mark], theme: Theme) -> None:
    """Paint marks, one over the other."""
    for mark in marks:
        if isinstance(mark, Rectangle):
            paint_box(surface, mark, theme)
        elif isinstance(mark, TextLine):
            paint_line(surface, mark, theme)
        elif isinstance(mark, Figure):
            paint_figure(surface, mark, theme)
        elif isinstance(mark, QrCode):
            paint_code(surface, mark)
        else:
            paint_turned(surface, mark, theme)


def paint_turned(surface: Surface, mark: Turned, theme: Theme) -> None:
    """Paint marks for another edge of the table."""
    width, height = mark.rect.width, mark.rect.height
    page = Surface((height, width) if mark.quarters % 2 else (width, height))
    paint(page, mark.marks, theme)
    surface.blit(pygame.transform.rotate(page, -90 * mark.quarters), mark.rect[:2])


# -- boxes -----------------------------------------------------------------------------------------------------


def paint_box(surface: Surface, box: Rectangle, theme: Theme) -> None:
    """Paint a rectangle; with a border, as two, one inside the other."""
    if box.border and box.thick:
        fill_round(surface, box.rect, theme[box.border], box.radius)
        fill_round(surface, box.rect.inset(box.thick), theme[box.fill], max(0, box.radius - box.thick))
    else:
        fill_round(surface, box.rect, theme[box.fill], box.radius)
    if box.flat:
        surface.fill(theme[box.fill], box.rect.foot(min(box.radius, box.rect.height))[0])


def fill_round(surface: Surface, rect: tuple[int, int, int, int], fill: Colour, radius: int) -> None:
    """Paint a rectangle with round corners."""
    x, y, width, height = rect
    radius = min(radius, width // 2, height // 2)
    if radius < 2:
        surface.fill(fill, rect)
        return
    surface.fill(fill, (x + radius, y, width - 2 * radius, height))
    surface.fill(fill, (x, y + radius, width, height - 2 * radius))
    disc = ball(radius, fill)
    right, low = x + width - radius, y + height - radius
    for place, part in (
        ((x, y), (0, 0)),
        ((right, y), (radius, 0)),
        ((x, low), (0, radius)),
        ((right, low), (radius, radius)),
    ):
        surface.blit(disc, place, (*part, radius, radius))


@lru_cache(maxsize=64)
def ball(radius: int, fill: Colour) -> Surface:
    """Return a disc with a smooth edge."""
    return smooth(2 * radius, lambda page, side: pygame.draw.circle(page, fill, (side / 2, side / 2), side / 2), fill)


def smooth(side: int, draw: object, fill: Colour) -> Surface:
    """Draw on a larger surface and scale it down. It is transparent in the same colour, so edges get no dark rim."""
    large = Surface((side * FINER, side * FINER), pygame.SRCALPHA)
    large.fill((*fill, 0))
    assert callable(draw)
    draw(large, side * FINER)
    return pygame.transform.smoothscale(large, (side, side))


# -- text ------------------------------------------------------------------------------------------------------


def paint_line(surface: Surface, line: TextLine, theme: Theme) -> None:
    """Paint text with its capitals vertically centred, and never beyond its place."""
    image = written(line.text, line.size, line.bold, theme[line.ink])
    rect = line.rect
    spare = rect.width - image.get_width()
    x = rect.x + (spare if line.align == "right" else spare // 2 if line.align == "centre" else 0)
    baseline = rect.y + (rect.height + line.size * CAPITALS) / 2
    y = round(baseline) - font(line.size, line.bold).get_ascent()
    before = surface.get_clip()
    surface.set_clip(before.clip(pygame.Rect(rect).inflate(2, round(line.size * 0.4))))
    surface.blit(image, (x, y))
    surface.set_clip(before)


@lru_cache(maxsize=512)
def written(text: str, size: int, bold: bool, ink: Colour) -> Surface:
    """Return a line of text as an image. It is cached because most lines stay the same from page to page."""
    return font(size, bold).render(text, True, ink)


# -- figures ---------------------------------------------------------------------------------------------------


def paint_figure(surface: Surface, figure: Figure, theme: Theme) -> None:
    """Paint a shape, with its edge if it has one."""
    rect = figure.rect
    side = min(rect.width, rect.height)
    if side < 2:
        return
    edge = theme[figure.edge] if figure.edge else None
    surface.blit(
        shape(figure.shape, side, theme[figure.fill], edge),
        (rect.x + (rect.width - side) // 2, rect.y + (rect.height - side) // 2),
    )


@lru_cache(maxsize=512)
def shape(name: str, side: int, fill: Colour, edge: Colour | None) -> Surface:
    """Return a shape as an image: the edge, and on it the shape a little smaller."""
    if edge is None:
        return smooth(side, lambda page, large: draw_shape(page, name, large, fill, 0), fill)
    thick = max(1, side / 18) * FINER
    image = smooth(side, lambda page, large: draw_shape(page, name, large, edge, 0), edge)
    image.blit(smooth(side, lambda page, large: draw_shape(page, name, large, fill, thick), fill), (0, 0))
    return image


def draw_shape(page: Surface, name: str, side: float, fill: Colour, inset: float) -> None:
    """Draw a shape by its name, smaller by `inset` on all sides."""
    middle = (side / 2, side / 2)
    if name == "circle":
        pygame.draw.circle(page, fill, middle, side / 2 - inset)
    elif name == "coin":
        pygame.draw.circle(page, fill, middle, side / 2 - inset)
        pygame.draw.circle(page, (*fill, 110), middle, side * 0.42, max(1, round(side / 24)))
    elif name in ("card", "rounded"):
        narrow = side * 0.14 if name == "card" else 0.0
        place = (inset + narrow, inset, side - 2 * (inset + narrow), side - 2 * inset)
        pygame.draw.rect(page, fill, place, border_radius=round(side * 0.18))
    elif name == "warning":
        draw_warning(page, fill, side)
    elif name == "question":
        draw_sign(page, "?", fill, side)
    elif name == "hand":
        pygame.draw.polygon(page, fill, [(x * side, y * side) for x, y in OUTLINES["down"]])
        pygame.draw.rect(page, fill, (side * 0.08, side * 0.86, side * 0.84, side * 0.12))
    else:
        factor = (side - 2.4 * inset) / side
        points = [
            (side / 2 + (x - 0.5) * side * factor, side / 2 + (y - 0.5) * side * factor) for x, y in OUTLINES[name]
        ]
        pygame.draw.polygon(page, fill, points)


def draw_warning(page: Surface, fill: Colour, side: float) -> None:
    """Draw a triangle with a transparent exclamation mark in it."""
    points = [(x * side, y * side) for x, y in OUTLINES["triangle"]]
    pygame.draw.polygon(page, fill, points)
    hole = (*fill, 0)
    pygame.draw.rect(page, hole, (side * 0.45, side * 0.36, side * 0.1, side * 0.3), border_radius=round(side * 0.04))
    pygame.draw.circle(page, hole, (side * 0.5, side * 0.78), side * 0.065)


def draw_sign(page: Surface, sign: str, fill: Colour, side: float) -> None:
    """Draw a letter that fills the square."""
    image = font(round(side * 1.2), True).render(sign, True, fill)
    box = image.get_bounding_rect()
    page.blit(image, ((side - box.width) / 2 - box.x, (side - box.height) / 2 - box.y))


# -- QR codes --------------------------------------------------------------------------------------------------


def paint_code(surface: Surface, mark: QrCode) -> None:
    """Paint a QR code, black on white in every theme: phones read nothing else reliably."""
    modules = modules_of(mark.text)
    if not modules:
        return
    count = len(modules) + 2 * QUIET
    size = min(mark.rect.width, mark.rect.height) // count
    if size < 1:
        return
    place = mark.rect.middle(size * count, size * count)
    surface.fill((255, 255, 255), place)
    for y, row in enumerate(modules):
        for x, dark in enumerate(row):
            if dark:
                surface.fill((0, 0, 0), (place.x + (x + QUIET) * size, place.y + (y + QUIET) * size, size, size))


@lru_cache(maxsize=8)
def modules_of(text: str) -> tuple[bytes, ...]:
    """Return the dark and light modules by rows; none if the text is too long for a code."""
    try:
        return tuple(bytes(row) for row in segno.make(text, micro=False, error="m").matrix)
    except segno.DataOverflowError:
        return ()
