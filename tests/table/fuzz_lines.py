"""Hostile lines into the parsers of the host: `python -m tests.table.fuzz_lines --lines 1000000 --seed 1`.

Good lines of the corpus, damaged in every way that came to mind, mixed with noise and floods, cut anywhere. Nothing may
raise, hang, or grow; and of what comes out all must be well-formed.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from time import perf_counter

from companion.table.messages import Health, Scan, read_reply, write_reply
from companion.table.pad_link import LinkState, PadLink
from companion.table.reader_notices import ReaderNotice, RequestDone
from companion.table.sightings import Look
from companion.table.wire import REPLY_LIMIT, Damaged, LineReader, WireLine, crc16
from tests.table.corpus import rows
from tests.table.scripted_pad import A, B, C, ScriptedPad

CORPUS = [row.data for name in ("lines", "replies", "requests") for row in rows(name)]
SHORT = [data for data in CORPUS if len(data) < REPLY_LIMIT]
REPLIES = [row.data for row in rows("replies") if row.verdict.isupper()]
NASTY = [b"\x00", b"\xff", b"*", b" ", b"\r", b"\n", b"!", b"?", b"--", b"+", b"0", b"\xc3\xa9", b"\x7f"]


def flipped(chance: Random, data: bytes) -> bytes:
    at = chance.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]


def cut(chance: Random, data: bytes) -> bytes:
    return data[chance.randrange(len(data)) :] if chance.random() < 0.5 else data[: chance.randrange(len(data))]


def stuffed(chance: Random, data: bytes) -> bytes:
    at = chance.randrange(len(data))
    return data[:at] + chance.choice(NASTY) + data[at:]


def noise(chance: Random, data: bytes) -> bytes:
    return chance.randbytes(chance.randrange(60)) + b"\n"


def flood(chance: Random, data: bytes) -> bytes:
    return chance.choice(NASTY) * chance.randrange(300) + b"\n" * chance.randrange(2)


def checked(chance: Random, data: bytes) -> bytes:
    """Nonsense with a right check."""
    words = data.rpartition(b"*")[0].split(b" ")
    words[chance.randrange(len(words))] = chance.choice([b"0", b"4", b"OK", b"-", b"65536", b"DEADBEEF", b"x" * 20])
    told = b" ".join(words)
    return b"%b*%04X\n" % (told, crc16(told))


def renumbered(chance: Random, data: bytes) -> bytes:
    """A reply that looks like the one that is waited for."""
    told = b"!%02X" % chance.randrange(8) + data[3:].rpartition(b"*")[0]
    return b"%b*%04X\n" % (told, crc16(told))


def untouched(chance: Random, data: bytes) -> bytes:
    return data


WAYS: list[Callable[[Random, bytes], bytes]] = [
    flipped,
    cut,
    stuffed,
    noise,
    flood,
    checked,
    checked,
    renumbered,
    renumbered,
    untouched,
]


def hostile(chance: Random) -> Iterator[bytes]:
    """One line after the other, most of them."""
    while True:
        data = chance.choice(REPLIES) if chance.random() < 0.7 else chance.choice(SHORT)
        yield chance.choice(WAYS)(chance, data or b"\n")


def check_lines(reader: LineReader, data: bytes, found: Counter[str]) -> None:
    for line in reader.feed(data):
        reply = line if isinstance(line, Damaged) else read_reply(line)
        if isinstance(reply, Damaged):
            found[reply.flaw.value] += 1
        else:
            assert isinstance(line, WireLine)
            found["good"] += 1
            (again,) = LineReader(REPLY_LIMIT).feed(write_reply(line.seq, reply))
            assert again == line, (line, again)
    assert reader.held <= REPLY_LIMIT


class Conversation:
    """A link, and a good pad whose replies drown in what is hostile."""

    def __init__(self) -> None:
        self.link = PadLink("fuzz")
        self.link.opened(0.0)
        self.pad = ScriptedPad()

    def check(self, data: bytes, now: float, chance: Random, found: Counter[str]) -> None:
        link = self.link
        if link.free:
            link.ask(Scan(chance.randrange(4)) if chance.random() < 0.8 else Health(), now)
        size = chance.randrange(len(link.outgoing) + 1) if chance.random() < 0.1 else len(link.outgoing)
        said = self.pad.feed(link.outgoing[:size])
        self.pad.tags[chance.randrange(4)] ^= {chance.choice([A, B, C])}
        link.sent(size)
        link.feed(data + said if chance.random() < 0.8 else said + data, now)
        link.tick(now)
        for told in link.take():
            if isinstance(told, Look):
                assert len(told.tags) <= 5
                assert list(told.tags) == sorted(set(told.tags))
            assert isinstance(told, Look | RequestDone | ReaderNotice)
            found[type(told).__name__] += 1
        assert len(link.outgoing) <= 80
        assert link.state is not LinkState.CLOSED
        assert link.deadline is None or link.deadline > now


def fuzz(lines: int, seed: int) -> Counter[str]:
    chance = Random(seed)
    reader, conversation, found = LineReader(REPLY_LIMIT), Conversation(), Counter[str]()
    left = b""
    for turn, data in zip(range(lines), hostile(chance), strict=False):
        left += data
        size = len(left) if chance.random() < 0.7 else chance.randrange(len(left) + 1)
        data, left = left[:size], left[size:]
        check_lines(reader, data, found)
        conversation.check(data, turn / 500, chance, found)
    return found


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--lines", type=int, default=1_000_000)
    arguments.add_argument("--seed", type=int, default=1)
    chosen = arguments.parse_args()
    began = perf_counter()
    found = fuzz(chosen.lines, chosen.seed)
    print(f"{chosen.lines} hostile lines, seed {chosen.seed}: nothing wrong, {perf_counter() - began:.1f} s")
    print(", ".join(f"{name} {number}" for name, number in sorted(found.items())))


if __name__ == "__main__":
    main()
