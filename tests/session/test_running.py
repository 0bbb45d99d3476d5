"""The thread that owns a session."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event

import pytest

from companion.ledger import Ledger
from companion.referee.inputs import Answered, Finished, Input, Ticked
from companion.referee.outcome import BUSY, CLOSED, Moment, Outcome
from companion.referee.referee import Referee
from companion.session.inbox import MOST_OF_ONE
from companion.session.running import RunningSession
from companion.session.session import NOTHING_PLAYED, TableSession
from companion.table.changes import Doubt
from companion.table.presence import Presence
from companion.table.sightings import Look
from tests.app.tables import CHIPS, small_table
from tests.referee.games import by_hand

LONG = 20.0
"""Seconds after which a test gives up waiting for a thread."""


class Clock:
    """A clock that stands until it is told to go on."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        self.time += 0.001
        return self.time


@contextmanager
def running(referee: Referee, clock: Clock | None = None) -> Iterator[RunningSession]:
    """A session with its thread, in which this game is played."""
    made = RunningSession(TableSession(referee.beginning.layout), clock=clock or Clock())
    with made:
        made.play(lambda: referee).result(LONG)
        yield made


def test_answers_come_back_to_those_who_asked(ledger: Ledger) -> None:
    with running(by_hand(ledger)) as session:
        refused = session.send(Answered("B", "done", 0.0), "phone B")
        taken = session.send(Answered("A", "done", 0.0, "1"), "phone A")
        assert refused.result(LONG).refusal
        assert taken.result(LONG).accepted
        assert taken.result(LONG).saved
    assert session.send(Answered("A", "buy:wound", 9.0)).result(LONG).words == CLOSED
    assert session.breakdowns == 0


def test_before_any_game_everybody_hears_that_there_is_none() -> None:
    with RunningSession(TableSession(small_table()), clock=Clock()) as session:
        assert session.moment is None
        assert session.send(Answered("A", "done", 0.0)).result(LONG).words == NOTHING_PLAYED


def test_the_order_of_each_one_is_kept(ledger: Ledger) -> None:
    with running(by_hand(ledger)) as session:
        outcomes = [session.send(Answered("A", token, 1.0), "A") for token in ("done", "buy:wound", "done")]
        assert all(outcome.result(LONG).accepted for outcome in outcomes)


def test_a_flood_gets_a_polite_no(ledger: Ledger) -> None:
    referee = by_hand(ledger)
    go_on = Event()
    with running(referee) as session:
        referee.subscribe("a slow display", lambda moment: [None][go_on.wait(LONG) - 1])
        session.send(Answered("A", "done", 1.0), "A")
        flood = [session.send(Answered("A", "buy:wound", 1.0), "A") for _ in range(40)]
        busy = [answer for answer in flood if answer.done()]
        assert {answer.result(LONG).words for answer in busy} == {BUSY}
        assert len(busy) >= 40 - MOST_OF_ONE - 1
        go_on.set()


def test_time_passes_by_itself(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    ticked: list[Input] = []
    enough = Event()
    step = Referee.step

    def note(self: Referee, one: Input) -> Outcome:
        if isinstance(one, Ticked):
            ticked.append(one)
            if len(ticked) >= 3:
                enough.set()
        return step(self, one)

    monkeypatch.setattr(Referee, "step", note)
    monkeypatch.setattr(Presence, "doubt", property(lambda presence: Doubt.TAP))
    with running(by_hand(ledger)):
        assert enough.wait(LONG)
    assert [one.at for one in ticked] == sorted(one.at for one in ticked)
    assert isinstance(ticked[-1], Ticked)
    assert ticked[-1].doubt


def test_the_clock_goes_on_after_a_restart(ledger: Ledger) -> None:
    clock = Clock()
    with running(by_hand(ledger), clock) as session:
        clock.time += 500.0
        assert session.send(Answered("A", "done", 0.0), "A").result(LONG).accepted
    with running(Referee.resume(ledger, 1)) as resumed:
        assert 500.0 <= resumed.now() <= 501.0


def test_nothing_stops_the_thread(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither what breaks the referee itself, nor somebody who does not wait for his answer, nor a look that breaks
    presence."""
    step, look = Referee.step, Presence.look

    def fragile(self: Referee, one: Input) -> Outcome:
        if isinstance(one, Answered) and one.token == "poison":
            raise MemoryError
        return step(self, one)

    def poisoned_look(self: Presence, seen: Look) -> object:
        if seen.tags:
            raise ValueError("nonsense")
        return look(self, seen)

    monkeypatch.setattr(Referee, "step", fragile)
    monkeypatch.setattr(Presence, "look", poisoned_look)
    moments: list[Moment] = []
    lost: list[Exception] = []
    session = RunningSession(TableSession(small_table()), clock=Clock())
    session.lost = lost.append
    session.watch("a display", moments.append)
    with session:
        session.play(lambda: by_hand(ledger)).result(LONG)
        poisoned = session.send(Answered("A", "poison", 1.0), "A")
        impatient = session.send(Answered("A", "done", 1.0), "B")
        impatient.cancel()
        assert poisoned.result(LONG).failed
        assert session.look(Look("1.0", 1000.0, (CHIPS[0].uid,))).result(LONG) == []
        assert session.send(Answered("A", "buy:wound", 1.0), "A").result(LONG).accepted
        assert session.send(Finished(("A", "B"), 2.0), "A").result(LONG).accepted
    assert session.breakdowns == 2
    assert [type(problem) for problem in lost] == [ValueError]
    assert [moment.number for moment in moments] == [0, 1, 2, 3]


def test_a_game_that_cannot_begin_leaves_the_one_before_alone(ledger: Ledger) -> None:
    def broken() -> Referee:
        raise ValueError("no such game")

    with running(by_hand(ledger)) as session:
        with pytest.raises(ValueError, match="no such game"):
            session.play(broken).result(LONG)
        assert session.send(Answered("A", "done", 0.0), "A").result(LONG).accepted
