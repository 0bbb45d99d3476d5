"""Clocks: they run on their seat's turn, survive everything that the game survives, and never touch it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.arbiter.arbiter import Arbiter
from companion.ledger import JUDGE, Ledger, Recorded, check_chain, read_record, write_record
from companion.referee import referee as referee_module
from companion.referee.clocks import MOST, Clocks, Left, clocks_after, turn_of
from companion.referee.inputs import Answered, Back, Clocked, Finished, Input, Ticked
from companion.referee.outcome import Moment, Outcome
from companion.referee.recovery import clocks_of
from companion.referee.referee import TICKING, Referee
from companion.referee.verifying import verify
from companion.rules import Illegal, Match, SeatSetup, Setup
from tests.referee.games import by_hand, say, wait
from tests.referee.test_verifying import forged
from tests.sample_game import GAME as BEACONS

ALL = ("A", "B")
FIFTY = 50 * 60


def clock(referee: Referee, act: str, **more: Any) -> Outcome:
    """Somebody with the judge's power does something to the clocks."""
    by = more.pop("by", (JUDGE,) if referee.beginning.judged else ALL)
    return referee.step(Clocked(by, act, referee.now, **more))


def with_clocks(ledger: Ledger, *, round: int = FIFTY, each: int = 600) -> Referee:
    """A's turn, and the clocks run."""
    referee = by_hand(ledger)
    assert clock(referee, "set", round=round, each=each).accepted
    assert clock(referee, "start").accepted
    return referee


def left(referee: Referee) -> dict[str, float]:
    """What each clock has left now."""
    assert referee.clocks
    return {one.whose: round(one.seconds, 4) for one in referee.clocks.at(referee.now).left}


def pass_the_turn(referee: Referee, seat: str) -> None:
    say(referee, seat, "done", "buy:wound", "done")


def whose_turn(referee: Referee) -> str | None:
    return turn_of(referee.arbiter.match)


# -- running -------------------------------------------------------------------------------------------------------


def test_set_started_running_standing_and_removed(ledger: Ledger) -> None:
    referee = by_hand(ledger)
    assert referee.moment().clocks is None
    clock(referee, "set", round=FIFTY, each=600)
    wait(referee, 5.0)
    assert left(referee) == {"": 3000, "A": 600, "B": 600}, "they stand until they are started"
    clock(referee, "start")
    wait(referee, 20.0)
    assert left(referee) == {"": 2980, "A": 580, "B": 600}
    clock(referee, "stop")
    wait(referee, 100.0)
    assert left(referee) == {"": 2980, "A": 580, "B": 600}
    clock(referee, "start")
    wait(referee, 1.0)
    clock(referee, "add", whose="B", seconds=60)
    clock(referee, "add", seconds=-79)
    assert left(referee) == {"": 2900, "A": 579, "B": 660}
    clock(referee, "remove")
    assert referee.moment().clocks is None


def test_the_clock_of_the_seat_runs_whose_turn_it_is(ledger: Ledger) -> None:
    referee = with_clocks(ledger)
    wait(referee, 10.0)
    begun = referee.now
    pass_the_turn(referee, "A")
    spent = referee.now - begun
    assert left(referee) == {"": 2990 - spent, "A": 590 - spent, "B": 600}
    assert whose_turn(referee) == "B"
    wait(referee, 7.0)
    assert left(referee) == {"": 2983 - spent, "A": 590 - spent, "B": 593}


def test_only_some_clocks(ledger: Ledger) -> None:
    referee = with_clocks(ledger, round=0, each=60)
    assert left(referee) == {"A": 60, "B": 60}
    clock(referee, "set", round=60)
    assert left(referee) == {"": 60}
    clock(referee, "start")
    wait(referee, 3.0)
    assert left(referee) == {"": 57}


