"""The link to one pad, against a small pad that the test makes misbehave."""

from __future__ import annotations

import pytest

from companion.table.messages import Boot, Last, LookState, Scan, SeenReply, write_reply
from companion.table.pad_link import CLIMB_AFTER, ENOUGH_GREETINGS, FAST, FIRST_PATIENCE, SLOW, LinkState
from companion.table.phrases import Phrase
from companion.table.sightings import Look, Uid
from companion.table.wire import UNASKED
from tests.table.link_table import Table
from tests.table.scripted_pad import A, B, C, ScriptedPad

# -- greeting --------------------------------------------------------------------------------------------------


def test_it_greets_and_is_ready() -> None:
    table = Table()
    assert (table.state(), table.link.free) == (LinkState.CLOSED, False)
    table.opened()
    assert table.state() is LinkState.READY
    assert table.words() == ["Pad 1 is connected: firmware 1.0.0, 4 readers."]
    assert table.troubles() == []


def test_it_does_not_disturb_a_boot_loader() -> None:
    table = Table()
    table.pad.silent = True
    table.opened()
    assert table.wait() == pytest.approx(FIRST_PATIENCE, abs=0.01)
    assert table.state() is LinkState.GREETING


def test_a_pad_that_says_it_has_started_is_greeted_at_once() -> None:
    table = Table()
    table.pad.silent = True
    table.opened()
    table.pad.silent = False
    table.link.feed(table.pad.restart(), table.now)
    table.settle()
    assert table.state() is LinkState.READY
    assert table.troubles() == []


def test_it_greets_in_both_speeds_in_turn_and_calls_it_silent_in_the_end() -> None:
    table = Table()
    table.pad.silent = True
    table.opened()
    speeds = [table.link.speed]
    while table.state() is LinkState.GREETING:
        table.wait()
        speeds.append(table.link.speed)
    assert speeds[:7] == [FAST, FAST, FAST, SLOW, FAST, SLOW, FAST]
    assert len(speeds) == ENOUGH_GREETINGS + 1
    assert table.state() is LinkState.SILENT
    assert "Pad 1 on /dev/pad does not answer." in table.troubles()[0]
    for _ in range(20):
        table.wait()
    assert len(table.troubles()) == 1
    table.pad.silent = False
    while not table.link.free:
        table.wait()
    assert table.words()[-1].startswith("Pad 1 is connected")


def test_a_pad_at_the_slow_speed_is_found_and_brought_back() -> None:
    table = Table()
    table.pad_speed = SLOW
    table.opened()
    while table.state() is LinkState.GREETING:
        table.wait()
    assert table.link.speed == SLOW
    assert "slowly" in table.words()[-1]
    assert table.scan(A).tags == (A,)

    def change_speed(data: bytes) -> bytes:
        if data != 8 * b"?\n":
            return data
        table.pad_speed = FAST
        return b""

    table.to_pad = change_speed
    assert table.wait() == pytest.approx(CLIMB_AFTER, abs=1)
    assert table.state() is LinkState.GREETING
    while table.state() is LinkState.GREETING:
        table.wait()
    assert (table.link.state, table.link.speed) == (LinkState.READY, FAST)


def test_a_pad_that_stays_slow_is_asked_less_and_less_often() -> None:
    table = Table()
    table.pad_speed = SLOW
    table.opened()
    waits = []
    for _ in range(3):
        while table.state() is LinkState.GREETING:
            table.wait()
        waits.append(table.wait())
    assert waits == pytest.approx([CLIMB_AFTER, 2 * CLIMB_AFTER, 4 * CLIMB_AFTER], abs=1)


@pytest.mark.parametrize(
    ("version", "number", "wanted", "words"),
    [
        (2, 1, 1, "speaks protocol 2, this companion speaks 1: flash it with `companion pads flash /dev/pad`."),
        (1, 5, 1, "The pad on /dev/pad is pad 5, but the table has pad 1 there"),
        (1, 0, 1, "has no number yet; the table has pad 1 there: give it this number with `companion pads number"),
        (1, 5, None, ""),
        (1, 0, None, ""),
    ],
)
def test_another_pad_than_the_one_that_is_wanted(version: int, number: int, wanted: int | None, words: str) -> None:
    pad = ScriptedPad(number)
    pad.version = version
    table = Table(pad, wanted).opened()
    assert table.state() is (LinkState.UNFIT if words else LinkState.READY)
    assert words in "".join(table.troubles())
    for _ in range(3):
        if words:
            table.wait()
    assert len(table.troubles()) == bool(words)
    pad.version, pad.number = 1, 1
    if words:
        table.wait()
    assert table.state() is LinkState.READY
    assert table.link.trouble == ""


def test_a_pad_with_fewer_readers_than_the_table_has_spots() -> None:
    table = Table(ScriptedPad(readers=2)).opened()
    assert table.state() is LinkState.READY
    assert table.troubles() == [
        "Pad 1 has no reader 2, only 2, but the table has a spot for it.",
        "Pad 1 has no reader 3, only 2, but the table has a spot for it.",
    ]


