"""The queue of inputs that wait for the referee. It has two lanes, and nobody can flood it.

* The **first lane** holds, in one order, what people say and what readers saw of the game's chips. People speak of what
  lies on the table: no answer may overtake a chip that was laid down before it, or "done" would end a turn before the
  chip that was played in it.
* The **second lane** holds, in its own order, what readers saw of tags that belong to no chip of the game
  (`is_strange`). It waits until the first lane is empty. Such tags tell the rules nothing, so everything else may
  overtake them, and people are heard at once however many tags somebody holds to a reader. The one exception is a bag's
  slot, where such a tag counts as a chip that was drawn; but a draw waits for nobody, and its chip may be seen before
  or after it.

What readers saw is never dropped: if the referee is far behind, the readers' thread waits. Only a few inputs of each
person may wait, and not many of all people together; whoever sends more is told to wait a moment.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import Future
from threading import Condition
from typing import Final, NamedTuple

from companion.referee.inputs import Input, Seen
from companion.referee.outcome import Outcome

MOST_SEEN: Final = 2000
"""How many changes may wait. A table produces a few per second, and each one is handled in a few milliseconds."""
MOST_STRANGE: Final = 200
STRANGERS: Final = "\0strangers"
"""The name under which the second lane is counted. No person or device can have this name."""
MOST_OF_ONE: Final = 8
MOST_OF_PEOPLE: Final = 100


class Letter(NamedTuple):
    """An input, who brings it (a phone, a button; "" for the readers), and the future for its outcome."""

    input: Input
    bringer: str
    answer: Future[Outcome]


class Inbox:
    """For any number of threads that put inputs in, and one thread that takes them out."""

    def __init__(self, is_strange: Callable[[Input], bool] = lambda one: False) -> None:
        self._is_strange = is_strange
        self._letters: deque[Letter] = deque()
        self._strange: deque[Letter] = deque()
        self._changed = Condition()
        self._waiting: Counter[str] = Counter()
        self._closed = False

    def __len__(self) -> int:
        return len(self._letters) + len(self._strange)

    def put(self, letter: Letter) -> bool:
        """Put in an input. Return False if it is not accepted: this sender has too much waiting, or the inbox is
        closed."""
        with self._changed:
            if isinstance(letter.input, Seen):
                bringer = STRANGERS if self._is_strange(letter.input) else ""
                most = MOST_STRANGE if bringer else MOST_SEEN
                self._changed.wait_for(lambda: self._closed or self._waiting[bringer] < most)
            else:
                bringer = letter.bringer or "somebody"
                people = len(self._letters) - self._waiting[""]
                if self._waiting[bringer] >= MOST_OF_ONE or people >= MOST_OF_PEOPLE:
                    return False
            if self._closed:
                return False
            self._waiting[bringer] += 1
            lane = self._strange if bringer == STRANGERS else self._letters
            lane.append(letter._replace(bringer=bringer))
            self._changed.notify_all()
            return True

    def take(self, seconds: float) -> Letter | None:
        """Take the next input out; None if none comes within this many seconds."""
        with self._changed:
            if not self._changed.wait_for(lambda: len(self) or self._closed, max(0.0, seconds)) or not len(self):
                return None
            letter = (self._letters or self._strange).popleft()
            self._waiting[letter.bringer] -= 1
            if not self._waiting[letter.bringer]:
                del self._waiting[letter.bringer]
            self._changed.notify_all()
            return letter

    def close(self) -> None:
        """Accept no more inputs; those that are waiting can still be taken out."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
