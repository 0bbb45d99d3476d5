"""The readers of one table in the running program: their looks become changes, and those go to the game.

Pads and station have threads of their own, which find what was unplugged again by themselves. One more thread takes
what they tell: it alone touches presence.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, Final

from companion.referee.inputs import Seen
from companion.referee.running import Running
from companion.table.changes import Change, with_doubt
from companion.table.layout import Layout, Role
from companion.table.nfc import NfcStation
from companion.table.pad_driver import PadDriver
from companion.table.phrases import Phrase
from companion.table.presence import Presence
from companion.table.raw_log import RawLog
from companion.table.sightings import Look, Uid
from companion.table.station import Poll, Station, StationDriver, station_notice
from companion.table.told import Notice

if TYPE_CHECKING:
    from companion.app.recorder import Recorder

TICK: Final = 0.1
"""Seconds between the moments at which presence is told how late it is."""
MOST_PASSED: Final = 500
"""Changes between two games that are remembered."""


@dataclass(frozen=True)
class Health:
    """How one reader does, apart from what it reads."""

    looks: int = 0
    missed: float = 0.0
    """How many of its looks miss a chip that lies there; of a hidden spot this is not told."""


class TableReaders:
    """All readers of a table. `game` is the game that is played now; `noticed` is told what people should know;
    `passing` that chips have passed between two games."""

    def __init__(
        self,
        layout: Layout,
        game: Callable[[], Running | None],
        noticed: Callable[[Notice], None],
        passing: Callable[[], None] = lambda: None,
        *,
        log: Path | None = None,
        station: Callable[[str], Station] = NfcStation,
        recorder: Recorder | None = None,
    ) -> None:
        """`recorder` writes down what is seen in games."""
        self.layout = layout
        self.troubles: dict[str, Notice] = {}
        """By reader, `pad 2`, or `station`: what does not work just now. It is replaced, never changed."""
        self.health: dict[str, Health] = {spot.reader: Health() for spot in layout.spots()}
        """By reader; replaced too."""
        self._game = game
        self._noticed = noticed
        self._passing = passing
        self._recorder = recorder
        self._came: SimpleQueue[Look | Notice | None] = SimpleQueue()
        self._looks = dict.fromkeys(self.health, 0)
        self._running: Running | None = None
        self._ahead = 0.0
        """How much the game's clock is ahead of ours."""
        self._presence = Presence(layout)
        self._passed: list[Change] = []
        self._closer: frozenset[str] = frozenset()
        self._ended = False
        self._pads = PadDriver(layout, self._came.put, RawLog(log, layout) if log else None)
        self._station = self._station_driver(station) if layout.station and layout.station.spot else None
        self._thread = Thread(target=self._run, name="table", daemon=True)

    def _station_driver(self, station: Callable[[str], Station]) -> StationDriver:
        assert self.layout.station

        def polled(poll: Poll) -> None:
            self._came.put(poll.look())

        def noticed(words: Phrase) -> None:
            self._came.put(station_notice(words, monotonic()))

        return StationDriver(station(self.layout.station.port), polled, noticed, monotonic)

    def start(self) -> None:
        """Once."""
        self._thread.start()
        if self.layout.pads:
            self._pads.start()
        if self._station:
            self._station.start()

    def stop(self) -> None:
        """Ports are closed, and nothing goes to the game afterwards."""
        if self._station:
            self._station.stop()
        self._pads.stop()
        self._ended = True
        self._came.put(None)
        self._thread.join()
        if self._recorder:
            self._recorder.close()

    def passed(self) -> Sequence[Change]:
        """What the readers saw since the last game was over: decks on their way into the bags. From any thread."""
        return tuple(self._passed)

    def decks(self) -> dict[str, int]:
        """How many chips have passed each seat's slot since then, by the seats of the table's own description."""
        slots = {spot.reader: spot.zone.partition(".")[0] for spot in self.layout.spots() if spot.hidden}
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
                self._steer()
            except Exception as problem:  # one look is lost, the evening goes on
                self._broke(problem)

    def _broke(self, problem: Exception) -> None:
        words = Phrase(
            "A look at the table was lost: the program broke down over it ({problem}).", problem=type(problem).__name__
        )
        with suppress(Exception):
            self._noticed(Notice(monotonic(), "table", words, trouble=True))
        self._presence = Presence(self._presence_layout(), self._presence.resting(), self._hardly_over)

    def _follow(self) -> None:
        """Another game may be played than a moment ago."""
        running = self._game()
        if running is self._running:
            return
        self._running = running
        if running is None:
            return
        # What lies on a tap when a game begins has not been laid there in it; what lies in a cell counts.
        taps = {spot.reader for spot in self.layout.spots() if spot.role is Role.TAP}
        lying = {uid: reader for uid, reader in self._presence.resting().items() if reader in taps}
        self._ahead = running.now() - monotonic()
        resting = lying | resting_in(running)
        self._presence = Presence(self._presence_layout(), resting, self._hardly_over)
        self._passed = []
        if self._recorder:
            self._recorder.follow(running.referee, resting)

    def _hardly_over(self, uid: Uid) -> frozenset[str]:
        """The spots over which a chip hardly comes, by what the game knows."""
        return self._running.referee.arbiter.hardly_over(uid) if self._running else frozenset()

    def _presence_layout(self) -> Layout:
        return self._running.referee.beginning.layout if self._running else self.layout

    def _take(self, told: Look | Notice) -> None:
        if isinstance(told, Look):
            if told.reader in self._looks:
                self._looks[told.reader] += 1
            look = replace(told, at=told.at + self._ahead)
            if self._recorder and self._running and not self._running.referee.over:
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
        if running is None or running.referee.over:
            if changes:
                self._passed = [*self._passed, *changes][-MOST_PASSED:]
                self._passing()
            return
        running.doubt = doubt
        for change, waits in with_doubt(changes, doubt):
            running.send(Seen(change, now + self._ahead, waits), "table")

    def _steer(self) -> None:
        """Where the next looks tell most, readers look more often."""
        closer = self._presence.in_doubt()
        if closer != self._closer:
            self._closer = closer
            self._pads.ask(lambda pads: pads.look_closer(closer))

    def _look_at_health(self) -> None:
        """Of a hidden spot no more than that it looks: all else may depend on the chip that lies there."""
        missed = {
            spot.reader: 0.0 if spot.hidden else self._presence.miss_rate(spot.reader)
            for spot in self._presence_layout().spots()
        }
        self.health = {reader: Health(looks, missed.get(reader, 0.0)) for reader, looks in self._looks.items()}


def resting_in(running: Running) -> dict[Uid, str]:
    """Where the game's own twin knows chips to lie. Its thread may be at work on it this very moment."""
    for _ in range(100):
        with suppress(RuntimeError):  # a dictionary that changed while it was read
            return running.referee.arbiter.twin.resting()
    return {}