def test_the_turn_is_what_the_board_of_the_table_says() -> None:
    """Any game's; where it is several seats' at once, or nobody's, the round's clock runs alone."""
    setup = Setup(BEACONS.key, tuple(SeatSetup(name) for name in ("Ada", "Ben", "Cleo", "Dan")))
    match = Match(BEACONS, setup, BEACONS.begin(setup))
    active = [panel.key for panel in match.game.words.board(match.view("table")).seats if panel.active]
    assert turn_of(match) == (active[0] if len(active) == 1 else "")
    clocks = Clocks(0.0, (Left("", 60.0), Left("A", 60.0)), "", started=True)
    assert [clocks.runs(whose) for whose in ("", "A")] == [True, False]
    assert not Clocks(0.0, clocks.left, None, started=True).running


def test_they_stand_when_the_game_is_over_or_broken_off(ledger: Ledger) -> None:
    referee = with_clocks(ledger)
    wait(referee, 5.0)
    referee.step(Finished(ALL, referee.now))
    assert referee.clocks
    assert not referee.clocks.running
    assert left(referee)["A"] == 595


def test_running_changes_nothing_that_is_shown(ledger: Ledger) -> None:
    """What is shown says from when on a clock runs: in between it is the same value."""
    referee = with_clocks(ledger)
    moments: list[Moment] = []
    referee.subscribe("a display", moments.append)
    wait(referee, 60.0)
    assert {moment.clocks for moment in moments} == {referee.clocks}
    assert len(moments) <= 60 / TICKING


# -- running out ---------------------------------------------------------------------------------------------------


def test_running_out_is_told_once_and_does_nothing_to_the_game(ledger: Ledger) -> None:
    referee = with_clocks(ledger, round=30, each=20)
    before = referee.arbiter.match.snapshot()
    told: list[tuple[float, tuple[str, ...]]] = []
    referee.subscribe("a display", lambda moment: told.append((moment.at, moment.ran_out)))
    begun = referee.now
    wait(referee, 100.0)
    assert [(at - begun, who) for at, who in told if who] == [(20.0, ("A",)), (30.0, ("",))]
    assert left(referee) == {"": 0, "A": 0, "B": 20}
    assert referee.arbiter.match.snapshot() == before
    recorded = ledger.game(1).last.number
    wait(referee, 100.0)
    assert ledger.game(1).last.number == recorded, "no clock runs any more"
    pass_the_turn(referee, "A")
    assert referee.clocks
    assert referee.clocks.runs("B"), "B still has time"


def test_who_gets_more_time_runs_again_and_is_told_again(ledger: Ledger) -> None:
    referee = with_clocks(ledger, round=0, each=10)
    wait(referee, 15.0)
    told: list[str] = []
    referee.subscribe("a display", lambda moment: told.extend(moment.ran_out))
    clock(referee, "add", whose="A", seconds=5)
    wait(referee, 10.0)
    assert told == ["A"]
    clock(referee, "add", whose="A", seconds=-60)
    wait(referee, 10.0)
    assert told == ["A"], "it had none, and still has none"


# -- who may, and what ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("judged", "by", "may"),
    [
        (True, (JUDGE,), True),
        (True, ALL, False),
        (True, ("A",), False),
        (False, ALL, True),
        (False, ("A",), False),
        (False, (JUDGE,), False),
        (False, (), False),
    ],
)
def test_who_may(ledger: Ledger, judged: bool, by: tuple[str, ...], may: bool) -> None:
    referee = by_hand(ledger, judged=judged)
    outcome = clock(referee, "set", by=by, round=60)
    assert outcome.accepted is may
    assert bool(outcome.refusal) is not may
    assert (referee.clocks is not None) is may
    assert ledger.game(1).last.number == may


@pytest.mark.parametrize(
    ("act", "more", "why"),
    [
        ("set", {}, "Give the minutes"),
        ("set", {"round": MOST + 1}, "Give the minutes"),
        ("set", {"round": -60}, "Give the minutes"),
        ("set", {"round": 60, "each": -1}, "Give the minutes"),
        ("start", {}, "already running"),
        ("add", {"seconds": 0}, "Give the time to add"),
        ("add", {"seconds": MOST + 1}, "Give the time to add"),
        ("add", {"seconds": 60, "whose": "C"}, "C has no clock"),
    ],
)
def test_what_cannot_be_done_changes_nothing(ledger: Ledger, act: str, more: dict[str, Any], why: str) -> None:
    referee = with_clocks(ledger)
    before, entries = referee.clocks, ledger.game(1).last.number
    outcome = clock(referee, act, **more)
    assert outcome.refusal
    assert why in outcome.words
    assert (referee.clocks, ledger.game(1).last.number) == (before, entries)


