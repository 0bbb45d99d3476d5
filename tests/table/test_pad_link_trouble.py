"""The link to one pad when the line is bad."""

from __future__ import annotations

from itertools import cycle

import pytest
from hypothesis import given
from hypothesis import strategies as some

from companion.table.messages import (
    Boot,
    Done,
    ErrorReason,
    Full,
    Health,
    Hi,
    Lamp,
    Last,
    Led,
    LookState,
    Num,
    PadHealth,
    Refused,
    Scan,
    write_reply,
)
from companion.table.pad_link import PATIENCE, REPEATS_AT_ONCE, LinkState
from companion.table.wire import UNASKED
from tests.table.link_table import Garble, Table, once
from tests.table.scripted_pad import A, B, C, ScriptedPad


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: data[:-3] + b"0\n",
        lambda data: data[1:],
        lambda data: data + b"x\n",
        lambda data: b"\xff\x00\n" + data,
        lambda data: b"x" * 500 + b"\n" + data,
        lambda data: data[:5] + b"\n" + data[5:],
        lambda data: data + data,
        lambda data: b"\n\n" + data,
    ],
)
@pytest.mark.parametrize("way", ["to_pad", "to_host"])
def test_damage_costs_no_time_and_no_look(spoil: Garble, way: str) -> None:
    table = Table().opened()
    table.scan(A)
    looks = table.pad.counts[0]
    setattr(table, way, once(spoil))
    before = table.now
    assert table.scan(B).tags == (B,)
    assert table.now - before < 0.02
    assert table.pad.counts[0] == looks + 1, "nothing is carried out twice"
    assert len(table.looks()) == 2
    assert table.scan(B, C).tags == (B, C)


@pytest.mark.parametrize("way", ["to_pad", "to_host"])
@pytest.mark.parametrize("rest", [0, 1, 6])
def test_what_is_lost_is_asked_again(way: str, rest: int) -> None:
    table = Table().opened()
    table.scan(A)
    looks = table.pad.counts[0]
    setattr(table, way, once(lambda data: data[:rest]))
    table.pad.tags[0] = {B}
    table.link.ask(Scan(0), table.now)
    table.settle()
    assert table.wait() == pytest.approx(PATIENCE[Scan][0], abs=0.01)
    assert table.looks()[-1].tags == (B,)
    assert table.pad.counts[0] == looks + 1
    assert table.link.counters.timeouts == 1


def test_a_request_that_is_never_answered_is_given_up_and_the_pad_greeted() -> None:
    table = Table().opened()
    table.pad.silent = True
    table.link.ask(Scan(0), table.now)
    table.settle()
    for _ in PATIENCE[Scan]:
        assert table.state() is LinkState.READY
        assert table.link.under_way == Scan(0)
        table.wait()
    assert table.answers()[-1].reply is None
    assert table.state() is LinkState.GREETING
    assert table.link.counters.given_up == 1
    table.pad.silent = False
    table.wait()
    assert table.state() is LinkState.READY
    assert isinstance(table.pad.requests[-1], Hi)
    assert table.looks() == []


def test_a_flood_of_damage_is_not_answered_with_a_flood() -> None:
    table = Table().opened()
    table.link.ask(Scan(0), table.now)
    sent = table.link.outgoing
    table.link.sent(len(sent))
    bytes_out = 0
    for _ in range(1000):
        table.link.feed(b"\xff\n" * 10, table.now)
        bytes_out += len(table.link.outgoing)
        table.link.sent(len(table.link.outgoing))
    assert bytes_out == REPEATS_AT_ONCE * (1 + len(sent))
    assert table.link.counters.damaged == 10_000


def test_a_line_that_takes_nothing_does_not_fill_up() -> None:
    table = Table().opened()
    table.pad.silent = True
    table.link.ask(Scan(0), table.now)
    for _ in range(100):
        table.now = table.link.deadline or table.now
        table.link.tick(table.now)
        table.link.feed(b"x\n", table.now)
        assert len(table.link.outgoing) <= 41


def test_a_late_reply_is_not_taken_for_another() -> None:
    table = Table().opened()
    table.scan(A)
    late = write_reply(1, Full(0, 9, LookState.OK, (C,)))
    table.to_host = lambda data: late + data
    assert table.scan(B).tags == (B,)
    assert table.link.counters.late > 0


def test_a_reply_with_the_right_number_that_cannot_be_the_answer() -> None:
    table = Table().opened()
    table.scan(A)
    table.to_host = once(lambda data: write_reply(len(table.pad.requests) - 1, Done()) + data)
    assert table.scan(B).tags == (B,)
    assert table.link.counters.nonsense == 1


def test_a_restart_in_the_middle() -> None:
    table = Table().opened()
    table.scan(A)
    table.link.ask(Scan(0), table.now)
    table.link.sent(len(table.link.outgoing))
    table.link.feed(table.pad.restart(), table.now)
    table.settle()
    assert table.state() is LinkState.READY
    assert table.answers()[-1].reply is None
    assert table.troubles() == ["Pad 1 has restarted (power on)."]
    asked = len(table.pad.requests)
    assert table.scan(A).tags == (A,)
    assert table.scan().tags == ()
    assert table.pad.requests[asked:] == [Scan(0)] * 2, "its list is known to be empty"
    assert table.link.counters.restarts == 1


@pytest.mark.parametrize("looks", [1, 2, 255, 256, 257])
def test_a_restart_that_nobody_heard_of(looks: int) -> None:
    table = Table().opened()
    for _ in range(looks):
        table.scan(A)
    table.pad.restart()
    table.to_host = once(lambda data: b"\xff" + data)  # what was left of BOOT spoils the next line
    assert table.scan().tags == ()
    assert table.scan(B).tags == (B,)


def test_other_requests() -> None:
    table = Table().opened()
    assert table.ask(Health()).reply == PadHealth(1, 2, 3, 4, 5)
    assert table.ask(Led(1, Lamp.ON)).reply == Done()
    assert table.ask(Last(0)).reply == Full(0, 0, LookState.OK)
    assert table.looks() == []


def test_a_request_that_the_pad_refuses() -> None:
    table = Table().opened()
    table.to_host = lambda data: write_reply(1, Refused(ErrorReason.EEPROM))
    assert table.ask(Num(4)).reply == Refused(ErrorReason.EEPROM)
    assert table.link.free


@given(some.lists(some.integers(1, 20), min_size=1, max_size=30))
def test_the_same_comes_of_it_however_the_bytes_are_cut(cuts: list[int]) -> None:
    data = b"".join(
        [
            write_reply(0, ScriptedPad().answer(Hi())),
            b"\xffgarbage\n",
            write_reply(UNASKED, Boot(1, "1.0.0", 1, ("92",) * 4, "W")),
            write_reply(1, ScriptedPad().answer(Hi())),
            b"x" * 300 + b"\n",
        ]
    )
    whole, pieces = Table(), Table()
    for table in (whole, pieces):
        table.link.opened(0.0)
    whole.link.feed(data, 0.1)
    left = data
    for size in cycle(cuts):
        pieces.link.feed(left[:size], 0.1)
        if not (left := left[size:]):
            break
    assert pieces.link.take() == whole.link.take()
    assert pieces.link.counters == whole.link.counters
    assert (pieces.link.state, pieces.link.outgoing) == (whole.link.state, whole.link.outgoing)
