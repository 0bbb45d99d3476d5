"""Presence: what lies where, out of looks that miss chips and see those of a neighbour."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as some

from companion.table.changes import Appeared, Change, Crowded, Doubled, Doubt, Lifted, Tapped
from companion.table.hints import Hints
from companion.table.layout import Layout, Pad, Spot, SpotRole
from companion.table.presence import Presence
from companion.table.sightings import Look, Uid

GEM, WOUND = Uid("04A1B2C3D4E5F6"), Uid("04FFEEDDCCBBAA")

CELLS = Spot("1.0", SpotRole.CELLS, "A.pile", cells=2)
BESIDE = Spot("1.1", SpotRole.CELLS, "A.pile", cells=2)
TAP = Spot("2.0", SpotRole.TAP, "A.played")
NEXT_TAP = Spot("2.1", SpotRole.TAP, "A.discard")
FAR = Spot("3.0", SpotRole.TAP, "B.played")

TABLE = Layout(
    "a table",
    ("A", "B"),
    pads=(Pad(1, "p", (CELLS, BESIDE)), Pad(2, "q", (TAP, NEXT_TAP)), Pad(3, "r", (FAR,))),
    groups=(frozenset({"1.0", "1.1"}), frozenset({"2.0", "2.1"})),
)
EVERY = {"1.0": 0.5, "1.1": 0.5, "2.0": 0.04, "2.1": 0.04, "3.0": 0.04}
"""Seconds from one look of each reader to its next, as the schedule has it."""

Sees = Callable[[str, float], Iterable[Uid]]


def play(sees: Sees, end: float, presence: Presence | None = None, begin: float = 0.0) -> list[Change]:
    """Let all readers look in turn; `sees` tells which tags one sees at a moment."""
    presence = presence or Presence(TABLE)
    told: list[Change] = []
    for at, reader in moments(begin, end):
        told += presence.look(Look(reader, at, tuple(sees(reader, at))))
        told += presence.tick(at)
    return told


def moments(begin: float, end: float) -> Sequence[tuple[float, str]]:
    found = []
    for number, (reader, every) in enumerate(EVERY.items()):
        found += [(begin + 0.004 * number + turn * every, reader) for turn in range(int((end - begin) / every))]
    return sorted(found)


def lies(*stays: tuple[Uid, str, float, float]) -> Sees:
    """Chips that lie on readers from one moment to another, and are always seen there."""
    return lambda reader, at: [uid for uid, there, start, stop in stays if there == reader and start <= at < stop]


def short(changes: Iterable[Change]) -> list[tuple[str, str]]:
    """The kind of each change and its reader."""
    return [(type(one).__name__, getattr(one, "reader", "")) for one in changes]


# -- one chip --------------------------------------------------------------------------------------------------


def test_where_no_other_reader_can_have_seen_it_the_first_look_tells() -> None:
    assert Presence(TABLE).look(Look("3.0", 7.0, (GEM,))) == [Tapped(GEM, "3.0", 7.0)]


def test_a_chip_in_a_cell_appears_once_and_is_lifted_once() -> None:
    told = play(lies((GEM, "1.0", 1.0, 30.0)), 40.0)
    assert short(told) == [("Appeared", "1.0"), ("Lifted", "1.0")]
    assert isinstance(told[1], Lifted)
    assert 29.0 < told[1].at < 30.0, "when it was last seen"


def test_a_chip_that_comes_back_to_its_cell_was_lifted_and_lies_there_again() -> None:
    told = play(lies((GEM, "1.0", 1.0, 30.0), (GEM, "1.0", 40.0, 60.0)), 60.0)
    assert short(told) == [("Appeared", "1.0"), ("Lifted", "1.0"), ("Appeared", "1.0")]


@pytest.mark.parametrize("reader", ["1.0", "2.0"])
def test_three_looks_without_it_or_half_a_second_are_not_enough_to_be_gone(reader: str) -> None:
    presence = Presence(TABLE)
    play(lies((GEM, reader, 0.0, 20.0)), 20.0, presence)
    assert presence.resting() == {GEM: reader}
    last = max(at for at, its in moments(0.0, 20.0) if its == reader)
    for turn in range(1, 30):
        assert presence.look(Look(reader, last + turn / 50)) == []
    assert presence.resting() == {GEM: reader}


def test_an_error_is_never_empty() -> None:
    presence = Presence(TABLE)
    play(lies((GEM, "1.0", 0.0, 20.0)), 20.0, presence)
    told = [presence.look(Look("1.0", 20.0 + turn / 2, (), "the reader did not answer")) for turn in range(200)]
    assert not any(told)
    assert presence.resting() == {GEM: "1.0"}


def test_a_reader_that_misses_often_is_believed_later() -> None:
    """How many clean looks without a chip mean that it is lifted grows with the reader's own misses."""

    def looks_until_lifted(missed: float) -> int:
        presence, chance = Presence(TABLE), Random(5)
        play(lambda reader, at: [GEM] if reader == "3.0" and chance.random() >= missed else [], 60.0, presence)
        assert abs(presence.miss_rate("3.0") - missed) < 0.06
        number = 0
        while GEM in presence.resting():
            number += 1
            presence.look(Look("3.0", 60.0 + number * 0.2))
        return number

    well, badly = looks_until_lifted(0.02), looks_until_lifted(0.3)
    assert 3 <= well < badly


