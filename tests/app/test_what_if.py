"""What if: the same answers, and the same reasons, as `companion rules --try`."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.app.what_if import MOST_ANSWERS, read_text, what_if
from companion.cli import rules
from companion.faces.languages import ENGLISH, languages
from companion.rules import SeatSetup, Setup, new_match
from companion.scenarios.scenario import read_scenario
from companion.scenarios.tries import attempt
from companion.scenarios.written import reached

POSITION = """
seats:
  A: {character: jaina, pile: [gem_2, gem_2], hand: [crash_gem, gem_1, gem_1]}
  B: {character: rook, pile: [gem_1], hand: [gem_1, gem_1, gem_1, gem_1, gem_1]}
turn: {seat: A}
"""
SCENARIO = replace(
    read_text(POSITION),
    value={"title": "position", **read_text(POSITION).value},  # type: ignore[dict-item]
)


def test_one_answer_after_the_other() -> None:
    tried = what_if(POSITION, "play:crash_gem, break:2, buy:gem_4, done", ENGLISH)
    assert [step.accepted for step in tried.steps] == [True, True, False]
    tried = what_if(POSITION, "play:crash_gem, done", ENGLISH)
    assert [step.accepted for step in tried.steps] == [True, True]


@pytest.mark.parametrize("token", ["A:react:crash_gem", "buy:gem_4", "break:3", "nonsense"])
def test_a_page_says_what_the_command_says(token: str) -> None:
    step = what_if(POSITION, token, ENGLISH).steps[0]
    said = rules.attempt(reached(read_scenario(SCENARIO)), token)
    assert (step.accepted, step.why, step.rulings) == (False, said["why"], tuple(said["rulings"]))


def test_a_refusal_in_another_language() -> None:
    refused = what_if(POSITION, "buy:gem_4", languages()["ru"]).steps[0]
    assert not refused.accepted
    assert any("а" <= sign <= "я" for sign in refused.why.lower())


def test_draws_are_made_in_the_order_of_the_bag() -> None:
    seats = (SeatSetup("A", "jaina"), SeatSetup("B", "rook"))
    tried = attempt(new_match(Setup(game="puzzle-strike", seats=seats, bank="first_game")), "done")
    assert tried.refusal is None
    assert any(step.token.startswith("draw:") for step in tried.by_itself)


def test_what_goes_without_saying_is_told_in_the_language_of_the_page() -> None:
    position = "seats: {A: {pile: [3], hand: [crash_gem]}, B: {pile: [2], hand: [crash_gem], bag: [gem_1]}}"
    play, answer = what_if(position, "play:crash_gem, pass", languages()["ru"]).steps
    assert (play.seat, answer.seat) == ("A", "B")
    assert answer.by_itself[0][:2] == ("A: break:3", "единственный ответ")
    assert answer.by_itself[0].happened


def test_a_pick_that_nobody_told_is_asked_for_in_the_language_of_the_page() -> None:
    position = "seats: {A: {hand: [jackpot]}, B: {hand: [gem_1, wound, combine]}}"
    (_, refused) = what_if(position, "play:jackpot, done", languages()["ru"]).steps
    assert not refused.accepted
    assert refused.why.startswith("Наугад из руки (B): 2 фишки. Какие именно?")


NAMED = """
seats:
  Anna Maria: {character: jaina, pile: [gem_2, gem_2], hand: [crash_gem, gem_1, gem_1]}
  Ben of York: {character: rook, pile: [gem_1], hand: [crash_gem]}
