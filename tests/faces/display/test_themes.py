"""Every text can be read on what it stands on, in every theme."""

from __future__ import annotations

import pytest

from companion.faces.chip_looks import DISCS, GEMS
from companion.faces.display.figures import SHAPES
from companion.faces.display.layout import lay_out
from companion.faces.display.marks import Figure, Rectangle, TextLine, flat
from companion.faces.display.style import Style
from companion.faces.display.themes import THEMES, TONES, contrast
from tests.faces.display.examples import pages

SURFACES = ("page", "page1", "page2", "page3", "surface", "alert", "raised")
READABLE = 4.5
"""The web's guidelines, level AA."""


@pytest.mark.parametrize("name", THEMES)
def test_text_stands_off_from_what_it_is_written_on(name: str) -> None:
    theme = THEMES[name]
    pairs = [(ink, surface) for ink in ("ink", "muted") for surface in SURFACES]
    pairs += [(role, role.removeprefix("on:")) for role in theme if role.startswith("on:") and role[3:] in theme]
    pairs += [(f"on:{tone}", f"tone:{tone}") for tone in DISCS]  # a gem's number stands on its facet
    pairs += [("turn", "page"), ("track", "surface"), ("page", "muted")]
    weak = {pair: round(contrast(theme[pair[0]], theme[pair[1]]), 1) for pair in pairs}
    assert {pair: found for pair, found in weak.items() if found < READABLE} == {}


@pytest.mark.parametrize("name", THEMES)
def test_shapes_stand_off_from_the_panel(name: str) -> None:
    theme = THEMES[name]
    for tone in TONES:
        edges = max(contrast(theme[part], theme["surface"]) for part in (f"tone:{tone}", f"edge:{tone}"))
        assert edges >= 1.9, tone
    for role in ("danger", "gauge", "turn", "ask", "todo"):
        assert contrast(theme[role], theme["surface"]) >= 3, role


def test_themes_have_the_same_colours() -> None:
    assert len({frozenset(theme) for theme in THEMES.values()}) == 1


def test_every_colour_on_a_page_is_in_the_themes() -> None:
    known = set(THEMES["dark"])
    used = set()
    for page in pages().values():
        for mark in flat(lay_out(page, Style.of(1024, 600, lambda text, size, bold: len(text) * size // 2), 1024, 600)):
            if isinstance(mark, Rectangle):
                used |= {mark.fill, mark.border}
            elif isinstance(mark, Figure):
                used |= {mark.fill, mark.edge}
            elif isinstance(mark, TextLine):
                used.add(mark.ink)
    assert used - {""} <= known


def test_letters_on_chips_can_be_read() -> None:
    theme = THEMES["dark"]
    pairs = [(f"letters:{tone}", f"body:{tone}") for tone in DISCS]
    pairs += [(f"on:gem-{sign}", f"facet:gem-{sign}") for sign in GEMS]
    assert {pair for pair in pairs if contrast(theme[pair[0]], theme[pair[1]]) < READABLE} == set()


def test_no_two_tones_have_the_same_mark() -> None:
    assert len({look.mark for look in DISCS.values()}) == len(DISCS) == len(set(SHAPES.values()))


def test_gems_differ_by_their_shape() -> None:
    assert len({look.shape for look in GEMS.values()}) == 4
