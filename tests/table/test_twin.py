"""Where every chip is: by hand, and along a true table that is played at random."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.table.changes import Appeared, Crowded, Doubled, Lifted, Tapped
from companion.table.layout import AIR, Layout, Pad, Role, Spot
from companion.table.movement import Movement
from companion.table.sightings import Uid
from companion.table.twin import MOST_MISMATCHES, Duplicate, Mismatch, Twin

BANK, PILE, DISCARD, BAG, HAND, PLAYED = "bank", "A.pile", "A.discard", "A.bag", "A.hand", "A.played"
ROW = "row"
ZONES = (BANK, PILE, DISCARD, BAG, HAND, PLAYED, ROW, AIR)

LAYOUT = Layout(
    "a seat with a tray and taps",
    ("A",),
    (
        Pad(
            1,
            "/dev/pad-1",
            (
                Spot("1.0", Role.CELLS, PILE, cells=2, label="tray"),
                Spot("1.1", Role.CELLS, PILE, cells=2),
                Spot("1.2", Role.TAP, PILE),
                Spot("1.3", Role.TAP, DISCARD),
            ),
        ),
        Pad(
            2,
            "/dev/pad-2",
            (
                Spot("2.0", Role.TAP, BAG, beyond=HAND, hidden=True),
                Spot("2.1", Role.TAP, BANK, label="bank spot"),
                Spot("2.2", Role.TAP, PLAYED),
                Spot("2.3", Role.CELLS, ROW, cells=1),
            ),
        ),
    ),
)
SPOTS = {spot.reader: spot for spot in LAYOUT.spots()}

GEMS = [Uid(f"04A{number}") for number in range(1, 5)]
G1, G2, G3, G4 = GEMS
FEE, STRANGER = Uid("04F1"), Uid("04FF")
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


# -- along a true table ----------------------------------------------------------------------------------------

FEES = [Uid("04F1"), Uid("04F2")]
ALL = {**dict.fromkeys(GEMS, "gem"), **dict.fromkeys(FEES, "fee"), STRANGER: None}
OF_KIND = {kind: [uid for uid in ALL if ALL[uid] == kind] for kind in ("gem", "fee")}
REGISTRY = {uid: kind for uid, kind in ALL.items() if kind}

Act = tuple[str, int, int, int]
ACTS = ("tap", "tap", "cell", "lift", "unseen", "unseen", "decide", "came", "keep")


class TrueTable:
    """Where the chips really are, and the twin that is told what readers see and what the rules know."""

    def __init__(self, seeds: list[int], unknown: int) -> None:
        self.true = {uid: ZONES[seed] for uid, seed in zip(REGISTRY, seeds, strict=True)} | {STRANGER: "elsewhere"}
        self.way: dict[Uid, str] = {}
        """Where each was before its last movement that was told."""
        self.cells: dict[Uid, str] = {}
        """The reader in whose cell it lies."""
        self.now = 0.0
        zones = {uid: {self.true[uid], *ZONES[: unknown % 4]} for uid in REGISTRY}
        self.twin = Twin(LAYOUT, REGISTRY, zones, {kind: self.numbers(kind) for kind in OF_KIND})

    def numbers(self, kind: str) -> Counter[str]:
        return Counter(self.true[uid] for uid in OF_KIND[kind])

    def act(self, act: Act) -> None:
        what, *numbers = act
        self.now += 1
        uid = list(ALL)[numbers[0] % len(ALL)]
        getattr(self, f"_{what}")(uid, *numbers[1:])

    def _tap(self, uid: Uid, which: int, _: int) -> None:
        """A chip touches a tap as it crosses the border of its zone."""
        spot = [spot for spot in SPOTS.values() if spot.role is Role.TAP][which % 5]
        self._sees(Tapped(uid, spot.reader, self.now), spot.beyond if self.true[uid] == spot.zone else spot.zone)

    def _cell(self, uid: Uid, which: int, _: int) -> None:
        """A chip is laid into a cell, where it was not thought to be already unless it was."""
        spot = [spot for spot in SPOTS.values() if spot.role is Role.CELLS][which % 3]
        if self.true[uid] == spot.zone or spot.zone not in self.twin.whereabouts(uid).zones:
            self._sees(Appeared(uid, spot.reader, self.now), spot.zone)
            self.cells[uid] = spot.reader

    def _sees(self, change: Appeared | Tapped, zone: str) -> None:
        uid, before = change.uid, self.twin.whereabouts(change.uid).zones
        moves = self.twin.take(change)
        assert len(moves) <= 1
        for move in moves:
            assert move.from_zones == before
            assert move.to_zone == zone or SPOTS[change.reader].zone in before != {zone}
            self.way[uid] = self.true[uid]
        assert moves or zone == self.true[uid]
        self.true[uid] = zone
        self.cells.pop(uid, None)

    def _lift(self, uid: Uid, _: int, __: int) -> None:
        if uid in self.cells:
            assert self.twin.take(Lifted(uid, self.cells.pop(uid), self.now)) == []

    def _unseen(self, uid: Uid, zone: int, most: int) -> None:
        """Some of a kind go the same way, and no reader sees it."""
        source, target = self.true[uid], ZONES[zone % len(ZONES)]
        kind = ALL[uid]
        if kind is None or source == target:
            return
        free = [other for other in OF_KIND[kind] if self.true[other] == source and other not in self.cells]
        went = free[: 1 + most % 3] if most % 2 else free[-1 - most % 3 :]
        if went:
            self.true |= dict.fromkeys(went, target)
            self.twin.moved(kind, len(went), source, target)

    def _decide(self, uid: Uid, _: int, __: int) -> None:
        if uid in REGISTRY:
            self.twin.decided(uid, self.true[uid])

    def _came(self, uid: Uid, _: int, __: int) -> None:
        if uid in self.way:
            self.twin.came(uid, self.way[uid])

    def _keep(self, _: Uid, __: int, ___: int) -> None:
        again = Twin.from_json(LAYOUT, REGISTRY, json.loads(json.dumps(self.twin.to_json())))
        assert again.to_json() == self.twin.to_json()
        self.twin = again

    def hold(self) -> None:
        """What must be so at any moment."""
        known = self.twin.known()
        assert set(REGISTRY) <= set(known)
        assert len(known) == len(set(known))
        for uid in known:
            where = self.twin.whereabouts(uid)
            assert self.true[uid] in where.zones
            assert (where.reader if where.lies and SPOTS[where.reader].cells else "") == self.cells.get(uid, "")
        counts = {zone: self.twin.counts(zone) for zone in ZONES}
        for kind, uids in OF_KIND.items():
            true = self.numbers(kind)
            numbers = [counts[zone].get(kind, (0, 0)) for zone in ZONES]
            for zone, (sure, most) in zip(ZONES, numbers, strict=True):
                assert sure <= true[zone] <= most, (kind, zone)
            assert sum(sure for sure, _ in numbers) <= len(uids) <= sum(most for _, most in numbers)
        for kind, spread in self.twin.to_json()["spreads"]:
            if kind in OF_KIND:
                assert spread["counted"], "nothing that is true can make the numbers wrong"
                total = sum(spread["counts"].values()) + len(spread["loose"]) - len(spread["gaps"])
                assert total == len(spread["chips"]) == len(OF_KIND[kind])
        assert self.twin.take_mismatches() == []


@settings(max_examples=600)
@given(
    st.lists(st.integers(0, 2), min_size=len(REGISTRY), max_size=len(REGISTRY)),
    st.integers(0, 3),
    st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, 20), st.integers(0, 40), st.integers(0, 5)), max_size=40),
)
def test_the_truth_is_always_among_what_the_twin_holds_possible(
    seeds: list[int], unknown: int, acts: list[Act]
) -> None:
    table = TrueTable(seeds, unknown)
    table.hold()
    for act in acts:
        table.act(act)
        table.hold()


def test_the_truth_stays_possible_in_long_games() -> None:
    for seed in range(100):
        chance = Random(seed)
        table = TrueTable([chance.randrange(3) for _ in REGISTRY], chance.randrange(4))
        for _ in range(60):
            table.act((chance.choice(ACTS), chance.randrange(21), chance.randrange(41), chance.randrange(6)))
            table.hold()


CHANGES = st.one_of(
    st.builds(Appeared, st.sampled_from(list(ALL)), st.sampled_from(["1.0", "1.1", "2.3"]), st.just(1.0)),
    st.builds(Tapped, st.sampled_from(list(ALL)), st.sampled_from(["1.2", "1.3", "2.0", "2.1", "2.2"]), st.just(1.0)),
    st.builds(Lifted, st.sampled_from(list(ALL)), st.sampled_from(list(SPOTS)), st.just(2.0)),
    st.tuples(st.just("decided"), st.sampled_from(list(ALL)), st.sampled_from(ZONES)),
    st.tuples(st.just("came"), st.sampled_from(list(ALL)), st.sampled_from(ZONES)),
    st.tuples(
        st.just("moved"),
        st.sampled_from(("gem", "fee")),
        st.integers(1, 4),
        st.sampled_from(ZONES),
        st.sampled_from(ZONES),
    ),
)


@settings(max_examples=150)
@given(st.lists(CHANGES, max_size=40))
def test_whatever_is_told_no_chip_is_lost_and_what_is_seen_stands(told: list[object]) -> None:
    """Also what cannot be: the rules and the numbers say anything."""
    twin = Twin(LAYOUT, REGISTRY, {uid: [BANK, BAG] for uid in REGISTRY}, {"gem": {BANK: 2, BAG: 2}})
    for item in told:
        if isinstance(item, tuple):
            name, *rest = item
            getattr(twin, name)(*rest)
        elif isinstance(item, Appeared | Tapped | Lifted):
            twin.take(item)
        if isinstance(item, Appeared):
            assert twin.whereabouts(item.uid).zones == {SPOTS[item.reader].zone}
        assert set(REGISTRY) <= set(twin.known())
        for uid in twin.known():
            where = twin.whereabouts(uid)
            assert where.zones
            if where.lies and SPOTS[where.reader].cells:
                assert where.zones == {SPOTS[where.reader].zone}, "it lies before everybody's eyes"
        for kind, uids in OF_KIND.items():
            numbers = [twin.counts(zone).get(kind, (0, 0)) for zone in ZONES]
            assert all(0 <= sure <= most <= len(uids) for sure, most in numbers)
            assert sum(sure for sure, _ in numbers) <= len(uids) <= sum(most for _, most in numbers)
        assert kept(twin).to_json() == twin.to_json()
