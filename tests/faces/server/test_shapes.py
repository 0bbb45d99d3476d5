"""Chips have one look on the display, on phones and on the virtual table."""

from __future__ import annotations

import re

import pytest

from companion.faces.chip_looks import DISCS, GEMS, OUTLINES, gem_of
from companion.faces.chip_pictures import PICTURES
from companion.faces.chip_styles import shapes, style_sheet
from companion.faces.display import figures
from companion.faces.display.themes import THEMES, colour
from companion.faces.server.app import find_web
from companion.rules.puzzle_strike.looks import chip
from companion.rules.puzzle_strike.names import NAMES
from companion.rules.puzzle_strike.sets.library import LIBRARY
from companion.rules.puzzle_strike.table import GEM_VALUE
from tests.faces.server.conftest import Served

STATIC = find_web() / "static"


def test_the_files_are_those_of_the_table() -> None:
    assert (STATIC / "chips.css").read_text(encoding="utf-8") == style_sheet(), "run `make generated`"
    assert (STATIC / "chips.svg").read_text(encoding="utf-8") == shapes(), "run `make generated`"


def test_the_display_has_the_same_shapes_and_colours() -> None:
    sheet, drawn = style_sheet(), shapes()
    for sign, gem in GEMS.items():
        assert figures.OUTLINES[gem.shape] == OUTLINES[gem.shape]
        assert f".gem-{sign} {{ --fill: {gem.fill}; " in sheet
        assert f'<symbol id="gem-{sign}"' in drawn
        assert {theme[f"tone:gem-{sign}"] for theme in THEMES.values()} == {colour(gem.fill)}
    for tone, disc in DISCS.items():
        assert f".disc.tone-{tone} {{ --banner: {disc.banner}; " in sheet
        assert f'<symbol id="mark-{tone}"' in drawn
        assert {theme[f"tone:{tone}"] for theme in THEMES.values()} == {colour(disc.banner)}


def test_each_chip_of_the_game_has_its_picture() -> None:
    pictures = {kind: chip(NAMES, kind).picture for kind in LIBRARY if not GEM_VALUE.get(kind)}
    assert set(pictures.values()) <= set(PICTURES)
    assert len(set(pictures.values())) == len(pictures), "two chips look alike"


@pytest.mark.parametrize("name", ["style.css", "table.css", "rehearsal.css", "rehearsal/chips.js"])
def test_nothing_else_draws_chips(name: str) -> None:
    text = (STATIC / name).read_text(encoding="utf-8")
    assert not re.search(r"\.disc[^{]*\.tone-|\.gem-?\d|clip-path: polygon|--(brown|purple|red|blue|green|gold):", text)
    assert not re.search("|".join(gem.fill for gem in GEMS.values()), text, re.IGNORECASE)


def test_each_gem_of_the_game_has_a_look_of_its_own() -> None:
    gems = {kind: chip(NAMES, kind) for kind, value in GEM_VALUE.items() if value}
    looks = {kind: gem_of(gem.short, gem.tone) for kind, gem in gems.items()}
    assert [look.shape for look in looks.values() if look] == ["drop", "lens", "triangle", "square"] * 2
    assert looks["stand_in_3"] == looks["gem_3"]
    assert len(set(looks.values())) == 4


@pytest.mark.parametrize("page", ["/", "/chips"])
def test_pages_link_the_style_sheet(duel: Served, page: str) -> None:
    assert "chips.css" in duel.phone().page(page)


def test_a_gem_shows_its_number(duel: Served) -> None:
    page = duel.phone().page("/")
    for sign in "1234":
        assert re.search(rf'<use href="/static/chips.svg\?v=\w+#gem-{sign}"/>', page)
    assert re.search(r'class="left"><span class="sr">left: </span><span aria-hidden="true">×</span>\d', page)
