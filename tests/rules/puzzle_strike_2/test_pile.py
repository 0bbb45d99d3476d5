"""Gem piles: what holds of any pile, whatever lies in it."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from companion.rules.puzzle_strike_2 import pile as piles

colours = st.sampled_from(piles.COLOURS)
some_piles = st.lists(colours, max_size=piles.SPACES).map(tuple)
filled = st.lists(colours, min_size=1, max_size=piles.SPACES).map(tuple)
rows = st.lists(colours, min_size=1, max_size=5).map(tuple)
bonuses = (0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 4)


@given(some_piles)
def test_runs_cover_a_pile_once_and_no_two_neighbours_have_one_colour(pile: piles.Gems) -> None:
    found = piles.runs(pile)
    assert [space for low, high in found for space in range(high, low - 1, -1)] == list(range(len(pile), 0, -1))
    for low, high in found:
        assert len(set(pile[low - 1 : high])) == 1
    for (low, _), (_, high) in pairwise(found):
        assert high == low - 1
        assert pile[low - 1] != pile[high - 1]


@given(filled, st.data())
def test_a_crash_breaks_one_run_whole_and_nothing_else(pile: piles.Gems, data: st.DataObject) -> None:
    space = data.draw(st.integers(1, len(pile)))
    broken = piles.crash(pile, space)
    low = broken.highest - broken.gems + 1
    assert low <= space <= broken.highest
    assert pile[: low - 1] + (broken.colour,) * broken.gems + pile[broken.highest :] == pile
    assert broken.left == pile[: low - 1] + pile[broken.highest :]
    assert broken == piles.crash(pile, broken.highest) == piles.crash(pile, low)
    assert low == 1 or pile[low - 2] != broken.colour
    assert broken.highest == len(pile) or pile[broken.highest] != broken.colour


@given(filled)
def test_without_a_space_the_top_gem_is_crashed(pile: piles.Gems) -> None:
    assert piles.crash(pile) == piles.crash(pile, len(pile))
    assert piles.crash(pile).highest == len(pile)


@given(filled, st.data())
def test_a_swap_undoes_itself_and_moves_two_gems_at_most(pile: piles.Gems, data: st.DataObject) -> None:
    one, other = data.draw(st.integers(1, len(pile))), data.draw(st.integers(1, len(pile)))
    after = piles.swap(pile, one, other)
    assert piles.swap(after, one, other) == pile
    assert Counter(after) == Counter(pile)
    assert sum(a != b for a, b in zip(pile, after, strict=True)) in (0, 2)
    assert (after[one - 1], after[other - 1]) == (pile[other - 1], pile[one - 1])


@given(some_piles, st.integers(0, 40), rows)
def test_a_drop_fills_the_pile_from_the_left_of_the_bank_and_loses_nothing(
    pile: piles.Gems, incoming: int, row: piles.Gems
) -> None:
    fallen, left = piles.drop(pile, incoming, row)
    assert len(fallen) + left == incoming
    assert len(pile) + len(fallen) <= piles.SPACES
    assert left == 0 or len(pile) + len(fallen) == piles.SPACES
    assert all(gem == row[number % len(row)] for number, gem in enumerate(fallen))


@given(some_piles, st.lists(colours, max_size=30).map(tuple))
def test_what_does_not_fit_is_counted(pile: piles.Gems, gems: piles.Gems) -> None:
    after, over = piles.add(pile, gems)
    assert after[: len(pile)] == pile
    assert after[len(pile) :] == gems[: len(gems) - over]
    assert len(after) <= piles.SPACES
    assert over == max(0, len(pile) + len(gems) - piles.SPACES)


@given(some_piles, colours)
def test_destroying_a_colour_leaves_the_others_in_their_order(pile: piles.Gems, colour: str) -> None:
    after = piles.without(pile, colour)
    assert colour not in after
    assert list(after) == [gem for gem in pile if gem != colour]


@given(filled, st.data())
def test_destroying_one_gem_closes_the_gap(pile: piles.Gems, data: st.DataObject) -> None:
    space = data.draw(st.integers(1, len(pile)))
    after = piles.removed(pile, space)
    assert len(after) == len(pile) - 1
    assert after[: space - 1] == pile[: space - 1]
    assert after[space - 1 :] == pile[space:]


@given(filled, st.booleans(), st.booleans())
def test_the_height_bonus_counts_from_two_gems_up(pile: piles.Gems, single: bool, half: bool) -> None:
    broken = piles.crash(pile)
    sent = piles.sent(broken.gems, broken.highest, bonuses, single=single, half_again=half)
    more = broken.gems // 2 if half else 0
    bonus = bonuses[len(pile) - 1] if broken.gems > 1 or single else 0
    assert sent == broken.gems + more + bonus
