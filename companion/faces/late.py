"""The game as spectators see it: late by as many seconds as the judge wants, and never anything newer.

What is shown is kept with the time at which it came. Spectators get the newest that is old enough, and nothing until
there is such a thing: not even a moment that came before a restart is shown early after it.
"""

from __future__ import annotations

import json
from collections import deque
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Final, Generic, TypeVar

from companion.table.whole_files import write_whole

LONGEST: Final = 600
"""The longest delay, in seconds."""
LONG_AGO: Final = float("-inf")

Shown = TypeVar("Shown")


class LateView(Generic[Shown]):
    """What was shown, and since when. From any thread."""

    def __init__(self, path: Path | None = None) -> None:
        """The delay is kept in the file `path`, so that it holds after a restart."""
        self._path = path
        self._lock = Lock()
        self._kept: deque[tuple[float, Shown]] = deque()
        self.delay = read_delay(path) if path else 0
        """By how many seconds spectators are late."""

    def take(self, shown: Shown, now: float) -> None:
        """Keep what is shown from now on, and forget what nobody will be shown any more."""
        with self._lock:
            self._kept.append((now, shown))
            self._forget(now)

    def at(self, now: float) -> Shown | None:
        """Return what spectators may see; None if nothing is old enough."""
        with self._lock:
            self._forget(now)
            since, shown = self._kept[0] if self._kept else (now, None)
            return shown if since + self.delay <= now else None

    def set_delay(self, seconds: int, now: float) -> None:
        """From now on spectators are late by so much. What they have seen already stays."""
        with self._lock:
            self._forget(now)
            if self._kept and self._kept[0][0] + self.delay <= now:
                self._kept[0] = (LONG_AGO, self._kept[0][1])
            self.delay = min(max(0, seconds), LONGEST)
            if self._path:
                with suppress(OSError):  # it holds for this evening
                    write_whole(self._path, json.dumps({"delay": self.delay}).encode())

    def _forget(self, now: float) -> None:
        """Drop what is older than the newest that may be shown; the lock is held."""
        while len(self._kept) > 1 and self._kept[1][0] + self.delay <= now:
            self._kept.popleft()


def read_delay(path: Path) -> int:
    """Return the delay in a file; 0 if there is none. A file that cannot be read stands for the longest delay: nobody
    is shown too much because of it."""
    try:
        delay = json.loads(path.read_bytes())["delay"]
    except FileNotFoundError:
        return 0
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return LONGEST
    return delay if isinstance(delay, int) and 0 <= delay <= LONGEST else LONGEST