"""
MEANT = [("Anna Maria", "play:crash_gem"), ("Anna Maria", "break:2"), ("Ben of York", "react:crash_gem")]


@pytest.mark.parametrize(
    "answers",
    [
        "play:crash_gem break:2 Ben of York:react:crash_gem",
        "Anna Maria:play:crash_gem Anna Maria: break:2 Ben of York: react:crash_gem",
        "play:crash_gem, break:2, Ben of York:react:crash_gem",
        "Crash Gem; break 2; Ben of York: Crash Gem",
        "Crash Gem\nbreak 2\n\nBen of York: react with Crash Gem\n",
        "play a Crash Gem, break a 2-gem, react with Crash Gem",
    ],
)
def test_answers_are_written_as_people_write_them(answers: str) -> None:
    tried = what_if(NAMED, answers, ENGLISH)
    assert [(step.seat, step.token, step.accepted) for step in tried.steps] == [(*meant, True) for meant in MEANT]


def test_answers_may_be_written_in_the_words_of_the_page() -> None:
    russian = languages()["ru"]
    first = what_if(POSITION, "", russian).options[0]
    (step,) = what_if(POSITION, first.words, russian).steps
    assert (step.token, step.accepted) == (first.token, True)


def test_the_chips_of_a_draw_stay_together() -> None:
    position = "seats: {A: {hand: [draw_three], bag: [gem_1, wound, gem_2, gem_3]}, B: {}}"
    for answers in ("play:draw_three draw:gem_3,wound,gem_1 done", "Draw Three, draw 3-gem, Wound, 1-gem, done"):
        steps = what_if(position, answers, ENGLISH).steps
        assert [step.token for step in steps] == ["play:draw_three", "draw:gem_3,wound,gem_1", "done"]
        assert all(step.accepted for step in steps)


def test_how_a_chip_is_read_is_said_once() -> None:
    first, second = what_if(POSITION, "Crash Gem, break 2", ENGLISH).steps
    assert first.rulings
    assert not set(first.rulings) & set(second.rulings)


def test_so_many_answers_are_looked_at() -> None:
    assert len(what_if(POSITION, "\n".join(["play:gems"] * 100), ENGLISH).steps) <= MOST_ANSWERS


IN_RUSSIAN = {
    "no YAML": ("seats: {A: {pile: [1}", "Строка 1: это не YAML: проверьте скобки, двоеточия"),
    "a mapping that is none": ("seats:\n  A: {pile: [1]}\n B: {}", "Строка 3: это не YAML: проверьте скобки"),
    "a character": ("seats: \x07", "Строка 1: это не YAML: знака"),
    "a key twice": ("seats:\n  A: {}\n  A: {}", "Строка 3: ключ «A» стоит здесь дважды"),
    "too deep": ("[" * 40, "Строка 1: значения здесь вложены слишком глубоко"),
    "a key": ("seats:\n  A: {hans: []}\n  B: {}", "Строка 2: неизвестный ключ «hans»; может быть, hand?"),
    "a chip": ("seats:\n  A: {hand: [crash]}\n  B: {}", "Строка 2: неизвестная фишка «crash»"),
    "a list": ("seats:\n  A: {hand: crash_gem}\n  B: {}", 'Строка 2: нужен список ([a, b]), а здесь "crash_gem"'),
    "nothing": ("seats:\n  A: {character: [1]}\n  B: {}", "Строка 2: нужно имя, а здесь список"),
    "one seat": ("seats:\n  A: {}", "Строка 1: мест должно быть два или больше, а здесь 1"),
    "a choice": (
        "seats: {A: {}, B: {}}\nchoices:\n  mod: x",
        "Строка 3: неизвестный ключ «mod»; может быть, mode?",
    ),
    "a value": ("seats: {A: {}, B: {}}\nchoices:\n  bank: x", "Строка 3: Банк: «x» выбрать нельзя. Можно: first_game"),
    "a stack": (
        "seats: {A: {}, B: {}}\nbank: {stock: {roundhouse: 1}}",
        "в этом банке нет стопки roundhouse; какие есть",
    ),
}


@pytest.mark.parametrize(("position", "says"), IN_RUSSIAN.values(), ids=IN_RUSSIAN.keys())
def test_what_is_wrong_with_a_position_is_said_in_russian(position: str, says: str) -> None:
    assert says in what_if(position, "", languages()["ru"]).problem


def test_the_words_of_the_yaml_reader_stand_in_a_sentence_that_says_where() -> None:
    english = what_if("seats: {A: {pile: [1}", "", ENGLISH).problem
    assert english.startswith("Line 1: this is not YAML: check the brackets, the colons")
    assert "expected ',' or ']'" in english
