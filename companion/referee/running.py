"""The referee's thread: it alone touches the game. Readers, phones and faces send inputs, and get what came of them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from time import monotonic
from typing import Final

from companion.referee.inbox import Inbox, Letter
from companion.referee.inputs import Input, Ticked
from companion.referee.outcome import BUSY, CLOSED, Outcome
from companion.referee.referee import Referee

TICK: Final = 0.1
"""Seconds between the moments at which the referee is told how late it is."""


class Running:
    """A game that runs. What is sent is taken in its order; the answer comes as a future."""

    def __init__(self, referee: Referee, clock: Callable[[], float] = monotonic) -> None:
        self.referee = referee
        self.doubt = False
        """Whether a chip may be touching a tap just now; whoever reads the readers sets it."""
        self.breakdowns = 0
        """How often the referee itself broke down; it goes on with the next input."""
        self._clock = clock
        self._offset = referee.now - clock()
        self._inbox = Inbox()
        self._thread = Thread(target=self._run, name="referee", daemon=True)
        self._ended = False

    def __enter__(self) -> Running:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def now(self) -> float:
        """On the table's clock, which goes on where it stood before a restart."""
        return self._clock() + self._offset

    def send(self, one: Input, bringer: str = "") -> Future[Outcome]:
        """From any thread. `bringer` is the phone or button that it comes from."""
        answer: Future[Outcome] = Future()
        if not self._inbox.put(Letter(one, bringer, answer)):
            answer.set_result(Outcome(one, words=CLOSED if self._ended else BUSY))
        return answer

    def stop(self) -> None:
        """What was sent is still taken; then the thread ends."""
        self._ended = True
        self._inbox.close()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        tick_at = self.now()
        while not (self._ended and not len(self._inbox)):
            if letter := self._inbox.take(tick_at - self.now()):
                self._take(letter)
            if (now := self.now()) >= tick_at:
                self._take(Letter(Ticked(now, self.doubt), "", Future()))
                tick_at = now + TICK

    def _take(self, letter: Letter) -> None:
        """Whatever happens, the thread goes on."""
        try:
            outcome = self.referee.step(letter.input)
        except Exception as problem:
            self.breakdowns += 1
            outcome = Outcome(letter.input, failed=True, words=f"The referee broke down over this: {problem!r}.")
        if letter.answer.set_running_or_notify_cancel():
            letter.answer.set_result(outcome)
