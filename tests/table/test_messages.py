"""What host and pad say, as values."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from companion.table.messages import (
    Boot,
    Done,
    ErrorReason,
    Full,
    Health,
    Hello,
    Hi,
    Lamp,
    Last,
    Led,
    LookState,
    Num,
    PadHealth,
    ReaderHealth,
    ReaderState,
    Refused,
    Reply,
    Request,
    Reset,
    Scan,
    SeenReply,
    SelfTest,
    SelfTestVerdict,
    Tested,
    fits,
    read_reply,
    read_request,
    write_reply,
    write_request,
)
from companion.table.sightings import Uid
from companion.table.wire import PAD, REPLY_LIMIT, REQUEST_LIMIT, UNASKED, Damaged, Flaw, LineReader, WireLine
from tests.table.corpus import Row, rows

READERS = some.integers(0, 3)
BYTES = some.integers(0, 255)
COUNTERS = some.integers(0, 65535)
HEX = "0123456789ABCDEF"
UIDS = some.sampled_from([8, 14, 20]).flatmap(lambda size: some.text(HEX, min_size=size, max_size=size)).map(Uid)
LISTS = some.sets(UIDS, max_size=5).map(lambda uids: tuple(sorted(uids)))
STATES = some.sampled_from(LookState)
CHIPS = some.one_of(some.none(), some.text(HEX, min_size=2, max_size=2))
WHO = (
    COUNTERS,
    some.just("1.20.3"),
    some.integers(0, 99),
    some.lists(CHIPS, min_size=1, max_size=4).map(tuple),
    some.sampled_from(["", "P", "BE", "PBEW"]),
)

REQUESTS: some.SearchStrategy[Request] = some.one_of(
    some.builds(Hi, COUNTERS),
    some.builds(Scan, READERS),
    some.builds(Last, READERS),
    some.builds(Health, some.one_of(some.none(), READERS)),
    some.builds(Led, READERS, some.sampled_from(Lamp)),
    some.builds(Num, some.integers(1, 99)),
    some.builds(SelfTest, READERS),
    some.builds(Reset, READERS, some.booleans()),
)
ASKED_FOR: some.SearchStrategy[Reply] = some.one_of(
    some.builds(Hello, *WHO),
    some.builds(Full, READERS, BYTES, STATES, LISTS),
    some.builds(PadHealth, some.integers(0, 2**32 - 1), COUNTERS, COUNTERS, COUNTERS, COUNTERS),
    some.builds(ReaderHealth, READERS, some.sampled_from(ReaderState), CHIPS, *[COUNTERS] * 7),
    some.builds(Done),
    some.builds(Tested, READERS, some.sampled_from(SelfTestVerdict)),
    some.builds(Refused, some.just(ErrorReason.VERSION), COUNTERS),
    some.builds(Refused, some.just(ErrorReason.DEAD), READERS),
    some.builds(
        Refused, some.sampled_from([ErrorReason.WORD, ErrorReason.FIELDS, ErrorReason.READER, ErrorReason.EEPROM])
    ),
)


@given(BYTES, REQUESTS)
def test_a_request_there_and_back(seq: int, request: Request) -> None:
    (line,) = LineReader(REQUEST_LIMIT).feed(write_request(seq, request))
    assert isinstance(line, WireLine)
    assert (line.seq, read_request(line)) == (seq, request)
    assert isinstance(read_reply(line), Damaged)


@given(BYTES, ASKED_FOR)
def test_a_reply_there_and_back(seq: int, reply: Reply) -> None:
    (line,) = LineReader(REPLY_LIMIT).feed(write_reply(seq, reply))
    assert isinstance(line, WireLine)
    assert (line.seq, read_reply(line)) == (seq, reply)


@given(READERS, BYTES, LISTS, LISTS)
def test_changes_there_and_back(reader: int, count: int, gone: tuple[Uid, ...], new: tuple[Uid, ...]) -> None:
    seen = SeenReply(reader, count, LookState.OK, gone, tuple(uid for uid in new if uid not in gone))
    try:
        written = write_reply(1, seen)
    except ValueError:
        assert len(seen.gone) + len(seen.new) > 5
        return
    (line,) = LineReader(REPLY_LIMIT).feed(written)
    assert isinstance(line, WireLine)
    assert read_reply(line) == seen


@pytest.mark.parametrize(
    "reply", [Boot(1, "1.0.0", 3, ("92", None), "W"), Refused(ErrorReason.CRC), Refused(ErrorReason.LONG)]
)
def test_what_is_said_unasked(reply: Reply) -> None:
    (line,) = LineReader(REPLY_LIMIT).feed(write_reply(UNASKED, reply))
    assert isinstance(line, WireLine)
    assert read_reply(line) == reply
    (line,) = LineReader(REPLY_LIMIT).feed(write_reply(1, reply))
    assert isinstance(line, WireLine)
    assert read_reply(line) == Damaged(Flaw.NONSENSE, line.size)


@pytest.mark.parametrize("row", rows("replies"), ids=lambda row: row.note)
def test_the_corpus_of_replies(row: Row) -> None:
    found = LineReader(REPLY_LIMIT).feed(row.data)
    if not found:
        assert row.verdict == "nothing"
        return
    (line,) = found
    if isinstance(line, Damaged):
        assert row.verdict == ("long" if line.flaw is Flaw.LONG else "damaged")
        return
    reply = read_reply(line)
    if isinstance(reply, Damaged):
        assert (row.verdict, reply) == ("nonsense", Damaged(Flaw.NONSENSE, len(row.data)))
        return
    assert row.verdict == line.word
    assert write_reply(line.seq, reply) == row.data


@pytest.mark.parametrize("row", rows("requests"), ids=lambda row: row.note)
def test_the_corpus_of_requests(row: Row) -> None:
    for line in LineReader(REQUEST_LIMIT).feed(row.data):
        if isinstance(line, Damaged):
            assert row.verdict == ("ERR LONG" if line.flaw is Flaw.LONG else "ERR CRC")
        elif line.mark == PAD:
            assert row.verdict == "ERR CRC"
        else:
            request = read_request(line)
            refused = isinstance(request, Refused) or (isinstance(request, Hi) and request.version != 1)
            assert refused == row.verdict.startswith("ERR")
            assert not isinstance(request, Refused) or row.verdict == f"ERR {request.why.value}"


@given(REQUESTS, ASKED_FOR)
def test_a_reply_about_another_reader_does_not_fit(request: Request, reply: Reply) -> None:
    about, told = getattr(request, "reader", None), getattr(reply, "reader", None)
    if fits(request, reply) and told is not None:
        assert about == told


@pytest.mark.parametrize(
    ("request_", "reply", "whether"),
    [
        (Hi(), Hello(1, "1.0.0", 1, ("92",), ""), True),
        (Hi(), Refused(ErrorReason.VERSION, 2), True),
        (Hi(), Done(), False),
        (Scan(1), SeenReply(1, 1, LookState.OK), True),
        (Scan(1), Full(1, 1, LookState.OK), True),
        (Scan(1), SeenReply(2, 1, LookState.OK), False),
        (Scan(1), Refused(ErrorReason.READER), True),
        (Scan(1), Refused(ErrorReason.CRC), False),
        (Last(1), SeenReply(1, 1, LookState.OK), False),
        (Last(1), Full(1, 1, LookState.OK), True),
        (Health(), PadHealth(0, 0, 0, 0, 0), True),
        (Health(0), PadHealth(0, 0, 0, 0, 0), False),
        (Num(3), Refused(ErrorReason.EEPROM), True),
        (Led(0, Lamp.ON), Refused(ErrorReason.EEPROM), False),
        (Reset(2), Refused(ErrorReason.DEAD, 2), True),
        (Reset(2), Refused(ErrorReason.DEAD, 1), False),
        (SelfTest(2), Tested(2, SelfTestVerdict.PASS), True),
        (SelfTest(2), Done(), False),
    ],
)
def test_what_fits(request_: Request, reply: Reply, whether: bool) -> None:
    assert fits(request_, reply) is whether
