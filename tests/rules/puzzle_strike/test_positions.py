"""A table written down as a position is the same table when it is read back."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from companion.rules import UNSEEN, Draw, Match, Question, SeatSetup, Setup, new_match
from companion.rules.kernel.positions import PositionError, noted
from companion.rules.puzzle_strike.position import SEAT, TURN, read
from companion.rules.puzzle_strike.sets.library import box_of
from companion.rules.puzzle_strike.table import COLOURS, Flight, Seat, Table
from companion.rules.puzzle_strike.written import write
from companion.scenarios.documents import Document, read_documents
from companion.scenarios.scenario import read_scenario
from tests.rules.playing import any_input, duel, random_duel, say

BOX = box_of(("base",))
"""The chips that matches are usually played with."""

SCENARIOS = Path(__file__).parents[2] / "scenarios"
PLAIN = (dict, list, str, int, bool)


def ordered(value: object) -> object:
    """A value with the order of its keys, which `==` does not look at."""
    if isinstance(value, Table | Seat):
        value = vars(value)
    return [(key, ordered(part)) for key, part in value.items()] if isinstance(value, dict) else value


def is_plain(value: object) -> bool:
    """Whether it is made of what YAML and JSON have alike."""
    if isinstance(value, dict):
        return all(type(key) is str and is_plain(part) for key, part in value.items())
    return all(map(is_plain, value)) if isinstance(value, list) else type(value) in PLAIN


def check(setup: Setup, table: Table, by_yaml: bool = True) -> dict[str, Any]:
    """The table comes back from what is written: by way of JSON, and of YAML, which takes its time."""
    written = write(setup, table)
    assert is_plain(written)
    ways = [json.loads(json.dumps(written))]
    if by_yaml:
        ways.append(yaml.safe_load(yaml.safe_dump(written, sort_keys=False)))
    for given in ways:
        read_setup, read_table = read(given)
        assert read_table == table, written
        assert ordered(read_table) == ordered(table)
        assert [seat.name for seat in read_setup.seats] == [seat.name for seat in setup.seats]
        assert [seat.character or "" for seat in read_setup.seats] == [seat.character for seat in table.seats.values()]
        assert (read_setup.edition, read_setup.mode) == (table.edition, table.mode)
        assert read_setup.options.get("ask", "") == ("everything" if table.patient else "")
    return written


def table_of(match: Match) -> Table:
    assert isinstance(match.table, Table)
    return match.table


def at_rest(match: Match) -> bool:
    pending = match.pending
    return pending is None or (isinstance(pending, Question) and pending.rest)


# -- whole games -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("ask", ["choices", "everything"])
def test_every_rest_of_a_game(seed: int, ask: str) -> None:
    chance = Random(seed)
    match = random_duel(chance)
    if ask == "everything":
        match = new_match(Setup(**{**vars(match.setup), "options": {"ask": ask}}))
    check(match.setup, match._base)  # type: ignore[arg-type]
    rests = 0
    for _ in range(2_000):
        if at_rest(match):
            rests += 1
            written = check(match.setup, table_of(match), by_yaml=rests % 10 == 1)
            if seed == 0:
                setup, table = read(written)
                assert Match(match.game, setup, table).pending == match.pending
        if match.over:
            break
        say(match, *any_input(match, chance))
    assert match.over
    assert rests > 20


@pytest.mark.parametrize("mode", ["free-for-all", "last-standing", "team"])
def test_every_rest_of_a_game_of_four(mode: str) -> None:
    chance = Random(mode)
    cast = chance.sample(sorted(BOX.characters), 4)
    seats = tuple(map(SeatSetup, "ABCD", cast))
    match = new_match(Setup("puzzle-strike", seats, mode=mode, bank="lots_of_attacks"))
    while not match.over:
        if at_rest(match):
            check(match.setup, table_of(match))
        say(match, *any_input(match, chance))
    check(match.setup, table_of(match))


@pytest.mark.parametrize("seed", range(8))
def test_every_rest_of_a_game_that_is_half_seen(seed: int) -> None:
    chance = Random(seed)
    match = random_duel(chance)
    unseen = 0
    for _ in range(60):
        if match.over:
            break
        if at_rest(match):
            check(match.setup, table_of(match), by_yaml=unseen % 10 == 1)
            unseen += any(seat.unseen for seat in table_of(match).seats.values())
        due = match.pending
        if not isinstance(due, Draw):
            say(match, *any_input(match, chance))
        elif not due.owner and UNSEEN in due.among:
            break  # a hand is shown, and nobody here can tell what it is
        else:
            seen = chance.randrange(due.count) if due.owner and UNSEEN not in due.among else 0
            hidden = UNSEEN in due.among or (bool(due.owner) and chance.random() < 0.6)
            match.draw((*due.among[:seen], *(UNSEEN,) * (due.count - seen)) if hidden else due.among[: due.count])
    assert unseen > 3


def test_the_positions_of_all_scenarios() -> None:
    found = 0
    for file in sorted(SCENARIOS.glob("*.yaml")):
        for document in read_documents(file):
            assert isinstance(document, Document)
            scenario = read_scenario(document)
            assert isinstance(scenario.start, Table)
            _, again = read(write(scenario.setup, scenario.start))
            assert again == scenario.start
            found += 1
    assert found > 500


# -- before the first turn ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("characters", [("jaina", "rook"), (None, "rook"), (None, None)])
@pytest.mark.parametrize("bank", ["first_game", "lots_of_attacks", "random"])
@pytest.mark.parametrize("first", ["", "B", "random"])
def test_while_the_match_is_being_set_up(characters: tuple[str | None, ...], bank: str, first: str) -> None:
    seats = tuple(SeatSetup(name, character) for name, character in zip("AB", characters, strict=True))
    match = new_match(Setup(game="puzzle-strike", seats=seats, bank=bank, first=first))
    table = match._base
    assert isinstance(table, Table)
    setup, read_table = read(check(match.setup, table))
    assert Match(match.game, setup, read_table).pending == match.pending


def test_what_is_written_of_a_new_match() -> None:
    match = duel("jaina", "rook")
    assert write(match.setup, match._base) == {  # type: ignore[arg-type]
        "ask": "choices",
        "seats": {"A": {"character": "jaina"}, "B": {"character": "rook"}},
        "turn": {"seat": "A", "phase": "setup"},
    }


# -- everything a table has --------------------------------------------------------------------------------------

SPREAD = (
    ((("gem_1", "gem_2"), (("bag", 1), ("hand", 1))), (("combine", "wound"), (("discard", 1), ("hand", 1)))),
    ((("combine", "gem_1"), (("bag", 1), ("hand", 1))), (("gem_2", "wound"), (("discard", 1), ("hand", 1)))),
)
"""Two cases."""

OF_A_SEAT: dict[str, Any] = {
    "coming": ("brown", "red"),
    "name": "B",
    "character": "midori",
    "pile": ("gem_3", "stand_in_1", "crash_gem"),
    "hand": ("wound", "?", "?", "gem_1"),
    "bag": ("gem_1", "?"),
    "top": ("wound", "gem_2"),
    "discard": ("?", "combine"),
    "played": ("gem_2", "combine"),
    "ongoing": ("secret_move", "dragon_form"),
    "unseen": tuple(sorted(tuple(sorted(case)) for case in SPREAD)),
    "money": -3,
    "owed": -1,
    "piggy": 4,
    "plays": 5,
    "bought": ("wound", "combine"),
    "effects": ("sale_prices", "sale_prices"),
    "barred": True,
} | dict.fromkeys(COLOURS, 2)

OF_A_TABLE: dict[str, Any] = {
    "edition": "7.3",  # the only one
    "mode": "duel",  # the only one
    "sets": ("base",),  # the only one
    "order": ("B", "A"),
    "floating": (Flight("A", "B", 2, "crash_gem", False, 1), Flight("B", "A", 1, "unstable_power", True)),
    "tied": ("B", "A"),
    "out": ("B",),
    "stock": {"wound": 0, "gem_4": 40},
    "traps": {"wound": 2, "gem_1": 1},
    "patient": False,
    "hold": True,
    "turn": "B",
    "air": (Flight("A", "B", 3, "double_crash_gem", True, 1),),
    "turns": 17,
    "ante": 3,
    "no_reaction": {"B": "passed", "A": "chip:knockdown"},
    "losers": ("B", "A"),
    "winner": "A",
    "house": ("open_hands",),
    "picking": "clockwork",
    "drafted": {"A": ("reversal", "jackpot", "big_rocks"), "B": ()},
    "away": {"knockdown": 4},
}
"""A value for every attribute that reading would not come to by itself."""


def table_with(phase: str, **values: Any) -> tuple[Setup, Table]:
    """A plain position with these attributes of its table."""
    setup, table = read({"seats": {"A": {"hand": ["gem_1"]}, "B": {}}, "turn": {"phase": phase}})
    for name, value in values.items():
        if name == "stock":
            value = table.stock | value
        if name == "away":
            table.stock = {kind: left for kind, left in table.stock.items() if kind not in value}
        assert hasattr(table, name)
        setattr(table, name, value)
    return setup, table


def worth(name: str, value: object) -> object:
    """A value for an attribute that these tests do not know yet."""
    if isinstance(value, bool):
        return not value
    return {int: 7, str: "gem_1", tuple: ("gem_1",), dict: {"gem_1": 1}}[type(value)]


def test_every_attribute_of_a_table() -> None:
    setup, table = table_with("over")
    puzzle = table.puzzle[::-1]
    values = {name: OF_A_TABLE.get(name, worth(name, value)) for name, value in vars(table).items()
              if name not in ("seats", "puzzle", "phase", "pool")}  # fmt: skip
    ending = {name: values.pop(name) for name in ("winner", "losers")}
    setup, table = table_with("action", **values)
    check(setup, table)
    setup, table = table_with("over", **{**values, **ending, "air": ()})
    check(setup, table)
    setup, table = read({**write(setup, table), "bank": {"puzzle": list(puzzle)}})
    assert table.puzzle == puzzle
    check(setup, table)


@pytest.mark.parametrize("phase", ["ante", "action", "buy", "cleanup", "over"])
@pytest.mark.parametrize("turn", ["A", "B"])
def test_every_attribute_of_a_seat(phase: str, turn: str) -> None:
    setup, table = table_with(phase, turn=turn)
    seat = table.seats["B"]
    for name, value in vars(seat).items():
        if name not in ("hand", "bag", "discard", "unseen"):  # these only fit together
            alone = table.copy()
            setattr(alone.seats["B"], name, OF_A_SEAT.get(name, worth(name, value)))
            check(setup, alone)
    for name, value in vars(seat).items():
        setattr(seat, name, OF_A_SEAT.get(name, worth(name, value)))
    check(setup, table)


@pytest.mark.parametrize("place", ["hand", "bag", "top", "discard"])
def test_unseen_chips_in_every_zone(place: str) -> None:
    setup, table = read({"seats": {"A": {place: ["gem_1", "?"], "unseen": ["wound"]}, "B": {}}})
    assert table.seats["A"].unseen == (((("wound",), ((place, 1),)),),)
    check(setup, table)


# -- how it is written -------------------------------------------------------------------------------------------


def seats(**zones: Any) -> dict[str, Any]:
    return {"A": zones, "B": {}}


def rewritten(**given: Any) -> dict[str, Any]:
    setup, table = read(given)
    return write(setup, table)


def test_what_reading_assumes_is_left_out() -> None:
    given = {
        "seats": seats(pile=[1, 3], hand=["crash_gem"], played=["combine", "gem_1"], ongoing=["secret_move"]),
        "bank": {"puzzle": "lots_of_attacks", "stock": {"wound": 3}},
        "turn": {"seat": "A", "phase": "action"},
    }
    assert rewritten(**given) == given
    seat = read(given)[1].seats["A"]
    assert (seat.black, seat.piggy, seat.plays, seat.money) == (1, 1, 1, 0)


def test_what_a_turn_has_given_stands_with_the_turn() -> None:
    turn = {"seat": "A", "phase": "action", "arrows": {"black": 0}, "money": 2, "played": 3, "bought": ["wound"]}
    assert rewritten(seats=seats(), turn=turn) == {"seats": seats(), "turn": turn}
    same = rewritten(
        seats=seats(arrows={"black": 0}, money=2, plays=3, bought=["wound"]), turn={"seat": "A", "phase": "action"}
    )
    assert same == {"seats": seats(), "turn": turn}


def test_a_seat_keeps_what_another_turn_has_given_it() -> None:
    given = {
        "seats": {"A": {}, "B": {"arrows": {"red": 1}, "money": 1, "piggy": 2, "plays": 1, "effects": ["sale_prices"]}},
        "turn": {"seat": "A", "phase": "buy"},
    }
    assert rewritten(**given) == given


def test_the_winner_says_who_has_lost() -> None:
    turn = {"seat": "A", "phase": "over", "number": 9, "winner": "B"}
    assert rewritten(seats=seats(), turn=turn)["turn"] == turn
    _, table = read({"seats": seats(), "turn": turn})
    assert table.losers == ("A",)
    assert rewritten(seats=seats(), turn={**turn, "losers": []})["turn"]["losers"] == []


def test_unseen_chips_are_written_as_short_as_can_be() -> None:
    given = seats(hand=["?", "gem_1"], bag=["?"], unseen=["gem_1", "wound"])
    assert rewritten(seats=given)["seats"] == given
    _, table = read({"seats": given})
    assert table.seats["A"].unseen == (((("gem_1", "wound"), (("bag", 1), ("hand", 1))),),)
    assert table.stock["wound"] == 23, "it lies at the seat"
    cases = [
        [{"chips": ["gem_1", "wound"], "bag": 1, "hand": 1}, {"chips": ["combine", "gem_2"], "bag": 1, "discard": 1}],
        [{"chips": ["gem_1", "gem_2"], "bag": 1, "hand": 1}, {"chips": ["combine", "wound"], "bag": 1, "discard": 1}],
    ]
    long = seats(hand=["?"], bag=["?", "?"], discard=["?"], unseen=cases)
    again = rewritten(seats=long)["seats"]["A"]["unseen"]
    assert sorted(sorted(map(str, case)) for case in again) == sorted(sorted(map(str, case)) for case in cases)


def test_unseen_chips_are_counted_against_the_box() -> None:
    with noted() as notes:
        read({"seats": seats(hand=["?", "?"], unseen=["roundhouse"] * 2), "bank": {"stock": {"wound": 30}}})
    assert [note.text for note in notes] == ["Wound: 30 are here, the box has 24"]
    with noted() as notes:
        read({"seats": seats(hand=["?"] * 6, unseen=["roundhouse"] * 6)})
    assert [note.text for note in notes] == ["Roundhouse: 6 are here, the box has 5"]


# -- mistakes ----------------------------------------------------------------------------------------------------

TWO = {"hand": ["?"], "bag": ["?"]}
MISTAKES: dict[str, tuple[dict[str, Any], tuple[str | int, ...], str]] = {
    "ask": ({"ask": "choice"}, ("ask",), "did you mean choices?"),
    "top": ({"A": {"top": ["gem"]}}, ("seats", "A", "top", 0), 'unknown chip "gem"'),
    "money": ({"A": {"money": "lots"}}, ("seats", "A", "money"), "expected a whole number"),
    "arrows": ({"A": {"arrows": {"pink": 1}}}, ("seats", "A", "arrows", "pink"), "unknown arrow"),
    "piggy": ({"A": {"piggy": -1}}, ("seats", "A", "piggy"), "expected a number from 0"),
    "plays": ({"A": {"plays": -1}}, ("seats", "A", "plays"), "expected a number from 0"),
    "bought": ({"A": {"bought": ["gem"]}}, ("seats", "A", "bought", 0), 'unknown chip "gem"'),
    "effects": ({"A": {"effects": "sale_prices"}}, ("seats", "A", "effects"), "expected a list"),
    "twice": ({"A": {"money": 1}, "turn": {"money": 2}}, ("turn", "money"), "A has money among the seats too"),
    "twice plays": ({"A": {"plays": 1}, "turn": {"played": 2}}, ("turn", "played"), "A has plays among the seats too"),
    "number": ({"turn": {"number": -1}}, ("turn", "number"), "expected a number from 0"),
    "order": ({"turn": {"order": ["A", "A"]}}, ("turn", "order"), "expected each seat once: A, B"),
    "order of others": ({"turn": {"order": ["A", "C"]}}, ("turn", "order", 1), 'unknown seat "C"'),
    "learnt": ({"turn": {"learnt": "yes"}}, ("turn", "learnt"), "expected true or false"),
    "no reaction": ({"turn": {"no_reaction": {"C": "passed"}}}, ("turn", "no_reaction", "C"), 'unknown seat "C"'),
    "no reason": ({"turn": {"no_reaction": {"A": []}}}, ("turn", "no_reaction", "A"), "expected a name"),
    "winner": ({"turn": {"winner": "A"}}, ("turn", "winner"), "say phase: over"),
    "losers": ({"turn": {"losers": ["A"]}}, ("turn", "losers"), "say phase: over"),
    "strange winner": ({"turn": {"phase": "over", "winner": "C"}}, ("turn", "winner"), 'unknown seat "C"'),
    "strange tie": ({"turn": {"tied": ["C"]}}, ("turn", "tied", 0), 'unknown seat "C"'),
    "strange leaver": ({"turn": {"out": ["C"]}}, ("turn", "out", 0), 'unknown seat "C"'),
    "strange loser": ({"turn": {"phase": "over", "losers": ["C"]}}, ("turn", "losers", 0), 'unknown seat "C"'),
    "random bank": ({"bank": {"puzzle": "random"}}, ("bank", "puzzle"), "say turn: {phase: setup}"),
    "random seat": ({"turn": {"seat": "random"}}, ("turn", "seat"), "say phase: setup"),
    "stock of no bank": (
        {"bank": {"puzzle": "random", "stock": {"wound": 1}}, "turn": {"phase": "setup"}},
        ("bank", "stock", "wound"),
        "this bank has no stack of wound",
    ),
    "chips in set-up": ({"A": {"bag": ["gem_1"]}, "turn": {"phase": "setup"}}, ("seats", "A", "bag"), "(phase: setup"),
    "money in set-up": ({"turn": {"phase": "setup", "money": 1}}, ("turn", "money"), "(phase: setup"),
    "arrows at the ante": ({"turn": {"phase": "ante", "arrows": {"red": 1}}}, ("turn", "arrows"), "say phase: action"),
    "piggy at the ante": ({"turn": {"phase": "ante", "piggy": "x"}}, ("turn", "piggy"), "expected a whole number"),
    "bare mark": ({"A": {"hand": [{"": None}]}}, ("seats", "A", "hand", 0), 'is written "?", with the quotes'),
    "in a pile": ({"A": {"pile": ["?"]}}, ("seats", "A", "pile", 0), "everybody sees a gem pile"),
    "without kinds": ({"A": {"bag": ["?"]}}, ("seats", "A", "bag"), "as in unseen: [gem_1, wound]"),
    "kinds of nothing": ({"A": {"unseen": ["wound"]}}, ("seats", "A", "unseen"), 'A has no "?" in any zone'),
    "too few kinds": ({"A": {**TWO, "unseen": ["wound"]}}, ("seats", "A", "unseen"), 'A has 2 "?" in all zones'),
    "unseen twice over": ({"A": {**TWO, "unseen": ["?", "?"]}}, ("seats", "A", "unseen", 0), "unknown chip"),
    "unseen in a word": ({"A": {**TWO, "unseen": "wound"}}, ("seats", "A", "unseen"), "expected a list"),
    "a lot of no chips": (
        {"A": {**TWO, "unseen": [[{"chips": ["gem"], "hand": 1}]]}},
        ("seats", "A", "unseen", 0, 0, "chips", 0),
        'unknown chip "gem"',
    ),
    "a lot in no place": (
        {"A": {**TWO, "unseen": [[{"chips": ["gem_1"], "hnad": 1}]]}},
        ("seats", "A", "unseen", 0, 0, "hnad"),
        "did you mean hand?",
    ),
    "a lot that does not fit": (
        {"A": {**TWO, "unseen": [[{"chips": ["gem_1", "wound"], "hand": 1}]]}},
        ("seats", "A", "unseen", 0, 0),
        "2 chips are in this lot, but its places add up to 1",
    ),
    "a case that does not fit": (
        {"A": {**TWO, "unseen": [[{"chips": ["gem_1", "wound"], "hand": 2}]]}},
        ("seats", "A", "unseen", 0),
        'A.hand has 1 "?", this case puts 2 chips there',
    ),
    "cases with other chips": (
        {
            "A": {
                **TWO,
                "unseen": [
                    [{"chips": ["gem_1", "wound"], "hand": 1, "bag": 1}],
                    [{"chips": ["gem_2", "wound"], "hand": 1, "bag": 1}],
                ],
            }
        },
        ("seats", "A", "unseen", 1),
        "every case must have the same chips",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("given", "path", "says"), MISTAKES.values(), ids=MISTAKES.keys())
def test_a_mistake_is_told(given: dict[str, Any], path: tuple[str | int, ...], says: str) -> None:
    given = given.copy()
    with pytest.raises(PositionError) as caught:
        read({"seats": {"A": given.pop("A", {}), "B": {}}, **given})
    assert caught.value.path == path
    assert says in caught.value.message


def test_every_new_key_has_a_mistake() -> None:
    """All keys of a position are tried here or where scenarios are read."""
    tried = {key for _, path, _ in MISTAKES.values() for key in path}
    older = {"character", "pile", "hand", "discard", "played", "ongoing", "next_turn", "barred", "floating"}
    assert {*SEAT, *TURN} - tried - older <= {"phase", "ante"}