def test_without_clocks(ledger: Ledger) -> None:
    referee = by_hand(ledger)
    for act in ("start", "stop", "add", "remove"):
        assert clock(referee, act, seconds=1).words == "No clocks are set."
    clock(referee, "set", each=60)
    assert "already stopped" in clock(referee, "stop").words
    assert "round has no clock" in clock(referee, "add", seconds=60).words
    assert "turn" not in ledger.game(1).header


def test_a_clock_holds_a_day_and_no_less_than_nothing(ledger: Ledger) -> None:
    referee = with_clocks(ledger, round=MOST, each=5)
    clock(referee, "add", seconds=MOST)
    clock(referee, "add", whose="B", seconds=-60)
    assert left(referee) == {"": MOST, "A": 5, "B": 0}


# -- again ---------------------------------------------------------------------------------------------------------


def test_after_a_restart_they_go_on(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped at any moment: a crash gives back no more than the time since the last entry."""
    monkeypatch.setattr(referee_module, "EVERY", 3)
    with Ledger.open(path) as ledger:
        known = with_clocks(ledger, each=60).clocks
    for number in range(8):
        with Ledger.open(path) as ledger:
            referee = Referee.resume(ledger, 1)
            assert referee.troubles == []
            assert referee.clocks == known
            before = left(referee)
            wait(referee, 4.0 + number)
            if number % 2:
                pass_the_turn(referee, whose_turn(referee) or "")
            assert sum(before.values()) > sum(left(referee).values())
            entry = ledger.game(1).last
            lost = referee.now - float(entry.payload["at"])
            assert lost < TICKING
            known = referee.clocks


def test_going_back_does_not_turn_them_back(ledger: Ledger) -> None:
    referee = with_clocks(ledger)
    point = referee.arbiter.record.point
    pass_the_turn(referee, "A")
    wait(referee, 8.0)
    before = left(referee)
    assert referee.step(Back(ALL, point, "a slip", referee.now)).accepted
    assert whose_turn(referee) == "A"
    assert left(referee) == before
    wait(referee, 2.0)
    assert left(referee) == {"": before[""] - 2, "A": before["A"] - 2, "B": before["B"]}


def test_a_breakdown_costs_no_clock(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    referee = with_clocks(ledger)
    wait(referee, 3.0)

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr(Arbiter, "say", broken)
        assert referee.step(Answered("A", "done", referee.now + 1.0)).failed
    assert left(referee) == {"": 2996, "A": 596, "B": 600}
    assert Referee.resume(ledger, 1).clocks == referee.clocks


def test_an_end_over_which_the_program_broke_down_is_played_again(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    referee = with_clocks(ledger)
    with monkeypatch.context() as patched:
        patched.setattr(referee_module, "result_of", lambda match: 1 / 0)
        assert referee.step(Finished(ALL, referee.now + 1.0)).failed
    assert not referee.over
    again = Referee.resume(ledger, 1)
    assert again.troubles == []
    assert again.clocks == referee.clocks


def test_where_the_rules_take_the_record_otherwise_the_clocks_stay(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    referee = with_clocks(ledger)
    pass_the_turn(referee, "A")
    wait(referee, TICKING)
    monkeypatch.setattr("companion.referee.acting.differs", lambda arbiter, payload: "another table")
    again = Referee.resume(ledger, 1)
    assert "reads the record differently" in again.troubles[0]
    assert again.clocks == referee.clocks


def test_what_is_no_clock_of_ours_is_passed_over() -> None:
    rows: list[dict[str, Any]] = [
        {"in": "clock", "at": 1, "by": ["A", "B"], "act": "start"},
        {"in": "shout", "at": 2},
        {"in": "clock", "at": 3, "by": ["A", "B"], "act": "set", "each": 60, "turn": ["x"]},
        {"in": "clock", "at": 4, "by": ["A", "B"], "act": "start", "failed": "Broken", "turn": "A"},
    ]
    clocks = clocks_of(list(enumerate(rows)), ALL)
    assert clocks
    assert (clocks.started, clocks.turn) == (False, "A")


# -- the record ----------------------------------------------------------------------------------------------------


@pytest.fixture
def text(ledger: Ledger) -> str:
    """The record of a short game with clocks, one of which runs out."""
    referee = with_clocks(ledger, round=30, each=20)
    pass_the_turn(referee, "A")
    wait(referee, 40.0)
    clock(referee, "add", whose="B", seconds=60)
    referee.step(Finished(ALL, referee.now + 1.0))
    return write_record(referee.saving.game)


def read(text: str) -> Recorded:
    recorded = read_record(text)
    assert isinstance(recorded, Recorded), recorded
    return recorded


def test_a_game_with_clocks_is_verified_and_tells_what_they_said(ledger: Ledger, text: str) -> None:
    recorded = read(text)
    assert check_chain(recorded) == []
    assert verify(recorded).problem is None
    entries = [(entry.number, entry.payload) for entry in recorded.entries[1:]]
    assert clocks_of(entries, ALL) == Referee.resume(ledger, 1).clocks
    assert '"act":"set"' in text
    assert '"turn":"B"' in text


def test_a_turn_that_is_another_seats_is_found(tmp_path: Path, text: str) -> None:
    def change(number: int, payload: dict[str, Any]) -> None:
        if payload.get("turn") == "B":
            payload["turn"] = "A"

    problem = verify(forged(tmp_path, text, change)).problem
    assert problem
    assert "another's turn" in str(problem)


# -- nothing is lost -----------------------------------------------------------------------------------------------

pauses = st.integers(0, 400_000).map(lambda steps: steps / 10_000)
turns: st.SearchStrategy[str | None] = st.sampled_from(["A", "B", "", None])
acts = st.sampled_from([("start", 0), ("stop", 0), ("add", 7), ("add", -3), ("", 0)])
deeds = st.lists(st.tuples(pauses, turns, acts, st.sampled_from(["", "A", "B"])), max_size=25)


@given(deeds)
def test_the_time_that_is_spent_is_the_time_that_passed(
    told: list[tuple[float, str | None, tuple[str, int], str]],
) -> None:
    """Every clock has lost just the time for which it ran; a tick at any moment makes no difference."""
    clocks = at_leisure = clocks_after(None, Clocked(ALL, "set", 0.0, round=5000, each=4000), "", ALL)
    now = 0.0
    ran, added = dict.fromkeys(("", *ALL), 0.0), dict.fromkeys(("", *ALL), 0)
    started = False
    turn: str | None = ""
    for pause, next_turn, (act, seconds), whose in told:
        now = round(now + pause, 4)
        if started and turn is not None:
            for one in ("", turn) if turn else ("",):
                ran[one] += pause
        deed: Input = Clocked(ALL, act, now, whose=whose, seconds=seconds) if act else Ticked(now)
        assert clocks
        halfway = clocks_after(clocks, Ticked(round(now - pause / 2, 4)), clocks.turn, ALL)
        try:
            clocks = clocks_after(halfway, deed, next_turn, ALL)
            at_leisure = clocks_after(at_leisure, deed, next_turn, ALL)
        except Illegal:
            clocks = clocks_after(halfway, Ticked(now), next_turn, ALL)
            at_leisure = clocks_after(at_leisure, Ticked(now), next_turn, ALL)
        else:
            started = act == "start" or (started and act != "stop")
            added[whose] += seconds
        turn = next_turn
    assert clocks
    assert at_leisure
    spent = {
        one.whose: (5000 if not one.whose else 4000) + added[one.whose] - one.seconds for one in clocks.at(now).left
    }
    assert spent == pytest.approx(ran, abs=0.01)
    assert clocks.at(now).left == at_leisure.at(now).left
