"""Bytes to lines and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from companion.table.wire import (
    HOST,
    PAD,
    REPLY_LIMIT,
    REQUEST_LIMIT,
    Damaged,
    Flaw,
    LineReader,
    WireLine,
    crc16,
    read_line,
    write_line,
)
from tests.table.corpus import Row, rows

FIELDS = some.lists(
    some.text("".join(chr(sign) for sign in range(0x21, 0x7F) if sign != 0x2A), min_size=1, max_size=11), max_size=12
)
WORDS = some.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=2, max_size=8)


def limit_of(data: bytes) -> int:
    """As the corpus has it: the first mark tells who speaks."""
    marks = [mark for mark in data if mark in b"?!"]
    return REQUEST_LIMIT if marks[:1] == [ord("?")] else REPLY_LIMIT


def verdict(found: list[WireLine | Damaged]) -> str:
    match found[-1:]:
        case []:
            return "nothing"
        case [WireLine()]:
            return "good"
        case [Damaged(Flaw.LONG)]:
            return "long"
    return "damaged"


@pytest.mark.parametrize("row", rows("lines"), ids=lambda row: row.note)
def test_the_corpus(row: Row) -> None:
    assert verdict(LineReader(limit_of(row.data)).feed(row.data)) == row.verdict


@pytest.mark.parametrize("name", ["lines", "requests", "replies"])
def test_each_row_of_the_corpus_is_another(name: str) -> None:
    data = [row.data for row in rows(name)]
    assert len(set(data)) == len(data) > 100


@pytest.mark.parametrize("row", rows("lines"), ids=lambda row: row.note)
def test_the_corpus_byte_by_byte(row: Row) -> None:
    reader = LineReader(limit_of(row.data))
    found = [line for byte in row.data for line in reader.feed(bytes([byte]))]
    assert found == LineReader(limit_of(row.data)).feed(row.data)


@pytest.mark.parametrize(("data", "check"), [(b"", 0xFFFF), (b"123456789", 0x29B1), (b"\0", 0xE1F0), (b"A", 0xB915)])
def test_known_checks(data: bytes, check: int) -> None:
    assert crc16(data) == check


@given(some.sampled_from([HOST, PAD]), some.integers(0, 255), WORDS, FIELDS)
def test_a_line_there_and_back(mark: str, seq: int, word: str, fields: list[str]) -> None:
    line = WireLine(mark, seq, word, tuple(fields))
    if line.size > (REQUEST_LIMIT if mark == HOST else REPLY_LIMIT):
        with pytest.raises(ValueError, match="does not fit"):
            write_line(line)
        return
    written = write_line(line)
    assert len(written) == line.size
    assert LineReader(REPLY_LIMIT).feed(written) == [line]


@given(WORDS, FIELDS, some.data())
def test_a_wrong_bit_is_found(word: str, fields: list[str], data: some.DataObject) -> None:
    line = WireLine(PAD, 7, word, tuple(fields[:4]))
    written = bytearray(write_line(line)[:-1])
    bit = data.draw(some.integers(0, 8 * len(written) - 1))
    written[bit // 8] ^= 1 << bit % 8
    if ord("\n") not in written:
        assert isinstance(read_line(bytes(written)), Damaged)


@pytest.mark.parametrize(
    "line",
    [
        WireLine("#", 1, "HI"),
        WireLine(HOST, None, "HI"),
        WireLine(HOST, 256, "HI"),
        WireLine(HOST, 1, "H"),
        WireLine(HOST, 1, "HI", ("",)),
        WireLine(HOST, 1, "HI", ("a b",)),
        WireLine(HOST, 1, "HI", ("*",)),
        WireLine(HOST, 1, "HI", ("\n",)),
        WireLine(HOST, 1, "HI", ("é",)),
        WireLine(PAD, 1, "FULL", ("0",) * 13),
        WireLine(HOST, 1, "SCAN", ("0" * 30,)),
    ],
)
def test_what_no_line_can_hold_is_not_written(line: WireLine) -> None:
    with pytest.raises(ValueError, match=r"does not fit|can't encode"):
        write_line(line)


@given(some.lists(some.one_of(some.sampled_from([row.data for row in rows("lines")]), some.binary(max_size=50))))
def test_the_same_comes_out_however_it_is_cut(pieces: list[bytes]) -> None:
    data = b"".join(pieces)
    one, other = LineReader(REPLY_LIMIT), LineReader(REPLY_LIMIT)
    assert [line for piece in pieces for line in one.feed(piece)] == other.feed(data)
    assert one.held == other.held <= REPLY_LIMIT


def test_a_flood_is_counted_and_not_kept() -> None:
    reader = LineReader(REPLY_LIMIT)
    for _ in range(1000):
        assert reader.feed(b"x" * 1000) == []
        assert reader.held <= REPLY_LIMIT
    assert reader.feed(b"\n") == [Damaged(Flaw.LONG, 1_000_001)]
    assert verdict(reader.feed(b"!00 DONE*D063\n")) == "good"


def test_what_was_forgotten_does_not_spoil_the_next_line() -> None:
    reader = LineReader(REPLY_LIMIT)
    reader.feed(b"!00 DO")
    reader.forget()
    assert verdict(reader.feed(b"!00 DONE*D063\n")) == "good"
