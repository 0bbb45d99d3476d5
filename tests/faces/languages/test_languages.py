"""Screens, rulings and refusals in Russian; and names that look like something else."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from random import Random

import pytest

from companion.arbiter.sayings import in_words
from companion.arbiter.stored import from_json, to_json
from companion.faces.languages import ENGLISH, languages
from companion.rules import JUDGE, TABLE, SeatSetup, Setup, find_game, new_match, tell
from companion.rules.kernel.board import Heap, Stacks
from companion.rules.kernel.sentences import AND, OR, Sentence, Term, Terms
from companion.rules.puzzle_strike.sets.library import LIBRARY
from tests.arbiter.mistakes import CASES, table_for
from tests.faces.screened import ScreenedTable
from tests.rules.playing import any_input, duel, random_duel
from tests.rules.playing import say as answer
from tests.rules.puzzle_strike.refusal_positions import there
from tests.rules.puzzle_strike.refusals import REFUSALS, Refused

RUSSIAN = languages()["ru"]
KEPT = {"Master", "Puzzler", "inside", "start", "end", "black", "piggy", "money", "chips", "JSON"}
"""Latin words that stand in Russian sentences: a chip's name, tokens, keys."""


def english_words(text: str, *names: str) -> list[str]:
    """Latin words of two letters or more that should not be there."""
    characters = {"Grave", "Jaina", "Midori", "Setsuki", "Rook", "DeGrey", "Valerie", "Geiger", "Lum", "Argagarg"}
    found = re.findall(r"(?<![\w:@+/«\"])[A-Za-z]{2,}(?![\w:@+_])", text)
    return [word for word in found if word not in KEPT | characters | set(names)]


def test_the_languages_there_are() -> None:
    assert list(languages()) == ["en", "ru"]
    assert [language.name for language in languages().values()] == ["English", "Русский"]
    assert languages()["en"] is ENGLISH


def test_nothing_is_nothing_in_every_language() -> None:
    assert [language.say("") for language in languages().values()] == ["", ""]


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_match_is_told_in_russian(seed: int) -> None:
    chance = Random(seed)
    match = random_duel(chance)
    words = RUSSIAN.words(match.game)
    while not match.over:
        for seat in match.waiting_for:
            assert english_words("; ".join(map(words.token, match.options(seat)))) == []
        events = answer(match, *any_input(match, chance))
        for audience in (TABLE, JUDGE):
            lines = [*tell(match, events, audience, words), *words.picture(match.view(audience))]
            assert [line for line in lines if english_words(line)] == []
        assert not english_words(str(texts_of(words.board(match.view(TABLE)))))


def texts_of(board: object) -> list[str]:
    """The texts of a board, the keys left out."""
    found: list[str] = []
    if isinstance(board, str):
        return [board]
    if isinstance(board, tuple):
        fields = getattr(board, "_fields", None)
        for name, part in zip(fields, board, strict=True) if fields else enumerate(board):
            if name not in ("kind", "key", "tone", "also", "picture", "place", "places"):
                found += texts_of(part)
    return found


def test_a_board_has_the_names_of_the_russian_rules() -> None:
    match = duel()
    board = RUSSIAN.words(match.game).board(match.view(TABLE))
    (bank,) = board.shared[1].pieces
    assert isinstance(bank, Stacks)
    assert {"Взрыв", "Сложить", "Нокдаун", "1-гем", "Рана"} <= {stack.chip.name for stack in bank.stacks}
    assert "Рука" in [piece.label for piece in board.seats[0].pieces if isinstance(piece, Heap)]


@pytest.mark.parametrize("case", sorted(CASES))
def test_rulings_are_made_anew_in_russian_after_a_restart(case: str) -> None:
    table = table_for(CASES[case])
    CASES[case].deed(table)
    table.wait(40)
    words = RUSSIAN.words(table.arbiter.match.game)
    stored = from_json(json.loads(json.dumps(to_json(table.arbiter))), table.layout, table.kinds)
    assert stored.rulings.open == table.arbiter.rulings.open
    for ruling, read in zip(table.rulings, [*stored.rulings.open, *table.rulings], strict=False):
        assert in_words(table.arbiter.match.game.words, ruling) == (ruling.words, ruling.remedy)
        for text in in_words(words, replace(read, words="", remedy="")):
            assert text
            assert english_words(text) == []


RULED = {
    "ante_of_the_wrong_size": (
        "A: переложили 2-гем из банка в лоток (A), а по правилам туда нужно положить 1-гем.",
        "Верните 2-гем в банк. Положите 1-гем в лоток (A).",
    ),
    "bought_two_wounds": (
        "A: переложили рану из банка в сброс (A). За ход можно купить только одну рану.",
        "Верните рану в банк.",
    ),
    "kept_a_chip_without_a_piggy_bank": (
        "A: уже пора было переложить фишку «Круговорот» из руки (A) в сброс (A).",
        "Сбросьте фишку «Круговорот».",
    ),
    "chip_gone_from_the_table": (
        "1-гем убрали из лотка (A), и с тех пор нигде не видно.",
        "Верните 1-гем в лоток (A).",
    ),
    "chip_that_is_not_in_this_game": ("На стол (A) попала фишка не из этой партии.", "Уберите её."),
}
"""Places and chips are bent as a sentence needs them."""


