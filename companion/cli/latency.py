"""From a movement on the table to the last phone: measured through the whole program, with real sockets.

A rehearsed game gives the movements, in its own time; each is sent when everybody has seen the one before. The phones
are a process of their own, as they are in life; the display draws into memory.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from threading import Condition, Thread
from time import perf_counter
from typing import Any, Final, NamedTuple, cast

from companion.app.evening import Evening, Settings, spare_the_collector
from companion.app.hall import Chips
from companion.cli.refereed import Refereed
from companion.faces.display.display import Display, Options
from companion.faces.display.pages import Page, Playing
from companion.faces.languages import ENGLISH
from companion.faces.server.doors import Kind, Role
from companion.referee.inputs import Input, Seen, Ticked
from companion.referee.outcome import Outcome
from companion.referee.referee import Referee
from companion.referee.running import Running
from companion.rehearsal.faults import NOISE
from companion.rehearsal.games.run import show
from companion.rehearsal.games.stage import Staged, stage
from companion.rules import Match, Setup
from companion.table.layout import Layout
from companion.table.sightings import Uid
from companion.table.twin import Twin

LONG: Final = 5.0
"""Seconds after which somebody has missed it."""
SIZE: Final = (1280, 720)
WARM: Final = 10
"""The first inputs fill caches, and are not counted."""


class Enough(Exception):
    """All that was wanted has been measured."""


@dataclass
class Sample:
    """One input that everybody sees, in seconds since it was sent."""

    explained: float = 0.0
    """What the arbiter took of it; 0 for what people answered."""
    committed: float = 0.0
    drawn: float = 0.0
    pushed: float = 0.0

    @property
    def whole(self) -> float:
        """Until the last has seen it."""
        return max(self.drawn, self.pushed)


class Figures(NamedTuple):
    """What was measured, over all samples. Parts are medians; `p99` is of the whole way."""

    p50_ms: float
    p99_ms: float
    explain_ms: float
    commit_ms: float
    render_ms: float
    push_ms: float
    samples: int
    phones: int
    missed: int
    """Phones that did not hear of something within five seconds."""

    def to_json(self) -> dict[str, float]:
        """By name."""
        return {name: round(value, 2) for name, value in self._asdict().items()}


@dataclass
class Watching:
    """What display and phones have seen, and when."""

    news: Condition = field(default_factory=Condition)
    drawn: tuple[int, float] = (-1, 0.0)
    """The number of the screen that was drawn last."""
    heard: dict[int, float] = field(default_factory=dict)
    """When each stream had its last event."""

    def draw(self, page: Page) -> None:
        """The display's thread says so."""
        if isinstance(page, Playing):
            with self.news:
                self.drawn = page.screen.number, perf_counter()
                self.news.notify_all()

    def listen(self, phones: subprocess.Popen[str]) -> None:
        """What the phones print, to the end."""
        assert phones.stdout
        with phones.stdout as told:
            for line in told:
                number, at = line.split()
                with self.news:
                    self.heard[int(number)] = float(at)
                    self.news.notify_all()


class Through:
    """Stands where a rehearsal has its referee: what is sent goes through the running program, and is timed."""

    def __init__(self, evening: Evening, watching: Watching, streams: range, wanted: int) -> None:
        assert evening.hall.running
        self.running: Running = evening.hall.running
        self.beginning = self.running.referee.beginning
        self.opening = self.running.referee.opening
        self.arbiter = self.running.referee.arbiter
        self.samples: list[Sample] = []
        self.missed = 0
        self._evening = evening
        self._watching = watching
        self._streams = streams
        """Those that show what all may see."""
        self._wanted = wanted
        self._explained = self._committed = 0.0
        referee: Any = self.running.referee
        referee.arbiter.take = partial(self._timed, referee.arbiter.take)
        referee.saving.keep = partial(self._kept, referee.saving.keep)

    def _timed(self, take: Callable[..., None], *args: Any, **more: Any) -> None:
        began = perf_counter()
        take(*args, **more)
        self._explained = perf_counter() - began

    def _kept(self, keep: Callable[..., None], payload: Any) -> None:
        keep(payload)
        self._committed = perf_counter()

    def number(self) -> int:
        """Of the table's screen."""
        screen = self._evening.hall.screen("table", ENGLISH)
        return screen.number if screen else -1

    def step(self, one: Input) -> Outcome:
        """Send it, and wait until everybody has seen what came of it."""
        before, self._explained = self.number(), 0.0
        began = perf_counter()
        outcome = self.running.send(one).result(LONG)
        number = self.number()
        if number == before:
            return outcome
        sample = Sample(self._explained if isinstance(one, Seen) else 0.0, self._committed - began)
        if isinstance(one, Ticked):
            began = self._committed  # what time alone settles has no movement
        with self._watching.news:
            self._watching.news.wait_for(partial(self._all_seen, number, began), LONG)
            sample.drawn = self._watching.drawn[1] - began
            late = [one for one in self._streams if self._watching.heard.get(one, 0.0) < began]
            sample.pushed = LONG if late else max(self._watching.heard[one] for one in self._streams) - began
        self.missed += len(late)
        if not isinstance(one, Ticked):
            self.samples.append(sample)
        if len(self.samples) >= self._wanted:
            raise Enough
        return outcome

    def _all_seen(self, number: int, began: float) -> bool:
        heard = self._watching.heard
        return self._watching.drawn[0] >= number and all(heard.get(one, 0.0) >= began for one in self._streams)


def measure(layout: Layout, phones: int, wanted: int, seed: int) -> Figures:
    """Inputs of rehearsed games, until so many have been measured."""
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
    """One game, or its beginning: an evening with server and display, and phones that look on."""
    truth = staged.truth

    def chips(layout: Layout, setup: Setup) -> Chips:
        return truth.kinds, Twin(layout, truth.kinds, {uid: {zone} for uid, zone in truth.places.items()})

    watching = Watching()
    display = Display(Options(SIZE), drawn=watching.draw)
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(Path(folder), layout, "127.0.0.1", 0, wifi="", announce=False, listens=False)
        with Evening(settings, lambda words: None, display.show, chips=chips) as evening:
            evening.hall.begin(truth.setup, "table", "A duel", judged=False)
            listeners, ears = look_on(evening, phones, watching)
            spare_the_collector()  # as `companion run` does
            through = Through(evening, watching, range(min(phones - 1, len(layout.seats)), phones), wanted)
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


def look_on(evening: Evening, phones: int, watching: Watching) -> tuple[subprocess.Popen[str], Thread]:
    """The phones, and who hears them: each seat has one, all others look at the table. When all have their page,
    it returns."""
    assert evening.port
    playing = evening.hall.playing()
    assert playing
    seats = [Role(Kind.SEAT, seat, playing.number) for seat in playing.seats][: phones - 1]
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
    """The rehearsed game; then the display may close."""

    def rehearsed(match: Match, layout: Layout, kinds: Mapping[Uid, str], places: Mapping[Uid, str]) -> Refereed:
        return Refereed(cast(Referee, through))

    try:
        show(staged, layout, NOISE["none"], rehearsed)
    except Enough:
        pass
    finally:
        display.close()


def summarised(samples: list[Sample], phones: int, missed: int) -> Figures:
    """In milliseconds."""
    explained = [one.explained for one in samples if one.explained]
    return Figures(
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
    """The time within which this share of them was done, in milliseconds."""
    ranked = sorted(seconds)
    return 1000 * ranked[min(len(ranked) - 1, int(part * len(ranked)))]
