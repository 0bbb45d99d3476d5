"""Where inputs wait for the referee: one queue, and nobody can fill it.

What readers saw is never dropped: where the referee is far behind, the readers' thread waits. Of each person only a few
inputs wait, and of all people together not many; who sends more is told to wait a moment.
"""

from __future__ import annotations

from collections import Counter, deque
from concurrent.futures import Future
from threading import Condition
from typing import Final, NamedTuple

from companion.referee.inputs import Input, Seen
from companion.referee.outcome import Outcome

MOST_SEEN: Final = 2000
"""Changes that may wait; a table shows a few in a second, and one is taken in a few milliseconds."""
MOST_OF_ONE: Final = 8
MOST_OF_PEOPLE: Final = 100


class Letter(NamedTuple):
    """An input, who brings it (a phone, a button; "" for readers), and where its outcome is waited for."""

    input: Input
    bringer: str
    answer: Future[Outcome]


class Inbox:
    """For any number of threads that bring, and one that takes."""

    def __init__(self) -> None:
        self._letters: deque[Letter] = deque()
        self._changed = Condition()
        self._waiting: Counter[str] = Counter()
        self._closed = False

    def __len__(self) -> int:
        return len(self._letters)

    def put(self, letter: Letter) -> bool:
        """False where it is not taken: too much comes from this one, or the inbox is closed."""
        with self._changed:
            if isinstance(letter.input, Seen):
                self._changed.wait_for(lambda: self._closed or self._waiting[""] < MOST_SEEN)
                bringer = ""
            else:
                bringer = letter.bringer or "somebody"
                people = len(self._letters) - self._waiting[""]
                if self._waiting[bringer] >= MOST_OF_ONE or people >= MOST_OF_PEOPLE:
                    return False
            if self._closed:
                return False
            self._waiting[bringer] += 1
            self._letters.append(letter._replace(bringer=bringer))
            self._changed.notify_all()
            return True

    def take(self, seconds: float) -> Letter | None:
        """The next one; None where none comes within so many seconds."""
        with self._changed:
            if (
                not self._changed.wait_for(lambda: self._letters or self._closed, max(0.0, seconds))
                or not self._letters
            ):
                return None
            letter = self._letters.popleft()
            self._waiting[letter.bringer] -= 1
            if not self._waiting[letter.bringer]:
                del self._waiting[letter.bringer]
            self._changed.notify_all()
            return letter

    def close(self) -> None:
        """Nothing more is taken in; what is here can still be taken out."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
