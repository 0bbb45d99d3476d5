"""Runs the guide: one queue of what people say and readers see, and the devices that do the errands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Condition
from time import monotonic
from typing import Any, Final, Protocol

from companion.app.first_run.guide import Guide
from companion.app.first_run.progress import LARGEST, Progress, read_progress
from companion.app.first_run.steps import Card, Errand, Event, FindPads, Tick, TypedLine
from companion.app.first_run.troubles import unwritten
from companion.faces.languages import Language, languages
from companion.table.phrases import NOTHING, Phrase
from companion.table.reader_notices import ReaderNotice
from companion.table.whole_files import write_whole

NAME: Final = "first-run.json"
TICK: Final = 0.5
"""Seconds after which a card is told the time."""


class FirstRunError(Exception):
    """The first run cannot go on. The message is for people."""


class Devices(Protocol):
    """The outside world: ports, files, codes."""

    def carry_out(self, errand: Errand[Any], heard: Callable[[Event], None]) -> Any:
        """Do an errand. From then on, what readers see is passed to `heard`, by any thread."""
        ...

    def close(self) -> None:
        """Close everything."""
        ...


@dataclass(frozen=True)
class WalkView:
    """What people see, at the terminal and on the page."""

    number: int
    """Different for each view."""
    asked: int
    """Different for each question, so that an answer to an older question does not count."""
    title: Phrase
    card: Card | None
    """None while an errand is being done, or when all is done."""
    can_go_back: bool = False
    over: bool = False
    """Whether nothing more will come."""
    done: bool = False
    """Whether all steps are done."""
    language: Language = field(default_factory=lambda: languages()["en"])


class WalkEnded:
    """Somebody wants to stop for now."""


@dataclass(frozen=True, slots=True)
class TypedAnswer:
    """An answer to a question, which may no longer be the newest one when it arrives."""

    text: str
    asked: int


class Walk:
    """Takes one event after the other. `run` is called by one thread; any thread may call the rest."""

    def __init__(self, guide: Guide, devices: Devices, clock: Callable[[], float] = monotonic) -> None:
        self._guide = guide
        self._devices = devices
        self._clock = clock
        self._queue: SimpleQueue[Event | TypedAnswer | WalkEnded] = SimpleQueue()
        self._troubled: set[str] = set()
        """Pads whose trouble was told."""
        self._news = Condition()
        self._view = WalkView(0, 0, guide.title, None)

    # -- from any thread ---------------------------------------------------------------------------------------

    @property
    def view(self) -> WalkView:
        """The newest view."""
        return self._view

    def wait(self, number: int, seconds: float) -> WalkView:
        """Wait for another view than this one, but no longer than `seconds`."""
        with self._news:
            self._news.wait_for(lambda: self._view.number != number, seconds)
            return self._view

    def hear(self, event: Event) -> None:
        """Note that something happened."""
        self._queue.put(event)

    def answer(self, text: str, asked: int) -> bool:
        """Answer a question. Returns False if another one is asked by now."""
        if self._view.asked != asked or self._view.card is None:
            return False
        self._queue.put(TypedAnswer(text, asked))
        return True

    def end(self) -> None:
        """Stop for now; the next start continues here."""
        self._queue.put(WalkEnded())

    # -- the one thread ----------------------------------------------------------------------------------------

    def run(self, shown: Callable[[WalkView], None] = lambda view: None) -> bool:
        """Run to the end, or until somebody stops. Returns whether all is done."""
        try:
            while not self._guide.over:
                now = self._guide.now
                if isinstance(now, Card):
                    self._show(now, shown)
                    event = self._next()
                    if isinstance(event, WalkEnded):
                        return False
                    if event is not None:
                        self._guide.take(event)
                else:
                    if isinstance(now, FindPads):
                        self._show(None, shown)
                    self._guide.take(self._devices.carry_out(now, self.hear))
            return True
        finally:
            self._devices.close()
            self._show(None, shown, over=True)

    def _next(self) -> Event | WalkEnded | None:
        """The next event that counts; None for one that does not."""
        try:
            event = self._queue.get(timeout=TICK)
        except Empty:
            return Tick(self._clock())
        if isinstance(event, TypedAnswer):
            return TypedLine(event.text) if event.asked == self._view.asked else None
        if isinstance(event, ReaderNotice) and not event.trouble and event.about not in self._troubled:
            return None  # it is no news that a pad is there
        if isinstance(event, ReaderNotice) and event.trouble:
            self._troubled.add(event.about)
        return event

    def _show(self, card: Card | None, shown: Callable[[WalkView], None], *, over: bool = False) -> None:
        view = self._seen(self._view.number, card, over)
        if view == self._view:
            return
        was = self._view.card
        same = (
            was is not None
            and card is not None
            and replace(was, said=(), results=()) == replace(card, said=(), results=())
        )
        asked = self._view.asked + (not same or view.title != self._view.title)
        with self._news:
            self._view = replace(view, number=view.number + 1, asked=asked)
            self._news.notify_all()
        shown(self._view)

    def _seen(self, number: int, card: Card | None, over: bool = False) -> WalkView:
        guide = self._guide
        language = languages().get(guide.progress.language, languages()["en"])
        return WalkView(number, self._view.asked, guide.title, card, guide.can_go_back, over, guide.over, language)


# -- keeping ---------------------------------------------------------------------------------------------------


class Notes:
    """The file in the data folder in which progress is saved."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME

    def read(self) -> tuple[Progress, Phrase]:
        """The progress so far, and what is wrong with the file, or `NOTHING`."""
        try:
            with self.path.open("rb") as file:
                data = file.read(LARGEST + 1)
        except FileNotFoundError:
            return Progress(), NOTHING
        except OSError as problem:
            why = problem.strerror or str(problem)
            return Progress(), Phrase(
                ("{path} cannot be read ({why}), so the steps start over."), path=str(self.path), why=why
            )
        found = read_progress(data)
        if found is None:
            return Progress(), Phrase(
                ("{path} was not written by this program, so the steps start over."), path=str(self.path)
            )
        return found, NOTHING

    def keep(self, progress: Progress) -> None:
        """Save the progress in one stroke. Raises `FirstRunError`."""
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(self.path, progress.to_json().encode())
        except OSError as problem:
            why = problem.strerror or str(problem)
            raise FirstRunError(unwritten(str(self.path), why)) from None
