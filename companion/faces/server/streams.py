"""Keeping pages fresh: each audience has its own fragments, with its own count of changes.

A `Channel` keeps the newest text of each fragment and the number of the change that brought it. Whoever has seen
change 7 is sent the fragments that changed after it. Nothing is queued, so a slow phone costs nobody anything, and one
that slept misses nothing. One thread (`Hub`) renders, once for all who look at the same thing; streams only wait.
"""

from __future__ import annotations

import json
import logging
import secrets
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from threading import Condition, Event, Lock, Thread
from time import monotonic
from typing import Final, Generic, NamedTuple, TypeVar

log = logging.getLogger(__name__)

Fragments = Mapping[str, str]
Render = Callable[[], Fragments]
Key = TypeVar("Key")

LATE_BEAT: Final = 0.5
"""Seconds between two looks at what spectators, who are late, may see by now."""
IDLE: Final = 60.0
"""Seconds after which a channel without streams is dropped."""
MOST_STREAMS: Final = 80
MOST_VISITORS: Final = 56
"""The most of these for people without a session; the others are kept for seats, judge and host."""
MOST_OF_SESSION: Final = 8
"""The most streams of one session; each open page has one."""
MOST_LEAVING: Final = 8
"""The most streams that have given up their places but have not ended yet."""
MOST_KEPT: Final = 8
"""The most events of a channel that are kept for others who have seen equally much."""
MOST_OF_ONE: Final = 12
"""The most streams of one address without a session: a phone has few tabs, but several may share an address."""


class Fresh(NamedTuple):
    """What somebody has not seen yet."""

    mark: str
    """How much somebody has seen after this; they send it back when they ask again."""
    fragments: Fragments


@dataclass(eq=False)
class StreamPlace:
    """One stream's place."""

    channel: Channel
    who: str
    """An address, or a session."""
    member: bool
    given_up: bool = False
    """Whether somebody else has got it; the stream says so, and ends."""


def room_for(held: Sequence[StreamPlace], who: str, *, member: bool) -> tuple[bool, StreamPlace | None]:
    """Return whether somebody is let in, and which place is given up for them. The oldest come first in `held`."""
    mine = [place for place in held if place.who == who]
    visitors = [place for place in held if not place.member]
    if member and len(mine) >= MOST_OF_SESSION:
        return True, mine[0]
    if len(held) < MOST_STREAMS and (member or len(visitors) < MOST_VISITORS):
        return member or len(mine) < MOST_OF_ONE, None
    if not visitors or (not member and len(mine) >= MOST_OF_ONE):
        return False, None
    ((most, number),) = Counter(place.who for place in visitors).most_common(1)
    if not member and number <= len(mine) + 1:
        return False, None
    return True, next(place for place in visitors if place.who == most)


