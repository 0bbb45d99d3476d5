"""Measures the time from a movement on the table to the last phone, through the whole program and real sockets.

The movements come from a rehearsed game. Each is sent when everybody has seen the result of the one before. The phones
run in a process of their own, as in real life; the display draws into memory.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from threading import Condition, Thread
from time import perf_counter
from typing import Any, Final, NamedTuple

from companion.app.collector import spare_the_collector
from companion.app.evening import Evening, Settings
from companion.app.table import Chips
from companion.cli.following import as_told
from companion.faces.display.display import Display, Options
from companion.faces.display.pages import GameShown, Page
from companion.faces.languages import ENGLISH
from companion.faces.server.doors import Role, RoleKind
from companion.referee.inputs import Answered, Back, Personal, Told
from companion.referee.outcome import Outcome
from companion.rehearsal.faults import NOISE
from companion.rehearsal.games.companion import Heard
from companion.rehearsal.games.run import show
from companion.rehearsal.games.stage import Staged, stage
from companion.rules import Setup
from companion.session.session import TableSession
from companion.table.layout import Layout
from companion.table.sightings import Look
from companion.table.twin import Twin

LONG: Final = 5.0
"""Seconds after which a display or phone counts as having missed something."""
SIZE: Final = (1280, 720)
WARM: Final = 10
"""How many inputs at the beginning are not counted, because they fill caches."""


class StandingClock:
    """A clock that stands until somebody sets it."""

    at = 0.0

    def __call__(self) -> float:
        return self.at


class AllMeasured(Exception):
    """Enough inputs have been measured."""


@dataclass
class Sample:
    """One input that everybody sees. Times are in seconds since it was sent."""

    explained: float = 0.0
    """How long the arbiter took; 0 for people's answers."""
    committed: float = 0.0
    drawn: float = 0.0
    pushed: float = 0.0

    @property
    def whole(self) -> float:
        """Until the last one has seen it."""
        return max(self.drawn, self.pushed)


class LatencyFigures(NamedTuple):
    """The figures over all samples. Parts are medians; `p99` is about the whole way."""

    p50_ms: float
    p99_ms: float
    explain_ms: float
    commit_ms: float
    render_ms: float
    push_ms: float
    samples: int
    phones: int
    missed: int
    """How many times a phone did not hear of something within five seconds."""

    def to_json(self) -> dict[str, float]:
        """The figures by name."""
        return {name: round(value, 2) for name, value in self._asdict().items()}


@dataclass
class FaceWatch:
    """Notes what display and phones have seen, and when."""

    news: Condition = field(default_factory=Condition)
    drawn: tuple[int, float] = (-1, 0.0)
    """The number of the screen that was drawn last, and when."""
    heard: dict[int, float] = field(default_factory=dict)
    """When each stream last had an event."""

    def draw(self, page: Page) -> None:
        """Note that a page was drawn; called by the display's thread."""
        if isinstance(page, GameShown):
            with self.news:
                self.drawn = page.screen.number, perf_counter()
                self.news.notify_all()

    def listen(self, phones: subprocess.Popen[str]) -> None:
        """Read what the phones print, to the end."""
        assert phones.stdout
        with phones.stdout as told:
            for line in told:
                number, at = line.split()
                with self.news:
                    self.heard[int(number)] = float(at)
                    self.news.notify_all()


class Through:
    """A running table as a rehearsal sees it: what the readers saw and what people say goes through the whole program,
    and is timed. The table's clock stands at the time of the rehearsal."""

    def __init__(
        self, evening: Evening, watching: FaceWatch, streams: range, wanted: int, clock: StandingClock
    ) -> None:
        self.samples: list[Sample] = []
        self.missed = 0
        self.heard: list[Heard] = []
        self.explain_seconds: list[float] = []
        self._table = evening.hall.table()
        self._session = self._table.session
        self._clock = clock
        self._watching = watching
        self._streams = streams
        """The streams of pages that show the whole table."""
        self._wanted = wanted
        self._explained = self._committed = 0.0
        self._doubt: frozenset[str] = frozenset()
        self._session.closer = self._closer
        self._session.do(self._measure).result(LONG)

    def _measure(self, session: TableSession) -> None:
        """Time what the arbiter and the ledger do; in the session's thread."""
        game: Any = session.game
        self.heard += map(as_told, game.opening)
        game.arbiter.take = partial(self._timed, game.arbiter.take)
        game.saving.keep = partial(self._kept, game.saving.keep)
        session.watch("bench", lambda moment: self.heard.extend(map(as_told, moment.news)))

    def look(self, look: Look) -> None:
        """Take a look of one reader."""
        self._clock.at = max(self._clock.at, look.at)
        self._watch(lambda: self._session.look(look).result(LONG), moves=True)

    def tick(self, now: float) -> None:
        """Take the time. What it changes counts from the commit, because nothing has moved."""
        self._clock.at = max(self._clock.at, now)
        self._watch(lambda: self._session.tick().result(LONG), moves=False)

    def answer(self, seat: str, token: str, now: float) -> None:
        """Take a person's answer. Raises `Illegal`."""
        self._say(Answered(seat, token, now), now)

    def draw(self, kinds: tuple[str, ...], now: float) -> None:
        """Take what everybody saw of a draw. Raises `Illegal`."""
        self._say(Told("", kinds, now), now)

    def back(self, by: tuple[str, ...], point: int, now: float) -> None:
        """Go back to an earlier point. Raises `Illegal`."""
        self._say(Back(by, point, "", now), now)

    def in_doubt(self) -> frozenset[str]:
        """The readers that should look more often."""
        return self._doubt

    def _closer(self, readers: frozenset[str]) -> None:
        self._doubt = readers

    def _say(self, one: Personal, now: float) -> None:
        self._clock.at = max(self._clock.at, now)
        outcome: list[Outcome] = []
        self._watch(lambda: outcome.append(self._session.send(one).result(LONG)), moves=True)
        if outcome[0].refusal is not None:
            raise outcome[0].refusal

    def _timed(self, take: Callable[..., None], *args: Any, **more: Any) -> None:
        began = perf_counter()
        take(*args, **more)
        self._explained = perf_counter() - began

    def _kept(self, keep: Callable[..., None], payload: Any) -> None:
        keep(payload)
        self._committed = perf_counter()

    def number(self) -> int:
        """The number of the table's screen."""
        screen = self._table.screen("table", ENGLISH)
        return screen.number if screen else -1

    def _watch(self, send: Callable[[], object], *, moves: bool) -> None:
        """Send something, and wait until everybody has seen its result."""
        before, self._explained = self.number(), 0.0
        began = perf_counter()
        send()
        if self._explained:
            self.explain_seconds.append(self._explained)
        number = self.number()
        if number == before:
            return
        sample = Sample(self._explained if moves else 0.0, self._committed - began)
        began = began if moves else self._committed
        with self._watching.news:
            self._watching.news.wait_for(partial(self._all_seen, number, began), LONG)
            sample.drawn = self._watching.drawn[1] - began
            late = [one for one in self._streams if self._watching.heard.get(one, 0.0) < began]
            sample.pushed = LONG if late else max(self._watching.heard[one] for one in self._streams) - began
        self.missed += len(late)
        if moves:
            self.samples.append(sample)
        if len(self.samples) >= self._wanted:
            raise AllMeasured

    def _all_seen(self, number: int, began: float) -> bool:
        heard = self._watching.heard
        return self._watching.drawn[0] >= number and all(heard.get(one, 0.0) >= began for one in self._streams)


