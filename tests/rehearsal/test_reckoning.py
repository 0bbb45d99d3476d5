"""What counts as wrong, missed and duplicated."""

from __future__ import annotations

from dataclasses import replace

from companion.rehearsal.reckoning import ToldMovement, reckon
from companion.rehearsal.script import Expected
from companion.table.movement import Movement
from companion.table.sightings import Uid

ONE, OTHER = Uid("0A0B0C0D"), Uid("04A1B2C3D4E5F6")
FIRST = Expected(ONE, "gem_1", "bank", "A.pile", "1.0", 5.0)
SECOND = Expected(ONE, "gem_1", "A.pile", "A.played", "1.1", 9.0)
THIRD = Expected(OTHER, None, None, "A.pile", "1.0", 7.0)
ALL = (FIRST, SECOND, THIRD)


def told_of(expected: Expected) -> ToldMovement:
    origin = frozenset({expected.origin} if expected.origin else ())
    return ToldMovement(
        Movement(expected.uid, expected.kind, origin, expected.to_zone, expected.start, expected.reader),
        expected.start + 0.5,
    )


TOLD = [told_of(expected) for expected in ALL]


def counts(told: list[ToldMovement]) -> tuple[int, int, int]:
    reckoning = reckon(ALL, told)
    return reckoning.wrong, reckoning.missed, reckoning.duplicated


def other(number: int, **changes: object) -> list[ToldMovement]:
    """All as it was, but one movement told differently."""
    told = list(TOLD)
    told[number] = told[number]._replace(movement=replace(told[number].movement, **changes))  # type: ignore[arg-type]
    return told


def test_all_well() -> None:
    reckoning = reckon(ALL, TOLD)
    assert reckoning.all_well
    assert reckoning.delays == [0.5, 0.5, 0.5]


def test_what_is_not_told_is_missed() -> None:
    assert counts(TOLD[1:]) == (0, 1, 0)
    assert counts([]) == (0, 3, 0)


def test_what_is_told_again_is_duplicated() -> None:
    assert counts([TOLD[0], TOLD[0], *TOLD[1:]]) == (0, 0, 1)


def test_what_never_was_is_wrong() -> None:
    stranger = told_of(replace(FIRST, uid=Uid("11111111")))
    assert counts([*TOLD, stranger]) == (1, 0, 0)


def test_wrong_zones_and_kinds_are_wrong() -> None:
    assert counts(other(0, to_zone="B.pile")) == (1, 0, 0)
    assert counts(other(0, from_zones=frozenset({"box"}))) == (1, 0, 0)
    assert counts(other(0, kind=None)) == (1, 0, 0)
    assert counts(other(2, from_zones=frozenset({"bank"}))) == (1, 0, 0)


def test_a_set_of_zones_with_the_truth_in_it_is_right() -> None:
    assert counts(other(0, from_zones=frozenset({"box", "bank"}))) == (0, 0, 0)


def test_what_is_told_before_it_happens_is_wrong() -> None:
    assert counts([TOLD[0]._replace(at=4.9), *TOLD[1:]]) == (1, 0, 0)


def test_two_movements_told_in_the_wrong_order_are_not_right() -> None:
    assert counts([TOLD[1], TOLD[0], TOLD[2]]) != (0, 0, 0)
