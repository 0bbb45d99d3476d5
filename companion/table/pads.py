"""All pads of a table together: which pad is asked what, and when. No clock, no open port and no thread.

As with `PadLink`, the code that drives it passes in the time and the bytes that came, sends what is `outgoing`, and
calls `tick` at its `deadline`. `PadDriver` does so for real ports; a rehearsal does it in simulated time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from dataclasses import dataclass, field
from itertools import count
from typing import Final

from companion.table.layout import Layout
from companion.table.messages import (
    Full,
    Health,
    Hi,
    Lamp,
    Last,
    Led,
    LookState,
    PadHealth,
    ReaderHealth,
    Request,
    Scan,
)
from companion.table.pad_link import LinkState, PadLink
from companion.table.phrases import NOTHING, Phrase
from companion.table.reader_notices import ReaderNotice, RequestDone
from companion.table.schedule import Schedule
from companion.table.sightings import Look

HEALTH_EVERY: Final = 3.0
"""Seconds between two questions about a pad's health; the pad and its readers are asked in turn."""
HEALTH_LATER: Final = 0.5
"""Seconds by which such a question is put off while chips are moving."""
HEALTH_LATEST: Final = 15.0
"""Seconds after which it is put off no longer."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """A request from outside, and the number by which its answer is known."""

    number: int
    request: Request


@dataclass(slots=True)
class PadRequests:
    """What one pad is to be asked besides looks."""

    link: PadLink
    readers: tuple[str, ...]
    waiting: deque[Ticket] = field(default_factory=deque)
    under_way: Ticket | None = None
    lamps: dict[int, Lamp] = field(default_factory=dict)
    """The lamps as they should be."""
    lamps_shown: dict[int, Lamp] = field(default_factory=dict)
    """The lamps as they are."""
    health_at: float = 0.0
    health_late_at: float = 0.0
    next_health: int = 0
    """Whose health is asked next: 0 is the pad, 1 its first reader, and so on."""

    @property
    def deadline(self) -> float | None:
        """When something is due for this pad."""
        at = self.link.deadline
        if not self.link.free:
            return at
        return self.health_at if at is None else min(at, self.health_at)

    def next_lamp(self) -> Led | None:
        """Return the request for a lamp that is not as it should be."""
        for index, lamp in self.lamps.items():
            if self.lamps_shown.get(index) is not lamp:
                return Led(index, lamp)
        return None

    def ask_health(self, now: float) -> Health:
        """Return the next question about health, and plan the one after it."""
        turn = self.next_health
        self.next_health = (turn + 1) % (len(self.readers) + 1)
        self.health_at = now + HEALTH_EVERY
        self.health_late_at = now + HEALTH_LATEST
        return Health(turn - 1 if turn else None)


class Pads:
    """Everything that is known about the pads, and what to do next."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.schedule = Schedule(layout)
        self.links: dict[int, PadLink] = {}
        """The links, by pad number."""
        self.health: dict[int, PadHealth] = {}
        self.reader_health: dict[str, ReaderHealth] = {}
        """What each pad and reader last said about itself."""
        self._desks: dict[int, PadRequests] = {}
        for pad in layout.pads:
            readers = tuple(spot.reader for spot in pad.spots)
            self.links[pad.number] = PadLink(pad.port, pad.number, readers)
            self._desks[pad.number] = PadRequests(self.links[pad.number], readers)
        self._ready: set[int] = set()
        self._changed: set[int] = set()
        """Pads for which there is something new to do."""
        self._tickets = count(1)
        self._now = 0.0
        self._closer: frozenset[str] = frozenset()
        self._looks: list[Look] = []
        self._notices: list[ReaderNotice] = []
        self._answers: list[tuple[int, RequestDone]] = []

    # -- what the driver needs ---------------------------------------------------------------------------------

    @property
    def deadline(self) -> float | None:
        """When `tick` has to be called at the latest."""
        if self._changed:
            return self._now
        moments = [desk.deadline for desk in self._desks.values()]
        moments.append(self.schedule.next_due)
        return min((moment for moment in moments if moment is not None), default=None)

    def outgoing(self, pad: int) -> bytes:
        """Return the bytes to send to this pad."""
        return self.links[pad].outgoing

    def sent(self, pad: int, size: int) -> None:
        """Note that this many bytes have been sent."""
        self.links[pad].sent(size)

    def speed(self, pad: int) -> int:
        """Return the speed at which to send."""
        return self.links[pad].speed

    def opened(self, pad: int, now: float) -> None:
        """Note that the port of a pad is open."""
        self.links[pad].opened(now)
        self._go_on(now, pad)

    def closed(self, pad: int, now: float, words: Phrase = NOTHING) -> None:
        """Note that the port of a pad is not open, or no longer, and why."""
        self.links[pad].closed(now, words)
        self._go_on(now, pad)

    def feed(self, pad: int, data: bytes, now: float) -> None:
        """Take in the bytes that came from a pad."""
        self.links[pad].feed(data, now)
        self._go_on(now, pad)

    def tick(self, now: float) -> None:
        """Do what is due at this time."""
        due = [number for number, desk in self._desks.items() if (at := desk.deadline) is not None and now >= at]
        self._go_on(now, *due)

    # -- what others need --------------------------------------------------------------------------------------

    def take_looks(self) -> list[Look]:
        """Return the looks since the last call."""
        looks, self._looks = self._looks, []
        return looks

    def take_notices(self) -> list[ReaderNotice]:
        """Return the notices since the last call."""
        notices, self._notices = self._notices, []
        return notices

    def take_answers(self) -> list[tuple[int, RequestDone]]:
        """Return the answers to requests from outside since the last call, with their tickets."""
        answers, self._answers = self._answers, []
        return answers

    def request(self, pad: int, request: Request) -> int:
        """Send a request to a pad, and return the ticket for its answer. If the pad is not connected, the answer is
        empty and comes at once."""
        if isinstance(request, Scan | Last | Hi):
            raise ValueError("Looks and greetings are not asked for from outside.")
        ticket = Ticket(next(self._tickets), request)
        if pad in self._ready:
            self._desks[pad].waiting.append(ticket)
            self._changed.add(pad)
        else:
            self._answers.append((ticket.number, RequestDone(self._now, request, None)))
        return ticket.number

    def look_closer(self, readers: Collection[str]) -> None:
        """Say at which readers the next looks matter most, as returned by `Presence.in_doubt`."""
        if readers != self._closer:
            self._closer = frozenset(readers)
            self.schedule.look_closer(self._closer, self._now)

    def set_lamp(self, reader: str, lamp: Lamp) -> None:
        """Set a lamp as soon as its pad is connected. Raises KeyError for a reader that no pad has."""
        turn = self.schedule.turns[reader]
        self._desks[turn.pad].lamps[turn.index] = lamp
        self._changed.add(turn.pad)

    # -- going on ----------------------------------------------------------------------------------------------

    def _go_on(self, now: float, *pads: int) -> None:
        """Go on after something happened with these pads."""
        self._now = now
        changed = self._changed | set(pads)
        self._changed.clear()
        for number in sorted(changed):
            link = self.links[number]
            link.tick(now)
            self._collect(number, self._desks[number], now)
            if link.free and (request := self._next_request(number, now)):
                link.ask(request, now)
        free = [number for number in self._ready if self.links[number].free]
        for turn in self.schedule.begin(now, self._ready, free, changed):
            self.links[turn.pad].ask(Scan(turn.index), now)

    def _next_request(self, pad: int, now: float) -> Request | None:
        """Return what a pad is to be asked before its next look."""
        desk = self._desks[pad]
        if desk.waiting:
            desk.under_way = desk.waiting.popleft()
            return desk.under_way.request
        if lamp := desk.next_lamp():
            return lamp
        if now < desk.health_at:
            return None
        if now < desk.health_late_at and self.schedule.in_haste(pad, now):
            desk.health_at = now + HEALTH_LATER
            return None
        return desk.ask_health(now)

    def _collect(self, pad: int, desk: PadRequests, now: float) -> None:
        """Take over what a link has found out."""
        for told in desk.link.take():
            match told:
                case Look():
                    self._looks.append(told)
                case ReaderNotice():
                    self._notices.append(told)
                case RequestDone():
                    self._answered(pad, desk, told)
        if desk.link.state is LinkState.READY:
            self._ready.add(pad)
        elif pad in self._ready:
            self._ready.discard(pad)
            desk.lamps_shown.clear()  # the pad may have restarted
            self._answers += [(ticket.number, RequestDone(now, ticket.request, None)) for ticket in desk.waiting]
            desk.waiting.clear()

    def _answered(self, pad: int, desk: PadRequests, answer: RequestDone) -> None:
        match answer.request, answer.reply:
            case Scan(index), Full(state=state, tags=tags) if state is not LookState.FAIL:
                self.schedule.ended(desk.readers[index], answer.at, tags)
            case Scan(index), _:
                self.schedule.ended(desk.readers[index], answer.at, failed=True)
            case Led(index, lamp), _:
                desk.lamps_shown[index] = lamp  # even if the pad does not have that lamp: so it is asked only once
            case Health(None), PadHealth() as health:
                self.health[pad] = health
            case Health(int(index)), ReaderHealth() as health:
                self.reader_health[desk.readers[index]] = health
        if desk.under_way is not None and desk.under_way.request is answer.request:
            self._answers.append((desk.under_way.number, answer))
            desk.under_way = None
