"""A rehearsal in virtual time: one thread, no clock, no sleeping. Time jumps to whatever happens next.

The host is the real one as a whole: ports, links, schedule, presence and twin. It talks to a bench: emulated pads, with
lines in memory or over real ptys, or pads that run the real firmware. With either kind of line, the same script and
seed give the same movements.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from heapq import heappop, heappush
from itertools import count
from time import perf_counter
from typing import Protocol

from companion.rehearsal.reckoning import ToldMovement
from companion.rehearsal.script import Act, MovementScript
from companion.table.changes import Change
from companion.table.layout import Layout
from companion.table.movement import Movement
from companion.table.pads import Pads
from companion.table.port import Port, PortError
from companion.table.presence import Presence
from companion.table.sightings import Uid
from companion.table.twin import Twin

SETTLING = 12.0
"""Seconds to go on after the last act, for movements that are still to be reported."""
OPEN_AGAIN = 0.5
"""Seconds between attempts to open a port."""
TICK = 0.1
"""Seconds between two calls of `Presence.tick`."""
STUCK = 10_000
"""After this many steps without any time passing, the host must be caught in a loop."""


class Bench(Protocol):
    """The pads that the host talks to, with their lines."""

    @property
    def ports(self) -> Mapping[int, Port]:
        """The host's end of each pad's line, by the pad's number."""

    def begin(self, time: VirtualTime) -> None:
        """Switch the pads on. The bench itself carries out the script's outages."""

    def act(self, act: Act) -> None:
        """Carry out an act on the table."""

    def was_opened(self, pad: int) -> None:
        """Take note that the host has opened a pad's port."""

    def carry(self, pad: int, size: int) -> None:
        """Carry this many bytes, which the host has just written, to a pad."""

    def arrive(self, pad: int) -> None:
        """Wait until the host can read something of what was sent to it."""

    def end(self) -> None:
        """Put everything away."""


class VirtualTime:
    """The clock and the event queue of a rehearsal, with the host on one side and the bench on the other."""

    def __init__(self, layout: Layout, script: MovementScript, bench: Bench, settling: float = SETTLING) -> None:
        self.script = script
        self.settling = settling
        self.bench = bench
        self.now = 0.0
        self.told: list[ToldMovement] = []
        self.shares: list[float] = []
        """Real seconds from the last bytes needed for a movement to the movement itself."""
        self.looks = 0
        self.sightings: dict[Uid, list[tuple[float, str]]] = defaultdict(list)
        """When each tag was seen, and by which reader."""
        self.host = Pads(layout)
        self.presence = Presence(layout)
        self.twin = twin_for(layout, script)
        self._open: set[int] = set()
        self._events: list[tuple[float, int, Callable[..., None], tuple[object, ...]]] = []
        self._order = count()
        self._since = 0.0

    def run(self) -> None:
        """Run from before the first act until some time after the last."""
        self.bench.begin(self)
        for pad in self.bench.ports:
            self.at(0.0, self._try_to_open, pad)
        self._pass_time()
        for act in self.script.acts:
            self.at(act.at, self.bench.act, act)
        ends = self.script.ends + self.settling
        still = 0
        try:
            while (moment := self._next_moment()) < ends and still < STUCK:
                still = 0 if moment > self.now else still + 1
                self.now = max(self.now, moment)
                self._step()
        finally:
            for port in self.bench.ports.values():
                port.close()
            self.bench.end()
        if still:
            raise RuntimeError(f"The host does not let time go on from {self.now:.3f} s.")

    # -- time --------------------------------------------------------------------------------------------------

    def at(self, moment: float, what: Callable[..., None], *about: object) -> None:
        """Schedule a call."""
        heappush(self._events, (moment, next(self._order), what, about))

    def _next_moment(self) -> float:
        """Return when something happens next."""
        deadline = self.host.deadline
        event = self._events[0][0] if self._events else float("inf")
        return event if deadline is None else min(event, deadline)

    def _step(self) -> None:
        """Carry out the next event, or else let the host do what it has planned itself."""
        if self._events and self._events[0][0] <= self.now:
            _, _, what, about = heappop(self._events)
            what(*about)
        else:
            self._since = perf_counter()
            self.host.tick(self.now)
            self._attend()

    def _attend(self) -> None:
        """Turn what the host has just learnt into movements, and send what it wants to say."""
        movements = []
        for look in self.host.take_looks():
            self.looks += 1
            for uid in look.tags:
                self.sightings[uid].append((look.at, look.reader))
            movements += self._moved(self.presence.look(look))
        self.host.look_closer(self.presence.in_doubt())
        self._tell(movements)
        for pad in self._open:
            self._send(pad)

    def _pass_time(self) -> None:
        """Tell presence the time, now and again after each `TICK`."""
        self._since = perf_counter()
        self._tell(self._moved(self.presence.tick(self.now)))
        self.at(self.now + TICK, self._pass_time)

    def _moved(self, changes: list[Change]) -> list[Movement]:
        """What changes say about where chips have moved."""
        return [movement for change in changes for movement in self.twin.take(change)]

    def _tell(self, movements: list[Movement]) -> None:
        if movements:
            self.shares += [perf_counter() - self._since] * len(movements)
            self.told += [ToldMovement(movement, self.now) for movement in movements]

    # -- ports -------------------------------------------------------------------------------------------------

    def _send(self, pad: int) -> None:
        """Send what the host wants to say to a pad."""
        outgoing = self.host.outgoing(pad)
        if outgoing:
            port = self.bench.ports[pad]
            port.speed = self.host.speed(pad)
            size = port.write(outgoing)
            self.host.sent(pad, size)
            self.bench.carry(pad, size)

    def hear(self, pad: int, size: int | None = None) -> None:
        """Let the host read this many bytes, which have just been written for it; without a size, read a line."""
        self._since = perf_counter()
        heard = b""
        while not heard.endswith(b"\n") if size is None else len(heard) < size:
            self.bench.arrive(pad)
            heard += self.bench.ports[pad].read()
        self.host.feed(pad, heard, self.now)
        self._attend()

    def is_open(self, pad: int) -> bool:
        """Whether the host has a pad's port open."""
        return pad in self._open

    def lose(self, pad: int) -> None:
        """Let the host find out that a cable was pulled, and try to open the port again later."""
        try:
            self.bench.ports[pad].read()
        except PortError as problem:
            self.bench.ports[pad].close()
            self._open.discard(pad)
            self.host.closed(pad, self.now, problem.told)
            self._attend()
            self.at(self.now + OPEN_AGAIN, self._try_to_open, pad)

    def _try_to_open(self, pad: int) -> None:
        try:
            self.bench.ports[pad].speed = self.host.speed(pad)
            self.bench.ports[pad].open()
        except PortError:
            self.at(self.now + OPEN_AGAIN, self._try_to_open, pad)
            return
        self._open.add(pad)
        self.bench.was_opened(pad)
        self.host.opened(pad, self.now)
        self._attend()


def twin_for(layout: Layout, script: MovementScript) -> Twin:
    """Return a twin that knows where every chip is at the beginning, as after a set-up at the table."""
    known = [(chip, zone) for chip, zone in script.homes.items() if chip.kind]
    kinds = {chip.uid: chip.kind for chip, _ in known if chip.kind}
    return Twin(layout, kinds, {chip.uid: {zone} for chip, zone in known})
