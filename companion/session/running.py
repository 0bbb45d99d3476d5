"""The thread that owns a session. Readers, phones and faces send to it, and see what it publishes.

What other threads may read here never changes once it is made: the newest moment, the sight of the readers, and what is
wrong with chips. Everything else belongs to the thread; it is reached with `do`, which runs a function there.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from time import monotonic
from typing import Final, TypeVar

from companion.referee.inputs import Personal
from companion.referee.outcome import BUSY, CLOSED, Moment, Outcome
from companion.referee.referee import BROKE, Referee
from companion.referee.trouble import broke_over
from companion.session.inbox import OWNER, READERS, Inbox, Letter
from companion.session.session import TableSession, TableSight, Watcher
from companion.table.oddities import Oddity
from companion.table.sightings import Look

TICK: Final = 0.1
"""Seconds between the moments at which the session is told the time."""

T = TypeVar("T")


class RunningSession:
    """A session in its own thread. Everything is taken in the order in which it was sent; outcomes come as futures."""

    def __init__(
        self,
        session: TableSession,
        *,
        clock: Callable[[], float] = monotonic,
        sighted: Callable[[], None] = lambda: None,
    ) -> None:
        """`sighted` is called, in the session's thread, when phones have come or gone, or chips have passed between two
        games."""
        self.closer: Callable[[frozenset[str]], None] = lambda readers: None
        """Called with the readers that should look more often. Whoever drives the readers sets it."""
        self.lost: Callable[[Exception], None] = lambda problem: None
        """Called when the program broke down over a look, to log it and to tell people. It must not fail."""
        self.key = session.key
        """The id of the session."""
        self.moment: Moment | None = None
        """The newest moment; None before the first game."""
        self.sight: TableSight = session.sight(clock())
        """What the readers tell apart from the game."""
        self.oddities: tuple[Oddity, ...] = ()
        """What is wrong with the chips."""
        self.breakdowns = 0
        """How often the referee itself broke down. The session goes on each time, and reports it."""
        self._session = session
        self._clock = clock
        self._sighted = sighted
        self._ahead = session.ahead
        self._wanted: frozenset[str] = frozenset()
        self._inbox = Inbox()
        self._ended = False
        self._thread = Thread(target=self._run, name=f"session {session.key}", daemon=True)
        session.watch("session", self._publish)

    def __enter__(self) -> RunningSession:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Take what was sent already, and end the thread."""
        self._ended = True
        self._inbox.close()
        if self._thread.is_alive():
            self._thread.join()

    # -- from any thread ---------------------------------------------------------------------------------------

    def now(self) -> float:
        """Return the time on the game's clock, which continues after a restart where it stopped."""
        return self._clock() + self._ahead

    def look(self, look: Look) -> Future[list[Outcome]]:
        """Send a look of a reader, with its time on the owner's clock."""
        found: Future[list[Outcome]] = Future()
        if not self._inbox.put(Letter(READERS, lambda: self._look(look, found))):
            found.set_result([])
        return found

    def send(self, one: Personal, bringer: str = "") -> Future[Outcome]:
        """Send what a person says. `bringer` is the phone or button that it comes from. The time is set here."""
        found: Future[Outcome] = Future()
        if not self._inbox.put(Letter(bringer or "somebody", lambda: self._say(one, found))):
            found.set_result(Outcome(one, words=CLOSED if self._ended else BUSY))
        return found

    def tick(self) -> Future[list[Outcome]]:
        """Let the time be taken in now. Needed only with a clock that stands still between two of its moments."""
        return self.do(lambda session: self._tick())

    def do(self, act: Callable[[TableSession], T]) -> Future[T]:
        """Run a function in the session's thread, after what was sent before it."""
        found: Future[T] = Future()

        def run() -> None:
            try:
                done = act(self._session)
            except BaseException as problem:
                found.set_exception(problem)
            else:
                self._ahead = self._session.ahead
                self._look_around()
                found.set_result(done)

        if not self._inbox.put(Letter(OWNER, run)):
            found.set_exception(RuntimeError(CLOSED))
        return found

    def watch(self, name: str, watcher: Watcher) -> None:
        """Call this with each moment of each game, in the session's thread; to be called before the thread starts."""
        self._session.watch(name, watcher)

    def play(self, game: Callable[[], Referee]) -> Future[None]:
        """Take up a game, which is begun or resumed in the session's thread."""
        return self.do(lambda session: session.play(game(), self._clock()))

    # -- the thread --------------------------------------------------------------------------------------------

    def _run(self) -> None:
        tick_at = self._clock()
        while not (self._ended and not len(self._inbox)):
            if letter := self._inbox.take(0.0 if self._rest() else tick_at - self._clock()):
                letter.do()
            if (now := self._clock()) >= tick_at:
                self._tick()
                tick_at = now + TICK

    def _publish(self, moment: Moment) -> None:
        self.moment = moment

    def _look(self, look: Look, found: Future[list[Outcome]]) -> None:
        found.set_result(self._over_look(lambda: self._session.look(look)))
        self._steer()

    def _tick(self) -> list[Outcome]:
        outcomes = self._over_look(lambda: self._session.tick(self._clock()))
        self._look_around()
        self._steer()
        return outcomes

    def _rest(self) -> bool:
        """Take in something that may wait, if nothing else is there. Return whether there was anything."""
        if len(self._inbox):
            return False
        return bool(self._over_look(lambda: [one] if (one := self._session.rest()) else []))

    def _over_look(self, take: Callable[[], list[Outcome]]) -> list[Outcome]:
        """Take in what readers saw, or the time. If the program breaks down over it, one look is lost, and the evening
        goes on."""
        try:
            return take()
        except Exception as problem:
            self.breakdowns += 1
            self._session.mend()
            self.lost(problem)
            return []

    def _say(self, one: Personal, found: Future[Outcome]) -> None:
        try:
            outcome = self._session.say(one, self._clock())
        except Exception as problem:
            self.breakdowns += 1
            outcome = Outcome(one, failed=True, words=BROKE.format(problem=type(problem).__name__))
            if self._session.game:
                self._session.game.report(broke_over(f"The referee itself broke down: {problem!r}.", problem))
        if found.set_running_or_notify_cancel():
            found.set_result(outcome)

    def _look_around(self) -> None:
        """Publish what the readers tell apart from the game."""
        game, before, now = self._session.game, self.sight, self._session.sight(self._clock())
        self.oddities = game.oddities if game and not game.over else ()
        self.sight = now
        if now.phones != before.phones or now.passed is not before.passed:
            self._sighted()

    def _steer(self) -> None:
        """Let those readers look more often whose next look would settle most."""
        wanted = self._session.in_doubt()
        if wanted != self._wanted:
            self._wanted = wanted
            self.closer(wanted)
