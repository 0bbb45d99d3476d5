"""The queue of what waits for a session's owner: everything is taken as it came, and nobody can flood it.

People speak of what lies on the table: no answer may overtake a look at a chip that was laid down before it, or "done"
would end a turn before the chip that was played in it. So there is one order for looks and answers alike.

What readers saw is never dropped: if the session is far behind, the readers wait. Only a few inputs of each person may
wait, and not many of all people together; whoever sends more is told to wait a moment.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from threading import Condition
from typing import Final, NamedTuple

MOST_LOOKS: Final = 100
"""How many looks may wait. A table has some sixty a second, and most are handled in less than a millisecond."""
MOST_OF_ONE: Final = 8
MOST_OF_PEOPLE: Final = 100
READERS: Final = "\0readers"
"""Who brings looks. No person or device can have this name."""
OWNER: Final = "\0owner"
"""Who brings what the program itself wants done, such as a new game. It is never refused."""


class Letter(NamedTuple):
    """Something to be done by the owner, and who brings it: a phone, a button, the readers."""

    bringer: str
    do: Callable[[], None]


class Inbox:
    """For any number of threads that put letters in, and one thread that takes them out."""

    def __init__(self) -> None:
        self._letters: deque[Letter] = deque()
        self._changed = Condition()
        self._waiting: Counter[str] = Counter()
        self._closed = False

    def __len__(self) -> int:
        return len(self._letters)

    def put(self, letter: Letter) -> bool:
        """Put in a letter. Return False if it is not accepted: this sender has too much waiting, or the inbox is
        closed. A look may have to wait for its place."""
        with self._changed:
            bringer = letter.bringer
            if bringer == READERS:
                self._changed.wait_for(lambda: self._closed or self._waiting[READERS] < MOST_LOOKS)
            elif bringer != OWNER:
                people = len(self._letters) - self._waiting[READERS] - self._waiting[OWNER]
                if self._waiting[bringer] >= MOST_OF_ONE or people >= MOST_OF_PEOPLE:
                    return False
            if self._closed:
                return False
            self._waiting[bringer] += 1
            self._letters.append(letter)
            self._changed.notify_all()
            return True

    def take(self, seconds: float) -> Letter | None:
        """Take the next letter out; None if none comes within this many seconds."""
        with self._changed:
            if not self._changed.wait_for(lambda: len(self) or self._closed, max(0.0, seconds)) or not len(self):
                return None
            letter = self._letters.popleft()
            self._waiting[letter.bringer] -= 1
            if not self._waiting[letter.bringer]:
                del self._waiting[letter.bringer]
            self._changed.notify_all()
            return letter

    def close(self) -> None:
        """Accept no more letters; those that are waiting can still be taken out."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
