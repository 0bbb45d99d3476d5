"""Which reader looks next, in simulated time and for each kit."""

from __future__ import annotations

from collections.abc import Collection
from heapq import heappop, heappush
from itertools import pairwise
from random import Random

import pytest

from companion.table.layout import Layout, Pad, Spot, SpotRole
from companion.table.schedule import FAILED_OFTEN, HASTE, TAP, TAP_IN_HASTE, Schedule
from companion.table.sightings import Uid
from tests.table.kits import KITS, kit

EXCHANGE = 0.003
"""Seconds for request and reply."""
EMPTY = 0.006
TAG = 0.006
FAILING = 0.1
MISSED = 0.2
RESTING = 0.4


class Room:
    """A table with chips on it, and looks that take their time."""

    def __init__(self, layout: Layout, seed: int = 1) -> None:
        self.layout = layout
        self.schedule = Schedule(layout)
        self.chance = Random(seed)
        self.lying = {spot.reader: [f"{spot.reader}-{cell}" for cell in range(spot.cells)] for spot in layout.spots()}
        self.failing: set[str] = set()
        self.absent: set[int] = set()
        self.looked: dict[str, list[tuple[float, float]]] = {reader: [] for reader in self.schedule.turns}
        """When the looks of each reader began and ended."""
        self.now = 0.0
        self._under_way: list[tuple[float, str, bool]] = []

    @property
    def taps(self) -> list[str]:
        return [turn.reader for turn in self.schedule.turns.values() if turn.tap]

    @property
    def cells(self) -> list[str]:
        return [turn.reader for turn in self.schedule.turns.values() if not turn.tap]

    def run(self, until: float) -> None:
        while self.now < until:
            busy = {self.schedule.turns[reader].pad for _, reader, _ in self._under_way}
            ready = {pad.number for pad in self.layout.pads} - self.absent
            self._begin(ready, ready - busy)
            due = self.schedule.next_due
            assert due is None or due > self.now, "nobody asks for the same moment again and again"
            if self._under_way and (due is None or self._under_way[0][0] <= due):
                self._end()
            else:
                assert due is not None
                self.now = due

    def _begin(self, ready: Collection[int], free: Collection[int]) -> None:
        for turn in self.schedule.begin(self.now, ready, free):
            assert turn.pad in free
            assert turn.pad not in self._pads_under_way()
            on = {reader for _, reader, _ in self._under_way}
            assert not on & self.layout.neighbours(turn.reader), "two neighbours look"
            failed = turn.reader in self.failing
            takes = EXCHANGE + (FAILING if failed else EMPTY + TAG * len(self.lying[turn.reader]))
            self.looked[turn.reader].append((self.now, self.now + takes))
            heappush(self._under_way, (self.now + takes, turn.reader, failed))

    def _end(self) -> None:
        self.now, reader, failed = heappop(self._under_way)
        seen = [Uid(tag) for tag in self.lying[reader] if self.chance.random() >= MISSED]
        self.schedule.ended(reader, self.now, () if failed else seen, failed=failed)

    def _pads_under_way(self) -> set[int]:
        return {self.schedule.turns[reader].pad for _, reader, _ in self._under_way}

    def looks(self, reader: str, since: float = 0.0, until: float = float("inf")) -> int:
        return sum(since <= begin and end <= until for begin, end in self.looked[reader])

    def longest_wait(self, reader: str, since: float = 1.0) -> float:
        moments = [begin for begin, _ in self.looked[reader] if begin >= since]
        return max(after - before for before, after in pairwise([since, *moments, self.now]))

    def fewest_looks(self, times: int = 32) -> int:
        """At a chip that rests on a tap for a moment, again and again on one after the other."""
        fewest = 1000
        for turn in range(times):
            tap = self.taps[turn % len(self.taps)]
            self.run(self.now + self.chance.uniform(0.3, 0.6))
            begin = self.now
            self.lying[tap].append(f"chip {turn}")
            self.run(begin + RESTING + 0.1)
            self.lying[tap].remove(f"chip {turn}")
            fewest = min(fewest, self.looks(tap, begin, begin + RESTING))
        return fewest


