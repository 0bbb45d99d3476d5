"""The readers of one table in the running program: their looks become changes, which are sent to the game.

Pads and station have threads of their own, which find unplugged devices again by themselves. One more thread takes
in what they report; only that one touches presence.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, Final, Protocol

from companion.referee.header import Beginning
from companion.referee.inputs import Seen
from companion.table.changes import Change, with_doubt
from companion.table.hints import NO_HINTS, Hints
from companion.table.kinds import drivers, unknown
from companion.table.layout import Layout, SpotRole
from companion.table.phrases import Phrase
from companion.table.presence import Presence
from companion.table.raw_log import RawLog
from companion.table.reader_notices import ReaderNotice
from companion.table.sightings import Look, Uid

if TYPE_CHECKING:
    from companion.app.recorder import Recorder

log = logging.getLogger(__name__)

TICK: Final = 0.1
"""Seconds between the moments at which presence is told the time."""
PHONE_STAYS: Final = 3.0
"""Seconds after which a phone that no reader sees counts as taken away."""
MOST_PASSED: Final = 500
"""How many changes between two games are remembered."""


@dataclass(frozen=True)
class ReaderCondition:
    """How well one reader works, apart from what it reads."""

    looks: int = 0
    missed: float = 0.0
    """The share of its looks that miss a chip which lies there; always 0 for a hidden spot, whose chips stay secret."""


class FollowedGame(Protocol):
    """A game as the readers' thread sees it. Arbiter and twin belong to the game's own thread, and are out of reach
    here: everything that can be read either never changes or is a single flag."""

    doubt: bool
    """Whether a chip may be touching a tap now. The readers set it."""

    @property
    def number(self) -> int:
        """The number of the game in the ledger."""
        ...

    @property
    def started(self) -> str:
        """When the game began."""
        ...

    @property
    def beginning(self) -> Beginning:
        """How the game began, as plain data."""
        ...

    @property
    def over(self) -> bool:
        """Whether its record is closed."""
        ...

    @property
    def hints(self) -> Hints:
        """What the game knows now that helps to read the table."""
        ...

    def now(self) -> float:
        """The time on the table's clock."""
        ...

    def send(self, one: Seen, bringer: str = "") -> object:
        """Send a sighting to the game, which takes it in when it can."""
        ...


