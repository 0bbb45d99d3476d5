"""Scenario files choose what a game offers, by the same keys as page and terminal."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from companion.rules import JUDGE, Setup, find_game, games, new_match
from companion.rules.kernel.offers import FIELDS, Chosen, Offers, SetupChoice, set_up
from companion.rules.kernel.positions import PositionError
from companion.rules.kernel.sentences import in_english
from companion.rules.kernel.written_choices import own_choices, settled
from companion.rules.puzzle_strike.editions import THIRD
from companion.scenarios.documents import Document
from companion.scenarios.scenario import Scenario, read_scenario
from tests.scenarios_runner.texts import run_one

RECOMMENDED_BANK = THIRD.recommended["no_attacks"]
BEACONS = """\
title: A game of Beacons
game: beacons
seats:
  A: {hand: [lamp, fog], bag: [oil]}
  B: {hand: [oil, shutter]}
  C: {hand: [oil, lamp]}
  D: {hand: [fog, fog]}
CHOICES
"""
DUEL = """\
title: A duel
seats:
  A: {hand: [gem_1]}
  B: {hand: [gem_1]}
CHOICES
"""


def scenario_of(value: object) -> Scenario:
    """As it is read from a file."""
    assert isinstance(value, dict)
    return read_scenario(Document(Path("case.yaml"), 1, value, {}))


@pytest.mark.parametrize(
    "choices", ["mode: charts", "choices: {mode: charts}", "choices: {mode: Charts}", "choices:\n  mode: charts"]
)
def test_a_mode_is_chosen_beside_the_seats_or_among_the_choices(tmp_path: Path, choices: str) -> None:
    assert run_one(tmp_path, BEACONS.replace("CHOICES", f"{choices}\nexpect: {{signalled: false}}")).passed
    seats: dict[str, object] = {"A": {}, "B": {}, "C": {}, "D": {}}
    beside = scenario_of({"title": "x", "game": "beacons", "seats": seats, "mode": "charts"})
    among = scenario_of({"title": "x", "game": "beacons", "seats": seats, "choices": {"mode": "charts"}})
    assert beside.setup.mode == among.setup.mode == "charts"


def test_what_each_seat_chooses_is_written_by_seat_or_for_all() -> None:
    seats: dict[str, object] = {"A": {}, "B": {}}
    by_seat = scenario_of({"title": "x", "seats": seats, "choices": {"character": {"A": "Rook", "B": "lum"}}})
    assert [seat.character for seat in by_seat.setup.seats] == ["rook", "lum"]
    for_all = scenario_of({"title": "x", "seats": seats, "choices": {"character": "rook"}})
    assert [seat.character for seat in for_all.setup.seats] == ["rook", "rook"]
    one = scenario_of(
        {"title": "x", "seats": {"A": {"character": "lum"}, "B": {}}, "choices": {"character": {"B": "rook"}}}
    )
    assert [seat.character for seat in one.setup.seats] == ["lum", "rook"]


def test_a_bank_is_chosen_by_name_or_chip_by_chip() -> None:
    seats: dict[str, object] = {"A": {}, "B": {}}
    pool = find_game("puzzle-strike").offers(in_english).choice("bank").pool
    ten = tuple(one.key for one in pool[:10])
    for stacks in (list(ten), [one.name for one in pool[:10]]):
        assert scenario_of({"title": "x", "seats": seats, "choices": {"bank": stacks}}).setup.bank == ten
        assert scenario_of({"title": "x", "seats": seats, "bank": stacks}).setup.bank == ten
    for bank in ("no_attacks", "No Attacks"):
        values: tuple[dict[str, object], ...] = (
            {"choices": {"bank": bank}},
            {"bank": bank},
            {"bank": {"puzzle": bank}},
        )
        for value in values:
            assert scenario_of({"title": "x", "seats": seats, **value}).setup.bank == RECOMMENDED_BANK


@pytest.mark.parametrize("key", sorted(games()))
def test_whatever_a_game_offers_a_scenario_takes(key: str) -> None:
    """The match that it then begins with is the one that a page would have set up."""
    game = find_game(key)
    offers = game.offers(in_english)
    for choice in offers.choices:
        for value in values_of(choice):
            read = of_enough(key, offers, choice, value)
            names = [seat.name for seat in read.seats]
            said: Chosen = {choice.key: tuple(value) if isinstance(value, list) else value}
            wanted = set_up(key, offers, names, said, [said] * len(names) if choice.each else [])
            as_chosen = all(seat.character for seat in wanted.seats) or not any(seat.character for seat in read.seats)
            if as_chosen:  # a position may fill in whom nobody has chosen
                assert [seat.character for seat in read.seats] == [seat.character for seat in wanted.seats]
            if one := wanted.options.get(choice.key):  # a position may leave out what is usual
                assert read.options.get(choice.key, one) == one
            if choice.key in FIELDS and as_chosen:
                assert new_match(read).view(JUDGE).zones == new_match(wanted).view(JUDGE).zones


def of_enough(key: str, offers: Offers, choice: SetupChoice, value: str | list[str]) -> Setup:
    """The set-up as a file has it, of the fewest seats with which this may be chosen."""
    drawn = {"turn": {"phase": "setup"}} if value == "random" else {}  # there is no table yet
    for count in offers.seats:
        seats: dict[str, object] = {f"S{at}": {} for at in range(count)}
        with suppress(PositionError):
            position = {"title": "x", "game": key, "seats": seats, **drawn, "choices": {choice.key: value}}
            return scenario_of(position).setup
    raise AssertionError(f"nobody can choose {choice.key}: {value}")


def values_of(choice: SetupChoice) -> list[str | list[str]]:
    """One of each sort, as a file has it."""
    found: list[str | list[str]] = [one.key for one in choice.offered if one.key]
    found += [[one.key for one in choice.pool[: choice.picks]]] if choice.pool else []
    return [*found, str(choice.most)] if choice.most else found


MALFORMED = {
    "a key that is not offered": ("choices:\n  mod: charts", 9, 'unknown key "mod"; did you mean mode?'),
    "no mapping": ("choices: charts", 8, "expected keys with values"),
    "twice": ("mode: charts\nchoices:\n  mode: charts", 10, '"mode" is chosen twice: here and beside the seats'),
    "a list": ("choices:\n  mode: {a: b}", 9, "expected a name, not a mapping"),
}
NOT_HERE = {
    "a value among the choices": (
        "choices:\n  mode: chart",
        9,
        "Mode: chart is not offered. Possible: partners, charts.",
    ),
    "several": ("choices:\n  mode: [charts, partners]", 9, "Mode: choose one, not several."),
    "a value beside the seats": ("mode: chart", 8, "Mode: chart is not offered"),
}
IN_A_DUEL = {
    "a seat that is not there": (
        "choices:\n  character: {C: rook}",
        6,
        'unknown seat "C", expected one of: A, B',
        True,
    ),
    "a character": ("choices:\n  character: {A: rok}", 6, "Character: rok is not offered. Possible: grave", False),
    "nine stacks": ("choices:\n  bank: [combine]", 6, "Bank: choose 10 different ones", False),
    "an edition that is not in the list": (
        "edition: '5'",
        5,
        'this engine does not have edition "5"; it has 7.3',
        False,
    ),
    "a bank to be drawn": ("choices:\n  bank: random", 6, "say turn: {phase: setup}", True),
    "a word that is no choice": ("colour: red", 5, 'unknown key "colour"', True),
    "misspelt": ("choises: {}", 5, "did you mean choices?", True),
}


@pytest.mark.parametrize(("choices", "line", "says"), MALFORMED.values(), ids=MALFORMED.keys())
def test_what_cannot_be_read_is_told_with_its_line(tmp_path: Path, choices: str, line: int, says: str) -> None:
    result = run_one(tmp_path, BEACONS.replace("CHOICES", choices))
    (problem,) = result.problems
    assert says in problem.text
    assert (problem.line, result.malformed) == (line, True)


@pytest.mark.parametrize(("choices", "line", "says"), NOT_HERE.values(), ids=NOT_HERE.keys())
def test_what_this_program_does_not_offer_fails_and_is_not_malformed(
    tmp_path: Path, choices: str, line: int, says: str
) -> None:
    result = run_one(tmp_path, BEACONS.replace("CHOICES", choices))
    (problem,) = result.problems
    assert says in problem.text
    assert (problem.line, result.malformed, result.passed) == (line, False, False)


@pytest.mark.parametrize(("choices", "line", "says", "malformed"), IN_A_DUEL.values(), ids=IN_A_DUEL.keys())
def test_the_same_in_a_duel(tmp_path: Path, choices: str, line: int, says: str, malformed: bool) -> None:
    result = run_one(tmp_path, DUEL.replace("CHOICES", choices))
    (problem,) = result.problems
    assert says in problem.text
    assert (problem.line, result.malformed) == (line, malformed)


def test_what_a_seat_chooses_twice_is_told(tmp_path: Path) -> None:
    twice = DUEL.replace("A: {hand", "A: {character: lum, hand").replace("CHOICES", "choices: {character: {A: rook}}")
    (problem,) = run_one(tmp_path, twice).problems
    assert '"character" is chosen twice: here and at the seat' in problem.text


def test_a_position_without_choices_stays_as_it_is() -> None:
    given = {"seats": {"A": {}, "B": {}}, "mode": "duel"}
    offers = find_game("puzzle-strike").offers(in_english)
    assert settled(given, offers) == given
    assert own_choices(offers.choices, {"character": "Rook", "hand": []}, "A") == {"character": "rook"}