def has_taps(name: str) -> bool:
    return any(spot.role is SpotRole.TAP for pad in kit(name).pads for spot in pad.spots)


WITH_TAPS = [name for name in KITS if has_taps(name)]
WITH_CELLS = [name for name in KITS if not name.startswith("taps")]


@pytest.mark.parametrize("name", WITH_TAPS)
def test_a_chip_that_touches_a_tap_is_looked_at_five_times_and_more(name: str) -> None:
    room = Room(kit(name))
    room.run(2.0)
    assert room.fewest_looks() >= (8 if name.startswith("taps") else 6)


@pytest.mark.parametrize("name", WITH_TAPS)
def test_also_when_a_chip_was_forgotten_on_another_tap(name: str) -> None:
    room = Room(kit(name))
    room.run(2.0)
    room.lying[room.taps[0]].append("forgotten")
    assert room.fewest_looks() >= 5


@pytest.mark.parametrize("name", WITH_TAPS)
def test_also_when_readers_do_not_answer_and_pads_are_gone(name: str) -> None:
    room = Room(kit(name))
    last = room.layout.pads[-1]
    room.absent = {last.number}
    room.failing = {room.layout.pads[0].spots[0].reader}
    room.run(20.0)
    gone = [spot.reader for spot in last.spots]
    tap = next(tap for tap in room.taps if tap not in room.failing and tap not in gone)
    for begin in range(2, 19):
        assert room.looks(tap, begin, begin + RESTING) >= 5
    assert not any(room.looked[reader] for reader in gone)


@pytest.mark.parametrize("name", WITH_CELLS)
def test_no_cell_starves(name: str) -> None:
    room = Room(kit(name))
    room.run(20.0)
    assert len(room.cells) == 7 * len(room.layout.seats)
    for cell in room.cells:
        assert room.longest_wait(cell) < 0.65


def test_cells_do_not_keep_a_tap_waiting_all_at_once() -> None:
    room = Room(kit("cells-2"))
    room.run(20.0)
    for tap in room.taps:
        assert room.longest_wait(tap) < 0.068


def test_a_reader_that_does_not_answer_is_asked_rarely_and_often_again_when_it_does() -> None:
    room = Room(kit("taps-2"))
    dead = room.taps[0]
    room.failing = {dead}
    room.run(30.0)
    before = room.looks(dead, 20.0)
    assert 1 <= before <= 3
    room.failing = set()
    room.run(30.0 + FAILED_OFTEN + 1.0)
    assert room.looks(dead, 30.0 + FAILED_OFTEN) >= 0.9 / TAP / 2


def test_a_reader_that_fails_once_is_not_punished() -> None:
    room = Room(kit("taps-2"))
    tap = room.taps[0]
    room.run(2.0)
    room.failing = {tap}
    room.run(2.12)
    room.failing = set()
    room.run(4.0)
    assert room.longest_wait(tap, 2.3) < 0.1


def test_nobody_looks_oftener_than_it_wants() -> None:
    room = Room(kit("taps-2"))
    room.run(10.0)
    for tap in room.taps:
        assert room.looks(tap) <= 10.0 / TAP + 1


def test_a_new_chip_makes_haste_where_it_is_and_where_it_was() -> None:
    layout = Layout("", ("A",), tuple(Pad(number, "", (spot(f"{number}.0"),)) for number in (1, 2, 3)))
    schedule = Schedule(layout)
    chip = Uid("04112233")
    schedule.ended("1.0", 10.0, [chip])
    schedule.ended("1.0", 11.5, [chip])
    assert not schedule.in_haste(1, 11.5), "it has been there for a while"
    schedule.ended("2.0", 12.0, [chip])
    assert [schedule.in_haste(number, 12.1) for number in (1, 2, 3)] == [True, True, False]
    assert schedule.turns["1.0"].wants == schedule.turns["2.0"].wants == TAP_IN_HASTE
    assert not schedule.in_haste(2, 12.1 + HASTE)


