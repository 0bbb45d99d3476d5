"""What the numbers of one kind say about where its chips are."""

from __future__ import annotations

import json
from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.table.sightings import Uid
from companion.table.spread import Gap, Spread, Zones

BANK, PILE, HAND, AIR = "bank", "A.pile", "A.hand", "air"
ZONES = (BANK, PILE, HAND, AIR)


def spread(chips: dict[str, str], counts: dict[str, int]) -> Spread:
    """`chips`: the zones of each, between spaces."""
    made = Spread({Uid(uid): frozenset(zones.split()) for uid, zones in chips.items()}, Counter(counts))
    assert made.narrow() == ""
    return made


def shown(spread: Spread) -> dict[str, str]:
    return {uid: " ".join(sorted(zones)) for uid, zones in spread.chips.items()}


def three(chips: str = "A.pile bank") -> Spread:
    """Three gems in bank and pile, one of them in the pile."""
    return spread(dict.fromkeys(("G1", "G2", "G3"), chips), {BANK: 2, PILE: 1})


# -- by hand ---------------------------------------------------------------------------------------------------


def test_one_seen_in_the_pile_leaves_the_others_in_the_bank() -> None:
    gems = three()
    assert shown(gems) == dict.fromkeys(("G1", "G2", "G3"), "A.pile bank")
    assert gems.put(Uid("G2"), PILE) == ""
    assert shown(gems) == {"G1": BANK, "G2": PILE, "G3": BANK}


def test_all_but_one_seen_in_the_bank_leave_the_last_in_the_pile() -> None:
    gems = three()
    gems.put(Uid("G1"), BANK)
    assert shown(gems) == {"G1": BANK, "G2": "A.pile bank", "G3": "A.pile bank"}
    gems.put(Uid("G3"), BANK)
    assert shown(gems)["G2"] == PILE


def test_zones_are_full_together_before_one_alone_is() -> None:
    """Two that lie in bank or pile fill both, so the third is in the hand; which of the two is where nobody knows."""
    gems = Spread(
        {
            Uid("G1"): frozenset({BANK, PILE}),
            Uid("G2"): frozenset({BANK, PILE}),
            Uid("G3"): frozenset({BANK, PILE, HAND}),
        },
        Counter({BANK: 1, PILE: 1, HAND: 1}),
    )
    assert gems.narrow() == ""
    assert shown(gems) == {"G1": "A.pile bank", "G2": "A.pile bank", "G3": HAND}


def test_sets_fill_zones_together_that_none_of_them_fills_alone() -> None:
    sets = {"G1": (BANK, PILE), "G2": (PILE, HAND), "G3": (BANK, HAND), "G4": (HAND, AIR)}
    gems = Spread({Uid(uid): frozenset(zones) for uid, zones in sets.items()}, Counter(dict.fromkeys(ZONES, 1)))
    assert gems.narrow() == ""
    assert gems.chips[Uid("G4")] == {AIR}
    assert gems.chips[Uid("G1")] == {BANK, PILE}


def test_more_than_zones_have_room_for_is_told() -> None:
    gems = Spread({Uid(f"G{number}"): frozenset({BANK, PILE}) for number in range(3)}, Counter({BANK: 1, PILE: 1}))
    gems.chips[Uid("G4")] = frozenset({HAND, AIR})
    gems.counts[HAND] = gems.counts[AIR] = 1
    assert gems.narrow() == "their numbers do not fit what is seen"


def test_a_chip_seen_elsewhere_leaves_a_gap_that_still_counts() -> None:
    """Whence it came nobody knows: from the pile, and two are in the bank; or from the bank, and one is in each."""
    gems = three()
    assert gems.put(Uid("G1"), HAND) == ""
    assert shown(gems) == {"G1": HAND, "G2": "A.pile bank", "G3": "A.pile bank"}
    assert gems.in_zone(HAND) == (1, 1)
    assert gems.in_zone(BANK) == (1, 2)
    assert gems.in_zone(PILE) == (0, 1)


def test_a_gap_closes_when_the_numbers_leave_one_place() -> None:
    gems = three()
    gems.put(Uid("G1"), HAND)
    gems.put(Uid("G2"), PILE)
    assert shown(gems) == {"G1": HAND, "G2": PILE, "G3": BANK}
    assert gems.gaps == []
    assert gems.counts == {BANK: 1, PILE: 1, HAND: 1}


def test_what_went_unseen_may_be_any_of_those_that_were_there() -> None:
    gems = spread({"G1": BANK, "G2": BANK, "G3": BANK, "G4": PILE}, {BANK: 3, PILE: 1})
    assert gems.move(1, BANK, PILE, ()) == ""
    assert shown(gems) == {"G1": "A.pile bank", "G2": "A.pile bank", "G3": "A.pile bank", "G4": PILE}
    assert (gems.in_zone(BANK), gems.in_zone(PILE)) == ((2, 2), (2, 2))


