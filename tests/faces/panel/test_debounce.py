"""Bounces and sparks are no presses; presses are."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as some

from companion.faces.panel.debounce import OPEN, STEADY, Debounce

MS = 0.001


def presses(edges: Iterable[tuple[float, bool]], until: float) -> list[float]:
    """When a press is told, with a look each millisecond; edges by milliseconds."""
    button, found = Debounce(), []
    waiting = sorted(edges)
    for now in range(int(until)):
        while waiting and waiting[0][0] <= now:
            at, closed = waiting.pop(0)
            button.edge(closed, at * MS)
        if button.tick(now * MS):
            found.append(now * MS)
    return found


@pytest.mark.parametrize(
    ("edges", "count"),
    [
        ([(10, True), (200, False)], 1),
        ([(10, True), (11, False), (12, True), (15, False), (16, True), (200, False)], 1),  # bounces as it closes
        ([(10, True), (100, False), (101, True), (104, False), (106, True), (125, False)], 1),  # and as it opens
        ([(10, True), (12, False)], 0),  # a spark
        ([(10, True), (31, False), (300, True), (400, False)], 2),
        ([(10, True)], 1),  # held down
        ([(10, True), (200, False), (220, True), (400, False)], 1),  # opened too shortly for another press
        ([(10, False), (20, False)], 0),
    ],
)
def test_what_counts(edges: list[tuple[float, bool]], count: int) -> None:
    assert len(presses(edges, 1000)) == count


def test_a_press_is_told_when_the_contact_is_steady() -> None:
    assert presses([(10, True)], 100) == [pytest.approx(0.01 + STEADY, abs=2 * MS)]


@given(some.lists(some.tuples(some.integers(0, 400), some.booleans()), max_size=60))
def test_presses_are_apart_whatever_the_wires_do(edges: list[tuple[float, bool]]) -> None:
    told = presses(edges, 500)
    assert all(later - earlier >= OPEN for earlier, later in pairwise(told))