def test_a_chip_that_stays_on_a_tap_has_touched_it_once_also_when_it_is_often_missed() -> None:
    chance = Random(1)
    told = play(lambda reader, at: [GEM] if reader == "2.0" and chance.random() > 0.2 else [], 60.0)
    assert short(told) == [("Tapped", "2.0")]


def test_a_chip_that_flickers_in_its_cell_never_moves() -> None:
    chance = Random(2)
    told = play(lambda reader, at: [GEM] if reader == "1.0" and chance.random() > 0.4 else [], 600.0)
    assert {type(one) for one in told} <= {Appeared, Lifted}
    assert {reader for _, reader in short(told)} == {"1.0"}


def test_two_chips_one_after_the_other_and_one_chip_twice() -> None:
    stays = [(GEM, "2.0", 1.0, 1.4), (WOUND, "2.0", 1.6, 2.0), (GEM, "2.0", 4.0, 4.4)]
    told = play(lies(*stays), 10.0)
    taps = [one for one in told if isinstance(one, Tapped)]
    assert [(one.uid, one.reader) for one in taps] == [(GEM, "2.0"), (WOUND, "2.0"), (GEM, "2.0")]
    assert [round(one.at) for one in taps] == [1, 2, 4]


def test_after_a_restart_a_chip_on_a_tap_does_not_tap_again() -> None:
    told = play(lies((GEM, "2.0", 0.0, 9.0)), 9.0, Presence(TABLE, {GEM: "2.0"}))
    assert short(told) == []


# -- neighbours ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("home", "beside"), [("1.0", "1.1"), ("2.0", "2.1")])
def test_a_chip_that_its_neighbour_sees_now_and_then_stays_where_it_is(home: str, beside: str) -> None:
    """For two hours, with misses at home and one ghost in twenty looks beside it."""
    chance = Random(3)
    seen = {home: 0.8, beside: 0.05}
    told = play(lambda reader, at: [GEM] if chance.random() < seen.get(reader, 0.0) else [], 7200.0)
    assert {reader for _, reader in short(told)} == {home}
    assert not any(isinstance(one, Doubled) for one in told)


def test_a_chip_that_is_laid_beside_its_place_moves() -> None:
    told = play(lies((GEM, "1.0", 0.0, 20.0), (GEM, "1.1", 20.5, 60.0)), 60.0)
    assert [one.reader for one in told if isinstance(one, Appeared)] == ["1.0", "1.1"]


def test_a_first_sighting_by_the_wrong_reader_is_no_movement() -> None:
    """The neighbour sees a new chip before the reader on which it lies has looked at all."""
    presence = Presence(TABLE)
    told = presence.look(Look("2.1", 0.0, (GEM,)))
    told += play(lies((GEM, "2.0", 0.0, 3.0)), 12.0, presence, begin=0.001)
    assert short(told)[0] == ("Tapped", "2.0")
    assert "2.1" not in {reader for _, reader in short(told)}


def seen_once_by_each(presence: Presence) -> list[Tapped]:
    """A quick touch that two neighbours saw once each, and both missed often."""
    begun = {"2.0": 0.1, "2.1": 0.4}
    seen: dict[str, float] = {}

    def sees(reader: str, at: float) -> list[Uid]:
        return [GEM] if at >= begun.get(reader, at + 1) and seen.setdefault(reader, at) == at else []

    return [one for one in play(sees, 30.0, presence) if isinstance(one, Tapped)]


def test_where_looks_cannot_tell_both_taps_are_named() -> None:
    (told,) = seen_once_by_each(Presence(TABLE))
    assert {told.reader, told.perhaps} == {"2.0", "2.1"}


def test_a_touch_that_is_certain_has_no_other_tap() -> None:
    told = play(lies((GEM, "2.0", 0.0, 1.0)), 5.0)
    assert [one.perhaps for one in told if isinstance(one, Tapped)] == [""]


@pytest.mark.parametrize("rare", ["2.0", "2.1"])
def test_of_two_taps_the_one_is_told_to_which_it_may_well_come(rare: str) -> None:
    presence = Presence(TABLE, hints=lambda: Hints(spare_taps=frozenset({rare})))
    assert [one.reader for one in seen_once_by_each(presence)] == [{"2.0": "2.1"}.get(rare, "2.0")]


