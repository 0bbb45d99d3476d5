"""Text is made to fit, whatever it is."""

from __future__ import annotations

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.faces.display.fonts import font, measure
from companion.faces.display.layout import lay_out
from companion.faces.display.marks import TextLine, flat
from companion.faces.display.rects import Rect
from companion.faces.display.style import Style
from companion.faces.display.typesetting import clean, cut, line_height, set_text, wrap
from companion.faces.languages.language import catalogues
from companion.faces.languages.po import read_po
from tests.faces.display.examples import pages

PRIVATE = "\ue123"
"""A sign for private use: no type has it."""

texts = st.text(st.characters(codec="utf-8"), max_size=80)
widths = st.integers(0, 400)
sizes = st.integers(6, 40)


@given(texts, widths, sizes, st.booleans())
def test_what_is_cut_fits_and_is_a_beginning(text: str, width: int, size: int, bold: bool) -> None:
    shown = cut(text, width, size, bold, measure)
    assert measure(shown, size, bold) <= width or not shown
    assert clean(text).startswith(shown.removesuffix("…").rstrip())


@given(texts, st.integers(40, 400), sizes)
def test_wrapping_loses_nothing(text: str, width: int, size: int) -> None:
    lines = wrap(text, width, size, False, measure)
    assert "".join(lines).replace(" ", "") == clean(text).replace(" ", "")
    assert all(measure(line, size, False) <= width or len(line) == 1 for line in lines)


@given(texts, widths, st.integers(0, 200))
def test_a_text_is_set_within_its_place(text: str, width: int, height: int) -> None:
    found = set_text(text, width, height, (30, 20, 12), False, measure)
    assert found.height <= height
    assert all(measure(line, found.size, False) <= width for line in found.lines)
    if found.whole:
        assert "".join(found.lines).replace(" ", "") == clean(text).replace(" ", "")


def test_the_largest_size_that_fits_is_taken() -> None:
    assert set_text("Deadly Time", 400, 100, (40, 20), True, measure).size == 40
    assert set_text("Deadly Time", 90, 25, (40, 20), True, measure).size == 20


def test_signs_that_are_no_text_are_left_out() -> None:
    assert clean("\u202eeve\u202c\x07 \ud800\n") == "eve"
    assert clean("Ж" * 5000) == "Ж" * 600


def painted(sign: str, bold: bool) -> bytes:
    """A sign as it comes to the screen."""
    return pygame.image.tobytes(font(24, bold).render(sign, True, "white"), "RGBA")


def missing(text: str, bold: bool) -> str:
    """The signs for which the type paints what it paints for any that it lacks."""
    lacking = painted(PRIVATE, bold)
    return "".join(sorted(sign for sign in {*text} if painted(sign, bold) == lacking))


@pytest.mark.parametrize("bold", [False, True])
def test_a_sign_that_the_type_lacks_is_noticed(bold: bool) -> None:
    assert missing("a→b▶", bold) == "→▶"


@pytest.mark.parametrize("bold", [False, True])
def test_the_type_has_the_letters_that_people_need(bold: bool) -> None:
    for letters in ("Привет, Ёж", "Größe ÅÉñ", "Ελλάδα", "…×–—„“«»‹›₽€"):
        assert missing(letters, bold) == ""


@pytest.mark.parametrize("bold", [False, True])
def test_the_type_has_every_sign_of_the_catalogues(bold: bool) -> None:
    """Both of what is translated and of its translations, as they are set."""
    for _, path in catalogues():
        for message in read_po(path.read_text(encoding="utf-8")).messages:
            for text in (message.template, message.several, *message.translations):
                assert missing(clean(text), bold) == "", f"{path.name}, line {message.line}: {text}"


def test_what_is_written_on_a_page_can_be_painted() -> None:
    """On chips too: a sign that is no letter is drawn as a figure, or the type has it."""
    for name, page in pages().items():
        for mark in flat(lay_out(page, Style.of(1024, 600, measure), 1024, 600)):
            if isinstance(mark, TextLine):
                assert missing(mark.text, mark.bold) == "", (name, mark.text)


def test_a_line_holds_its_letters() -> None:
    assert all(font(size, True).get_ascent() - font(size, True).get_descent() <= line_height(size) for size in (12, 40))


def test_lines_beyond_their_place_are_left_out() -> None:
    style = Style.of(800, 480, measure)
    lines = style.fitted("one two three four five six seven", 60, 200, 1)
    place = Rect(0, 0, 60, 2 * line_height(lines.size))
    assert len(lines.lines) > 2
    assert len(style.lines(place, lines)) == 2
