"""What a page shows, as fragments that are kept fresh: each audience has its own, with its own count of changes.

A `Channel` keeps the newest text of each fragment and at which change it got it. Whoever has seen change 7 is sent the
fragments that changed after it: nothing is queued, so a slow phone costs nobody anything, and one that slept misses
nothing. One thread (`Hub`) renders, once for all who look at the same; the streams only wait.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping
from threading import Condition, Event, Lock, Thread
from time import monotonic
from typing import Final, Generic, NamedTuple, TypeVar

Fragments = Mapping[str, str]
Render = Callable[[], Fragments]
Key = TypeVar("Key")

IDLE: Final = 60.0
"""Seconds after which a channel is dropped at which nobody looks."""
MOST_STREAMS: Final = 80
MOST_KEPT: Final = 8
"""Events of a channel that are kept for the next who has seen as much."""
MOST_OF_ONE: Final = 12
"""Streams to one address: a phone has few tabs, and several may stand behind one address."""


class Fresh(NamedTuple):
    """What somebody has not seen yet."""

    mark: str
    """How far one has seen with this: to be given back when one asks again."""
    fragments: Fragments


class Channel:
    """What one audience sees, in one language."""

    def __init__(self, render: Render) -> None:
        self._render = render
        self._turn = Lock()
        self._news = Condition()
        self._epoch = secrets.token_hex(4)
        """So that a mark from before a restart is not taken for one of now."""
        self._number = 0
        self._texts: dict[str, str] = {}
        self._changed: dict[str, int] = {}
        self._sent: dict[int, bytes] = {}
        """What goes to those who have seen so much: most of them have seen the same, and it is made once for all."""
        self.streams = 0
        self.left_at = monotonic()

    def refresh(self) -> None:
        """Render anew, and tell those who wait if something is different."""
        with self._turn:  # two renderings must not overtake each other
            fresh = self._render()
            with self._news:
                fresh = dict.fromkeys(self._texts, "") | dict(fresh)
                changed = [name for name, text in fresh.items() if self._texts.get(name) != text]
                if changed:
                    self._number += 1
                    self._texts = fresh
                    self._changed |= dict.fromkeys(changed, self._number)
                    self._sent = {}
                    self._news.notify_all()

    def wake(self) -> None:
        """Let all who wait see whether they are still welcome."""
        with self._news:
            self._news.notify_all()

    def now(self) -> Fresh:
        """Everything."""
        return self.since("")

    def since(self, mark: str) -> Fresh:
        """What is new to somebody who has seen as much as `mark` says; everything for a mark that is not ours."""
        with self._news:
            seen = self._number_in(mark)
            fragments = {name: self._texts[name] for name, number in self._changed.items() if number > seen}
            return Fresh(f"{self._epoch}-{self._number}", fragments)

    def event(self, mark: str) -> tuple[str, bytes]:
        """The same as an event of a stream; no bytes where nothing is new."""
        with self._news:
            seen = self._number_in(mark)
            fresh = f"{self._epoch}-{self._number}"
            if seen >= self._number:
                return fresh, b""
            if seen not in self._sent:
                told = json.dumps(self.since(mark).fragments, ensure_ascii=False)
                if len(self._sent) >= MOST_KEPT:
                    self._sent.clear()
                self._sent[seen] = f"id: {fresh}\ndata: {told}\n\n".encode()
            return fresh, self._sent[seen]

    def wait(self, mark: str, seconds: float) -> None:
        """Until there is something new, or somebody wakes us, or time is up."""
        with self._news:
            if self._number_in(mark) >= self._number:
                self._news.wait(seconds)

    def _number_in(self, mark: str) -> int:
        epoch, _, number = mark.partition("-")
        if epoch != self._epoch or not (number.isascii() and number.isdigit() and len(number) < 12):
            return 0
        seen = int(number)
        return seen if seen <= self._number else 0


class Hub(Generic[Key]):
    """All channels, and the thread that keeps them fresh."""

    def __init__(self, render: Callable[[Key], Fragments]) -> None:
        self._render = render
        self._channels: dict[Key, Channel] = {}
        self._streams: dict[str, int] = {}
        """How many each address has open."""
        self._lock = Lock()
        self._something = Event()
        self._ended = False
        self._thread = Thread(target=self._run, name="pages", daemon=True)
        self.troubles = 0
        """How often something could not be rendered."""

    def start(self) -> None:
        """From now on what is poked is rendered."""
        self._thread.start()

    def stop(self) -> None:
        """Streams end by themselves."""
        self._ended = True
        self._something.set()
        self.wake()
        if self._thread.is_alive():
            self._thread.join()

    @property
    def ended(self) -> bool:
        """Whether streams are to end."""
        return self._ended

    def poke(self) -> None:
        """Something may be new. From any thread, and quick."""
        self._something.set()

    def wake(self) -> None:
        """Let all streams look whether they may go on."""
        for channel in self._all():
            channel.wake()

    def channel(self, key: Key) -> Channel:
        """The channel of those who look at the same; as fresh as can be."""
        with self._lock:
            found = self._channels.get(key)
            if found is None:
                found = self._channels[key] = Channel(lambda: self._render(key))
            found.left_at = monotonic()  # not to be dropped before somebody looks
        found.refresh()
        return found

    def admit(self, channel: Channel, address: str) -> bool:
        """Somebody wants to look on; False where too many do."""
        with self._lock:
            mine = self._streams.get(address, 0)
            if sum(self._streams.values()) >= MOST_STREAMS or mine >= MOST_OF_ONE:
                return False
            self._streams[address] = mine + 1
            channel.streams += 1
            return True

    def leave(self, channel: Channel, address: str) -> None:
        """Somebody looks away."""
        with self._lock:
            self._streams[address] -= 1
            if not self._streams[address]:
                del self._streams[address]
            channel.streams -= 1
            channel.left_at = monotonic()

    @property
    def streams(self) -> int:
        """How many look on."""
        with self._lock:
            return sum(self._streams.values())

    def is_seen(self, wanted: Callable[[Key], bool]) -> bool:
        """Whether anybody looks at such a channel just now."""
        with self._lock:
            return any(channel.streams and wanted(key) for key, channel in self._channels.items())

    def _all(self) -> list[Channel]:
        with self._lock:
            return list(self._channels.values())

    def _run(self) -> None:
        while True:
            self._something.wait()
            self._something.clear()
            if self._ended:
                return
            with self._lock:
                late = monotonic() - IDLE
                self._channels = {key: one for key, one in self._channels.items() if one.streams or one.left_at > late}
            for channel in self._all():
                if channel.streams:
                    self._refresh(channel)

    def _refresh(self, channel: Channel) -> None:
        """What breaks for one audience breaks for no other."""
        try:
            channel.refresh()
        except Exception:
            self.troubles += 1
