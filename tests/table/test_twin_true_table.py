"""The twin along a true table that is played at random: what is so is always among what it holds possible."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.table.changes import Appeared, Lifted, Tapped
from companion.table.layout import SpotRole
from companion.table.sightings import Uid
from companion.table.twin import Twin
from tests.table.one_seat import (
    BAG,
    BANK,
    GEMS,
    LAYOUT,
    SPOTS,
    STRANGER,
    ZONES,
)

FEES = [Uid("04F1"), Uid("04F2")]
ALL = {**dict.fromkeys(GEMS, "gem"), **dict.fromkeys(FEES, "fee"), STRANGER: None}
OF_KIND = {kind: [uid for uid in ALL if ALL[uid] == kind] for kind in ("gem", "fee")}
REGISTRY = {uid: kind for uid, kind in ALL.items() if kind}

Act = tuple[str, int, int, int]
ACTS = ("tap", "tap", "cell", "lift", "unseen", "unseen", "decide", "keep")


class TrueTable:
    """Where the chips really are, and the twin that is told what readers see and what the rules know."""

    def __init__(self, seeds: list[int], unknown: int) -> None:
        self.true = {uid: ZONES[seed] for uid, seed in zip(REGISTRY, seeds, strict=True)} | {STRANGER: "elsewhere"}
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
        spot = [spot for spot in SPOTS.values() if spot.role is SpotRole.TAP][which % 5]
        self._sees(Tapped(uid, spot.reader, self.now), spot.beyond if self.true[uid] == spot.zone else spot.zone)

    def _cell(self, uid: Uid, which: int, _: int) -> None:
        """A chip is laid into a cell, where it was not thought to be already unless it was."""
        spot = [spot for spot in SPOTS.values() if spot.role is SpotRole.CELLS][which % 3]
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
        assert self.twin.mismatches == {}


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
        again = Twin.from_json(LAYOUT, REGISTRY, json.loads(json.dumps(twin.to_json())))
        assert again.to_json() == twin.to_json()
