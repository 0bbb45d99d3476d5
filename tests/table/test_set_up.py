"""Starting decks pass over their slots; the rest is the bank."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.table.changes import Appeared, Crowded, Doubled, Lifted, Tapped
from companion.table.layout import Layout, Pad, Spot, SpotRole
from companion.table.set_up import BOX, SetUp
from companion.table.sightings import Uid

A, B, BANK = "A.bag", "B.bag", "bank"
OWNER = {A: "A", B: "B", BANK: ""}.__getitem__
SLOTS = {A: "1.0", B: "2.0"}
LAYOUT = Layout(
    "two slots and a tray",
    ("A", "B"),
    (
        Pad(
            1,
            "/dev/pad-1",
            (Spot("1.0", SpotRole.TAP, A, beyond="A.hand"), Spot("1.1", SpotRole.CELLS, "A.pile", cells=2)),
        ),
        Pad(2, "/dev/pad-2", (Spot("2.0", SpotRole.TAP, B, beyond="B.hand"), Spot("2.1", SpotRole.TAP, BANK))),
    ),
)

WANTED: dict[str, dict[str, int]] = {
    A: {"gem": 3, "wound": 1, "fox": 1},
    B: {"gem": 3, "wound": 1, "owl": 1},
    BANK: {"gem": 4, "wound": 2, "combine": 2},
}
NAMES = {"gem": "1-Gem", "wound": "Wound", "combine": "Combine", "fox": "Fox", "owl": "Owl"}
ENROLLED = {"gem": 10, "wound": 4, "combine": 2, "fox": 1, "owl": 1}


def registry(enrolled: Mapping[str, int]) -> dict[Uid, str]:
    return {Uid(f"{kind}{number}"): kind for kind, count in enrolled.items() for number in range(count)}


def begin(**enrolled: int) -> SetUp:
    return SetUp(LAYOUT, registry(ENROLLED | enrolled), WANTED, OWNER, NAMES)


def passes(set_up: SetUp, zone: str, *uids: str) -> list[str]:
    """What is said about the last."""
    said: list[str] = []
    for uid in uids:
        said = set_up.take(Tapped(Uid(uid), SLOTS[zone], 1.0))
        assert set_up.take(Lifted(Uid(uid), SLOTS[zone], 1.5)) == []
    return said


DECK_A = ("gem0", "gem1", "gem2", "wound0", "fox0")
DECK_B = ("gem3", "gem4", "gem5", "wound1", "owl0")


def places(set_up: SetUp) -> dict[str, set[str]]:
    twin = set_up.twin()
    assert twin.mismatches == {}
    return {uid: set(twin.whereabouts(uid).zones) for uid in set_up.kinds}


# -- all goes well ---------------------------------------------------------------------------------------------


def test_two_decks_pass_and_the_rest_is_the_bank() -> None:
    set_up = begin()
    assert passes(set_up, A, *DECK_A[:-1]) == []
    assert (set_up.decks[A].complete, set_up.complete) == (False, False)
    assert passes(set_up, A, DECK_A[-1]) == ["A: all 5 chips are there."]
    assert (set_up.decks[A].complete, set_up.complete) == (True, False)
    assert passes(set_up, B, *DECK_B) == [
        "B: all 5 chips are there.",
        "All decks are complete; the other chips are the bank.",
    ]
    assert set_up.complete
    assert set_up.words() == ["A: 5 of 5.", "B: 5 of 5."]
    expected = dict.fromkeys(DECK_A, A) | dict.fromkeys(DECK_B, B)
    assert places(set_up) == {uid: {expected.get(uid, BANK)} for uid in set_up.kinds}
    twin = set_up.twin()
    assert twin.counts(A) == {"gem": (3, 3), "wound": (1, 1), "fox": (1, 1)}
    assert twin.counts(BANK) == {"gem": (4, 4), "wound": (2, 2), "combine": (2, 2)}
    assert twin.counts(BOX) == {}


def test_the_twin_knows_a_drawn_chip_by_its_tag() -> None:
    set_up = begin()
    passes(set_up, A, *DECK_A)
    passes(set_up, B, *DECK_B)
    (movement,) = set_up.twin().take(Tapped(Uid("fox0"), SLOTS[A], 9.0))
    assert movement.from_zones == {A}
    assert (movement.kind, movement.to_zone) == ("fox", "A.hand")


def test_both_seats_may_pass_at_the_same_time() -> None:
    set_up = begin()
    for first, second in zip(DECK_A, DECK_B, strict=True):
        passes(set_up, B, second)
        passes(set_up, A, first)
    assert set_up.complete


def test_how_far_each_is_and_what_is_missing() -> None:
    set_up = begin()
    passes(set_up, A, "gem0", "fox0")
    assert set_up.decks[A].missing == {"gem": 2, "wound": 1}
    assert set_up.words() == [
        "A: 2 of 5. Missing: 2 × 1-Gem, Wound.",
        "B: 0 of 5. Missing: 3 × 1-Gem, Wound, Owl.",
    ]


@pytest.mark.parametrize(
    "change",
    [
        Lifted(Uid("gem0"), "1.0", 1.0),
        Crowded("1.0", (Uid("gem0"), Uid("gem1")), 1.0),
        Appeared(Uid("gem0"), "1.1", 1.0),
        Tapped(Uid("gem0"), "2.1", 1.0),
        Tapped(Uid("unknown"), "2.1", 1.0),
    ],
    ids=str,
)
def test_only_what_passes_a_slot_counts(change: Lifted | Crowded | Appeared | Tapped) -> None:
    set_up = begin()
    assert set_up.take(change) == []
    assert set_up.words() == begin().words()


def test_a_kind_without_a_name_is_called_by_its_key() -> None:
    set_up = SetUp(LAYOUT, {}, {A: {"fox": 1}}, OWNER)
    assert set_up.words()[0] == "A: 0 of 1. Missing: fox."


# -- what goes wrong -------------------------------------------------------------------------------------------


def test_passed_twice_is_fine() -> None:
    set_up = begin()
    passes(set_up, A, "gem0")
    assert passes(set_up, A, "gem0") == ["A: this 1-Gem has passed already; that is fine."]
    assert len(set_up.decks[A].passed) == 1
    assert set_up.decks[A].missing["gem"] == 2


def test_a_wrong_kind_is_sent_where_it_belongs() -> None:
    set_up = begin()
    assert passes(set_up, A, "combine0") == ["A: that Combine belongs in the bank."]
    assert passes(set_up, A, "owl0") == ["A: that Owl belongs in the deck of B."]
    assert set_up.words()[0] == ("A: 0 of 5. Missing: 3 × 1-Gem, Wound, Fox. Not of this deck: Combine, Owl.")
    assert places(set_up)["combine0"] == {BANK}
    passes(set_up, B, "owl0")
    assert set_up.words()[0].endswith("Not of this deck: Combine."), "the Owl has passed where it belongs"
    assert set_up.decks[B].passed == {"owl0": "owl"}


def test_one_that_nobody_needs_belongs_in_the_box() -> None:
    set_up = begin(owl=2, bear=1)
    passes(set_up, B, "owl0")
    assert passes(set_up, A, "owl1") == ["A: that Owl belongs in the box."]
    assert passes(set_up, A, "bear0") == ["A: that bear belongs in the box."]
    assert places(set_up)["bear0"] == {BOX}
    assert places(set_up)["owl1"] == {BOX}


def test_one_too_many() -> None:
    set_up = begin()
    assert passes(set_up, A, "gem0", "gem1", "gem2", "gem3") == [
        "A: that 1-Gem is one too many; it belongs in the bank."
    ]
    assert passes(set_up, A, "gem3") == ["A: that 1-Gem is one too many; it belongs in the bank."], (
        "nor the second time"
    )
    assert list(set_up.decks[A].passed) == ["gem0", "gem1", "gem2"]
    assert set_up.words()[0] == "A: 3 of 5. Missing: Wound, Fox. Not of this deck: 1-Gem."


def test_an_unknown_tag_is_named() -> None:
    set_up = begin()
    words = "the tag 04FF is not known. Enrol the chip at the station, or take another."
    assert passes(set_up, A, "04FF") == [f"A: {words}"]
    assert passes(set_up, A, "04FF") == [f"A: {words}"]
    assert set_up.words()[0] == "A: 0 of 5. Missing: 3 × 1-Gem, Wound, Fox. Unknown tags: 04FF."
    assert {uid: where.zones for uid, where in set_up.twin().strangers().items()} == {"04FF": {A}}
    assert passes(set_up, B, "04FF") == [f"B: {words}"]
    assert "04FF" not in set_up.words()[0], "a chip is in one place"
    assert {uid: where.zones for uid, where in set_up.twin().strangers().items()} == {"04FF": {B}}
    passes(set_up, A, "04FF")
    assert {uid: where.zones for uid, where in set_up.twin().strangers().items()} == {"04FF": {A}}


def test_a_tag_that_was_enrolled_meanwhile_is_unknown_no_more() -> None:
    kinds = registry(ENROLLED)
    set_up = SetUp(LAYOUT, kinds, WANTED, OWNER, NAMES)
    passes(set_up, B, "04FF")
    kinds[Uid("04FF")] = "wound"
    passes(set_up, A, "04FF")
    assert set_up.decks[A].passed == {"04FF": "wound"}
    assert "04FF" not in " ".join(set_up.words())
    assert places(set_up)["04FF"] == {A}


def test_passed_at_the_other_seat_before_it_counts_where_it_passed_last() -> None:
    set_up = begin()
    passes(set_up, A, *DECK_A)
    assert passes(set_up, B, "gem0") == ["B: this 1-Gem passed at A before; A is missing it now."]
    assert not set_up.decks[A].complete
    assert set_up.decks[A].missing == {"gem": 1}
    assert places(set_up)["gem0"] == {B}
    assert passes(set_up, A, "gem0") == [
        "A: this 1-Gem passed at B before; B is missing it now.",
        "A: all 5 chips are there.",
    ]


def test_a_chip_of_the_other_deck_is_not_wanted_here_and_must_pass_there_again() -> None:
    set_up = begin()
    passes(set_up, A, *DECK_A)
    assert passes(set_up, B, "fox0") == ["B: that Fox belongs to A's deck; pass it there again."]
    assert set_up.words() == [
        "A: 4 of 5. Missing: Fox.",
        "B: 0 of 5. Missing: 3 × 1-Gem, Wound, Owl. Not of this deck: Fox.",
    ]
    assert passes(set_up, A, "fox0") == ["A: all 5 chips are there."]
    assert set_up.words()[1] == "B: 0 of 5. Missing: 3 × 1-Gem, Wound, Owl."


# -- more or fewer copies than needed --------------------------------------------------------------------------


def test_copies_left_over_are_in_the_bank_or_in_the_box() -> None:
    set_up = begin(combine=5, gem=11)
    passes(set_up, A, *DECK_A)
    passes(set_up, B, *DECK_B)
    where = places(set_up)
    assert all(where[f"combine{number}"] == {BANK, BOX} for number in range(5))
    assert all(where[f"gem{number}"] == {BANK, BOX} for number in range(6, 11))
    assert where["gem0"] == {A}
    twin = set_up.twin()
    assert twin.counts(BANK)["combine"] == (2, 2)
    assert twin.counts(BOX) == {"gem": (1, 1), "combine": (3, 3)}


def test_copies_that_the_registry_lacks_are_named_and_what_is_there_is_in_the_bank() -> None:
    set_up = begin(combine=1, gem=8)
    passes(set_up, A, *DECK_A)
    passes(set_up, B, *DECK_B)
    assert set_up.complete
    assert set_up.words()[2:] == [
        "Combine: 2 are needed, 1 are enrolled. Enrol the rest, or play without.",
        "1-Gem: 10 are needed, 8 are enrolled. Enrol the rest, or play without.",
    ]
    assert places(set_up)["combine0"] == places(set_up)["gem6"] == places(set_up)["gem7"] == {BANK}
    assert set_up.twin().counts(BANK)["gem"] == (2, 2)


def test_a_kind_that_only_a_deck_lacks_is_named() -> None:
    set_up = begin(fox=0)
    assert set_up.words()[2:] == ["Fox: 1 are needed, 0 are enrolled. Enrol the rest, or play without."]
    passes(set_up, A, *DECK_A[:-1])
    assert not set_up.complete


def test_before_all_have_passed_the_rest_may_be_in_a_deck_too() -> None:
    set_up = begin()
    passes(set_up, A, *DECK_A)
    passes(set_up, B, "gem3", "gem4", "owl0")
    where = places(set_up)
    assert where["gem6"] == {B, BANK}
    assert where["combine0"] == {BANK}
    assert where["gem0"] == {A}
    twin = set_up.twin()
    assert twin.counts(B)["gem"] == (3, 3)
    assert twin.counts(BANK)["gem"] == (4, 4)


def test_where_copies_are_lacking_and_a_deck_is_not_complete_nobody_knows_how_many_are_where() -> None:
    set_up = begin(gem=8)
    passes(set_up, A, *DECK_A)
    passes(set_up, B, "gem3")
    twin = set_up.twin()
    assert twin.mismatches == {}
    assert twin.counts(B)["gem"] == (1, 5)
    assert twin.counts(BANK)["gem"] == (0, 4)


@given(
    st.integers(0, 10**6), st.integers(0, 40), st.dictionaries(st.sampled_from(sorted(ENROLLED)), st.integers(0, 12))
)
def test_every_chip_is_somewhere_whatever_passes_where(seed: int, count: int, enrolled: dict[str, int]) -> None:
    """And a chip is in the bag over whose slot it passed last, if it counts there; else it is in no deck at all."""
    set_up, chance = begin(**enrolled), Random(seed)
    uids = [*set_up.kinds, Uid("04FF")]
    last: dict[Uid, str] = {}
    for _ in range(count):
        uid, zone = chance.choice(uids), chance.choice((A, B))
        passes(set_up, zone, uid)
        last[uid] = zone
    passed = {uid: deck.zone for deck in set_up.decks.values() for uid in deck.passed}
    assert len(passed) == sum(len(deck.passed) for deck in set_up.decks.values())
    for zone, deck in set_up.decks.items():
        kinds = Counter(set_up.kinds[uid] for uid in deck.passed)
        assert kinds <= Counter(WANTED[zone])
        assert deck.missing == Counter(WANTED[zone]) - kinds
        assert deck.complete == (kinds == Counter(WANTED[zone]))
        assert deck.wrong.keys() | deck.passed.keys() | set(deck.foreign) == {uid for uid in last if last[uid] == zone}
    where = places(set_up)
    for tag, zones in where.items():
        assert zones
        assert zones == {passed[Uid(tag)]} if tag in passed else zones <= {A, B, BANK, BOX}
    if set_up.complete:
        assert all(where[tag] <= {BANK, BOX} for tag in where if tag not in passed)


def test_two_tags_with_one_number_are_told() -> None:
    (said,) = begin().take(Doubled(Uid("gem0"), ("1.0", "2.0"), 1.0))
    assert said == "Two tags say they are gem0. Give one of these chips a new tag at the station."