@pytest.mark.parametrize("case", RULED)
def test_a_ruling_reads_like_a_sentence_in_russian(case: str) -> None:
    table = table_for(CASES[case])
    CASES[case].deed(table)
    table.wait(40)
    assert in_words(RUSSIAN.words(table.arbiter.match.game), table.rulings[0]) == RULED[case]


def test_every_place_is_bent_in_russian_and_whole_in_english() -> None:
    match = duel()
    words, english = RUSSIAN.words(match.game), match.game.words
    for zone in (*match.game.zones(match.table), "A.hidden", ""):
        assert english.whence(zone) == f"from {english.place(zone)}"
        assert english.whither(zone) == f"to {english.place(zone)}"
        assert english_words(words.whence(zone) + words.whither(zone)) == []
        assert len({words.whence(zone), words.whither(zone), words.place(zone)}) == 3
    assert words.pieces("?", 5) == "5 фишек"


@pytest.mark.parametrize("case", REFUSALS, ids=lambda case: f"{case.where}: {case.seat} {case.token}")
def test_refusals_are_said_in_russian(case: Refused) -> None:
    match = there(case.where)
    why = match.why_not(case.token, case.seat)
    assert why
    assert why.said(ENGLISH.say) == why.why
    tokens = [part for seat in match.waiting_for for token in match.options(seat) for part in re.split(r"\W", token)]
    assert english_words(why.said(RUSSIAN.say), case.seat, *re.split(r"\W", case.token), *tokens) == []
    rule = match.game.rulebook(match.table)[why.rule]
    assert english_words(RUSSIAN.say(rule.section) + RUSSIAN.say(rule.gist)) == []


def test_a_screen_in_russian() -> None:
    table = ScreenedTable(duel(), "cells-2")
    table.wait(15)
    screen = table.seen.screen("A", RUSSIAN)
    english = table.seen.screen("A")
    assert screen.number == english.number
    assert [due.words for due in screen.todo] == [
        "возьмите из мешка: 5",
        "положите 1-гем в лоток (A)",
        "Разыграть действие или закончить фазу действия?",
    ]
    assert screen.own
    assert english.own
    assert [choice.token for choice in screen.own.may] == [choice.token for choice in english.own.may]
    assert "A берёт из мешка: 5 фишек." in screen.last
    assert len(screen.last) == len(english.last)


def test_a_name_that_is_a_word_of_the_game_stays_a_name() -> None:
    """Whoever is called Wound is called so in Russian too, and braces in a name are no place for a value."""
    seats = (SeatSetup("Wound", "jaina"), SeatSetup("{chip}", "rook"))
    match = new_match(Setup("puzzle-strike", seats, bank="first_game"))
    words = RUSSIAN.words(match.game)
    events = match.draw(("gem_1",) * 5)
    match.draw(("gem_1",) * 5)
    assert "Wound берёт из мешка: 5 фишек." in tell(match, events, TABLE, words)
    why = match.why_not("done", "{chip}")
    assert why
    assert why.said(RUSSIAN.say) == "Сейчас ход игрока Wound."
    assert [panel.title for panel in words.board(match.view(TABLE)).seats] == ["Wound", "{chip}"]


def test_a_sentence_is_stored_and_read() -> None:
    values = {"chip": Term("Wound"), "place": Terms((Term("hand"), "A"), OR), "n": 3, "who": "Wound"}
    sentence = Sentence("{who}: {n} {chip} ({place})", values)
    read = Sentence.from_json(json.loads(json.dumps(sentence.to_json())))
    assert read.said() == sentence.said() == "Wound: 3 Wound (hand or A)"
    assert read.said(RUSSIAN.say) == "Wound: 3 Рана (рука или A)"
    assert Terms(("A", Term("hand"), "B"), AND, commas=True) == "A, hand and B"


def test_the_encyclopedia_is_russian_too() -> None:
    game = find_game("puzzle-strike")
    words = RUSSIAN.words(game)
    for key, entry in game.encyclopedia().items():
        told = words.entry(entry)
        assert english_words(" ".join([told.name, told.effect, told.reaction, told.ongoing])) == []
        assert english_words(" ".join([*told.face, *told.face.values()])) == []
        assert ENGLISH.words(game).entry(entry) == entry
        assert LIBRARY[key].name == entry.name


def test_what_a_correction_changed_is_told_in_russian() -> None:
    chance = Random(5)
    for seed in range(6):
        match = random_duel(Random(seed))
        words = RUSSIAN.words(match.game)
        points = []
        while not match.over:
            answer(match, *any_input(match, chance))
            if match.resting:
                points.append(match.copy())
        one, two = chance.sample(points, 2)
        changed = tuple(match.game.compare(one.table, two.table))
        assert changed
        for audience in (TABLE, "A", JUDGE):
            english, russian = tell(match, changed, audience), tell(match, changed, audience, words)
            assert len(russian) == len(english)
            assert [line for line in russian if english_words(line)] == []
