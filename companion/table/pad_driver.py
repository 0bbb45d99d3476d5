"""Real ports for all pads: one thread that opens them, reads and writes, and reopens them after a cable was pulled.

All decisions are made by `Pads`; here are only the ports, the clock and the thread.
"""

from __future__ import annotations

import selectors
import socket
from collections import deque
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from dataclasses import dataclass
from threading import Lock, Thread
from time import monotonic
from types import TracebackType
from typing import Any, Final, TypeVar

from companion.table.layout import Layout
from companion.table.messages import Lamp, Request
from companion.table.pads import Pads
from companion.table.port import PortError, SerialPort
from companion.table.raw_log import RawLog
from companion.table.reader_notices import ReaderNotice, RequestDone
from companion.table.sightings import Look

SOON: Final = 0.2
LATER: Final = 2.0
"""Seconds until a port that could not be opened is tried again: the first time, and at most."""
NAP: Final = 1.0
"""The longest time, in seconds, that the thread waits for something to happen."""

T = TypeVar("T")


@dataclass(slots=True)
class Plug:
    """The port of one pad."""

    number: int
    port: SerialPort
    is_open: bool = False
    open_at: float = 0.0
    patience: float = SOON
    events: int = selectors.EVENT_READ


class PadDriver:
    """Reports the looks and notices of all pads as they come. `tell` is called in the driver's own thread and must be
    quick."""

    def __init__(
        self,
        layout: Layout,
        tell: Callable[[Look | ReaderNotice], None],
        log: RawLog | None = None,
        port: Callable[[str], SerialPort] = SerialPort,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._pads = Pads(layout)
        self._tell = tell
        self._log = log
        self._log_failed = False
        self._clock = clock
        self._plugs = [Plug(pad.number, port(pad.port)) for pad in layout.pads]
        self._lock = Lock()
        self._errands: deque[tuple[Future[Any], Callable[[], None]]] = deque()
        self._over = False
        self._awaited: dict[int, Future[RequestDone]] = {}
        self._selector = selectors.DefaultSelector()
        self._bell, self._rope = socket.socketpair()
        for end in (self._bell, self._rope):
            end.setblocking(False)
        self._stopping = False
        self._thread = Thread(target=self._run, name="pads", daemon=True)

    def start(self) -> None:
        """Start the thread. May be called only once."""
        self._selector.register(self._bell, selectors.EVENT_READ)
        self._thread.start()

    def stop(self) -> None:
        """Stop the thread and close all ports. Futures that wait for an answer are cancelled."""
        self._stopping = True
        self._ring()
        if self._thread.ident is not None:
            self._thread.join()
        self._bell.close()
        self._rope.close()
        self._selector.close()

    def __enter__(self) -> PadDriver:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()

    # -- from any thread ---------------------------------------------------------------------------------------

    def ask(self, question: Callable[[Pads], T]) -> Future[T]:
        """Ask something that the pads know, such as their health. The question runs in the driver's thread."""
        future: Future[T] = Future()
        self._errand(future, lambda: future.set_result(question(self._pads)))
        return future

    def set_lamp(self, reader: str, lamp: Lamp) -> Future[None]:
        """Set a lamp as soon as its pad is connected."""
        return self.ask(lambda pads: pads.set_lamp(reader, lamp))

    def request(self, pad: int, request: Request) -> Future[RequestDone]:
        """Send a request to a pad. The reply is None if the pad is not connected or does not answer."""
        future: Future[RequestDone] = Future()

        def ask() -> None:
            self._awaited[self._pads.request(pad, request)] = future

        self._errand(future, ask)
        return future

    def _errand(self, future: Future[Any], errand: Callable[[], None]) -> None:
        """Run something in the driver's thread."""
        future.set_running_or_notify_cancel()
        with self._lock:
            if self._over:
                future.set_exception(CancelledError())
                return
            self._errands.append((future, errand))
        self._ring()

    def _ring(self) -> None:
        with suppress(OSError):  # the bell has been rung already, or the thread has ended
            self._rope.send(b".")

    # -- the thread --------------------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            while not self._stopping:
                now = self._clock()
                self._open(now)
                self._run_errands()
                self._pads.tick(now)
                self._write()
                self._deliver()
                self._listen()
        finally:
            self._end()

    def _run_errands(self) -> None:
        while self._errands:
            future, errand = self._errands.popleft()
            try:
                errand()
            except Exception as problem:  # the caller gets the exception, and the pads go on
                future.set_exception(problem)

    def _open(self, now: float) -> None:
        for plug in self._plugs:
            if plug.is_open or now < plug.open_at:
                continue
            try:
                plug.port.speed = self._pads.speed(plug.number)
                plug.port.open()
                self._selector.register(plug.port, selectors.EVENT_READ, plug)
            except PortError as problem:
                self._lost(plug, problem)
                continue
            plug.is_open, plug.patience, plug.events = True, SOON, selectors.EVENT_READ
            self._pads.opened(plug.number, now)

    def _lost(self, plug: Plug, problem: PortError) -> None:
        now = self._clock()
        if plug.is_open:
            self._selector.unregister(plug.port)
            plug.is_open = False
        plug.port.close()
        plug.open_at = now + plug.patience
        plug.patience = min(2 * plug.patience, LATER)
        self._pads.closed(plug.number, now, problem.told)

    def _write(self) -> None:
        for plug in self._plugs:
            data = self._pads.outgoing(plug.number) if plug.is_open else b""
            size = 0
            try:
                if data:
                    plug.port.speed = self._pads.speed(plug.number)
                    size = plug.port.write(data)
            except PortError as problem:
                self._lost(plug, problem)
                continue
            if size:
                self._pads.sent(plug.number, size)
                if self._log:
                    self._log.went(plug.number, data[:size], self._clock())
            if plug.is_open:
                self._await(plug, selectors.EVENT_READ | (selectors.EVENT_WRITE if size < len(data) else 0))

    def _await(self, plug: Plug, events: int) -> None:
        if events != plug.events:
            plug.events = events
            self._selector.modify(plug.port, events, plug)

    def _listen(self) -> None:
        """Wait until data arrives, somebody rings, or something is due."""
        moments = [plug.open_at for plug in self._plugs if not plug.is_open]
        if (deadline := self._pads.deadline) is not None:
            moments.append(deadline)
        now = self._clock()
        for key, events in self._selector.select(max(0.0, min([*moments, now + NAP]) - now)):
            if key.data is None:
                self._bell.recv(4096)
            elif events & selectors.EVENT_READ:
                self._read(key.data)

    def _read(self, plug: Plug) -> None:
        try:
            data = plug.port.read()
        except PortError as problem:
            self._lost(plug, problem)
            return
        now = self._clock()
        if self._log:
            self._log.came(plug.number, data, now)
        self._pads.feed(plug.number, data, now)

    def _deliver(self) -> None:
        for look in self._pads.take_looks():
            self._tell(look)
        for notice in self._pads.take_notices():
            self._tell(notice)
        for ticket, answer in self._pads.take_answers():
            if future := self._awaited.pop(ticket, None):
                future.set_result(answer)

        if self._log and self._log.trouble and not self._log_failed:
            self._log_failed = True
            self._tell(ReaderNotice(self._clock(), "log", self._log.trouble, trouble=True))

    def _end(self) -> None:
        for plug in self._plugs:
            plug.port.close()
        if self._log:
            self._log.close()
        with self._lock:
            self._over = True
        for future in (*self._awaited.values(), *(future for future, _ in self._errands)):
            future.set_exception(CancelledError())