def test_a_port_that_is_closed_again() -> None:
    table = Table().opened()
    table.link.ask(Scan(0), table.now)
    table.link.closed(table.now, Phrase("/dev/pad is gone."))
    table.settle()
    assert table.answers()[-1].reply is None
    assert table.state() is LinkState.CLOSED
    assert table.link.deadline is None
    table.link.closed(table.now, Phrase("/dev/pad is gone."))
    table.settle()
    assert table.troubles() == ["/dev/pad is gone."]
    table.link.feed(write_reply(UNASKED, Boot(1, "1.0.0", 1, ("92",), "P")), table.now)
    assert table.link.outgoing == b""
    assert table.opened().link.state is LinkState.READY


# -- looks -----------------------------------------------------------------------------------------------------


def test_looks_follow_the_changes() -> None:
    table = Table().opened()
    assert table.scan().tags == ()
    assert table.scan(A) == Look("1.0", table.now, (A,))
    assert table.scan(A, B).tags == (A, B)
    assert table.scan(C, B).tags == (B, C)
    assert table.scan(C, reader=3) == Look("1.3", table.now, (C,))
    assert table.scan().tags == ()
    assert sum(isinstance(request, Last) for request in table.pad.requests) == 2, "the first look of each reader"


def test_a_look_is_of_the_moment_when_its_reply_came() -> None:
    table = Table().opened()
    table.link.ask(Scan(0), table.now)
    (table.now, said) = (table.now + 0.5, table.pad.feed(table.link.outgoing))
    table.link.sent(len(table.link.outgoing))
    table.link.feed(said, table.now)
    table.settle()  # the first look of all has to be asked for whole
    assert table.looks() == [Look("1.0", table.now)]


def test_counts_begin_anew_after_255() -> None:
    table = Table().opened()
    for turn in range(600):
        assert table.scan(*[A][: turn % 3]).tags == (A,)[: turn % 3]
    assert sum(isinstance(request, Last) for request in table.pad.requests) == 1


@pytest.mark.parametrize("state", [LookState.PART, LookState.MORE, LookState.FAIL])
def test_a_look_that_is_not_clean(state: LookState) -> None:
    table = Table().opened()
    table.scan(A)
    table.pad.states[0] = state
    look = table.scan(A, B)
    assert not look.clean
    assert look.tags == (() if state is LookState.FAIL else (A, B))
    table.pad.states[0] = LookState.OK
    assert table.scan(B) == Look("1.0", table.now, (B,))


def test_people_hear_of_a_reader_that_does_not_answer_and_when_it_does_again() -> None:
    table = Table().opened()
    table.pad.states[2] = LookState.FAIL
    for _ in range(10):
        table.scan(reader=2)
    assert table.troubles() == ["Reader 2 of pad 1 does not answer. Check its wires; the pad goes on trying."]
    table.pad.states[2] = LookState.OK
    table.scan(reader=2)
    assert table.words()[-1] == "Reader 2 of pad 1 answers again."


def test_one_look_that_fails_is_no_news() -> None:
    table = Table().opened()
    table.pad.states[2] = LookState.FAIL
    table.scan(reader=2)
    table.pad.states[2] = LookState.OK
    table.scan(reader=2)
    assert len(table.words()) == 1


def test_a_list_that_cannot_be_followed_is_asked_for_whole() -> None:
    table = Table().opened()
    table.scan(A)
    table.pad.tags[0] = {B}
    table.pad.look(0)  # somebody else has asked
    assert table.scan(B, C).tags == (B, C)
    assert table.pad.requests[-1] == Last(0)


@pytest.mark.parametrize(("gone", "new"), [((B,), ()), ((), (A,))])
def test_changes_that_cannot_be_are_not_believed(gone: tuple[Uid, ...], new: tuple[Uid, ...]) -> None:
    table = Table().opened()
    table.scan(A)
    table.link.ask(Scan(0), table.now)
    seq = int(table.link.outgoing[1:3], 16)
    table.link.sent(len(table.link.outgoing))
    table.link.feed(write_reply(seq, SeenReply(0, 2, LookState.OK, gone, new)), table.now)
    table.pad.look(0)
    table.settle()
    assert table.pad.requests[-1] == Last(0)
    assert table.looks()[-1] == Look("1.0", table.now, (A,))
    assert len(table.looks()) == 2


def test_a_pad_that_restarts_before_it_has_told_its_list_tells_of_no_look() -> None:
    table = Table().opened()
    table.pad.tags[0] = {A}
    table.link.ask(Scan(0), table.now)
    said = table.pad.feed(table.link.outgoing)
    table.link.sent(len(table.link.outgoing))
    table.link.feed(said, table.now)
    table.pad.restart()
    table.settle()
    assert table.pad.requests[-1] == Last(0)
    assert table.looks() == []
    assert (table.answers()[-1].request, table.answers()[-1].reply) == (Scan(0), None)
    assert table.scan(A).tags == (A,)


def test_a_restart_while_the_cable_was_out() -> None:
    table = Table().opened()
    for _ in range(256):
        table.scan(A)
    table.link.feed(b"!00 FU", table.now)
    table.link.closed(table.now, Phrase("/dev/pad is gone."))
    table.pad.restart()
    table.opened()
    assert table.link.counters.damaged == 0
    assert table.scan().tags == (), "a count of 01 follows on the one before, but the list does not"
