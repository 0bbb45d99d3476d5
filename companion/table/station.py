"""The NFC station: one reader for one chip, at which tags are enrolled, and which may serve as a tap.

What lies there is polled from a thread of its own, because a reader that hangs must not hold up anything else.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final, Protocol

from companion.table.layout import STATION
from companion.table.phrases import NOTHING, Phrase
from companion.table.sightings import Look, Uid
from companion.table.told import Notice


class Condition(Enum):
    """What is to be thought of a tag."""

    FINE = "fine"
    FOREIGN = "foreign"
    """It works, but it is not one of the stickers that chips carry."""
    DAMAGED = "damaged"
    """It answers, but cannot be read as it should."""
    CROWDED = "crowded"
    """Another one lies there with it."""
    SEEN = "seen"
    """Nobody has looked closer: its UID is all that is known."""


@dataclass(frozen=True, slots=True)
class Sensed:
    """The tag that lies on the station."""

    uid: Uid
    type: str = ""
    """For people: `NTAG213`, `MIFARE Classic card`."""
    condition: Condition = Condition.SEEN
    why: str = ""
    """What is wrong with it, as a sentence; empty when nothing is."""
    lasting: bool = True
    """Whether the UID stays the same; a phone makes up another each time."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """A poll that told nothing."""

    words: Phrase


class Station(Protocol):
    """A reader for one tag. Its calls may take a second; `hurry` may come from another thread and ends them."""

    def open(self) -> None:
        """Greet the reader, if that is not done yet. Raises `StationError`."""
        ...

    def poll(self) -> Sensed | Trouble | None:
        """What lies there now; None for nothing. Never raises."""
        ...

    def close(self) -> None:
        """Leave the reader in peace. Never raises."""
        ...

    def hurry(self) -> None:
        """End a call that waits for the reader."""
        ...


BACK: Final = Phrase("The station is back.")
"""The one thing that a station's driver says when all is well."""


def station_notice(words: Phrase, at: float) -> Notice:
    """What a station's driver says, told like what pads say."""
    return Notice(at, STATION, words, trouble=words != BACK)


class StationError(Exception):
    """The reader cannot be used; said for people, with what to do."""

    def __init__(self, words: Phrase) -> None:
        super().__init__(str(words))
        self.words = words


@dataclass(frozen=True, slots=True)
class Poll:
    """One poll, and when it was."""

    at: float
    tag: Sensed | None = None
    trouble: str = ""

    def look(self) -> Look:
        """As the table's readers tell it."""
        return Look(STATION, self.at, (self.tag.uid,) if self.tag and self.tag.uid else (), self.trouble)


PATIENCE = 4
"""Troubled polls in a row, after which the reader is greeted anew."""


class StationDriver:
    """Polls a station from a thread, and finds it again when it was unplugged.

    Each poll goes to `deliver`; that the station is lost or found goes to `notice`, in words. Both are called from
    the thread.
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
        """End, also in the middle of a poll; nothing is delivered afterwards."""
        self._stopped.set()
        while self._thread.is_alive():  # a call that begins just now does not hear the first one
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
        """What is to be said of the loss; empty when the driver was stopped."""
        troubled = 0
        while not self._stopped.is_set():
            at = self.clock()
            found = self.station.poll()
            if isinstance(found, Trouble):
                troubled += 1
                self.deliver_unless_stopped(Poll(at, trouble=found.words))
                if troubled >= PATIENCE:
                    lost = Phrase("The station is lost: {why}. It is looked for until it is back.", why=found.words)
                    self._tell(lost)
                    return lost
            else:
                troubled = 0
                self.deliver_unless_stopped(Poll(at, found))
            self._stopped.wait(self.rest)
        return NOTHING

    def deliver_unless_stopped(self, poll: Poll) -> None:
        """The last word is with `stop`."""
        if not self._stopped.is_set():
            self.deliver(poll)

    def _tell(self, words: Phrase) -> None:
        if not self._stopped.is_set():
            self.notice(words)
