"""Where every chip is, and what a sighting means."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from companion.table.changes import Appeared, Crowded, Doubled, Lifted, Tapped
from companion.table.layout import AIR
from companion.table.movement import Movement
from companion.table.oddities import Odd, Oddity
from companion.table.sightings import Uid
from companion.table.twin import EXCHANGED, Mismatch, Twin
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


def sums(twin: Twin) -> list[Mismatch]:
    """What does not add up."""
    return [*twin.mismatches.values()]


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
    assert sums(twin) == []


# -- never seen before, unknown, twice -------------------------------------------------------------------------


def test_a_chip_never_expected_here_comes_from_nowhere() -> None:
    twin = table()
    assert zones(twin, G4) == set()
    assert G4 not in twin.known()
    assert twin.take(Appeared(G4, "1.0", 1.0)) == [Movement(G4, "gem", frozenset(), PILE, 1.0, "1.0")]
    assert G4 in twin.known()
    assert twin.counts(PILE) == {"gem": (1, 1)}
    assert sums(twin) == []


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


def test_tags_of_no_chip_are_remembered_up_to_a_bound() -> None:
    twin = table()
    for number in range(500):
        uid = Uid(f"04EE{number:010X}")
        twin.take(Appeared(uid, "1.0", float(number)))
        if number:
            twin.take(Lifted(uid, "1.0", float(number)))
    assert len(twin.strangers()) == 50
    assert Uid("04EE0000000000") in twin.strangers(), "it lies there"
    assert Uid("04EE00000001F3") in twin.strangers(), "the newest"
    assert twin.mismatches == {}


def test_two_tags_with_one_number_are_told_and_do_not_move_to_and_fro() -> None:
    twin = table()
    twin.take(Appeared(G1, "1.0", 1.0))
    before = twin.whereabouts(G1)
    assert twin.take(Doubled(G1, ("1.0", "2.1"), 2.0)) == []
    assert twin.take(Doubled(G1, ("1.0", "2.1"), 3.0)) == []
    assert twin.oddities(3.0) == (Oddity(Odd.DOUBLED, ("1.0", "2.1"), "gem"),)
    assert twin.whereabouts(G1) == before
    assert kept(twin).oddities(3.0) == twin.oddities(3.0)
    twin.take(Appeared(G1, "1.1", 9.0))
    assert twin.oddities(9.0) == (), "presence tells where it is again"


def test_of_a_doubled_tag_at_a_slot_neither_the_chip_nor_the_place_is_told() -> None:
    twin = table()
    twin.take(Appeared(G1, "1.0", 1.0))
    twin.take(Doubled(G1, ("1.0", "2.0"), 2.0))
    assert twin.oddities(3.0) == (Oddity(Odd.DOUBLED),)


def test_a_cell_with_two_chips_is_crowded_until_one_is_taken_away() -> None:
    twin = table()
    twin.take(Appeared(G1, "1.0", 1.0))
    twin.take(Appeared(G3, "1.0", 1.5))
    assert twin.oddities(9.0) == (), "there is room for two"
    twin.take(Appeared(G2, "1.0", 2.0))
    assert twin.oddities(2.0 + EXCHANGED / 2) == (), "one may have been exchanged for the other"
    assert twin.oddities(2.0 + EXCHANGED) == (Oddity(Odd.CROWDED, ("1.0",)),)
    assert kept(twin).oddities(9.0) == twin.oddities(9.0)
    twin.take(Lifted(G1, "1.0", 9.0))
    assert twin.oddities(10.0) == ()


def test_numbers_that_do_not_add_up_at_a_slot_name_no_chip() -> None:
    for reader, kind in (("1.0", "gem"), ("2.0", "")):
        twin = Twin(LAYOUT, KINDS, {G1: [BANK], G2: [BANK]}, {"gem": {BANK: 2}})
        twin.mismatches["gem"] = Mismatch("gem", "", hidden=reader == "2.0")
        assert twin.oddities(9.0) == (Oddity(Odd.SUMS, (), kind),)
        assert kept(twin).oddities(9.0) == twin.oddities(9.0)


# -- lifted ----------------------------------------------------------------------------------------------------


def test_what_was_lifted_lies_there_no_more() -> None:
    for reader in ("1.0", "1.2"):
        twin = table()
        twin.take(Appeared(G1, reader, 1.0) if reader == "1.0" else Tapped(G1, reader, 1.0))
        assert twin.whereabouts(G1).lies
        twin.take(Lifted(G1, reader, 2.0))
        assert not twin.whereabouts(G1).lies
        assert zones(twin, G1) == {PILE}


def test_lifted_from_where_it_does_not_lie_says_nothing() -> None:
    twin = table()
    twin.take(Lifted(G1, "1.0", 1.0))
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
    assert twin.hints().hardly_over(G1) >= slot
    assert twin.hints().hardly_over(FEE).isdisjoint(slot)
    assert twin.hints().hardly_over(STRANGER).isdisjoint(slot)
    twin.take(Tapped(FEE, "1.3", 1.0))
    assert twin.hints().hardly_over(FEE) >= slot


def test_no_chip_touches_the_tap_beside_cells_while_one_of_these_is_free() -> None:
    twin = table()
    taps = {spot.reader for spot in LAYOUT.spots() if not spot.cells and spot.zone == PILE}
    readers = [spot.reader for spot in LAYOUT.spots() for _ in range(spot.cells) if spot.zone == PILE]
    assert taps
    for uid, reader in zip(GEMS, readers, strict=False):
        assert twin.hints().hardly_over(FEE) >= taps
        twin.take(Appeared(uid, reader, 1.0))
    assert len(GEMS) >= len(readers)
    assert twin.hints().hardly_over(FEE).isdisjoint(taps)
    twin.take(Lifted(GEMS[0], readers[0], 2.0))
    assert twin.hints().hardly_over(FEE) >= taps


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


def test_more_gone_than_were_seen_to_come_is_no_trouble() -> None:
    """Hands may not have come to it yet."""
    twin = table()
    twin.moved("gem", 4, BANK, PILE)
    assert sums(twin) == []


def test_what_is_seen_stands_against_the_numbers() -> None:
    twin = in_bank_and_pile()
    twin.take(Appeared(G1, "1.0", 1.0))
    twin.moved("gem", 1, PILE, BANK)  # although G1, the only one, lies in its cell
    assert zones(twin, G1) == {PILE}
    assert twin.counts(PILE) == {"gem": (1, 1)}


def test_what_is_seen_stands_against_the_rules() -> None:
    twin = table(PILE)
    twin.take(Appeared(G1, "1.0", 1.0))
    twin.decided(G1, DISCARD)
    assert zones(twin, G1) == {PILE}
    assert sums(twin) == [Mismatch("gem", "one should be in A.discard, and lies in A.pile")]
    assert kept(twin).mismatches == twin.mismatches


def test_what_rests_on_a_tap_may_be_decided() -> None:
    twin = in_bank_and_pile()
    twin.take(Tapped(G1, "1.2", 1.0))
    twin.decided(G1, AIR)
    assert zones(twin, G1) == {AIR}
    assert twin.resting() == {G1: "1.2"}
    assert sums(twin) == []


def test_wrong_numbers_from_the_start_are_told() -> None:
    twin = Twin(LAYOUT, KINDS, {G1: [BANK], G2: [BANK, PILE]}, {"gem": {BANK: 1, PILE: 2}})
    assert [mismatch.kind for mismatch in sums(twin)] == ["gem"]
    assert twin.counts(PILE) == {"gem": (0, 1)}


def test_without_numbers_places_alone_are_known() -> None:
    twin = Twin(LAYOUT, KINDS, {G1: [BANK, PILE], G2: [BANK, PILE]})
    twin.take(Appeared(G1, "1.0", 1.0))
    assert zones(twin, G2) == {BANK, PILE}
    assert twin.counts(PILE) == {"gem": (1, 2)}
    assert sums(twin) == []


# -- keeping ---------------------------------------------------------------------------------------------------


def test_mismatches_are_kept() -> None:
    twin = table(PILE)
    twin.take(Appeared(G1, "1.0", 1.0))
    twin.decided(G1, DISCARD)
    assert kept(twin).mismatches == twin.mismatches != {}


def test_what_earlier_versions_kept_of_mismatches_is_left_out() -> None:
    data = table().to_json()
    del data["sums"]
    again = Twin.from_json(LAYOUT, KINDS, data | {"mismatches": [["gem", "1 went from A.discard to A.bag"]]})
    assert again.mismatches == {}


def test_readers_that_are_gone_are_forgotten_and_zones_stay() -> None:
    twin = table()
    twin.take(Appeared(G1, "1.0", 1.0))
    twin.take(Doubled(G2, ("1.0", "2.1"), 1.0))
    small = replace(LAYOUT, pads=LAYOUT.pads[1:])
    again = Twin.from_json(small, KINDS, twin.to_json())
    assert again.resting() == {}
    assert again.oddities(9.0) == ()
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
        {"sums": [["gem"]]},
    ],
    ids=str,
)
def test_nonsense_is_refused_in_words(nonsense: object) -> None:
    good = table().to_json()
    data = good | nonsense if isinstance(nonsense, dict) and nonsense else nonsense
    with pytest.raises(ValueError, match="What was stored of where the chips are cannot be read"):
        Twin.from_json(LAYOUT, KINDS, data)  # type: ignore[arg-type]
