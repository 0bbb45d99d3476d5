"""The link to one pad: bytes in, bytes out, and what follows from them. It has no clock and opens no port.

The code that drives it passes in the time and the bytes that came, sends what is `outgoing` at the `speed` that the
link wants, and calls `tick` when its `deadline` has come. `take()` returns what the link has found out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.table.followed import Followed
from companion.table.layout import MOST_READERS
from companion.table.messages import (
    Boot,
    ErrorReason,
    Full,
    Hello,
    Hi,
    Last,
    LookState,
    Num,
    Refused,
    Reply,
    Request,
    Reset,
    Scan,
    SeenReply,
    SelfTest,
    fits,
    read_reply,
    write_request,
)
from companion.table.phrases import NOTHING, Phrase
from companion.table.reader_notices import ERRORS, LineStatistics, PadWords, ReaderNotice, RequestDone, Told
from companion.table.sightings import look_at
from companion.table.wire import REPLY_LIMIT, Damaged, Flaw, LineReader

FAST: Final = 250_000
SLOW: Final = 38_400

PATIENCE: Final[dict[type[Request], tuple[float, ...]]] = {
    Scan: (0.045, 0.12, 0.25),  # a pad may take 0.1 s, though it hardly ever does; asking again costs nothing
    Num: (0.3, 0.3, 0.3),
    SelfTest: (0.3, 0.3, 0.3),
    Reset: (0.3, 0.3, 0.3),
    Hi: (0.3,),
}
"""Seconds until a request is repeated. After the last of them the link gives up and greets the pad anew."""
OTHER_PATIENCE: Final = (0.045, 0.12, 0.25)
MORE_WHEN_SLOW: Final = 0.06
REPEATS_AT_ONCE: Final = 4
"""How often one request is repeated at once because of damage. In a flood of damage it is better to wait."""

FIRST_PATIENCE: Final = 1.5
"""Opening the port restarts many boards, and their boot loader listens for a second, which is best left undisturbed."""
GREETINGS_AT_FIRST_SPEED: Final = 3
ENOUGH_GREETINGS: Final = 8
"""After this many greetings the pad counts as silent, and is greeted only now and then."""
GREET_AGAIN: Final = 1.0
CLIMB_AFTER: Final = 20.0
"""Seconds at the slow speed before the fast one is tried again; the time doubles after each try."""
TO_CHANGE_SPEED: Final = 8 * b"?\n"
"""This many damaged lines make a pad change its speed."""
CLIMBING: Final = 0.1
FAILS_THAT_TELL: Final = 3
"""After this many looks in a row without an answer, people are told about a reader."""


class LinkState(Enum):
    """The state of the connection to a pad."""

    CLOSED = "closed"
    GREETING = "greeting"
    READY = "ready"
    SILENT = "silent"
    UNFIT = "unfit"
    """The pad answers, but it is not the one that is wanted."""


@dataclass(slots=True)
class OpenRequest:
    """The request that is being asked."""

    seq: int
    request: Request
    line: bytes
    patience: tuple[float, ...]
    until: float = 0.0
    at_once: int = 0
    timeouts: int = 0
    seen: SeenReply | None = None
    """Set for a `Last` that the link itself asks: the look whose changes could not be applied."""

    @property
    def wanted(self) -> Request:
        """The request that came from outside the link."""
        return Scan(self.seen.reader) if self.seen else self.request


class PadLink:
    """The conversation between the host and one pad."""

    def __init__(self, port: str, number: int | None = None, readers: Sequence[str] = ()) -> None:
        """`number` is the pad that is expected there; None accepts any. `readers` are the names of its readers in
        looks."""
        self.port = port
        self.number = number
        self.words = PadWords(port, number)
        self.readers = tuple(readers)
        self.state = LinkState.CLOSED
        self.speed = FAST
        self.hello: Hello | None = None
        """What the pad last said about itself when it was greeted."""
        self.trouble = NOTHING
        """Why the pad cannot be used now, in words."""
        self.counters = LineStatistics()
        self._lines = LineReader(REPLY_LIMIT)
        self._out = bytearray()
        self._seq = -1
        self._asked: OpenRequest | None = None
        self._lists = [Followed() for _ in range(MOST_READERS)]
        self._fails = [0] * MOST_READERS
        self._greetings = 0
        self._first_speed = FAST
        self._greet_at: float | None = None
        self._climb_after = CLIMB_AFTER
        self._climb_at = 0.0
        self._told: list[Told] = []

    # -- what the driver needs ---------------------------------------------------------------------------------

    @property
    def free(self) -> bool:
        """Whether a request can be sent."""
        return self.state is LinkState.READY and self._asked is None

    @property
    def under_way(self) -> Request | None:
        """The request that is being asked."""
        return self._asked.wanted if self._asked else None

    @property
    def deadline(self) -> float | None:
        """When `tick` has to be called at the latest."""
        if self._asked is not None:
            return self._asked.until
        if self.state is LinkState.READY and self.speed == SLOW:
            return self._climb_at
        return self._greet_at

    @property
    def outgoing(self) -> bytes:
        """The bytes to send."""
        return bytes(self._out)

    def sent(self, size: int) -> None:
        """Note that this many bytes have been sent."""
        del self._out[:size]

    def take(self) -> list[Told]:
        """Return what was found out since the last call."""
        told, self._told = self._told, []
        return told

    def opened(self, now: float) -> None:
        """Note that the port is open."""
        self._lines.forget()
        self._forget_lists()
        self.speed = FAST
        self._begin_greeting(FAST)
        self._greet(now, FIRST_PATIENCE)

    def closed(self, now: float, words: Phrase = NOTHING) -> None:
        """Note that the port is not open, or no longer, and why."""
        self._drop(now)
        self.state = LinkState.CLOSED
        self._out.clear()
        self._lines.forget()
        self._greet_at = None
        self._troubled(words, now)

    def ask(self, request: Request, now: float) -> None:
        """Send a request. Call this only when the link is `free`."""
        assert self.free
        self._put(request, now)

    def feed(self, data: bytes, now: float) -> None:
        """Take in the bytes that came."""
        if self.state is LinkState.CLOSED:
            return
        for line in self._lines.feed(data):
            reply = line if isinstance(line, Damaged) else read_reply(line)
            if isinstance(line, Damaged) or isinstance(reply, Damaged):
                assert isinstance(reply, Damaged)
                self._damaged(reply, now)
            else:
                self.counters.lines += 1
                self._hear(line.seq, reply, now)

    def tick(self, now: float) -> None:
        """Do what is due at this time."""
        if self.deadline is None or now < self.deadline:
            return
        if self._asked is not None:
            self._ran_out(self._asked, now)
        elif self.state is LinkState.READY:
            self._climb(now)
        else:
            self._greet(now)

    # -- asking ------------------------------------------------------------------------------------------------

    def _put(
        self, request: Request, now: float, patience: tuple[float, ...] = (), seen: SeenReply | None = None
    ) -> None:
        self._seq = (self._seq + 1) % 256
        patience = patience or PATIENCE.get(type(request), OTHER_PATIENCE)
        self._asked = OpenRequest(self._seq, request, write_request(self._seq, request), patience, seen=seen)
        self._send(self._asked, now)

    def _send(self, asked: OpenRequest, now: float) -> None:
        more = MORE_WHEN_SLOW if self.speed == SLOW else 0.0
        asked.until = now + asked.patience[min(asked.timeouts, len(asked.patience) - 1)] + more
        self._out += asked.line

    def _again(self, asked: OpenRequest, now: float) -> None:
        """Send the same line again, after an LF that ends whatever is left of the line before."""
        self.counters.repeats += 1
        self._out[:] = b"\n"
        self._send(asked, now)

    def _ran_out(self, asked: OpenRequest, now: float) -> None:
        """Handle a request that was not answered in time."""
        self.counters.timeouts += 1
        asked.timeouts += 1
        self._forget_lists()
        if asked.timeouts < len(asked.patience):
            self._again(asked, now)
            return
        self._drop(now)
        if isinstance(asked.request, Hi):
            self._unanswered(now)
        else:
            self.counters.given_up += 1
            self._begin_greeting(self.speed)
            self._greet(now)

    def _drop(self, now: float) -> None:
        """Give up the request that is being asked."""
        if self._asked is not None and not isinstance(self._asked.request, Hi):
            self._told.append(RequestDone(now, self._asked.wanted, None))
        self._asked = None

    # -- hearing -----------------------------------------------------------------------------------------------

    def _damaged(self, damaged: Damaged, now: float) -> None:
        self.counters.damaged += 1
        self.counters.long += damaged.flaw is Flaw.LONG
        self.counters.nonsense += damaged.flaw is Flaw.NONSENSE
        self._forget_lists()  # the damaged line may have reported a restart
        self._at_once(now)

    def _at_once(self, now: float) -> None:
        """Repeat the request at once, because most likely it or its reply was damaged; unless it has yet to be sent."""
        if self._asked is not None and not self._out and self._asked.at_once < REPEATS_AT_ONCE:
            self._asked.at_once += 1
            self._again(self._asked, now)

    def _hear(self, seq: int | None, reply: Reply, now: float) -> None:
        asked = self._asked
        match reply:
            case Boot():
                self._restarted(reply, now)
            case Refused(ErrorReason.CRC | ErrorReason.LONG):
                self.counters.refused += 1
                self._at_once(now)
            case _ if asked is None or seq != asked.seq:
                self.counters.late += 1
            case _ if fits(asked.request, reply):
                self._asked = None
                self._answered(asked, reply, now)
            case _:  # our number by chance, or a pad that has gone wrong
                self._damaged(Damaged(Flaw.NONSENSE, 0), now)

    def _answered(self, asked: OpenRequest, reply: Reply, now: float) -> None:
        match asked.request, reply:
            case Hi(), _:
                self._greeted(reply, now)
            case Scan(), SeenReply():
                self._followed(asked.request, reply, now)
            case Scan(), Full():
                self._lists[reply.reader].take(reply)
                self._looked(asked.request, reply, now)
            case Last(), Full():
                self._lists[reply.reader].take(reply)
                if asked.seen is None:
                    self._told.append(RequestDone(now, asked.request, reply))
                else:
                    self._looked(asked.wanted, reply if reply.count == asked.seen.count else None, now)
            case _:
                self._told.append(RequestDone(now, asked.wanted, reply))

    def _restarted(self, boot: Boot, now: float) -> None:
        for each in self._lists:
            each.is_empty()
        if self.state is LinkState.READY:
            self.counters.restarts += 1
            self._tell(self.words.restarted(boot.cause), now, trouble=True)
        self._drop(now)
        self._begin_greeting(self.speed)
        self._greet(now)

    # -- looks -------------------------------------------------------------------------------------------------

    def _followed(self, scan: Scan, seen: SeenReply, now: float) -> None:
        """Report a look if the list before it is known; otherwise ask for the whole list."""
        its = self._lists[seen.reader]
        if its.follow(seen):
            self._looked(scan, Full(seen.reader, seen.count, seen.state, its.tags), now)
        else:
            self._put(Last(seen.reader), now, seen=seen)

    def _looked(self, scan: Request, look: Full | None, now: float) -> None:
        """Report a look. None means that the pad restarted before it could report it."""
        self._told.append(RequestDone(now, scan, look))
        if look is None:
            return
        tags = () if look.state is LookState.FAIL else look.tags  # after a failure the list is only the one from before
        self._told.append(look_at(self._reader(look.reader), now, tags, ERRORS[look.state]))
        self._count_fails(look, now)

    def _count_fails(self, look: Full, now: float) -> None:
        if look.state is LookState.FAIL:
            self._fails[look.reader] += 1
            if self._fails[look.reader] == FAILS_THAT_TELL:
                words = self.words.reader_silent(look.reader)
                self._tell(words, now, trouble=True, about=self._reader(look.reader))
        else:
            if self._fails[look.reader] >= FAILS_THAT_TELL:
                self._tell(self.words.reader_back(look.reader), now, about=self._reader(look.reader))
            self._fails[look.reader] = 0

    def _reader(self, index: int) -> str:
        if index < len(self.readers):
            return self.readers[index]
        return f"{self.number or (self.hello and self.hello.number) or '?'}.{index}"

    def _forget_lists(self) -> None:
        for each in self._lists:
            each.forget()

    # -- greeting ----------------------------------------------------------------------------------------------

    def _begin_greeting(self, speed: int) -> None:
        """Begin to greet the pad, at this speed first."""
        self.state = LinkState.GREETING
        self._first_speed = speed
        self._greetings = 0

    def _greet(self, now: float, patience: float = 0.0) -> None:
        other = SLOW if self._first_speed == FAST else FAST
        turn = self._greetings < GREETINGS_AT_FIRST_SPEED or self._greetings % 2 == 0
        self.speed = self._first_speed if turn else other
        self._greetings += 1
        self._greet_at = None
        self._out[:] = b"\n"
        self._put(Hi(), now, (patience,) if patience else ())

    def _unanswered(self, now: float) -> None:
        if self.state is LinkState.GREETING and self._greetings < ENOUGH_GREETINGS:
            self._greet(now)
            return
        self._greet_at = now + GREET_AGAIN
        self.state = LinkState.SILENT
        self._troubled(self.words.silent(), now)

    def _greeted(self, reply: Reply, now: float) -> None:
        self.hello = reply if isinstance(reply, Hello) else None
        if words := self.words.unfit(reply):
            self._begin_greeting(self.speed)  # where it can be heard
            self.state = LinkState.UNFIT
            self._greet_at = now + GREET_AGAIN
            self._troubled(words, now)
            return
        assert self.hello is not None
        self.state = LinkState.READY
        self.trouble = NOTHING
        if self.speed == SLOW:
            self._climb_at = now + self._climb_after
            self._climb_after *= 2
        self._tell(self.words.there(self.hello, self.speed == SLOW), now)
        there = len(self.hello.chips)
        for index, name in enumerate(self.readers[there:], there):
            self._tell(self.words.no_reader(index, there), now, trouble=True, about=name)

    def _climb(self, now: float) -> None:
        """Try to go from the slow speed to the fast one: a pad changes its speed when nothing that it receives makes
        sense."""
        self._begin_greeting(FAST)
        self._out[:] = TO_CHANGE_SPEED
        self._greet_at = now + CLIMBING

    # -- telling -----------------------------------------------------------------------------------------------

    def _tell(self, words: Phrase, now: float, *, trouble: bool = False, about: str = "") -> None:
        self._told.append(ReaderNotice(now, about or self.words.pad, words, trouble))

    def _troubled(self, words: Phrase, now: float) -> None:
        """Report a trouble, but only once as long as it stays the same."""
        if words and words != self.trouble:
            self._tell(words, now, trouble=True)
        self.trouble = words
