"""Every page on every screen: nothing lies outside, no text meets another, whatever people are called."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.faces.display.fonts import measure
from companion.faces.display.layout import lay_out
from companion.faces.display.marks import Figure, QrCode, Rectangle, TextLine, Turned, flat
from companion.faces.display.pages import GameShown, Idle, Page, ReaderLost
from companion.faces.display.rects import Rect
from companion.faces.display.style import Style
from companion.faces.display.turned_page import QUARTERS
from companion.faces.screen import Due, Screen
from companion.rules.kernel.board import (
    Board,
    Gain,
    Grid,
    Heap,
    Number,
    Panel,
    Piece,
    PieceGroup,
    Row,
    Stack,
    Stacks,
    Token,
    Total,
    Track,
)
from tests.faces.display.examples import RULED, TROUBLES, duel, pages, position, seated, turn_of

SIZES = ((800, 480), (1024, 600), (1280, 720), (1920, 1080), (480, 800), (600, 1024), (1080, 1920))
EXAMPLES = pages()

Placed = list[Rectangle | TextLine | Figure | QrCode]


def russian(template: str) -> str:
    """As long as texts in other languages are: longer by half, and in other letters."""
    parts = re.split(r"(\{\w+\})", template)
    words = "".join(part if part.startswith("{") else re.sub("[a-z]", "щ", part) for part in parts)
    return words + " также" * (len(template) // 12)


def laid_out(page: Page, size: tuple[int, int], *, rotate: bool = False, long: bool = False) -> Placed:
    style = Style.of(*size, measure, russian) if long else Style.of(*size, measure)
    return list(flat(lay_out(page, style, *size, rotate=rotate)))


def is_text_upright(page: Page, size: tuple[int, int], rotate: bool) -> list[TextLine]:
    """Lines as they were set, before any turning, to be measured."""
    lines: list[TextLine] = []
    for mark in lay_out(page, Style.of(*size, measure), *size, rotate=rotate):
        inner = mark.marks if isinstance(mark, Turned) else (mark,)
        lines += [one for one in inner if isinstance(one, TextLine)]
    return lines


def meet(one: Rect, other: Rect) -> bool:
    """Whether they have a pixel in common."""
    return (
        one.x < other.right
        and other.x < one.right
        and one.y < other.bottom
        and other.y < one.bottom
        and min(one.width, one.height, other.width, other.height) > 0
    )


def check(marks: Placed, size: tuple[int, int]) -> None:
    screen = Rect(0, 0, *size)
    outside = [mark for mark in marks if not screen.holds(mark.rect)]
    assert outside == []
    lines = [mark for mark in marks if isinstance(mark, TextLine)]
    assert [(one, two) for one, two in combinations(lines, 2) if meet(one.rect, two.rect)] == []
    figures = [mark for mark in marks if isinstance(mark, (Figure, QrCode))]
    crossed = [
        (line, figure)
        for line in lines
        for figure in figures
        if meet(figure.rect, line.rect) and not figure.rect.holds(line.rect)
    ]
    assert crossed == []


def check_text(lines: list[TextLine]) -> None:
    assert [line for line in lines if measure(line.text, line.size, line.bold) > line.rect.width] == []
    assert [line for line in lines if round(line.size * 0.71) > line.rect.height] == []


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", EXAMPLES)
def test_each_page_fits_each_screen(name: str, size: tuple[int, int]) -> None:
    for rotate in (False, True):
        for long in (False, True):
            check(laid_out(EXAMPLES[name], size, rotate=rotate, long=long), size)
        check_text(is_text_upright(EXAMPLES[name], size, rotate))


# -- whatever a game has on its table --------------------------------------------------------------------------

texts = st.text(st.characters(codec="utf-8"), max_size=40) | st.sampled_from(
    ["", "W" * 300, "Щ" * 60, "a b " * 200, "\u202eevil\u202c", "\x00\n\t", "é" * 9, "Ж́" * 50, "🐉🐉", "1"]
)
tones = st.sampled_from(["black", "brown", "purple", "red", "blue", "green", "gold", "grey"])
counts = st.integers(0, 99)
gains = st.builds(Gain, texts, texts, texts)
chips = st.builds(PieceGroup, texts, texts, counts, st.sampled_from(["", "1", "3", "CG", "DCG", "▶"]) | texts, tones)
some_chips = st.lists(chips, max_size=8).map(tuple)
pieces: st.SearchStrategy[Piece] = st.one_of(
    st.builds(Total, texts, st.integers(-5, 200), st.integers(0, 60), st.integers(0, 60), st.none() | gains),
    st.builds(Number, texts, texts, tones, texts),
    st.builds(Heap, texts, some_chips, counts, st.booleans()),
    st.builds(Row, texts, some_chips, st.booleans()),
    st.builds(Track, texts, st.lists(texts, max_size=6).map(tuple), st.integers(-1, 7), texts),
    st.builds(Grid, texts, st.integers(0, 8), st.lists(some_chips, max_size=12).map(tuple)),
    st.builds(Token, texts, tones),
    st.builds(Stacks, texts, st.lists(st.builds(Stack, chips, texts, texts, texts), max_size=24).map(tuple)),
)
panels = st.builds(Panel, texts, texts, st.lists(pieces, max_size=8).map(tuple), texts, st.booleans(), st.booleans())
boards = st.builds(
    Board,
    texts,
    st.lists(panels, max_size=5).map(tuple),
    st.lists(panels, max_size=4).map(tuple),
    st.booleans(),
)


@given(
    boards,
    texts,
    st.lists(texts, max_size=4),
    st.tuples(st.integers(240, 2000), st.integers(240, 2000)) | st.sampled_from(SIZES),
    st.booleans(),
)
@example(duel().board, "W" * 300, ["W" * 300] * 4, (240, 240), True)
def test_nothing_overlaps_whatever_the_table_holds(
    board: Board, words: str, last: list[str], size: tuple[int, int], rotate: bool
) -> None:
    seat = board.seats[0].key if board.seats else ""
    ask = duel().ask
    assert ask
    screen = replace(
        duel(),
        board=board,
        title=words,
        ask=replace(ask, words=words, seats=(seat,)),
        todo=tuple(Due(seat, text) for text in last),
        last=tuple(last),
        notes=tuple(last[:2]),
        head=words,
        checkpoint=words,
    )
    page = GameShown(screen)
    check(laid_out(page, size, rotate=rotate), size)
    check_text(is_text_upright(page, size, rotate))


# -- what must be seen -----------------------------------------------------------------------------------------


def shown(page: Page, size: tuple[int, int], *, rotate: bool = False) -> str:
    """All text on a page."""
    return " ".join(mark.text for mark in laid_out(page, size, rotate=rotate) if isinstance(mark, TextLine))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("count", [2, 3, 4])
def test_every_total_is_large_and_whole(count: int, size: tuple[int, int]) -> None:
    screen = seated(duel(), count)
    lines = [mark for mark in laid_out(GameShown(screen), size) if isinstance(mark, TextLine)]
    unit = Style.of(*size, measure).unit
    for panel in screen.board.seats:
        total = next(piece for piece in panel.pieces if isinstance(piece, Total))
        largest = max((line.size for line in lines if line.text == str(total.value)), default=0)
        assert largest >= 2.5 * unit


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_duel_shows_what_counts(size: tuple[int, int]) -> None:
    text = shown(GameShown(duel()), size)
    for wanted in (
        "action phase",
        "North",
        "South",
        "Jaina",
        "+1",
        "Height bonus",
        "$3",
        "1-gems are anted",
        "crash chip?",
    ):
        assert wanted in text
    assert "lay the 3-gem" in text.replace("- ", "-")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_danger_has_a_sign_and_no_colour_alone(size: tuple[int, int]) -> None:
    marks = laid_out(GameShown(duel()), size)
    assert any(isinstance(mark, Figure) and mark.shape == "warning" for mark in marks)
    calm = replace(duel(), board=duel().board._replace(seats=duel().board.seats[:1]))
    assert not any(isinstance(mark, Figure) and mark.shape == "warning" for mark in laid_out(GameShown(calm), size))


@pytest.mark.parametrize("size", [(800, 480), (480, 800)], ids=str)
def test_whose_turn_it_is_has_an_arrow(size: tuple[int, int]) -> None:
    marks = laid_out(GameShown(duel()), size)
    assert [mark.fill for mark in marks if isinstance(mark, Figure) and mark.shape == "play"].count("on:turn") == 1


def test_every_stack_of_the_bank_is_there() -> None:
    for size in SIZES:
        text = shown(GameShown(duel()), size)
        bank = next(piece for panel in duel().board.shared for piece in panel.pieces if isinstance(piece, Stacks))
        assert sum(f"×{stack.chip.count}" in text for stack in bank.stacks) == len(bank.stacks)


def test_what_does_not_fit_is_counted() -> None:
    bank = Stacks("Bank", tuple(Stack(PieceGroup(f"k{n}", f"Chip {n}", n + 100), "$1") for n in range(200)))
    screen = replace(duel(), board=duel().board._replace(shared=(Panel("bank", "Bank", (bank,)),)))
    text = shown(GameShown(screen), (800, 480))
    cards = sum(f"×{stack.chip.count} " in f"{text} " for stack in bank.stacks)
    assert f"+{200 - cards}" in text


def test_a_ruling_takes_the_page_and_the_seats_stay() -> None:
    text = shown(EXAMPLES["ruling"], (800, 480))
    assert "taken a 3-gem" in text
    assert "Put the 3-gem back" in text
    assert "North" in text
    assert "crash chip?" not in text


def test_a_game_that_is_over_shows_its_head() -> None:
    marks = laid_out(EXAMPLES["result"], (1024, 600))
    page = EXAMPLES["result"]
    assert isinstance(page, GameShown)
    assert [mark.text for mark in marks if isinstance(mark, QrCode)] == [page.screen.checkpoint]


def test_what_is_still_to_be_done_is_shown_before_the_result() -> None:
    page = EXAMPLES["result"]
    assert isinstance(page, GameShown)
    owing = GameShown(replace(page.screen, todo=(Due("North", "lay the last gem"),)))
    assert "lay the last gem" in shown(owing, (1024, 600))


def test_without_a_network_no_code_is_shown() -> None:
    assert [mark for mark in laid_out(Idle("Puzzle Strike"), (800, 480)) if isinstance(mark, QrCode)] == []


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("rotate", [False, True])
def test_a_ruling_hides_neither_the_level_nor_the_clock_of_the_round(size: tuple[int, int], rotate: bool) -> None:
    text = shown(EXAMPLES["ruled_clocks"], size, rotate=rotate)
    for wanted in ("45:30", "5:12", "8:05", *(() if rotate else ("1-gems are anted",))):
        assert wanted in text
    assert RULED.remedy in text


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_trapped_stack_says_so_however_narrow_its_card_is(size: tuple[int, int]) -> None:
    for count in (2, 3, 4):
        page = EXAMPLES["trapped"]
        assert isinstance(page, GameShown)
        text = shown(GameShown(seated(page.screen, count)), size)
        assert "T12" in text or "trap tokens: 12" in text
        assert "T1 " in text or "trap tokens: 1 " in text


def test_the_tables_own_wifi_is_the_first_step() -> None:
    page = EXAMPLES["hotspot"]
    assert isinstance(page, Idle)
    for size in SIZES:
        codes = [mark for mark in laid_out(page, size) if isinstance(mark, QrCode)]
        assert [code.text for code in codes] == ["WIFI:T:WPA;S:Table-GW5N;P:abcd-efgh-jk23;;", page.address]
        assert min(code.rect.width for code in codes) >= min(size) * 3 // 10, f"phones cannot scan it on {size}"
        text = shown(page, size)
        assert all(words in text for words in ("1. Wi-Fi", "2. Join", page.wifi, "abcd-efgh-jk23", page.address))
    known = [mark.text for mark in laid_out(replace(page, passphrase=None), SIZES[0]) if isinstance(mark, QrCode)]
    assert known == [page.address], "nobody tells the passphrase of another's network"


def test_each_seat_reads_from_its_edge() -> None:
    for count in (2, 3, 4):
        marks = lay_out(GameShown(seated(duel(), count)), Style.of(1280, 720, measure), 1280, 720, rotate=True)
        turned = [mark for mark in marks if isinstance(mark, Turned)]
        assert tuple(mark.quarters for mark in turned[:count]) == QUARTERS[count - 1]
        lowest = max(turned[:count], key=lambda mark: mark.rect.bottom)
        assert lowest.quarters == 0


# -- for everybody's own edge ----------------------------------------------------------------------------------


def turned(page: Page, size: tuple[int, int]) -> list[tuple[int, str]]:
    """What each turned part says, with the quarters by which it is turned."""
    marks = lay_out(page, Style.of(*size, measure), *size, rotate=True)
    return [
        (mark.quarters, " ".join(inner.text for inner in mark.marks if isinstance(inner, TextLine)))
        for mark in marks
        if isinstance(mark, Turned)
    ]


NEAR_BY = [(800, 480), (1024, 600)]


@pytest.mark.parametrize("size", NEAR_BY, ids=str)
@pytest.mark.parametrize(("seat", "edge"), [("North", 0), ("South", 2)])
def test_a_ruling_faces_the_seat_that_it_is_about(seat: str, edge: int, size: tuple[int, int]) -> None:
    parts = turned(GameShown(replace(duel(), rulings=(replace(RULED, seat=seat),))), size)
    assert [quarters for quarters, said in parts if "Ruling" in said and "Put the 3-gem back" in said] == [edge]


@pytest.mark.parametrize("size", NEAR_BY, ids=str)
def test_what_a_seat_is_asked_and_owes_stands_at_its_edge_whole(size: tuple[int, int]) -> None:
    north, south, _ = turned(EXAMPLES["duel"], size)
    assert north[0] == 0
    assert "lay the 3-gem from your pile on the bank spot" in north[1]
    assert "lay Crash Gem on your play spot" in north[1]
    assert south[0] == 2
    assert "Do you answer with a crash chip?" in south[1]
    assert "take up the two chips" in south[1]


@pytest.mark.parametrize("size", NEAR_BY, ids=str)
@pytest.mark.parametrize("at", range(4))
def test_what_concerns_everybody_faces_the_seat_on_turn(at: int, size: tuple[int, int]) -> None:
    *_, middle = turned(GameShown(turn_of(seated(duel(), 4), at)), size)
    assert middle[0] == at
    assert "action phase" in middle[1]
    assert "1-gems are anted" in middle[1]


def test_nobody_s_turn_leaves_the_middle_upright() -> None:
    *_, middle = turned(GameShown(turn_of(duel(), -1)), (800, 480))
    assert middle[0] == 0


def test_what_nobody_in_particular_has_to_do_stands_in_the_middle() -> None:
    screen = replace(duel(), ask=None, todo=(Due("", "lay out the bank"),))
    *seats, middle = turned(GameShown(screen), (1024, 600))
    assert "lay out the bank" in middle[1]
    assert not any("lay out the bank" in said for _, said in seats)


@pytest.mark.parametrize("size", NEAR_BY, ids=str)
def test_the_result_is_written_for_two_opposite_edges_around_one_code(size: tuple[int, int]) -> None:
    page = EXAMPLES["result"]
    assert isinstance(page, GameShown)
    assert [quarters for quarters, said in turned(page, size) if "South wins." in said] == [2, 0]
    codes = [mark.text for mark in laid_out(page, size, rotate=True) if isinstance(mark, QrCode)]
    assert codes == [page.screen.checkpoint]


# -- one state at a time, and trouble beside the game ----------------------------------------------------------


def test_who_is_out_is_in_no_danger_beside() -> None:
    board = position("high").board
    beaten, other = (panel._replace(active=False) for panel in board.seats)
    for rotate in (False, True):
        screen = replace(position("high"), board=board._replace(seats=(beaten._replace(out=True), other)))
        marks = laid_out(GameShown(screen), (1024, 600), rotate=rotate)
        words = [mark.text for mark in marks if isinstance(mark, TextLine)]
        assert words.count("OUT") == 1
        assert [mark.shape for mark in marks if isinstance(mark, Figure)].count("warning") == 1
    text = shown(GameShown(replace(screen, board=board._replace(seats=(beaten._replace(out=True),)))), (1024, 600))
    assert "+3" not in text


@pytest.mark.parametrize("size", [size for size in SIZES if size[0] > size[1]], ids=str)
def test_the_level_of_all_stands_at_the_top_whatever_there_is(size: tuple[int, int]) -> None:
    for name in ("duel", "four", "ruling", "troubled", "lost"):
        lines = [mark for mark in laid_out(EXAMPLES[name], size) if isinstance(mark, TextLine)]
        level = [line for line in lines if "1-gems are anted" in line.text]
        assert len(level) == 1
        assert level[0].rect.bottom < size[1] // 8
        assert any("2 make it Panic Time" in line.text for line in lines)
    assert "при 2 наступит Время паники" in shown(GameShown(position("asked", "ru")), size)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_lost_reader_does_not_hide_the_game(size: tuple[int, int]) -> None:
    text = shown(EXAMPLES["lost"], size)
    for wanted in ("does not answer", "Plug the cable", "action phase", "Do you answer", "lay the 3-gem", "+1", "+2"):
        assert wanted in text
    assert "What to do" in shown(EXAMPLES["lost_idle"], size)


def test_a_trouble_is_not_said_twice() -> None:
    words = "Pad 4 does not answer."
    screen = replace(duel(), notes=(f"{words} What it would see is asked instead.", "The judge has looked (1)."))
    text = shown(ReaderLost(words, "Look at its cable.", screen), (1024, 600))
    assert text.count("Pad 4") == 1
    assert "asked instead" in text
    assert "Look at its cable." in text
    assert "The judge has looked" in text


def test_notes_and_a_ruling_leave_four_seats_their_totals() -> None:
    lines = [mark for mark in laid_out(EXAMPLES["troubled"], (800, 480)) if isinstance(mark, TextLine)]
    text = " ".join(line.text for line in lines)
    for wanted in (*TROUBLES, "The judge has looked (1).", RULED.remedy, "North, action phase", "1-gems are anted"):
        assert wanted in text
    assert "it costs $5." in text
    unit = Style.of(800, 480, measure).unit
    totals = [line for line in lines if line.text in ("5", "8") and line.size >= 2.5 * unit]
    assert len(totals) == 4


def test_more_notes_than_there_is_room_for_are_counted() -> None:
    notes = tuple(f"Reader {number} of pad {number} does not answer, and nobody knows why." for number in range(6))
    text = shown(GameShown(replace(duel(), notes=notes)), (800, 480))
    assert "(+3) Reader 2" in text
    assert "Reader 3" not in text


def test_a_page_is_laid_out_alike_in_every_language_and_theme_of_the_same_words() -> None:
    screen: Screen = duel()
    assert laid_out(GameShown(screen), (800, 480)) == laid_out(GameShown(screen), (800, 480))
