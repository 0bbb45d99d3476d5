"""How a match of Puzzle Strike begins, and what it refuses to begin with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from companion.rules import TABLE, SeatSetup, Setup, SetupError, new_match
from companion.rules.puzzle_strike import GAME
from companion.rules.puzzle_strike.editions import EDITIONS
from companion.rules.puzzle_strike.sets.library import box_of
from companion.rules.puzzle_strike.setup import bank_of
from tests.rules.playing import asked, due, duel

BOX = box_of(("base",))
"""The chips that matches are usually played with."""

TEN = tuple(sorted(BOX.of_kind("puzzle"))[:10])
SEATS = (SeatSetup("A", "jaina"), SeatSetup("B", "rook"))


def setup(**changes: Any) -> Setup:
    return Setup(**{"game": "puzzle-strike", "seats": SEATS, "bank": "first_game", **changes})


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"edition": "2.0"}, 'There is no edition "2.0" of Puzzle Strike here. Known: 7.3.'),
        ({"mode": "quartet"}, 'There is no mode "quartet". Known: duel'),
        ({"seats": SEATS[:1]}, "duel is for 2 players; 1 are seated."),
        ({"mode": "duel", "seats": (*SEATS, SeatSetup("C", "lum"))}, "duel is for 2 players; 3 are seated."),
        ({"seats": (SeatSetup("A"), SeatSetup("A"))}, "Every seat needs a name of its own"),
        ({"seats": (SeatSetup("A"), SeatSetup(""))}, "Every seat needs a name of its own"),
        ({"seats": (SeatSetup("A"), SeatSetup("B.hand"))}, "none of . : + @ in it"),
        ({"seats": (SeatSetup("A"), SeatSetup("B  C"))}, "Every seat needs a name of its own"),
        ({"seats": (SeatSetup("A"), SeatSetup("B+C"))}, "Every seat needs a name of its own"),
        ({"seats": (SeatSetup("A"), SeatSetup("judge"))}, 'A seat cannot be named "judge"'),
        ({"seats": (SeatSetup("bank"), SeatSetup("B"))}, 'A seat cannot be named "bank"'),
        ({"seats": (SeatSetup("A", "quince"), SEATS[1])}, 'There is no character "quince". Known: grave, jaina'),
        ({"bank": "last_game"}, 'There is no recommended bank "last_game". Known: first_game, lots_of_attacks'),
        ({"bank": (*TEN[:9], "crash_gem")}, "Not puzzle chips: crash_gem."),
        ({"bank": (*TEN[:9], "unicorn")}, "Not puzzle chips: unicorn."),
        ({"bank": TEN[:9]}, "The bank takes 10 different puzzle chips; 9 are named."),
        ({"bank": (*TEN[:9], TEN[0])}, "The bank takes 10 different puzzle chips; 9 are named."),
        ({"bank": (*TEN, TEN[0])}, "The bank takes 10 different puzzle chips"),
        ({"first": "C"}, '"C" cannot begin: nobody of that name is seated.'),
    ],
)
def test_a_setup_that_cannot_be(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(SetupError) as problem:
        new_match(setup(**changes))
    assert words in str(problem.value)


def test_the_seat_of_a_name_may_be_anything_else() -> None:
    match = new_match(setup(seats=(SeatSetup("Zoë-1", "lum"), SeatSetup("Bo_2", "rook"))))
    assert due(match).source == "Zoë-1.bag"


@pytest.mark.parametrize("key", EDITIONS["7.3"].recommended)
def test_a_recommended_bank_has_ten_stacks_of_five_and_the_eight_of_every_game(key: str) -> None:
    stock = duel(bank=key).view(TABLE).zones["bank"]
    assert isinstance(stock, dict)
    puzzle = {kind: left for kind, left in stock.items() if kind in BOX.of_kind("puzzle")}
    assert len(puzzle) == 10
    assert set(puzzle.values()) == {5}
    assert len(stock) == 18
    assert (stock["gem_1"], stock["crash_gem"]) == (64 - 12, 16 - 2), "two starting decks are out of it"
    assert (stock["gem_2"], stock["wound"], stock["combine"], stock["double_crash_gem"]) == (20, 24, 20, 10)


def test_ten_chips_by_name_are_a_bank() -> None:
    assert bank_of(TEN, GAME.rules) == TEN
    assert set(TEN) <= set(duel(bank=TEN).view(TABLE).zones["bank"])  # type: ignore[arg-type]


def test_a_starting_deck() -> None:
    match = duel("rook", "lum")
    chips = Counter(match.view("judge").zones["A.bag"])  # type: ignore[arg-type]
    assert chips == {"gem_1": 6, "crash_gem": 1, "stone_wall": 1, "big_rocks": 1, "strength_of_earth": 1}
    assert match.view(TABLE).zones["A.bag"] == 10


# -- what chance decides -----------------------------------------------------------------------------------------


def test_a_random_bank_is_drawn_out_of_the_box_for_everybody_to_see() -> None:
    match = new_match(setup(bank="random"))
    assert (due(match).source, due(match).count, due(match).owner) == ("box", 10, "")
    assert set(due(match).among) == BOX.of_kind("puzzle")
    assert len(due(match).among) == 24
    match.draw(TEN)
    assert set(TEN) < set(match.view(TABLE).zones["bank"])  # type: ignore[arg-type]
    assert due(match).source == "A.bag"


def test_who_begins_may_be_drawn() -> None:
    match = new_match(setup(first="random"))
    assert (due(match).source, due(match).among) == ("table", ("A", "B"))
    match.draw(("B",))
    for seat in "BA":
        assert due(match).seat == seat, "who begins draws first"
        match.draw(due(match).among[:5])
    assert match.view(TABLE).facts["turn"] == "B"
    assert match.waiting_for == ("B",)


def test_the_first_seat_begins_when_nothing_is_said() -> None:
    assert duel().view(TABLE).facts["turn"] == "A"
    assert new_match(setup(first="B")).view(TABLE).facts["turn"] == "B"


# -- characters --------------------------------------------------------------------------------------------------


def test_characters_are_picked_in_secret_and_shown_at_once() -> None:
    match = new_match(setup(seats=(SeatSetup("A"), SeatSetup("B"))))
    question = asked(match)
    assert (question.each, question.sealed, question.about) == (True, True, "character")
    assert match.options("A") == tuple(f"choose:{key}" for key in BOX.characters)
    assert match.answer("choose:rook", "A") == ()
    assert match.view("B").facts["A.character"] == ""
    events = match.answer("choose:lum", "B")
    assert [tuple(event) for event in events if type(event).__name__ == "Picked"] == [("A", "rook"), ("B", "lum")]
    assert match.view("B").facts["A.character"] == "rook"
    assert "stone_wall" in due(match).among


def test_the_only_one_without_a_character_just_picks() -> None:
    match = new_match(setup(seats=(SeatSetup("A", "lum"), SeatSetup("B"))))
    assert (asked(match).seats, asked(match).each, asked(match).sealed) == (("B",), False, False)
    match.answer("choose:grave", "B")
    assert match.view(TABLE).facts["B.character"] == "grave"


def test_no_character_but_one_of_the_ten() -> None:
    match = new_match(setup(seats=(SeatSetup("A"), SeatSetup("B"))))
    refusal = match.why_not("choose:quince", "A")
    assert refusal is not None
    assert refusal.rule == "choosing-characters"


def test_knowledge_before_the_first_draw_changes_nothing() -> None:
    """There is nothing unseen yet; every wait of the set-up stands it all the same."""
    match = new_match(setup(bank="random", first="random", seats=(SeatSetup("A"), SeatSetup("B"))))
    steps: tuple[Callable[[], object], ...] = (
        lambda: match.answer("choose:lum", "A"),
        lambda: match.answer("choose:rook", "B"),
        lambda: match.draw(TEN),
    )
    for step in steps:
        waits = match.pending
        match.learn("A.hand", ())
        assert match.pending == waits
        step()
    match.learn("A.hand", ())
    assert due(match).source == "table"