def test_when_all_went_all_are_there() -> None:
    gems = spread({"G1": BANK, "G2": BANK, "G3": PILE}, {BANK: 2, PILE: 1})
    assert gems.move(2, BANK, HAND, ()) == ""
    assert shown(gems) == {"G1": HAND, "G2": HAND, "G3": PILE}


def test_what_lies_on_a_reader_did_not_go_unseen() -> None:
    gems = spread({"G1": PILE, "G2": PILE}, {PILE: 2})
    assert gems.move(1, PILE, BANK, {Uid("G1")}) == ""
    assert shown(gems) == {"G1": PILE, "G2": BANK}


def test_more_gone_than_were_there_is_told_and_nothing_is_concluded_any_more() -> None:
    gems = spread({"G1": BANK, "G2": PILE}, {BANK: 1, PILE: 1})
    assert gems.move(2, BANK, HAND, ()) == "2 went from bank to A.hand, but fewer were there"
    assert not gems.counted
    assert shown(gems) == {"G1": "A.hand bank", "G2": PILE}
    assert gems.in_zone(HAND) == (0, 1)


def test_numbers_that_do_not_fit_are_told_and_what_was_seen_stands() -> None:
    """Two are seen in the pile, though only one should be there."""
    gems = spread({"G1": BANK, "G2": "A.pile bank", "G3": "A.pile bank", "G4": "A.pile bank"}, {BANK: 3, PILE: 1})
    gems.counts = Counter({BANK: 1, PILE: 1})  # as somebody miscounted
    assert gems.put(Uid("G2"), PILE) == "their numbers do not fit what is seen"
    assert shown(gems) == {"G1": BANK, "G2": PILE, "G3": "A.pile bank", "G4": "A.pile bank"}
    assert gems.put(Uid("G3"), PILE) == "", "it is told once"
    assert gems.in_zone(PILE) == (2, 3), "no number is held against what is seen"
    assert gems.put(Uid("G4"), BANK) == ""
    assert gems.counted, "now the place of every chip is known again"
    assert gems.counts == {BANK: 2, PILE: 2}


def test_a_loose_chip_counts_again_where_it_is_decided() -> None:
    gems = three()
    assert gems.loosen(Uid("G1"), PILE, AIR) == ""
    assert shown(gems) == {"G1": "A.pile air", "G2": "A.pile bank", "G3": "A.pile bank"}
    assert gems.in_zone(PILE) == (0, 2)
    assert gems.decide(Uid("G1"), AIR) == ""
    assert shown(gems) == {"G1": AIR, "G2": BANK, "G3": BANK}, "what left the pile was in it"


def test_a_loose_chip_is_known_when_its_way_is() -> None:
    gems = three()
    gems.loosen(Uid("G1"), PILE, AIR)
    gems.put(Uid("G2"), PILE)
    assert shown(gems) == {"G1": PILE, "G2": PILE, "G3": BANK}, "the one that was in the pile is G2"


def test_a_loose_chip_that_entered_was_not_in_there() -> None:
    gems = three()
    gems.loosen(Uid("G1"), PILE, AIR)
    assert gems.decide(Uid("G1"), PILE) == ""
    assert gems.in_zone(PILE) == (2, 2)
    assert gems.in_zone(BANK) == (1, 1)


def test_a_chip_that_touched_a_spot_twice_may_have_been_there_first() -> None:
    """Out of the pile and into it again, or into it and out again: where it is says nothing about where it was."""
    gems = three()
    gems.loosen(Uid("G1"), PILE, AIR)
    gems.loosen(Uid("G1"), PILE, AIR)
    assert gems.decide(Uid("G1"), PILE) == ""
    assert gems.in_zone(PILE) == (1, 2)


def test_which_of_two_loose_chips_went_nobody_knows() -> None:
    gems = spread({"G1": "A.pile bank", "G2": "A.pile bank"}, {BANK: 1, PILE: 1})
    gems.loosen(Uid("G1"), PILE, AIR)
    gems.loosen(Uid("G2"), PILE, AIR)
    assert gems.move(1, PILE, HAND, ()) == ""
    assert all({AIR, HAND} <= zones for zones in gems.chips.values())


def test_a_loose_chip_may_be_the_one_that_went() -> None:
    gems = spread({"G1": "A.pile bank", "G2": "A.pile bank", "G3": PILE}, {BANK: 1, PILE: 2})
    gems.loosen(Uid("G1"), PILE, AIR)
    assert gems.move(1, PILE, HAND, ()) == ""
    assert gems.chips[Uid("G1")] >= {PILE, AIR, HAND}
    assert gems.chips[Uid("G3")] == {PILE, HAND}, "it stays where G1 went"


