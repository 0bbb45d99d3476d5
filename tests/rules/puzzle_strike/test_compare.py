"""Two positions compared in words."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from companion.rules import UNSEEN
from companion.rules.kernel.events import Changed
from companion.rules.puzzle_strike.compare import MOMENTS, NUMBERS, compare
from companion.rules.puzzle_strike.position import read
from companion.rules.puzzle_strike.table import COLOURS, Table
from companion.rules.puzzle_strike.who_plays import PHASES
from tests.rules.playing import any_input, random_duel, say
from tests.rules.puzzle_strike.test_positions import OF_A_SEAT, OF_A_TABLE, table_with, worth

NORTH: dict[str, Any] = {"pile": [1, 2], "hand": ["gem_1", "wound"], "top": ["wound", "gem_1"], "character": "jaina"}
SOUTH: dict[str, Any] = {"hand": ["wound"], "discard": ["gem_1", "gem_1", "gem_1"]}
FULL = {"gem_1": 59, "gem_2": 19, "gem_3": 16, "gem_4": 12, "wound": 22, "combine": 20, "crash_gem": 16}
"""The stacks as they are without being told, to keep the bank out of it."""


def table(given: dict[str, Any]) -> Table:
    """North and South with some things otherwise: what stands at `North` and `South` replaces what they have."""
    seats = {"North": NORTH | given.get("North", {}), "South": SOUTH | given.get("South", {})}
    bank = {"stock": FULL} | given.get("bank", {})
    rest = {key: value for key, value in given.items() if key not in ("North", "South", "bank")}
    return read({"seats": seats, "bank": bank, **rest})[1]


HALF_SEEN = {"hand": ["gem_1", "?"], "bag": ["?"], "unseen": ["wound", "gem_4"]}
BUYING = {"phase": "buy", "money": 3, "played": 2, "bought": ["combine"], "effects": ["sale_prices"]}

EXAMPLES: list[tuple[dict[str, Any], dict[str, Any], list[tuple[str, str]]]] = [
    ({}, {"North": {"pile": [1, 2, 2]}}, [("North.pile", "North's pile has a 2-gem more.")]),
    ({"North": {"pile": [1, 2, 2]}}, {}, [("North.pile", "North's pile has a 2-gem fewer.")]),
    ({}, {"South": {"hand": ["gem_1"]}}, [("South.hand", "South's hand has a 1-gem instead of a wound.")]),
    ({}, {"South": {"discard": ["gem_1"]}}, [("South.discard", "South's discard pile has two 1-gems fewer.")]),
    (
        {},
        {"South": {"discard": ["its_a_trap", "combine", "combine"]}},
        [
            (
                "South.discard",
                "South's discard pile has two Combines and one It's a Trap chip more, and three 1-gems fewer.",
            )
        ],
    ),
    (
        {"North": {"pile": [3, "stand_in_2"]}},
        {"North": {"pile": ["crash_gem"]}},
        [("North.pile", "North's pile has a Crash Gem more, and a 3-gem and a 2-gem stand-in fewer.")],
    ),
    (
        {},
        {"North": {"played": ["combine"]}, "turn": {"played": 0}},
        [("North.played", "North's table has a Combine more.")],
    ),
    (
        {},
        {"North": {"top": ["gem_1", "wound"]}},
        [("North.top", "The chips on the top of North's bag lie in another order: a 1-gem, a wound.")],
    ),
    ({}, {"North": {"top": ["wound"]}}, [("North.top", "The top of North's bag has a 1-gem fewer.")]),
    (
        {},
        {"North": HALF_SEEN},
        [
            ("North.hand", "North's hand has an unseen chip instead of a wound."),
            ("North.bag", "North's bag has an unseen chip more."),
            ("North.bag", "North's unseen chips are a 4-gem and a wound."),
        ],
    ),
    (
        {"North": HALF_SEEN},
        {"North": HALF_SEEN | {"unseen": ["wound", "wound"]}},
        [("North.bag", "North's unseen chips are two wounds, not a 4-gem and a wound.")],
    ),
    (
        {"North": HALF_SEEN},
        {"North": HALF_SEEN | {"unseen": [[{"chips": ["wound"], "bag": 1}, {"chips": ["gem_4"], "hand": 1}]]}},
        [("North.bag", "Something else is known of where North's unseen chips lie.")],
    ),
    ({}, {"North": {"character": "rook"}}, [("", "North plays Rook, not Jaina.")]),
    ({}, {"South": {"character": "rook"}}, [("", "South plays Rook.")]),
    ({"South": {"character": "rook"}}, {}, [("", "South has no character.")]),
    ({}, {"turn": {"money": 2}}, [("", "North has $2 more.")]),
    ({"turn": {"money": 2}}, {}, [("", "North has $2 less.")]),
    ({}, {"South": {"next_turn": {"money": -2}}}, [("", "South gets $2 less next turn.")]),
    (
        {},
        {"turn": {"arrows": {"red": 2}, "piggy": 1, "played": 3}},
        [
            ("", "North has a black arrow fewer."),
            ("", "North has two red arrows more."),
            ("", "North has a piggy bank more."),
            ("", "North has played three actions more."),
        ],
    ),
    (
        {"turn": {**BUYING, "bought": ["wound"]}},
        {"turn": {**BUYING, "effects": ["sale_prices"] * 2}},
        [
            ("", "North has bought a Combine this turn instead of a wound."),
            ("", "North has one Sale Prices chip more in force."),
        ],
    ),
    ({}, {"South": {"barred": True}}, [("", "South is knocked down, so no purple shields this turn.")]),
    (
        {"turn": {"phase": "buy"}},
        {"turn": {"phase": "buy", "seat": "South"}},
        [("", "It is South's turn, not North's.")],
    ),
    (
        {"turn": {"phase": "buy"}},
        {"turn": {"phase": "over", "winner": "South", "number": 12}},
        [
            ("", "The game is over, not in the buy phase."),
            ("", "Turns begun: 12, not 1."),
            ("", "South has won."),
            ("", "North has lost."),
        ],
    ),
    ({"turn": {"ante": 1}}, {"turn": {"ante": 2}}, [("", "The ante is a 2-gem, not a 1-gem.")]),
    ({}, {"bank": {"stock": FULL | {"combine": 19}}}, [("bank", "A Combine is missing from the bank.")]),
    (
        {},
        {"bank": {"stock": FULL | {"combine": 10, "gem_4": 11}}},
        [("bank", "A 4-gem and ten Combines are missing from the bank.")],
    ),
    ({}, {"bank": {"stock": FULL | {"wound": 24}}}, [("bank", "The bank has two wounds more.")]),
    (
        {},
        {"bank": {"stock": FULL, "traps": {"sale_prices": 2}}},
        [("", "The Sale Prices stack has two trap tokens more.")],
    ),
    (
        {},
        {"turn": {"learnt": True, "no_reaction": {"South": "passed"}}, "ask": "choices"},
        [
            ("", "Something has just become known, so somebody has to speak first."),
            ("", "Questions with only one answer are not asked."),
            ("", "South can no longer answer what happened last."),
        ],
    ),
    (
        {"turn": {"no_reaction": {"South": "nothing:gem_essence"}}},
        {"turn": {"no_reaction": {"North": "nothing:risky_move"}}},
        [
            ("", "North's last chip found nothing to do."),
            ("", "It is no longer noted that South's last chip found nothing to do."),
        ],
    ),
]


@pytest.mark.parametrize(("one", "two", "told"), EXAMPLES, ids=[told[-1][1] for _, _, told in EXAMPLES])
def test_how_the_second_differs_from_the_first(
    one: dict[str, Any], two: dict[str, Any], told: list[tuple[str, str]]
) -> None:
    assert [(changed.zone, changed.text) for changed in compare(table(one), table(two))] == told
    assert compare(table(one), table(one)) == compare(table(two), table(two)) == []
    assert compare(table(two), table(one)) != []


def test_the_order_in_a_zone_is_no_difference() -> None:
    assert compare(table({}), table({"North": {"hand": ["wound", "gem_1"], "pile": [2, 1]}})) == []


def test_other_stacks() -> None:
    first, attacks = (read({"seats": {"A": {}, "B": {}}, "bank": {"puzzle": bank}})[1]
                      for bank in ("first_game", "lots_of_attacks"))  # fmt: skip
    ((zone, text, _),) = compare(first, attacks)
    assert zone == "bank"
    assert text.startswith("The bank has other stacks: Chip Damage, ")
    assert " instead of Combos Are Hard, " in text
    turned = attacks.copy()
    turned.puzzle = turned.puzzle[::-1]
    assert compare(attacks, turned) == [Changed("bank", "The bank's stacks stand in another order.")]


def test_before_the_first_turn() -> None:
    seats: dict[str, Any] = {"A": {}, "B": {}}
    _, ready = read({"seats": seats, "turn": {"phase": "setup"}})
    _, still_open = read({"seats": seats, "turn": {"phase": "setup", "seat": "random"}, "bank": {"puzzle": "random"}})
    assert [changed.text for changed in compare(ready, still_open)] == [
        "Who begins is yet to be drawn.",
        "The bank's stacks are yet to be drawn.",
    ]
    assert compare(still_open, ready)[0].text == "It is A's turn."
    assert compare(still_open, ready)[1].text.startswith("The bank's stacks are there: Combos Are Hard, ")
    assert compare(still_open, still_open) == []


def test_other_people() -> None:
    _, one = read({"seats": {"A": {}, "B": {}}})
    _, two = read({"seats": {"A": {}, "C": {"hand": ["wound"]}}, "bank": {"stock": {"wound": 24}}})
    assert compare(one, two) == [Changed("", "The players are A and C, not A and B.")]


OTHER = {"edition": "8", "mode": "team", "phase": "buy", "sets": ("other",), "picking": "clockwork"}
"""Values for attributes of which one is the only one there is."""


def test_whatever_differs_is_told() -> None:
    """Every attribute of a table and of a seat: two positions are called the same only when they are."""
    _, one = table_with("action")
    for name, value in vars(one).items():
        if name not in ("seats", "puzzle", "stock"):
            two = one.copy()
            setattr(two, name, OTHER.get(name) or OF_A_TABLE.get(name, worth(name, value)))
            assert compare(one, two), name
            assert compare(two, one), name
    for name in vars(one.seats["B"]):
        if name != "name":
            two = one.copy()
            setattr(two.seats["B"], name, OF_A_SEAT[name])
            assert compare(one, two), name
            assert compare(two, one), name


def test_there_are_words_for_everything() -> None:
    assert set(MOMENTS) == set(PHASES)
    assert {*COLOURS, "money", "owed", "piggy", "plays"} == set(NUMBERS)


def unordered(table: Table) -> Table:
    """The same with all zones sorted whose order means nothing."""
    table = table.copy()
    for seat in table.seats.values():
        for place in {*seat.places, "bought", "effects"} - {"top"}:
            setattr(seat, place, tuple(sorted(getattr(seat, place))))
    return table


def test_every_difference_of_a_game_has_words() -> None:
    chance = Random(3)
    match = random_duel(chance)
    start = match.table.copy()
    assert isinstance(start, Table)
    kept = [start]
    while not match.over:
        say(match, *any_input(match, chance))
        kept.append(match.table.copy())  # type: ignore[arg-type]
    for one, two in pairwise(kept):
        assert bool(compare(one, two)) == (unordered(one) != unordered(two))
        for zone, text, _ in [*compare(one, two), *compare(start, two)]:
            assert text[0] == text[0].upper()
            assert text.endswith(".")
            assert not {"{", "}", "_", UNSEEN} & set(text)
            assert not zone or zone == "bank" or zone.partition(".")[0] in ("A", "B")


def test_how_many_chips_lie_in_a_hidden_zone_is_told_to_all() -> None:
    one, two = table({"North": {"hand": ["wound", "gem_1"]}}), table({"North": {"hand": ["gem_1"]}})
    (changed,) = compare(one, two)
    assert changed == Changed("North.hand", "North's hand has a wound fewer.", "North's hand has an unseen chip fewer.")
    (changed,) = compare(one, table({"North": {"hand": ["gem_2", "gem_1"]}}))
    assert changed.publicly == "", "as many as before"
