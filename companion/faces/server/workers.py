"""Who is served next: each kind of request has a lane, and within a lane the addresses take turns.

However much one address asks for, everybody else waits for at most one of its requests. Only a few requests are worked
on at the same time, because they share one interpreter with the game. People with a session have a lane of their own.
Requests that take more than a moment have a lane that works on one at a time.

A stream is at work until it has sent what there is. From then on it waits, and its thread no longer counts.
"""

from __future__ import annotations

import logging
from collections import Counter, deque
from enum import Enum
from threading import Condition, Thread, get_ident
from time import monotonic
from typing import Final, NamedTuple, Protocol

log = logging.getLogger(__name__)


class Lane(Enum):
    """Kinds of requests, those with priority first."""

    MEMBERS = "members"
    """Requests of somebody who has a session."""
    VISITORS = "visitors"
    THOUGHTS = "thoughts"
    """Requests that take the program more than a moment, whoever asks."""


class WorkLimits(NamedTuple):
    """How many requests may be worked on at the same time: in all, and of one address or session."""

    of_all: int
    of_one: int


ROOMS: Final = {Lane.MEMBERS: WorkLimits(12, 4), Lane.VISITORS: WorkLimits(3, 2), Lane.THOUGHTS: WorkLimits(1, 1)}
AT_WORK: Final = sum(room.of_all for room in ROOMS.values())


class Sender(NamedTuple):
    """Where a request belongs: its lane, and in whose name it waits there."""

    lane: Lane
    key: str


class Job(Protocol):
    """A request that waits for a thread."""

    @property
    def sender(self) -> Sender:
        """Where it waits, and in whose name."""

    def service(self) -> None:
        """Answer the request."""

    def cancel(self) -> None:
        """Give the request up."""


class Workers:
    """Threads, and the jobs that wait for them. Replaces waitress's own dispatcher of tasks."""

    def __init__(self, streams: int) -> None:
        """`streams` is how many threads may wait, in addition to those at work."""
        self._changed = Condition()
        self._waiting: dict[Lane, dict[str, deque[Job]]] = {lane: {} for lane in ROOMS}
        self._working: dict[int, Sender] = {}
        """The requests that count as at work, by the thread."""
        self._of_all: Counter[Lane] = Counter()
        self._of_one: Counter[Sender] = Counter()
        self._ended = False
        self._threads = [Thread(target=self._run, name=f"web-{n}", daemon=True) for n in range(streams + AT_WORK)]
        for thread in self._threads:
            thread.start()

    def add_task(self, job: Job) -> None:
        """Queue a job until its turn comes."""
        sender = job.sender
        with self._changed:
            self._waiting[sender.lane].setdefault(sender.key, deque()).append(job)
            self._changed.notify()

    def settle(self) -> None:
        """No longer count this thread's request as at work: it only waits from now on, or is done."""
        with self._changed:
            sender = self._working.pop(get_ident(), None)
            if sender is not None:
                self._of_all[sender.lane] -= 1
                self._of_one[sender] -= 1
                if not self._of_one[sender]:
                    del self._of_one[sender]
                self._changed.notify()

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5.0) -> None:
        """Finish what is at work, for at most `timeout` seconds, and drop what waits."""
        until = monotonic() + timeout
        with self._changed:
            self._ended = True
            left = [job for lane in self._waiting.values() for line in lane.values() for job in line]
            self._waiting = {lane: {} for lane in ROOMS}
            self._changed.notify_all()
        for job in left if cancel_pending else ():
            job.cancel()
        for thread in self._threads:
            thread.join(max(0.0, until - monotonic()))

    def _run(self) -> None:
        while True:
            with self._changed:
                while (job := self._next()) is None:
                    if self._ended:
                        return
                    self._changed.wait()
            try:
                job.service()
            except Exception:
                log.exception("A request could not be answered.")
            finally:
                self.settle()

    def _next(self) -> Job | None:
        """Take the next job and count it as at work; None if no job may start."""
        for lane, room in ROOMS.items():
            if self._of_all[lane] >= room.of_all:
                continue
            lines = self._waiting[lane]
            key = next((key for key in lines if self._of_one[Sender(lane, key)] < room.of_one), None)
            if key is None:
                continue
            line = lines.pop(key)
            job = line.popleft()
            if line:
                lines[key] = line  # behind all others that wait
            self._of_all[lane] += 1
            self._of_one[Sender(lane, key)] += 1
            self._working[get_ident()] = Sender(lane, key)
            return job
        return None
