"""A link and its pad, and a line between them that the test may spoil."""

from __future__ import annotations

from collections.abc import Callable

from companion.table.messages import Request, Scan
from companion.table.pad_link import FAST, LinkState, PadLink
from companion.table.reader_notices import ReaderNotice, RequestDone, Told
from companion.table.sightings import Look, Uid
from tests.table.scripted_pad import ScriptedPad

Garble = Callable[[bytes], bytes]


def as_it_is(data: bytes) -> bytes:
    return data


class Table:
    """A link and its pad, and a line between them that takes a millisecond."""

    def __init__(self, pad: ScriptedPad | None = None, number: int | None = 1) -> None:
        self.pad = pad or ScriptedPad()
        self.link = PadLink("/dev/pad", number, ("1.0", "1.1", "1.2", "1.3"))
        self.pad_speed = FAST
        self.now = 0.0
        self.told: list[Told] = []
        self.to_pad: Garble = as_it_is
        self.to_host: Garble = as_it_is

    def opened(self) -> Table:
        self.link.opened(self.now)
        self.settle()
        return self

    def settle(self) -> None:
        """Until nobody has anything to say."""
        while data := self.link.outgoing:
            self.link.sent(len(data))
            same = self.link.speed == self.pad_speed
            self.now += 0.001
            said = self.to_host(self.pad.feed(self.to_pad(data if same else b"")))
            self.link.feed(said if same else b"", self.now)
        self.told += self.link.take()

    def ask(self, request: Request) -> RequestDone:
        self.link.ask(request, self.now)
        self.settle()
        return self.answers()[-1]

    def wait(self) -> float:
        """Until the link's own deadline; how long that was."""
        assert self.link.deadline is not None
        before, self.now = self.now, self.link.deadline
        self.link.tick(self.now)
        self.settle()
        return self.now - before

    def scan(self, *tags: Uid, reader: int = 0) -> Look:
        self.pad.tags[reader] = set(tags)
        self.ask(Scan(reader))
        return self.looks()[-1]

    def state(self) -> LinkState:
        return self.link.state

    def answers(self) -> list[RequestDone]:
        return [told for told in self.told if isinstance(told, RequestDone)]

    def looks(self) -> list[Look]:
        return [told for told in self.told if isinstance(told, Look)]

    def words(self) -> list[str]:
        return [told.words for told in self.told if isinstance(told, ReaderNotice)]

    def troubles(self) -> list[str]:
        return [told.words for told in self.told if isinstance(told, ReaderNotice) and told.trouble]


def once(change: Garble) -> Garble:
    """The first time only."""
    left = [change]
    return lambda data: left.pop()(data) if left and data else data
