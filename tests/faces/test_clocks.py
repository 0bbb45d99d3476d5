"""Clocks on screens: values that stay as they are while time passes, and what a face makes of them."""

from __future__ import annotations

from math import ceil
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.faces.languages import languages
from companion.faces.screen import Clock, Screen, as_shown, passed, until_next
from companion.faces.screens import Screens
from companion.ledger import Ledger
from companion.referee.clocks import turn_of
from companion.referee.inputs import Clocked
from companion.referee.referee import Referee
from companion.rules import JUDGE, TABLE
from tests.faces.display.examples import matches
from tests.ledger.conftest import ledger, path
from tests.referee.games import by_hand, say, wait

__all__ = ["ledger", "path"]

AUDIENCES = (TABLE, "A", "B", JUDGE)


def clock(referee: Referee, act: str, **more: Any) -> None:
    assert referee.step(Clocked(("A", "B"), act, referee.now, **more)).accepted


@pytest.fixture
def clocked(ledger: Ledger) -> tuple[Referee, Screens]:
    """A's turn, and the clocks run."""
    referee = by_hand(ledger)
    screens = Screens(referee.moment())
    referee.subscribe("screens", screens.take)
    clock(referee, "set", round=600, each=60)
    clock(referee, "start")
    return referee, screens


def shown(screen: Screen, now: float) -> dict[str, int]:
    return {one.seat: int(one.left) for one in as_shown(screen, now).clocks}


def test_everybody_sees_the_same_clocks(clocked: tuple[Referee, Screens]) -> None:
    referee, screens = clocked
    for audience in AUDIENCES:
        assert [(one.seat, one.left, one.runs) for one in screens.screen(audience).clocks] == [
            ("", 600.0, True),
            ("A", 60.0, True),
            ("B", 60.0, False),
        ]
    clock(referee, "remove")
    assert screens.screen(TABLE).clocks == ()


def test_no_number_rises_while_time_passes(clocked: tuple[Referee, Screens]) -> None:
    referee, screens = clocked
    before = [screens.screen(audience) for audience in AUDIENCES]
    wait(referee, 45.0)
    assert [screens.screen(audience) for audience in AUDIENCES] == before
    assert shown(before[0], referee.now) == {"": 555, "A": 15, "B": 60}
    say(referee, "A", "done", "buy:wound", "done")
    assert shown(screens.screen(TABLE), referee.now) == {"": 552, "A": 12, "B": 60}


def test_running_out_is_told_to_everybody_once_in_every_language(clocked: tuple[Referee, Screens]) -> None:
    referee, screens = clocked
    before = [screens.screen(audience).number for audience in AUDIENCES]
    wait(referee, 700.0)
    for audience, number in zip(AUDIENCES, before, strict=True):
        screen = screens.screen(audience)
        assert screen.last[-2:] == ("A: the time is up.", "The time of the round is up.")
        assert screen.number == number + 2
        assert [one.seat for one in screen.clocks if one.out] == ["", "A"]
        assert not any(one.runs for one in screen.clocks)
    assert screens.screen(TABLE, languages()["ru"]).last[-1] == "Время раунда вышло."


def test_the_clock_of_who_crashes_runs_while_the_other_may_react() -> None:
    """The turn is what the table's board says, and never who could react: that would tell of a hidden hand."""
    match = matches()["asked"]
    assert match.waiting_for == ("South",)
    assert turn_of(match) == "North"


# -- what a face makes of them ------------------------------------------------------------------------------------

lefts = st.integers(0, 10_000_000).map(lambda steps: steps / 1000)
times = st.integers(0, 5_000_000).map(lambda steps: steps / 1000)


@given(lefts, times, times)
def test_what_is_shown_is_never_too_little_hardly_too_much_and_does_not_rise(
    left: float, earlier: float, later: float
) -> None:
    clocks = (Clock("A", left, True, 10.0),)
    shown = []
    for late in sorted((earlier, later)):
        shown.append(clocks[0].after(passed(clocks, 10.0 + late)))
        assert -0.001 < shown[-1] - max(0.0, left - late) < 2.0
    assert shown[0] >= shown[1]
    after = max(0.0, round(left - max(earlier, later), 4))
    assert ceil(after) <= shown[1], "nor when something is done to it then"


def test_they_change_all_at_once_each_second() -> None:
    clocks = (Clock("", 90.25, True, 5.5), Clock("A", 30.75, True, 5.5), Clock("B", 30.0))
    assert until_next(clocks, 5.5) == 1.0
    assert until_next(clocks, 7.25) == 0.25
    assert until_next(clocks[2:], 7.25) is None
    assert [[one.after(passed(clocks, now)) for one in clocks] for now in (6.49, 6.5)] == [[91, 31, 30], [90, 30, 30]]
