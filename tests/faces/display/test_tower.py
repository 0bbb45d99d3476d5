"""Piles are towers on the display where there is room, what is close to its limit is red, and an alarm colours all."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.faces.display.fonts import measure
from companion.faces.display.layout import lay_out
from companion.faces.display.marks import Figure, Rectangle, TextLine
from companion.faces.display.pages import GameShown
from companion.faces.display.style import Style
from companion.faces.screen import Screen, Way
from companion.rules.kernel.board import Alarm, Heap, Panel, PieceGroup, Total
from tests.faces.display.examples import duel
from tests.faces.display.test_layout import SIZES, Placed, check, laid_out

GEM = PieceGroup("gem_2", "2-gem", 1, "2", "gem", worth=2)


def pile(value: int, *chips: PieceGroup, key: str = "North") -> Panel:
    total = Total("Pile", value, 10, 7, place=f"{key}.pile")
    return Panel(key, key, (total, Heap("Gems", chips, main=True, place=f"{key}.pile")))


def screen(*seats: Panel, owed: tuple[Way, ...] = (), alarm: Alarm | None = None) -> Screen:
    board = duel().board._replace(seats=seats, alarm=alarm)
    return replace(duel(), board=board, owed=owed, todo=(), ask=None, last=())


def boxes(marks: Placed, fill: str) -> list[Rectangle]:
    return [mark for mark in marks if isinstance(mark, Rectangle) and mark.fill == fill]


def test_a_block_is_as_high_as_its_gem_is_worth() -> None:
    gems = (
        PieceGroup("gem_4", "4-gem", 1, "4", "gem", worth=4),
        GEM,
        PieceGroup("gem_1", "1-gem", 2, "1", "gem", worth=1),
    )
    marks = laid_out(GameShown(screen(pile(8, *gems), pile(0, key="South"))), (1280, 720))
    (four,), (two,), ones = (boxes(marks, f"tone:gem-{sign}") for sign in "421")
    assert len(ones) == 2
    assert four.rect.height > 1.7 * two.rect.height > 2.8 * ones[0].rect.height
    assert four.rect.y > two.rect.y > ones[0].rect.y, "the most valuable below"


def test_what_is_expected_is_an_outline_and_never_one_number_with_what_was_counted() -> None:
    owed = (Way(GEM, "bank", "North.pile"),)
    marks = laid_out(GameShown(screen(pile(4, GEM._replace(count=2)), pile(0, key="South"), owed=owed)), (1280, 720))
    outlines = [one for one in boxes(marks, "raised") if one.border == "tone:gem-2"]
    assert len(outlines) == len(boxes(marks, "tone:gem-2")) == 1
    texts = {mark.text: mark.size for mark in marks if isinstance(mark, TextLine)}
    assert "4 expected" in texts
    assert texts["2"] > texts["4 expected"]


def test_what_is_close_to_its_limit_is_red_and_the_largest() -> None:
    marks = laid_out(GameShown(screen(pile(2, GEM), pile(8, GEM._replace(count=4), key="South"))), (1280, 720))
    assert len(boxes(marks, "alert")) == 1
    sizes = {mark.text: mark.size for mark in marks if isinstance(mark, TextLine)}
    assert sizes["8"] == max(sizes.values())
    assert any(isinstance(mark, Figure) and mark.shape == "warning" for mark in marks)


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("rotate", [False, True])
def test_an_alarm_colours_the_whole_page(level: int, rotate: bool) -> None:
    shown = screen(pile(2, GEM), pile(0, key="South"), alarm=Alarm(level, "Danger Time"))
    style = Style.of(1024, 600, measure)
    first = lay_out(GameShown(shown), style, 1024, 600, rotate=rotate)[0]
    assert first == Rectangle(first.rect, f"page{level}")
    assert first.rect[2:] == (1024, 600)
    words = [mark.text for mark in laid_out(GameShown(shown), (600, 1024)) if isinstance(mark, TextLine)]
    assert "Danger Time" in words, "no colour alone"


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_nothing_is_empty_where_nothing_is_waited_for(size: tuple[int, int]) -> None:
    """The seats reach from one side to the other, and down to what lies below them."""
    marks = laid_out(GameShown(screen(pile(2, GEM), pile(8, GEM._replace(count=4), key="South"))), size)
    check(marks, size)
    panels = [*boxes(marks, "surface"), *boxes(marks, "alert")]
    assert max(one.rect.right for one in panels) > size[0] * 0.95
    assert max(one.rect.bottom for one in panels) > size[1] * 0.55
