"""The NFC station: one reader for one chip, where tags are enrolled. It can also be used as a tap.

It is polled in a thread of its own, because a reader that hangs must not hold up anything else.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final, Protocol

from companion.table.layout import STATION
from companion.table.phrases import NOTHING, Phrase
from companion.table.reader_notices import ReaderNotice
from companion.table.sightings import Look, Uid, look_at


class Condition(Enum):
    """The result of examining a tag."""

    FINE = "fine"
    FOREIGN = "foreign"
    """It works, but it is not one of the stickers that chips carry."""
    DAMAGED = "damaged"
    """It answers, but cannot be read properly."""
    CROWDED = "crowded"
    """Another tag lies there as well."""
    SEEN = "seen"
    """Nobody has examined it: only its UID is known."""


@dataclass(frozen=True, slots=True)
class Sensed:
    """The tag that lies on the station."""

    uid: Uid
    type: str = ""
    """The type for people: `NTAG213`, `MIFARE Classic card`."""
    condition: Condition = Condition.SEEN
    why: str = ""
    """What is wrong with the tag, as a sentence; empty if nothing is."""
    lasting: bool = True
    """Whether the UID stays the same; a phone makes up a new one each time."""


@dataclass(frozen=True, slots=True)
class StationTrouble:
    """A poll that gave no result, and why."""

    words: Phrase


class Station(Protocol):
    """A reader for one tag. Calls may take a second; `hurry` can be called from another thread to interrupt them."""

    def open(self) -> None:
        """Connect to the reader, if that has not been done yet. Raises `StationError`."""
        ...

    def poll(self) -> Sensed | StationTrouble | None:
        """Return the tag that lies there now, or None. Never raises."""
        ...

    def close(self) -> None:
        """Disconnect from the reader. Never raises."""
        ...

    def hurry(self) -> None:
        """Interrupt a call that is waiting for the reader."""
        ...


BACK: Final = Phrase("The station is back.")
"""The only message of a station's driver that reports no trouble."""


def station_notice(words: Phrase, at: float) -> ReaderNotice:
    """Turn what a station's driver says into a notice, as pads give it."""
    return ReaderNotice(at, STATION, words, trouble=words != BACK)


class StationError(Exception):
    """The reader cannot be used; worded for people, with what to do."""

    def __init__(self, words: Phrase) -> None:
        super().__init__(str(words))
        self.words = words


@dataclass(frozen=True, slots=True)
class Poll:
    """The result of one poll, and its time."""

    at: float
    tag: Sensed | None = None
    trouble: str = ""

    def look(self) -> Look:
        """Return the poll as a look, like those of the other readers."""
        return look_at(STATION, self.at, (self.tag.uid,) if self.tag and self.tag.uid else (), self.trouble)


PATIENCE = 4
"""After this many polls with trouble in a row, the driver connects to the reader anew."""


class StationDriver:
    """Polls a station in a thread, and finds it again after it was unplugged.

    Each poll is passed to `deliver`. When the station is lost or found, `notice` is called with words for it. Both are
    called in that thread.
    """

    def __init__(
        self,
        station: Station,
        deliver: Callable[[Poll], None],
        notice: Callable[[Phrase], None],
        clock: Callable[[], float],
        rest: float = 0.05,
        retry: float = 1.0,
    ) -> None:
        self.station = station
        self.deliver = deliver
        self.notice = notice
        self.clock = clock
        self.rest = rest
        """Seconds between two polls."""
        self.retry = retry
        """Seconds between two attempts to find a lost station."""
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="station", daemon=True)

    def start(self) -> None:
        """Begin to poll."""
        self._thread.start()

    def stop(self) -> None:
        """Stop, even in the middle of a poll. Nothing is delivered afterwards."""
        self._stopped.set()
        while self._thread.is_alive():  # a call that is only just beginning may miss the first interruption
            self.station.hurry()
            self._thread.join(0.02)

    def _run(self) -> None:
        said = NOTHING
        while not self._stopped.is_set():
            try:
                self.station.open()
            except StationError as problem:
                if problem.words != said:
                    said = problem.words
                    self._tell(said)
                self.deliver_unless_stopped(Poll(self.clock(), trouble="the station does not answer"))
                self._stopped.wait(self.retry)
                continue
            if said:
                self._tell(BACK)
            said = self._poll_until_lost()
            self.station.close()

    def _poll_until_lost(self) -> Phrase:
        """Poll until the station is lost, and return what to say about it; nothing if the driver was stopped."""
        troubled = 0
        while not self._stopped.is_set():
            at = self.clock()
            found = self.station.poll()
            if isinstance(found, StationTrouble):
                troubled += 1
                self.deliver_unless_stopped(Poll(at, trouble=found.words))
                if troubled >= PATIENCE:
                    lost = Phrase("The station is lost: {why}. The program keeps looking for it.", why=found.words)
                    self._tell(lost)
                    return lost
            else:
                troubled = 0
                self.deliver_unless_stopped(Poll(at, found))
            self._stopped.wait(self.rest)
        return NOTHING

    def deliver_unless_stopped(self, poll: Poll) -> None:
        """Deliver a poll, but nothing more once `stop` was called."""
        if not self._stopped.is_set():
            self.deliver(poll)

    def _tell(self, words: Phrase) -> None:
        if not self._stopped.is_set():
            self.notice(words)
