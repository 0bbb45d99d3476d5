"""The referee's thread, which alone touches the game. Readers, phones and faces send inputs and get the outcomes."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from time import monotonic
from typing import Final

from companion.referee.inbox import Inbox, Letter
from companion.referee.inputs import Input, Seen, Ticked
from companion.referee.outcome import BUSY, CLOSED, Outcome
from companion.referee.referee import BROKE, Referee
from companion.referee.trouble import broke_over
from companion.table.changes import Crowded

TICK: Final = 0.1
"""Seconds between the ticks that tell the referee the time."""


class Running:
    """A running game. Inputs are taken in the order in which they were sent; the outcome comes as a future."""

    def __init__(self, referee: Referee, clock: Callable[[], float] = monotonic) -> None:
        self.referee = referee
        self.doubt = False
        """Whether a chip may be touching a tap at this moment. The code that reads the readers sets it."""
        self.number = referee.saving.game.number
        """The number of the game in the ledger."""
        self.started = str(referee.saving.game.header.get("started", ""))
        self.beginning = referee.beginning
        self.hints = referee.hints
        """What helps to read the table, as known after the last input. The value never changes."""
        self.oddities = referee.oddities
        """What is wrong with the chips, as known after the last input."""
        self.over = referee.over
        """Whether the record was closed after the last input."""
        self.breakdowns = 0
        """How often the referee itself broke down. It goes on with the next input each time, and reports it."""
        self._clock = clock
        self._offset = referee.now - clock()
        self._inbox = Inbox(self._is_strange)
        self._thread = Thread(target=self._run, name="referee", daemon=True)
        self._ended = False
        self._kinds = referee.beginning.kinds

    def __enter__(self) -> Running:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def now(self) -> float:
        """Return the time on the table's clock, which continues after a restart where it stopped."""
        return self._clock() + self._offset

    def send(self, one: Input, bringer: str = "") -> Future[Outcome]:
        """Send an input, from any thread. `bringer` is the phone or button that it comes from."""
        answer: Future[Outcome] = Future()
        if not self._inbox.put(Letter(one, bringer, answer)):
            answer.set_result(Outcome(one, words=CLOSED if self._ended else BUSY))
        return answer

    def stop(self) -> None:
        """Take the inputs that were sent already, and end the thread."""
        self._ended = True
        self._inbox.close()
        if self._thread.is_alive():
            self._thread.join()

    def _is_strange(self, one: Input) -> bool:
        """Whether an input is only about tags that belong to no chip of this game. Can be called from any thread."""
        if not isinstance(one, Seen):
            return False
        uids = one.change.uids if isinstance(one.change, Crowded) else (one.change.uid,)
        return self._kinds.keys().isdisjoint(uids)

    def _run(self) -> None:
        tick_at = self.now()
        while not (self._ended and not len(self._inbox)):
            if letter := self._inbox.take(tick_at - self.now()):
                self._take(letter)
            if (now := self.now()) >= tick_at:
                self._take(Letter(Ticked(now, self.doubt), "", Future()))
                tick_at = now + TICK

    def _take(self, letter: Letter) -> None:
        """Take one input. Whatever happens, the thread goes on."""
        try:
            outcome = self.referee.step(letter.input)
        except Exception as problem:
            self.breakdowns += 1
            outcome = Outcome(letter.input, failed=True, words=BROKE.format(problem=type(problem).__name__))
            self.referee.report(broke_over(f"The referee itself broke down: {problem!r}.", problem))
        self.hints, self.oddities, self.over = self.referee.hints, self.referee.oddities, self.referee.over
        if letter.answer.set_running_or_notify_cancel():
            letter.answer.set_result(outcome)