def test_that_it_came_from_its_tap_to_the_one_beside_may_be_wrong() -> None:
    """The chip was told on its tap; as it is taken up the tap beside sees it in two of four looks."""
    presence = Presence(TABLE)
    told = play(lies((GEM, "2.0", 0.0, 1.0)), 1.3, presence)
    for at in (1.301, 1.351):
        for late, reader, seen in ((0.0, "2.1", (GEM,)), (0.02, "2.0", ()), (0.03, "2.1", ())):
            told += presence.look(Look(reader, at + late, seen))
    told += play(lies(), 30.0, presence, begin=1.5)
    taps = [(one.reader, one.perhaps) for one in told if isinstance(one, Tapped)]
    assert taps == [("2.0", ""), ("2.1", "2.0")]


def test_a_cell_is_not_named_as_the_other_one() -> None:
    """Cells are looked at more slowly, and go on telling."""
    cell = replace(NEXT_TAP, role=SpotRole.CELLS, cells=1)
    table = replace(TABLE, pads=(TABLE.pads[0], replace(TABLE.pads[1], spots=(TAP, cell)), TABLE.pads[2]))
    assert {one.perhaps for one in seen_once_by_each(Presence(table))} <= {""}


def test_more_chips_than_cells_are_told() -> None:
    third = Uid("0455555555555A")
    told = play(lies(*((uid, "1.0", 0.0, 20.0) for uid in (GEM, WOUND, third))), 20.0)
    crowded = [one for one in told if isinstance(one, Crowded)]
    assert [(one.reader, set(one.uids)) for one in crowded] == [("1.0", {GEM, WOUND, third})]


def test_one_number_in_two_places_far_apart_is_two_tags_and_no_ping_pong() -> None:
    told = play(lies((GEM, "2.0", 0.0, 60.0), (GEM, "3.0", 5.0, 60.0)), 60.0)
    assert [one.readers for one in told if isinstance(one, Doubled)] == [("2.0", "3.0")]
    assert len([one for one in told if isinstance(one, Tapped)]) <= 3


def test_a_chip_that_hurries_to_and_fro_over_the_table_is_one_tag() -> None:
    way = [(GEM, "2.0" if turn % 2 else "3.0", 1.1 * turn, 1.1 * turn + 0.7) for turn in range(12)]
    told = play(lies(*way), 14.0)
    assert not [one for one in told if isinstance(one, Doubled)]
    assert [one.reader for one in told if isinstance(one, Tapped)] == [reader for _, reader, _, _ in way]


# -- anything at all -------------------------------------------------------------------------------------------


@given(
    some.lists(
        some.tuples(
            some.sampled_from(["1.0", "1.1", "2.0", "2.1", "3.0", "9.9"]),
            some.floats(0.0, 2.0),
            some.lists(some.sampled_from([GEM, WOUND]), max_size=3),
            some.sampled_from(["", "something disturbed the look"]),
        ),
        max_size=120,
    )
)
def test_whatever_is_seen_what_rests_is_what_was_told(
    looks: list[tuple[str, float, list[Uid], str]],
) -> None:
    presence, now = Presence(TABLE), 0.0
    rests: dict[Uid, str] = {}
    for reader, later, tags, error in looks:
        now += later
        for one in presence.look(Look(reader, now, tuple(tags), error)) + presence.tick(now):
            if isinstance(one, Appeared | Tapped):
                rests[one.uid] = one.reader
            elif isinstance(one, Lifted):
                assert rests.pop(one.uid) == one.reader
        assert presence.resting() == rests
        assert presence.in_doubt() <= set(EVERY)


def test_nothing_is_kept_of_chips_that_are_gone() -> None:
    """A hall of strangers passes by; what is remembered does not grow."""
    presence = Presence(TABLE)
    for number in range(3000):
        now = float(number)
        presence.look(Look("2.0", now, (Uid(f"04{number:012X}"),)))
        for turn in range(25):
            presence.look(Look("2.0", now + 0.01 + turn * 0.035))
            presence.look(Look("2.1", now + 0.02 + turn * 0.035))
    assert len(presence._cases) <= 8
    assert len(presence.resting()) <= 2


def test_what_is_lifted_from_a_cell_and_never_comes_back_is_forgotten_in_the_end() -> None:
    presence = Presence(TABLE)
    cell = next(spot.reader for spot in TABLE.spots() if spot.cells)
    for number in range(3000):
        for turn in range(6):
            presence.look(Look(cell, number + turn * 0.1, (Uid(f"04{number:012X}"),) if turn < 2 else ()))
    assert len(presence._rests) <= 1000


def test_a_phone_that_makes_up_its_numbers_is_nothing() -> None:
    presence = Presence(TABLE)
    told = [presence.look(Look("2.0", number * 0.1, (Uid(f"08{number:06X}"),))) for number in range(100)]
    assert not any(told)
    assert presence.doubt is Doubt.NONE