def spot(reader: str) -> Spot:
    return Spot(reader, SpotRole.TAP, "A.pile")


def rested(layout: Layout) -> Schedule:
    """All have just looked."""
    schedule = Schedule(layout)
    for turn in schedule.turns.values():
        turn.last = 0.0
    return schedule


def test_readers_that_are_far_apart_look_at_the_same_time() -> None:
    pads = tuple(Pad(number, "", (spot(f"{number}.0"), spot(f"{number}.1"))) for number in (1, 2))
    schedule = rested(Layout("", ("A",), pads))
    assert [turn.reader for turn in schedule.begin(TAP, {1, 2}, {1, 2})] == ["1.0", "2.0"]
    near = rested(Layout("", ("A",), pads, None, (frozenset({"1.0", "2.0"}), frozenset({"1.1", "2.1"}))))
    assert [turn.reader for turn in near.begin(TAP, {1, 2}, {1, 2})] == ["1.0", "2.1"]


def test_a_look_that_has_not_ended_holds_its_neighbours_back() -> None:
    pads = (Pad(1, "", (spot("1.0"),)), Pad(2, "", (spot("2.0"), spot("2.1"))))
    schedule = rested(Layout("", ("A",), pads, None, (frozenset({"1.0", "2.0"}),)))
    assert [turn.reader for turn in schedule.begin(TAP, {1, 2}, {1})] == ["1.0"]
    for at in (0.05, 0.1, 0.2, 0.4):
        begun = schedule.begin(at, {2}, {2})
        assert [turn.reader for turn in begun] == ["2.1"], "nobody knows what pad 1 is doing"
        schedule.ended("2.1", at + 0.01)
    schedule.ended("1.0", 0.45, failed=True)
    assert [turn.reader for turn in schedule.begin(0.5, {2}, {2})] == ["2.0"]


def test_nobody_starves_between_neighbours_that_look_in_turn() -> None:
    """The middle one has neighbours on both sides that never rest at the same time by themselves."""
    pads = tuple(Pad(number, "", tuple(spot(f"{number}.{each}") for each in range(4))) for number in (1, 2, 3))
    left, right = frozenset({"1.0", "1.1", "1.2", "1.3", "2.0"}), frozenset({"3.0", "3.1", "3.2", "3.3", "2.0"})
    room = Room(Layout("", ("A",), pads, None, (left, right)))
    for reader in room.lying:
        room.lying[reader] = [reader]
    room.run(10.0)
    assert room.longest_wait("2.0") < 0.2


def test_it_remembers_no_more_than_it_needs() -> None:
    schedule = Schedule(kit("taps-2"))
    reader = next(iter(schedule.turns))
    for turn in range(5000):
        schedule.ended(reader, turn / 10, [Uid(f"{turn:08X}")])
    assert len(schedule.turns[reader].recent) < 30
    assert len(schedule._seen) <= 1001


@pytest.mark.parametrize("name", WITH_TAPS)
def test_readers_in_doubt_are_looked_at_more_often_and_no_tap_less_than_five_times(name: str) -> None:
    def looks(doubt: Collection[str]) -> dict[str, int]:
        room = Room(kit(name))
        room.run(2.0)
        room.schedule.look_closer(doubt, room.now)
        room.run(4.0)
        return {reader: room.looks(reader, 2.0, 4.0) for reader in room.schedule.turns}

    first, second = [turn.reader for turn in Schedule(kit(name)).turns.values() if turn.tap][:2]
    calm, doubtful = looks(()), looks({first, second})
    for reader in (first, second):
        assert doubtful[reader] >= 1.2 * calm[reader]
    for reader in Room(kit(name)).taps:
        assert doubtful[reader] >= 5 * 2.0 / RESTING


def test_doubt_passes() -> None:
    room = Room(kit("taps-2"))
    room.schedule.look_closer({"1.0"}, 0.0)
    room.schedule.look_closer((), 0.0)
    room.run(2.0)
    assert abs(room.looks("1.0") - room.looks("1.1")) <= 2
