"""Text is made to fit, whatever it is."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.faces.display.fonts import font, measure
from companion.faces.display.rects import Rect
from companion.faces.display.style import Style
from companion.faces.display.typesetting import clean, cut, line_height, set_text, wrap

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


def test_the_type_has_the_letters_that_people_need() -> None:
    for letters in ("Привет, Ёж", "Größe ÅÉñ", "Ελλάδα", "…×–—„“«»₽€"):
        for bold in (False, True):
            missing = [sign for sign, found in zip(letters, font(20, bold).metrics(letters), strict=True) if not found]
            assert missing == []


def test_a_line_holds_its_letters() -> None:
    assert all(font(size, True).get_ascent() - font(size, True).get_descent() <= line_height(size) for size in (12, 40))


def test_lines_beyond_their_place_are_left_out() -> None:
    style = Style.of(800, 480, measure)
    lines = style.fitted("one two three four five six seven", 60, 200, 1)
    place = Rect(0, 0, 60, 2 * line_height(lines.size))
    assert len(lines.lines) > 2
    assert len(style.lines(place, lines)) == 2