def test_a_loose_chip_went_where_no_other_is() -> None:
    gems = three()
    gems.loosen(Uid("G1"), PILE, AIR)
    gems.loosen(Uid("G1"), PILE, AIR)
    gems.put(Uid("G2"), BANK)
    gems.put(Uid("G3"), BANK)
    assert shown(gems) == {"G1": "A.pile air", "G2": BANK, "G3": BANK}
    assert gems.move(1, PILE, HAND, ()) == ""
    assert shown(gems)["G1"] == HAND, "nothing else can have gone"


@pytest.mark.parametrize(
    "nonsense",
    [
        {"chips": {"G1": []}},
        {"chips": {"G1": "bank"}},
        {"chips": {"G1": [1]}},
        {"chips": ["G1"]},
        {"counts": {"bank": "many"}},
        {"counts": "bank"},
        {"gaps": [["G1"]]},
        {"gaps": [["G1", []]]},
        {"loose": ["G1"]},
        {"loose": {"G9": "bank"}},
        {"loose": 3},
    ],
    ids=str,
)
def test_nonsense_is_refused(nonsense: dict[str, object]) -> None:
    good = three().to_json()
    assert Spread.from_json(good) == three()
    with pytest.raises((TypeError, ValueError, AttributeError, KeyError)):
        Spread.from_json(good | nonsense)


# -- against all that can be -----------------------------------------------------------------------------------

SETS = st.frozensets(st.sampled_from(ZONES), min_size=1)


def possible(sets: list[Zones], counts: Counter[str]) -> list[Zones]:
    """Where each can be in any way to set all that agrees with the numbers."""
    return [frozenset(places) for places in zip(*ways(sets, counts), strict=True)]


def ways(sets: list[Zones], counts: Counter[str]) -> list[tuple[str, ...]]:
    """All ways to set all that agree with the numbers."""
    return [way for way in product(*sets) if Counter(way) == counts]


@st.composite
def puzzles(draw: st.DrawFn) -> tuple[list[Zones], list[Zones], Counter[str]]:
    """Chips, gaps and numbers; mostly such as can be, sometimes any."""
    chips, gaps = draw(st.lists(SETS, max_size=5)), draw(st.lists(SETS, max_size=3))
    way = [draw(st.sampled_from(sorted(zones))) for zones in chips + gaps]
    counts = Counter(way)
    if draw(st.integers(0, 3)) == 0:
        counts = Counter(draw(st.sampled_from(ZONES)) for _ in way)
    elif draw(st.integers(0, 5)) == 0:
        counts[draw(st.sampled_from(ZONES))] += draw(st.sampled_from((-1, 1)))
        counts[draw(st.sampled_from(ZONES))] += draw(st.sampled_from((-1, 0, 1)))
    return chips, gaps, counts


@settings(max_examples=600)
@given(puzzles())
def test_what_follows_from_the_numbers_is_found_exactly(puzzle: tuple[list[Zones], list[Zones], Counter[str]]) -> None:
    chips, gaps, counts = puzzle
    uids = [Uid(f"G{number}") for number in range(len(chips))]
    gems = Spread(dict(zip(uids, chips, strict=True)), counts.copy(), [Gap(Uid(""), zones) for zones in gaps])
    told = gems.narrow()
    true = possible(chips + gaps, counts)
    if not ways(chips + gaps, counts):
        assert told
        assert not gems.gaps
        return
    assert told == ""
    assert list(gems.chips.values()) == true[: len(chips)]
    closed = [zones for zones in true[len(chips) :] if len(zones) == 1]
    assert [gap.zones for gap in gems.gaps] == [zones for zones in true[len(chips) :] if len(zones) > 1]
    assert +gems.counts == counts - Counter(zone for zones in closed for zone in zones)


@given(puzzles(), st.sampled_from(ZONES))
def test_how_many_lie_there_holds_in_all_that_can_be(
    puzzle: tuple[list[Zones], list[Zones], Counter[str]], zone: str
) -> None:
    chips, gaps, counts = puzzle
    can_be = [way[: len(chips)] for way in ways(chips + gaps, counts)]
    gems = Spread({Uid(f"G{number}"): zones for number, zones in enumerate(chips)}, counts)
    gems.gaps = [Gap(Uid(""), zones) for zones in gaps]
    gems.narrow()
    sure, most = gems.in_zone(zone)
    assert all(sure <= way.count(zone) <= most for way in can_be)
    if can_be and not gaps:
        assert sure == most == counts[zone]


def test_a_spread_is_the_same_again_after_it_was_kept() -> None:
    gems = spread(
        {"G1": "A.pile bank", "G2": "A.pile bank", "G3": "A.pile bank", "G4": AIR, "G5": "A.pile bank"},
        {BANK: 2, PILE: 2, AIR: 1},
    )
    gems.loosen(Uid("G1"), PILE, AIR)
    gems.put(Uid("G2"), HAND)
    kept = Spread.from_json(json.loads(json.dumps(gems.to_json())))
    assert gems.gaps
    assert gems.loose
    assert kept == gems
    for either in (kept, gems):
        either.decide(Uid("G1"), AIR)
    assert kept == gems