class TableReaders:
    """All readers of a table.

    `game` gives the game that is played now; `noticed` is told what people should know; `passing` is called when chips
    have passed between two games, or a phone has come or gone.
    """

    def __init__(
        self,
        layout: Layout,
        game: Callable[[], FollowedGame | None],
        noticed: Callable[[ReaderNotice], None],
        passing: Callable[[], None] = lambda: None,
        *,
        log: Path | None = None,
        recorder: Recorder | None = None,
    ) -> None:
        """`recorder` writes down what readers see in games."""
        self.layout = layout
        self.troubles: dict[str, ReaderNotice] = {}
        """What does not work now, by reader, `pad 2`, or `station`. The mapping is replaced, never changed."""
        self.phones: frozenset[str] = frozenset()
        """The readers on which lies a phone, or something else with random UIDs. Replaced, never changed."""
        self.health: dict[str, ReaderCondition] = {spot.reader: ReaderCondition() for spot in layout.spots()}
        """The health of each reader. Replaced, never changed."""
        self._game = game
        self._noticed = noticed
        self._passing = passing
        self._recorder = recorder
        self._came: SimpleQueue[Look | ReaderNotice | None] = SimpleQueue()
        self._looks = dict.fromkeys(self.health, 0)
        self._running: FollowedGame | None = None
        self._ahead = 0.0
        """How many seconds the game's clock is ahead of the machine's clock."""
        self._presence = Presence(layout)
        self._passed: list[Change] = []
        self._phone_at: dict[str, float] = {}
        self._closer: frozenset[str] = frozenset()
        self._ended = False
        self._drivers = drivers(layout, self._came.put, RawLog(log, layout) if log else None)
        self._thread = Thread(target=self._run, name="table", daemon=True)

    def start(self) -> None:
        """Start listening; called once."""
        self._thread.start()
        if notice := unknown(self.layout):
            self._came.put(notice)
        for driver in self._drivers:
            driver.start()

    def stop(self) -> None:
        """Close the ports. Nothing is sent to the game after that."""
        for driver in reversed(self._drivers):
            driver.stop()
        self._ended = True
        self._came.put(None)
        self._thread.join()
        if self._recorder:
            self._recorder.close()

    def passed(self) -> Sequence[Change]:
        """What the readers saw since the last game: decks on their way into the bags. Any thread may call this."""
        return tuple(self._passed)

    def decks(self, owner: Callable[[str], str]) -> dict[str, int]:
        """How many chips have passed each seat's slot since the last game. Seats go by the names in table.toml; `owner`
        says whose a place is."""
        slots = {spot.reader: owner(spot.zone) for spot in self.layout.spots() if spot.hidden}
        seen: dict[str, set[Uid]] = {seat: set() for seat in slots.values()}
        for change in self.passed():
            reader, uid = getattr(change, "reader", ""), getattr(change, "uid", None)
            if reader in slots and uid is not None:
                seen[slots[reader]].add(uid)
        return {seat: len(uids) for seat, uids in seen.items()}

    # -- the thread --------------------------------------------------------------------------------------------

    def _run(self) -> None:
        tick_at = monotonic()
        while not self._ended:
            try:
                told = self._came.get(timeout=max(0.0, tick_at - monotonic()))
            except Empty:
                told = None
            try:
                self._follow()
                if told is not None:
                    self._take(told)
                if (now := monotonic()) >= tick_at:
                    tick_at = now + TICK
                    self._tell(self._presence.tick(now + self._ahead), now)
                    self._look_at_health()
                    self._look_for_phones(now)
                self._steer()
            except Exception as problem:  # one look is lost, but the evening continues
                self._broke(problem)

    def _broke(self, problem: Exception) -> None:
        log.error("A look at the table was lost.", exc_info=problem)
        words = Phrase(
            "A look at the table was lost: the program broke down over it ({problem}).", problem=type(problem).__name__
        )
        try:
            self._noticed(ReaderNotice(monotonic(), "table", words, trouble=True))
        except Exception:
            log.exception("Nobody could be told that a look was lost.")
        self._presence = Presence(self._presence_layout(), self._presence.resting(), self._hints)

    def _follow(self) -> None:
        """Take up another game, if one is played now."""
        running = self._game()
        if running is self._running:
            return
        self._running = running
        if running is None:
            return
        # A chip that is on a tap when a game begins was not laid there during the game; chips in cells count.
        taps = {spot.reader for spot in self.layout.spots() if spot.role is SpotRole.TAP}
        lying = {uid: reader for uid, reader in self._presence.resting().items() if reader in taps}
        self._ahead = running.now() - monotonic()
        resting = lying | dict(running.hints.resting)
        self._presence = Presence(self._presence_layout(), resting, self._hints)
        self._passed = []
        if self._recorder:
            self._recorder.follow(running.number, running.started, running.beginning, resting)

    def _hints(self) -> Hints:
        """What the game knows now."""
        return self._running.hints if self._running else NO_HINTS

    def _presence_layout(self) -> Layout:
        return self._running.beginning.layout if self._running else self.layout

    def _take(self, told: Look | ReaderNotice) -> None:
        if isinstance(told, Look):
            if told.reader in self._looks:
                self._looks[told.reader] += 1
            if told.phone:
                self._phone_at[told.reader] = told.at
            look = replace(told, at=told.at + self._ahead)
            if self._recorder and self._running and not self._running.over:
                self._recorder.look(look)
            self._tell(self._presence.look(look), told.at)
            return
        troubles = {about: notice for about, notice in self.troubles.items() if about != told.about}
        known = self.troubles.get(told.about)
        self.troubles = troubles | ({told.about: told} if told.trouble else {})
        if not known or known.words != told.words:
            self._noticed(told)

    def _tell(self, changes: Sequence[Change], now: float) -> None:
        running = self._running
        doubt = self._presence.touching
        if running is None or running.over:
            if changes:
                self._passed = [*self._passed, *changes][-MOST_PASSED:]
                self._passing()
            return
        running.doubt = doubt
        for change, waits in with_doubt(changes, doubt):
            running.send(Seen(change, now + self._ahead, waits), "table")

    def _steer(self) -> None:
        """Let those readers look more often whose next look would settle most."""
        closer = self._presence.in_doubt()
        if closer != self._closer:
            self._closer = closer
            for driver in self._drivers:
                driver.look_closer(closer)

    def _look_for_phones(self, now: float) -> None:
        phones = frozenset(reader for reader, at in self._phone_at.items() if now < at + PHONE_STAYS)
        if phones != self.phones:
            self.phones = phones
            self._passing()

    def _look_at_health(self) -> None:
        """Update the health. Of a hidden spot it only counts the looks: everything else could depend on its chip."""
        missed = {
            spot.reader: 0.0 if spot.hidden else self._presence.miss_rate(spot.reader)
            for spot in self._presence_layout().spots()
        }
        self.health = {reader: ReaderCondition(looks, missed.get(reader, 0.0)) for reader, looks in self._looks.items()}
