"""The queue, and the thread behind it."""

from __future__ import annotations

from concurrent.futures import Future
from threading import Event, Thread

import pytest

from companion.ledger import Ledger
from companion.referee import inbox as inbox_module
from companion.referee.inbox import MOST_OF_ONE, MOST_OF_PEOPLE, Inbox, Letter
from companion.referee.inputs import Answered, Finished, Input, Seen, Ticked
from companion.referee.outcome import BUSY, CLOSED, Moment, Outcome
from companion.referee.referee import Referee
from companion.referee.running import Running
from companion.table.changes import Tapped
from companion.table.sightings import Uid
from tests.referee.games import by_hand

LONG = 20.0
"""Seconds after which a test gives up waiting for a thread."""


def letter(one: Input, bringer: str = "") -> Letter:
    return Letter(one, bringer, Future())


def tapped(number: int) -> Seen:
    return Seen(Tapped(Uid(f"04{number:06X}"), "1.0", 1.0), 1.0)


def answered(number: int) -> Answered:
    return Answered("A", f"token {number}", 1.0)


# -- the queue -----------------------------------------------------------------------------------------------------


def test_one_who_floods_harms_nobody_else() -> None:
    inbox = Inbox()
    taken = [inbox.put(letter(answered(number), "phone A")) for number in range(50)]
    assert taken == [True] * MOST_OF_ONE + [False] * (50 - MOST_OF_ONE)
    assert inbox.put(letter(answered(1), "phone B"))
    assert inbox.put(letter(tapped(1)))
    first = inbox.take(0.0)
    assert first
    assert first.input == answered(0)
    assert inbox.put(letter(answered(2), "phone A"))


def test_many_who_flood_cannot_fill_it() -> None:
    inbox = Inbox()
    taken = [inbox.put(letter(answered(number), f"phone {number}")) for number in range(MOST_OF_PEOPLE + 50)]
    assert sum(taken) == MOST_OF_PEOPLE
    assert all(inbox.put(letter(tapped(number))) for number in range(500))


def test_what_readers_saw_waits_and_is_never_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inbox_module, "MOST_SEEN", 10)
    inbox = Inbox()
    reader = Thread(target=lambda: [inbox.put(letter(tapped(number))) for number in range(1000)])
    reader.start()
    seen: list[Input] = []
    while len(seen) < 1000:
        assert len(inbox) <= 10
        found = inbox.take(LONG)
        assert found
        seen.append(found.input)
    reader.join(LONG)
    assert seen == [tapped(number) for number in range(1000)]


def test_tags_of_no_chip_wait_until_nothing_else_does() -> None:
    """What readers saw of chips and what people say keep their order; each lane keeps its own."""
    strange = {tapped(number) for number in range(100, 103)}
    inbox = Inbox(lambda one: one in strange)
    came: list[Input] = [tapped(100), tapped(1), answered(1), tapped(101), answered(2), tapped(2), tapped(102)]
    assert all(inbox.put(letter(one)) for one in came)
    assert len(inbox) == 7
    taken = [inbox.take(0.0) for _ in came]
    order = [one.input for one in taken if one]
    assert order == [tapped(1), answered(1), answered(2), tapped(2), tapped(100), tapped(101), tapped(102)]
    assert len(inbox) == 0


def test_tags_of_no_chip_do_not_take_the_room_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inbox_module, "MOST_STRANGE", 10)
    inbox = Inbox(lambda one: isinstance(one, Seen) and one.at > 1.0)
    flood = [Seen(Tapped(Uid(f"04{number:06X}"), "1.0", 2.0), 2.0) for number in range(100)]
    reader = Thread(target=lambda: [inbox.put(letter(one)) for one in flood], daemon=True)
    reader.start()
    while len(inbox) < 10:
        reader.join(0.01)
    assert inbox.put(letter(answered(1), "phone"))
    found = inbox.take(0.0)
    assert found
    assert found.input == answered(1)
    inbox.close()
    reader.join(LONG)


def test_a_closed_inbox_gives_out_what_it_has() -> None:
    inbox = Inbox()
    inbox.put(letter(tapped(1)))
    inbox.close()
    assert not inbox.put(letter(tapped(2)))
    assert not inbox.put(letter(answered(2), "phone"))
    assert inbox.take(0.0)
    assert inbox.take(LONG) is None


# -- the thread ----------------------------------------------------------------------------------------------------


class Clock:
    """A clock that stands until it is told to go on."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        self.time += 0.001
        return self.time


def test_answers_come_back_to_those_who_asked(ledger: Ledger) -> None:
    with Running(by_hand(ledger), Clock()) as running:
        refused = running.send(Answered("B", "done", running.now()), "phone B")
        taken = running.send(Answered("A", "done", running.now(), "1"), "phone A")
        assert refused.result(LONG).refusal
        assert taken.result(LONG).accepted
        assert taken.result(LONG).saved
    assert running.send(Answered("A", "buy:wound", 9.0)).result(LONG).words == CLOSED
    assert running.breakdowns == 0


def test_the_order_of_each_one_is_kept(ledger: Ledger) -> None:
    with Running(by_hand(ledger), Clock()) as running:
        outcomes = [running.send(Answered("A", token, 1.0), "A") for token in ("done", "buy:wound", "done")]
        assert all(outcome.result(LONG).accepted for outcome in outcomes)


def test_a_flood_gets_a_polite_no(ledger: Ledger) -> None:
    referee = by_hand(ledger)
    go_on = Event()
    referee.subscribe("a slow display", lambda moment: [None][go_on.wait(LONG) - 1])
    with Running(referee, Clock()) as running:
        running.send(Answered("A", "done", 1.0), "A")
        flood = [running.send(Answered("A", "buy:wound", 1.0), "A") for _ in range(40)]
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
    referee = by_hand(ledger)
    with Running(referee) as running:
        running.doubt = True
        assert enough.wait(LONG)
    assert [one.at for one in ticked] == sorted(one.at for one in ticked)
    assert isinstance(ticked[-1], Ticked)
    assert ticked[-1].doubt


def test_the_clock_goes_on_after_a_restart(ledger: Ledger) -> None:
    clock = Clock()
    with Running(by_hand(ledger), clock) as running:
        clock.time += 500.0
        assert running.send(Answered("A", "done", running.now()), "A").result(LONG).accepted
    resumed = Running(Referee.resume(ledger, 1), Clock())
    assert 500.0 <= resumed.now() <= 501.0


def test_nothing_stops_the_thread(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither what breaks the referee itself, nor somebody who does not wait for his answer."""
    referee = by_hand(ledger)
    step = Referee.step

    def fragile(self: Referee, one: Input) -> Outcome:
        if isinstance(one, Answered) and one.token == "poison":
            raise MemoryError
        return step(self, one)

    monkeypatch.setattr(Referee, "step", fragile)
    moments: list[Moment] = []
    referee.subscribe("a display", moments.append)
    with Running(referee, Clock()) as running:
        poisoned = running.send(Answered("A", "poison", 1.0), "A")
        impatient = running.send(Answered("A", "done", 1.0), "B")
        impatient.cancel()
        assert poisoned.result(LONG).failed
        assert running.send(Answered("A", "buy:wound", 1.0), "A").result(LONG).accepted
        assert running.send(Finished(("A", "B"), 2.0), "A").result(LONG).accepted
    assert running.breakdowns == 1
    assert [moment.number for moment in moments] == [1, 2, 3]
