"""Towers tell what was counted from what is expected."""

from __future__ import annotations

from companion.faces.screen import Way
from companion.faces.server.tower_drawing import drawn_tower
from companion.faces.towers import COUNTED, LEAVING, OWED, WRONG, Tower, tower_of
from companion.rules.kernel.board import Heap, Panel, PieceGroup, Rung, Total
from companion.rules.puzzle_strike.looks import chip
from companion.rules.puzzle_strike.names import NAMES

PILE = "A.pile"


def gem(worth: int, count: int = 1) -> PieceGroup:
    return chip(NAMES, f"gem_{worth}")._replace(count=count)


def built(value: int, *chips: PieceGroup, owed: tuple[Way, ...] = (), wrong: tuple[Way, ...] = ()) -> Tower:
    total = Total("Pile", value, 10, 7, place=PILE, levels=(Rung(3, "+1"), Rung(6, "+2")))
    found = tower_of(Panel("A", "A", (total, Heap("Gems", chips, main=True, place=PILE))), owed, wrong)
    assert found
    return found


def states(tower: Tower) -> list[tuple[int, str, int]]:
    return [(block.chip.worth, block.state, block.bottom) for block in tower.blocks]


def test_the_most_valuable_lies_below() -> None:
    tower = built(6, gem(1, 2), gem(4))
    assert states(tower) == [(4, COUNTED, 0), (1, COUNTED, 4), (1, COUNTED, 5)]
    assert (tower.counted, tower.expected) == (6, 6)


def test_what_the_table_owes_is_expected_and_not_counted() -> None:
    tower = built(3, gem(2), gem(1), owed=(Way(gem(1), "bank", PILE), Way(gem(2), "bank", "B.pile")))
    assert states(tower) == [(2, COUNTED, 0), (1, OWED, 2)]
    assert (tower.counted, tower.expected) == (2, 3)


def test_what_is_still_to_be_taken_away_is_counted() -> None:
    tower = built(1, gem(1), owed=(Way(gem(4), PILE, "bank"),))
    assert states(tower) == [(1, COUNTED, 0), (4, LEAVING, 1)]
    assert (tower.counted, tower.expected) == (5, 1)


def test_what_lies_wrong_is_counted_and_not_expected() -> None:
    tower = built(1, gem(1), owed=(Way(gem(1), "bank", PILE),), wrong=(Way(gem(3), "bank", PILE),))
    assert states(tower) == [(3, WRONG, 0), (1, OWED, 3)]
    assert (tower.counted, tower.expected) == (3, 1)


def test_what_is_worth_nothing_is_no_block() -> None:
    tower = built(1, gem(1), chip(NAMES, "crash_gem"))
    assert states(tower) == [(1, COUNTED, 0)]


def test_no_tower_without_a_limit_or_pieces_of_worth() -> None:
    total, heap = Total("Pile", 2, place=PILE), Heap("Gems", (gem(2),), place=PILE)
    assert tower_of(Panel("A", "A", (total, heap))) is None
    assert tower_of(Panel("A", "A", (total._replace(limit=10), heap._replace(chips=(chip(NAMES, "wound"),))))) is None


def test_it_is_close_to_its_limit_as_soon_as_it_is_expected_to_be() -> None:
    assert not built(6, gem(3, 2)).near
    assert built(7, gem(3, 2), gem(1), owed=(Way(gem(1), "bank", PILE),)).near


def test_where_the_blocks_stand() -> None:
    upright, lying = (drawn_tower(built(5, gem(4), gem(1)), lying=lying) for lying in (False, True))
    assert upright.length == lying.length == 232
    assert upright.limit == 32
    assert lying.limit == 200
    assert [round(each.at) for each in upright.blocks] == [153, 133]
    assert [round(each.at) for each in lying.blocks] == [1, 81]
    assert [level.at for level in lying.levels] == [60, 120]


def test_a_tower_above_its_limit_fits_its_drawing() -> None:
    drawn = drawn_tower(built(14, gem(4, 3), gem(2)))
    assert all(each.at > 0 for each in drawn.blocks)
