"""A rehearsal in virtual time: one thread, no clock, no sleeping. Time jumps to whatever happens next.

Here stands the host, whole and real: ports, links, schedule, presence and twin. What it talks to stands on a bench:
emulated pads, over lines in memory or over real ptys, or pads that run the real firmware. The same script and seed give
the same movements with either kind of line.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from heapq import heappop, heappush
from itertools import count
from time import perf_counter
from typing import Protocol

from companion.rehearsal.reckoning import Told
from companion.rehearsal.script import Act, Script
from companion.table.layout import Layout
from companion.table.movement import Movement
from companion.table.pads import Pads
from companion.table.port import Port, PortError
from companion.table.presence import Presence
from companion.table.senses import Senses
from companion.table.sightings import Uid
from companion.table.twin import Twin

SETTLING = 12.0
"""Seconds after the last act, for what is still to be told."""
OPEN_AGAIN = 0.5
"""Seconds between attempts to open a port."""
TICK = 0.1
"""Seconds between the moments at which the senses are told how late it is."""
STUCK = 10_000
"""Steps without any time passing, which mean that somebody runs in a circle."""


class Bench(Protocol):
    """What the host talks to."""

    @property
    def ports(self) -> Mapping[int, Port]:
        """The host's end of each pad's line, by the pad's number."""

    def begin(self, time: VirtualTime) -> None:
        """Power on. What the script wants to break is the bench's own affair."""

    def act(self, act: Act) -> None:
        """A hand does something."""

    def was_opened(self, pad: int) -> None:
        """The host has opened a port."""

    def carry(self, pad: int, size: int) -> None:
        """The host has written so many bytes: they are on their way."""

    def arrive(self, pad: int) -> None:
        """Wait until the host can read something of what was sent to it."""

    def end(self) -> None:
        """Everything is put away."""


class VirtualTime:
    """Everything that happens, one thing after the other."""

    def __init__(self, layout: Layout, script: Script, bench: Bench, settling: float = SETTLING) -> None:
        self.script = script
        self.settling = settling
        self.bench = bench
        self.now = 0.0
        self.told: list[Told] = []
        self.shares: list[float] = []
        """Real seconds from the bytes that settled a movement to the movement itself."""
        self.looks = 0
        self.sightings: dict[Uid, list[tuple[float, str]]] = defaultdict(list)
        """When each tag was seen, and by which reader."""
        self.host = Pads(layout)
        self.senses = senses_for(layout, script)
        self._open: set[int] = set()
        self._events: list[tuple[float, int, Callable[..., None], tuple[object, ...]]] = []
        self._order = count()
        self._since = 0.0

    def run(self) -> None:
        """From before the first act to some time after the last."""
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
        """Let this happen then."""
        heappush(self._events, (moment, next(self._order), what, about))

    def _next_moment(self) -> float:
        """When something happens next."""
        deadline = self.host.deadline
        event = self._events[0][0] if self._events else float("inf")
        return event if deadline is None else min(event, deadline)

    def _step(self) -> None:
        """The next thing that happens, or else what the host wants to do by itself."""
        if self._events and self._events[0][0] <= self.now:
            _, _, what, about = heappop(self._events)
            what(*about)
        else:
            self._since = perf_counter()
            self.host.tick(self.now)
            self._attend()

    def _attend(self) -> None:
        """The host knows something new: from looks to movements, and what it has to say."""
        movements = []
        for look in self.host.take_looks():
            self.looks += 1
            for uid in look.tags:
                self.sightings[uid].append((look.at, look.reader))
            movements += self.senses.look(look)
        self.host.look_closer(self.senses.presence.in_doubt())
        self._tell(movements)
        for pad in self._open:
            self._send(pad)

    def _pass_time(self) -> None:
        """Now and then the senses are told how late it is."""
        self._since = perf_counter()
        self._tell(self.senses.tick(self.now))
        self.at(self.now + TICK, self._pass_time)

    def _tell(self, movements: list[Movement]) -> None:
        if movements:
            self.shares += [perf_counter() - self._since] * len(movements)
            self.told += [Told(movement, self.now) for movement in movements]

    # -- ports -------------------------------------------------------------------------------------------------

    def _send(self, pad: int) -> None:
        """What the host wants to say to a pad."""
        outgoing = self.host.outgoing(pad)
        if outgoing:
            port = self.bench.ports[pad]
            port.speed = self.host.speed(pad)
            size = port.write(outgoing)
            self.host.sent(pad, size)
            self.bench.carry(pad, size)

    def hear(self, pad: int, size: int | None = None) -> None:
        """So many bytes have been written for the host, this moment; None: a line."""
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
        """The host finds out what has become of a port whose cable was pulled."""
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


def senses_for(layout: Layout, script: Script) -> Senses:
    """Senses that know where every chip is at the beginning, as after a set-up at the table."""
    known = [(chip, zone) for chip, zone in script.homes.items() if chip.kind]
    kinds = {chip.uid: chip.kind for chip, _ in known if chip.kind}
    twin = Twin(layout, kinds, {chip.uid: {zone} for chip, zone in known})
    return Senses(Presence(layout), twin)