def measure(layout: Layout, phones: int, wanted: int, seed: int) -> LatencyFigures:
    """Send inputs of rehearsed games until so many have been measured."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    samples: list[Sample] = []
    missed = 0
    while len(samples) < wanted:
        through = measure_game(stage(seed, layout, NOISE["none"]), layout, phones, wanted + WARM - len(samples))
        samples += through.samples[WARM:]
        missed += through.missed
        seed += 1
    return summarised(samples, phones, missed)


def measure_game(staged: Staged, layout: Layout, phones: int, wanted: int) -> Through:
    """Measure one game, or its beginning: an evening with server and display, and phones that look on."""
    truth = staged.truth

    def chips(layout: Layout, setup: Setup) -> Chips:
        return truth.kinds, Twin(layout, truth.kinds, {uid: {zone} for uid, zone in truth.places.items()})

    watching = FaceWatch()
    display = Display(Options(SIZE), drawn=watching.draw)
    with tempfile.TemporaryDirectory() as folder:
        clock = StandingClock()
        settings = Settings(Path(folder), layout, "127.0.0.1", 0, wifi="", announce=False, listens=False, clock=clock)
        with Evening(settings, lambda words: None, display.show, chips=chips) as evening:
            evening.hall.table().begin(truth.setup, "table", "A duel", judged=False)
            listeners, ears = look_on(evening, phones, watching)
            spare_the_collector()  # like `companion run`
            through = Through(evening, watching, range(min(phones - 1, len(layout.seats)), phones), wanted, clock)
            worker = Thread(target=play, args=(staged, layout, through, display), name="bench")
            worker.start()
            try:
                display.run()
                worker.join()
            finally:
                listeners.terminate()
                listeners.wait()
                ears.join()
                gc.unfreeze()
    return through


def look_on(evening: Evening, phones: int, watching: FaceWatch) -> tuple[subprocess.Popen[str], Thread]:
    """Start the phones, and the thread that hears them; return when each of them has its page.

    Each seat has one phone; all others look at the table.
    """
    assert evening.port
    table = evening.hall.table()
    playing = table.playing()
    assert playing
    seats = [Role(RoleKind.SEAT, seat, playing.number, table.key) for seat in playing.seats][: phones - 1]
    cookies = [str(evening.doors.enter(evening.doors.open(role).text)) for role in seats]
    cookies += ["-"] * (phones - len(cookies))
    command = [sys.executable, "-m", "companion.cli.listeners", str(evening.port), *cookies]
    listeners = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    ears = Thread(target=watching.listen, args=(listeners,), name="phones", daemon=True)
    ears.start()
    with watching.news:
        if not watching.news.wait_for(lambda: len(watching.heard) == phones, 6 * LONG):
            listeners.terminate()
            listeners.wait()
            raise OSError(f"Only {len(watching.heard)} of {phones} phones got their page.")
    return listeners, ears


def play(staged: Staged, layout: Layout, through: Through, display: Display) -> None:
    """Play the rehearsed game; then let the display close."""

    try:
        show(staged, layout, NOISE["none"], lambda *_: through)
    except AllMeasured:
        pass
    finally:
        display.close()


def summarised(samples: list[Sample], phones: int, missed: int) -> LatencyFigures:
    """The figures of all samples, in milliseconds."""
    explained = [one.explained for one in samples if one.explained]
    return LatencyFigures(
        share(0.5, [one.whole for one in samples]),
        share(0.99, [one.whole for one in samples]),
        share(0.5, explained or [0.0]),
        share(0.5, [one.committed for one in samples]),
        share(0.5, [one.drawn - one.committed for one in samples]),
        share(0.5, [one.pushed - one.committed for one in samples]),
        len(samples),
        phones,
        missed,
    )


def share(part: float, seconds: list[float]) -> float:
    """The time within which this share of the samples was done, in milliseconds."""
    ranked = sorted(seconds)
    return 1000 * ranked[min(len(ranked) - 1, int(part * len(ranked)))]