class Channel:
    """What one audience sees, in one language."""

    def __init__(self, render: Render) -> None:
        self._render = render
        self._turn = Lock()
        self._news = Condition()
        self._epoch = secrets.token_hex(4)
        """A random mark of this channel, so that a mark from before a restart is not taken for one of this run."""
        self._number = 0
        self._texts: dict[str, str] = {}
        self._changed: dict[str, int] = {}
        self._sent: dict[int, bytes] = {}
        """The event for those who have seen up to a certain change. Most have seen equally much, so they share it."""
        self.streams = 0
        self.left_at = monotonic()

    def refresh(self) -> None:
        """Render again, and wake the streams if something has changed."""
        with self._turn:  # a later rendering must not be overwritten by an earlier one
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
        """Wake all streams, so that they check whether they may go on."""
        with self._news:
            self._news.notify_all()

    def now(self) -> Fresh:
        """Return all fragments."""
        return self.since("")

    def since(self, mark: str) -> Fresh:
        """Return what is new since `mark`; everything if the mark is not ours."""
        with self._news:
            seen = self._number_in(mark)
            fragments = {name: self._texts[name] for name, number in self._changed.items() if number > seen}
            return Fresh(f"{self._epoch}-{self._number}", fragments)

    def event(self, mark: str) -> tuple[str, bytes]:
        """Return the new mark, and what is new as an event of a stream; no bytes if nothing is."""
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
        """Wait until something is new, somebody wakes us, or time is up."""
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

    def __init__(
        self,
        render: Callable[[Key], Fragments],
        broke: Callable[[], None] = lambda: None,
        is_late: Callable[[Key], bool] = lambda key: False,
    ) -> None:
        """`broke` is told that something could not be rendered; `is_late` says which channels show what happened some
        time ago, so that they change by themselves."""
        self._is_late = is_late
        self._render = render
        self._broke = broke
        self._channels: dict[Key, Channel] = {}
        self._places: list[StreamPlace] = []
        """All places, the oldest first."""
        self._lock = Lock()
        self._something = Event()
        self._ended = False
        self._thread = Thread(target=self._run, name="pages", daemon=True)

    def start(self) -> None:
        """Start rendering."""
        self._thread.start()

    def stop(self) -> None:
        """Stop rendering, and tell the streams to end."""
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
        """Say that something may be new. From any thread; it is quick."""
        self._something.set()

    def wake(self) -> None:
        """Let all streams check whether they may go on."""
        for channel in self._all():
            channel.wake()

    def channel(self, key: Key) -> Channel:
        """Return the channel with this key, freshly rendered."""
        with self._lock:
            found = self._channels.get(key)
            if found is None:
                found = self._channels[key] = Channel(lambda: self._render(key))
                if self._is_late(key):
                    self._something.set()  # from now on the thread looks by itself
            found.left_at = monotonic()  # so that it is not dropped before its first stream opens
        found.refresh()
        return found

    def admit(self, channel: Channel, who: str, *, member: bool = False) -> StreamPlace | None:
        """Give a stream a place: `who` is an address, or the session of a member. None if there are too many streams.

        A member with too many streams loses the oldest of them. Members are let in as long as there are places.
        Visitors may hold most of the places; when these run out, the visitor who holds most of them loses the
        oldest, provided that the newcomer would hold fewer.
        """
        with self._lock:
            held = [place for place in self._places if not place.given_up]
            let_in, gives_way = room_for(held, who, member=member)
            leaving = len(self._places) - len(held)
            if not let_in or (gives_way and leaving >= MOST_LEAVING):
                return None
            found = StreamPlace(channel, who, member)
            self._places.append(found)
            channel.streams += 1
            if gives_way is not None:
                gives_way.given_up = True
        if gives_way is not None:
            gives_way.channel.wake()
        return found

    def leave(self, place: StreamPlace) -> None:
        """Give a place back."""
        with self._lock:
            self._places.remove(place)
            place.channel.streams -= 1
            place.channel.left_at = monotonic()

    @property
    def streams(self) -> int:
        """How many streams there are."""
        with self._lock:
            return len(self._places)

    def is_seen(self, wanted: Callable[[Key], bool]) -> bool:
        """Whether anybody has a stream of such a channel now."""
        with self._lock:
            return any(channel.streams and wanted(key) for key, channel in self._channels.items())

    def _all(self) -> list[Channel]:
        with self._lock:
            return list(self._channels.values())

    def _run(self) -> None:
        while True:
            with self._lock:
                late = any(map(self._is_late, self._channels))
            poked = self._something.wait(LATE_BEAT if late else None)
            self._something.clear()
            if self._ended:
                return
            with self._lock:
                idle = monotonic() - IDLE
                self._channels = {key: one for key, one in self._channels.items() if one.streams or one.left_at > idle}
                due = [one for key, one in self._channels.items() if one.streams and (poked or self._is_late(key))]
            for channel in due:
                self._refresh(channel)

    def _refresh(self, channel: Channel) -> None:
        """Refresh a channel; if that fails, the other channels are not affected."""
        try:
            channel.refresh()
        except Exception:
            log.exception("A page could not be brought up to date.")
            self._broke()
