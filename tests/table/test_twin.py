"""Where every chip is, and what a sighting means."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from companion.table.changes import Appeared, Crowded, Doubled, Lifted, Tapped
from companion.table.layout import AIR
from companion.table.movement import Movement
from companion.table.sightings import Uid
from companion.table.twin import MOST_MISMATCHES, Duplicate, Mismatch, Twin
from tests.table.one_seat import (
    BAG,
    BANK,
    DISCARD,
    FEE,
    G1,
    G2,
    G3,
    G4,
    GEMS,
    HAND,
    LAYOUT,
    PILE,
    ROW,
    STRANGER,
)

KINDS = {**dict.fromkeys(GEMS, "gem"), FEE: "fee"}


def table(gems: str = BANK, **counts: int) -> Twin:
    """Three gems that may be in these zones, and a fee in the bag."""
    places = {**dict.fromkeys(GEMS[:3], gems.split()), FEE: [BAG]}
    return Twin(LAYOUT, KINDS, places, {"gem": counts or {gems: 3}, "fee": {BAG: 1}})


def in_bank_and_pile() -> Twin:
    """Three gems in bank and pile, one of them in the pile."""
    return table(f"{BANK} {PILE}", **{BANK: 2, PILE: 1})


def zones(twin: Twin, uid: Uid) -> set[str]:
    return set(twin.whereabouts(uid).zones)


def kept(twin: Twin) -> Twin:
    return Twin.from_json(LAYOUT, KINDS, json.loads(json.dumps(twin.to_json())))


# -- cells -----------------------------------------------------------------------------------------------------


def test_a_chip_in_a_cell_has_entered_its_zone() -> None:
    twin = table()
    assert twin.take(Appeared(G1, "1.0", 5.0)) == [Movement(G1, "gem", frozenset({BANK}), PILE, 5.0, "1.0")]
    where = twin.whereabouts(G1)
    assert where.zones == {PILE}
    assert (where.reader, where.lifted, where.since, where.lies) == ("1.0", False, 5.0, True)
    assert twin.counts(PILE) == {"gem": (1, 1)}
    assert twin.counts(BANK) == {"gem": (2, 2)}


def test_from_cell_to_cell_of_one_zone_is_no_movement_but_another_cell() -> None:
    twin = table()
    twin.take(Appeared(G1, "1.0", 1.0))
    twin.take(Lifted(G1, "1.0", 2.0))
    assert twin.take(Appeared(G1, "1.1", 3.0)) == []
    assert twin.whereabouts(G1).reader == "1.1"
    assert twin.whereabouts(G1).since == 3.0
    assert zones(twin, G1) == {PILE}


def test_back_in_its_own_cell_it_was_never_gone() -> None:
    twin = table()
    twin.take(Appeared(G1, "1.0", 1.0))
    assert twin.take(Lifted(G1, "1.0", 2.0)) == []
    assert zones(twin, G1) == {PILE}, "lifted is no movement"
    assert twin.whereabouts(G1).lifted
    assert not twin.whereabouts(G1).lies
    assert twin.take(Appeared(G1, "1.0", 3.0)) == []
    assert twin.whereabouts(G1).lies
    assert twin.missing(1000.0) == {}


def test_a_cell_of_another_zone_is_a_movement_also_without_lifting() -> None:
    twin = table()
    twin.take(Appeared(G1, "1.0", 1.0))
    assert twin.take(Appeared(G1, "2.3", 2.0)) == [Movement(G1, "gem", frozenset({PILE}), ROW, 2.0, "2.3")]
    assert twin.take(Lifted(G1, "1.0", 2.5)) == [], "that it left the first cell is old news"
    assert twin.whereabouts(G1).lies


def test_a_cell_says_for_certain_which_of_the_zones_it_is() -> None:
    twin = in_bank_and_pile()
    assert twin.take(Appeared(G1, "1.0", 1.0)) == [Movement(G1, "gem", frozenset({BANK, PILE}), PILE, 1.0, "1.0")]
    assert [zones(twin, uid) for uid in GEMS[:3]] == [{PILE}, {BANK}, {BANK}]
    assert twin.counts(PILE) == {"gem": (1, 1)}


def test_more_chips_than_cells_move_nothing() -> None:
    twin = table()
    twin.take(Appeared(G1, "2.3", 1.0))
    before = twin.to_json()
    assert twin.take(Crowded("2.3", (G1, G2), 2.0)) == []
    assert twin.to_json() == before


# -- taps ------------------------------------------------------------------------------------------------------


def test_what_was_not_in_the_zone_has_entered_it() -> None:
    twin = table()
    assert twin.take(Tapped(G1, "1.2", 4.0)) == [Movement(G1, "gem", frozenset({BANK}), PILE, 4.0, "1.2")]
    assert zones(twin, G1) == {PILE}


def test_what_was_in_the_zone_has_left_it() -> None:
    twin = table()
    assert twin.take(Tapped(G1, "2.1", 4.0)) == [Movement(G1, "gem", frozenset({BANK}), AIR, 4.0, "2.1")]
    assert zones(twin, G1) == {AIR}
    assert twin.take(Tapped(G1, "2.1", 6.0)) == [Movement(G1, "gem", frozenset({AIR}), BANK, 6.0, "2.1")]


def test_out_of_the_bag_leads_into_the_hand() -> None:
    twin = table()
    assert twin.take(Tapped(FEE, "2.0", 1.0)) == [Movement(FEE, "fee", frozenset({BAG}), HAND, 1.0, "2.0")]
    assert zones(twin, FEE) == {HAND}
    twin.take(Tapped(FEE, "2.0", 2.0))
    assert zones(twin, FEE) == {BAG}, "and back"


def test_what_may_have_been_in_the_zone_is_unclear() -> None:
    twin = in_bank_and_pile()
    assert twin.take(Tapped(G1, "1.2", 4.0)) == [Movement(G1, "gem", frozenset({BANK, PILE}), PILE, 4.0, "1.2")]
    assert [zones(twin, uid) for uid in GEMS[:3]] == [{PILE, AIR}, {BANK, PILE}, {BANK, PILE}]
    assert twin.counts(PILE) == {"gem": (0, 2)}


def test_an_unclear_tap_of_the_slot_leads_into_the_hand_or_the_bag() -> None:
    twin = table(f"{BANK} {BAG}", **{BANK: 2, BAG: 1})
    twin.take(Tapped(G1, "2.0", 1.0))
    assert zones(twin, G1) == {BAG, HAND}


def test_the_rules_decide_what_was_unclear() -> None:
    twin = in_bank_and_pile()
    twin.take(Tapped(G1, "1.2", 1.0))
    twin.decided(G1, AIR)
    assert [zones(twin, uid) for uid in GEMS[:3]] == [{AIR}, {BANK}, {BANK}], "it was the one of the pile"
    twin = in_bank_and_pile()
    twin.take(Tapped(G1, "1.2", 1.0))
    twin.decided(G1, PILE)
    assert twin.counts(PILE) == {"gem": (2, 2)}, "it came to the one of the pile"
    assert twin.take_mismatches() == []


def test_the_rules_say_whence_it_came_and_so_where_it_is() -> None:
    twin = in_bank_and_pile()
    twin.take(Tapped(G1, "1.2", 1.0))
    twin.came(G1, BANK)
    assert zones(twin, G1) == {PILE}


# -- never seen before, unknown, twice -------------------------------------------------------------------------


def test_a_chip_never_expected_here_comes_from_nowhere() -> None:
    twin = table()
    assert zones(twin, G4) == set()
    assert G4 not in twin.known()
    assert twin.take(Appeared(G4, "1.0", 1.0)) == [Movement(G4, "gem", frozenset(), PILE, 1.0, "1.0")]
    assert G4 in twin.known()
    assert twin.counts(PILE) == {"gem": (1, 1)}
    assert twin.take_mismatches() == []


def test_an_unknown_tag_moves_like_others_and_is_shown() -> None:
    twin = table()
    assert twin.strangers() == {}
    assert twin.take(Tapped(STRANGER, "1.3", 1.0)) == [Movement(STRANGER, None, frozenset(), DISCARD, 1.0, "1.3")]
    assert twin.take(Appeared(STRANGER, "1.0", 2.0)) == [
        Movement(STRANGER, None, frozenset({DISCARD}), PILE, 2.0, "1.0")
    ]
    twin.take(Lifted(STRANGER, "1.0", 3.0))
    assert {uid: where.zones for uid, where in twin.strangers().items()} == {STRANGER: {PILE}}
    assert twin.counts(PILE) == {}, "it is of no kind"
    assert kept(twin).strangers() == twin.strangers()


def test_two_tags_with_one_number_are_told_and_do_not_move_to_and_fro() -> None:
    twin = table()
    twin.take(Appeared(G1, "1.0", 1.0))
    before = twin.whereabouts(G1)
    assert twin.take(Doubled(G1, ("1.0", "2.1"), 2.0)) == []
    assert twin.take(Doubled(G1, ("1.0", "2.1"), 3.0)) == []
    words = "Two tags say they are 04A1: one at the tray, one at the bank spot. Give one a new tag."
    assert twin.duplicates() == [Duplicate(G1, words)]
    assert twin.whereabouts(G1) == before
    assert kept(twin).duplicates() == twin.duplicates()
    twin.take(Appeared(G1, "1.1", 9.0))
    assert twin.duplicates() == [], "presence tells where it is again"


# -- lifted and missing ----------------------------------------------------------------------------------------


def test_what_was_lifted_from_a_cell_long_ago_is_missing_until_it_is_seen() -> None:
    twin = table()
    twin.take(Appeared(G1, "1.0", 1.0))
    assert twin.missing(1000.0) == {}
    twin.take(Lifted(G1, "1.0", 10.0))
    assert twin.missing(69.0) == {}
    assert twin.missing(70.0) == {G1: twin.whereabouts(G1)}
    assert twin.missing(12.0, after=2.0) == {G1: twin.whereabouts(G1)}
    assert kept(twin).missing(70.0) == twin.missing(70.0)
    twin.take(Tapped(G1, "1.3", 71.0))
    assert twin.missing(1000.0) == {}


def test_what_the_rules_place_is_not_missing() -> None:
    twin = table()
    twin.take(Appeared(G1, "1.0", 1.0))
    twin.take(Lifted(G1, "1.0", 2.0))
    twin.decided(G1, DISCARD)
    assert twin.missing(1000.0) == {}
    assert zones(twin, G1) == {DISCARD}


def test_what_went_from_a_tap_is_not_missing() -> None:
    twin = table()
    twin.take(Tapped(G1, "1.2", 1.0))
    assert twin.whereabouts(G1).lies
    twin.take(Lifted(G1, "1.2", 2.0))
    assert not twin.whereabouts(G1).lies
    assert twin.missing(1000.0) == {}
    assert zones(twin, G1) == {PILE}


def test_lifted_from_where_it_does_not_lie_says_nothing() -> None:
    twin = table()
    twin.take(Lifted(G1, "1.0", 1.0))
    assert twin.missing(1000.0) == {}
    assert not twin.whereabouts(G1).lifted


def test_what_rests_on_readers_can_be_asked() -> None:
    twin = table()
    twin.take(Appeared(G1, "1.0", 1.0))
    twin.take(Appeared(G2, "1.1", 1.0))
    twin.take(Tapped(FEE, "2.0", 1.0))
    twin.take(Lifted(G2, "1.1", 2.0))
    assert twin.resting() == {G1: "1.0", FEE: "2.0"}
    assert kept(twin).resting() == twin.resting()


def test_what_everybody_sees_hardly_comes_out_of_a_bag() -> None:
    twin = in_bank_and_pile()
    slot = {"2.0"}
    assert twin.hardly_over(G1) >= slot
    assert twin.hardly_over(FEE).isdisjoint(slot)
    assert twin.hardly_over(STRANGER).isdisjoint(slot)
    twin.take(Tapped(FEE, "1.3", 1.0))
    assert twin.hardly_over(FEE) >= slot


def test_no_chip_touches_the_tap_beside_cells_while_one_of_these_is_free() -> None:
    twin = table()
    taps = {spot.reader for spot in LAYOUT.spots() if not spot.cells and spot.zone == PILE}
    readers = [spot.reader for spot in LAYOUT.spots() for _ in range(spot.cells) if spot.zone == PILE]
    assert taps
    for uid, reader in zip(GEMS, readers, strict=False):
        assert twin.hardly_over(FEE) >= taps
        twin.take(Appeared(uid, reader, 1.0))
    assert len(GEMS) >= len(readers)
    assert twin.hardly_over(FEE).isdisjoint(taps)
    twin.take(Lifted(GEMS[0], readers[0], 2.0))
    assert twin.hardly_over(FEE) >= taps


# -- what the rules say ----------------------------------------------------------------------------------------


def test_so_many_went_unseen_and_one_seen_settles_the_rest() -> None:
    twin = table()
    twin.moved("gem", 1, BANK, PILE)
    assert [zones(twin, uid) for uid in GEMS[:3]] == [{BANK, PILE}] * 3
    assert twin.counts(BANK) == {"gem": (2, 2)}
    assert twin.counts(PILE) == {"gem": (1, 1)}
    twin.take(Appeared(G3, "1.1", 1.0))
    assert [zones(twin, uid) for uid in GEMS[:3]] == [{BANK}, {BANK}, {PILE}]


def test_what_lies_in_a_cell_did_not_go_unseen() -> None:
    twin = table(PILE)
    twin.take(Appeared(G1, "1.0", 1.0))
    twin.take(Appeared(G2, "1.0", 1.0))
    twin.take(Lifted(G2, "1.0", 2.0))
    twin.moved("gem", 1, PILE, BANK)
    assert [zones(twin, uid) for uid in GEMS[:3]] == [{PILE}, {BANK, PILE}, {BANK, PILE}]


def test_more_gone_than_there_were_is_told_in_words() -> None:
    twin = table()
    twin.moved("gem", 4, BANK, PILE)
    assert twin.take_mismatches() == [Mismatch("gem", "4 went from bank to A.pile, but fewer were there")]
    assert twin.take_mismatches() == [], "once"


def test_what_is_seen_stands_against_the_numbers() -> None:
    twin = in_bank_and_pile()
    twin.take(Appeared(G1, "1.0", 1.0))
    twin.moved("gem", 1, PILE, BANK)  # although G1, the only one, lies in its cell
    assert zones(twin, G1) == {PILE}
    assert [mismatch.kind for mismatch in twin.take_mismatches()] == ["gem"]
    assert twin.counts(PILE) == {"gem": (1, 1)}


def test_what_is_seen_stands_against_the_rules() -> None:
    twin = table(PILE)
    twin.take(Appeared(G1, "1.0", 1.0))
    twin.decided(G1, DISCARD)
    assert zones(twin, G1) == {PILE}
    assert twin.take_mismatches() == [Mismatch("gem", "one should be in A.discard, and lies in A.pile")]
    twin.decided(G1, PILE)
    assert twin.take_mismatches() == []


def test_what_rests_on_a_tap_may_be_decided() -> None:
    twin = in_bank_and_pile()
    twin.take(Tapped(G1, "1.2", 1.0))
    twin.decided(G1, AIR)
    assert zones(twin, G1) == {AIR}
    assert twin.resting() == {G1: "1.2"}
    assert twin.take_mismatches() == []


def test_wrong_numbers_from_the_start_are_told() -> None:
    twin = Twin(LAYOUT, KINDS, {G1: [BANK], G2: [BANK, PILE]}, {"gem": {BANK: 1, PILE: 2}})
    assert [mismatch.kind for mismatch in twin.take_mismatches()] == ["gem"]
    assert twin.counts(PILE) == {"gem": (0, 1)}


def test_without_numbers_places_alone_are_known() -> None:
    twin = Twin(LAYOUT, KINDS, {G1: [BANK, PILE], G2: [BANK, PILE]})
    twin.take(Appeared(G1, "1.0", 1.0))
    assert zones(twin, G2) == {BANK, PILE}
    assert twin.counts(PILE) == {"gem": (1, 2)}
    assert twin.take_mismatches() == []


def test_mismatches_that_nobody_asks_for_do_not_pile_up() -> None:
    twin = table(PILE)
    twin.take(Appeared(G1, "1.0", 1.0))
    for number in range(MOST_MISMATCHES + 10):
        twin.decided(G1, f"zone {number}")
    told = twin.take_mismatches()
    assert len(told) == MOST_MISMATCHES
    assert told[-1].words.startswith(f"one should be in zone {MOST_MISMATCHES + 9},"), "the newest are kept"


# -- keeping ---------------------------------------------------------------------------------------------------


def test_mismatches_are_kept() -> None:
    twin = table()
    twin.moved("gem", 4, BANK, PILE)
    assert kept(twin).take_mismatches() == twin.take_mismatches() != []


def test_readers_that_are_gone_are_forgotten_and_zones_stay() -> None:
    twin = table()
    twin.take(Appeared(G1, "1.0", 1.0))
    twin.take(Doubled(G2, ("1.0", "2.1"), 1.0))
    small = replace(LAYOUT, pads=LAYOUT.pads[1:])
    again = Twin.from_json(small, KINDS, twin.to_json())
    assert again.resting() == {}
    assert again.duplicates() == []
    assert again.whereabouts(G1).zones == {PILE}


@pytest.mark.parametrize(
    "nonsense",
    [
        None,
        [],
        "twin",
        {},
        {"form": 99},
        {"spreads": 3},
        {"spreads": {"gem": {}}},
        {"spreads": [["gem", {}]]},
        {"spreads": [["gem", None]]},
        {"spreads": [[["gem"], {"chips": {}, "counts": {}, "gaps": [], "loose": {}, "counted": True}]]},
        {"spreads": [["gem", {"chips": {"04A1": []}, "counts": {}, "gaps": [], "loose": {}, "counted": True}]]},
        {"lies": ["04A1"]},
        {"lies": {"04A1": "tray"}},
        {"lies": {"04A1": [["1.0"], False, 0]}},
        {"lies": {"04A1": ["1.0", False, "now"]}},
        {"doubles": [["04A1"]]},
        {"doubles": [["04A1", ["1.0"], 1.0]]},
        {"doubles": [["04A1", 7, 1.0]]},
        {"mismatches": [["gem"]]},
    ],
    ids=str,
)
def test_nonsense_is_refused_in_words(nonsense: object) -> None:
    good = table().to_json()
    data = good | nonsense if isinstance(nonsense, dict) and nonsense else nonsense
    with pytest.raises(ValueError, match="What was stored of where the chips are cannot be read"):
        Twin.from_json(LAYOUT, KINDS, data)  # type: ignore[arg-type]
