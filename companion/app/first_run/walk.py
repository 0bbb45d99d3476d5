"""The guide with the world around it: one queue of what people say and readers see, and whoever does the errands."""

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
from companion.app.first_run.steps import Card, Errand, Event, FindPads, Said, Tick
from companion.app.first_run.troubles import unwritten
from companion.faces.languages import Language, languages
from companion.table.phrases import NOTHING, Phrase
from companion.table.told import Notice
from companion.table.whole_files import write_whole

NAME: Final = "first-run.json"
TICK: Final = 0.5
"""Seconds after which a card is told that time passes."""


class FirstRunError(Exception):
    """The first run cannot go on; said for people."""


class Devices(Protocol):
    """The rim: ports, files, codes."""

    def carry_out(self, errand: Errand[Any], heard: Callable[[Event], None]) -> Any:
        """Do it. What readers see from then on goes to `heard`, from any thread."""
        ...

    def close(self) -> None:
        """Leave everything in peace."""
        ...


@dataclass(frozen=True)
class View:
    """What there is to be seen, for terminal and page alike."""

    number: int
    """Another one for each view."""
    asked: int
    """Another one for each question: an answer to an older one does not count."""
    title: Phrase
    card: Card | None
    """None while something is being done, or when all is done."""
    can_go_back: bool = False
    over: bool = False
    """Nothing more will come."""
    done: bool = False
    """All steps are behind us."""
    language: Language = field(default_factory=lambda: languages()["en"])


class Ended:
    """Somebody has had enough for now."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What somebody says to a question, which may not be the newest any more when it is heard."""

    text: str
    asked: int


class Walk:
    """Takes one thing after the other. `run` is called by one thread; all else may come from any."""

    def __init__(self, guide: Guide, devices: Devices, clock: Callable[[], float] = monotonic) -> None:
        self._guide = guide
        self._devices = devices
        self._clock = clock
        self._queue: SimpleQueue[Event | Answer | Ended] = SimpleQueue()
        self._troubled: set[str] = set()
        """Pads of which something bad was told."""
        self._news = Condition()
        self._view = View(0, 0, guide.title, None)

    # -- from any thread ---------------------------------------------------------------------------------------

    @property
    def view(self) -> View:
        """The newest."""
        return self._view

    def wait(self, number: int, seconds: float) -> View:
        """Until there is another view than this, or so long."""
        with self._news:
            self._news.wait_for(lambda: self._view.number != number, seconds)
            return self._view

    def hear(self, event: Event) -> None:
        """Something happened."""
        self._queue.put(event)

    def answer(self, text: str, asked: int) -> bool:
        """Somebody says something to this question; False where another one is asked by now."""
        if self._view.asked != asked or self._view.card is None:
            return False
        self._queue.put(Answer(text, asked))
        return True

    def end(self) -> None:
        """For now; the next start goes on here."""
        self._queue.put(Ended())

    # -- the one thread ----------------------------------------------------------------------------------------

    def run(self, shown: Callable[[View], None] = lambda view: None) -> bool:
        """To the end, or until somebody has had enough. Whether all is done."""
        try:
            while not self._guide.over:
                now = self._guide.now
                if isinstance(now, Card):
                    self._show(now, shown)
                    event = self._next()
                    if isinstance(event, Ended):
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

    def _next(self) -> Event | Ended | None:
        """What counts; None for what does not."""
        try:
            event = self._queue.get(timeout=TICK)
        except Empty:
            return Tick(self._clock())
        if isinstance(event, Answer):
            return Said(event.text) if event.asked == self._view.asked else None
        if isinstance(event, Notice) and not event.trouble and event.about not in self._troubled:
            return None  # that a pad is there is no news
        if isinstance(event, Notice) and event.trouble:
            self._troubled.add(event.about)
        return event

    def _show(self, card: Card | None, shown: Callable[[View], None], *, over: bool = False) -> None:
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

    def _seen(self, number: int, card: Card | None, over: bool = False) -> View:
        guide = self._guide
        language = languages().get(guide.progress.language, languages()["en"])
        return View(number, self._view.asked, guide.title, card, guide.can_go_back, over, guide.over, language)


# -- keeping ---------------------------------------------------------------------------------------------------


class Notes:
    """The file in the data folder in which progress is kept."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME

    def read(self) -> tuple[Progress, Phrase]:
        """How far it was; and what is wrong with the file, or nothing."""
        try:
            with self.path.open("rb") as file:
                data = file.read(LARGEST + 1)
        except FileNotFoundError:
            return Progress(), NOTHING
        except OSError as problem:
            why = problem.strerror or str(problem)
            return Progress(), Phrase("{path} cannot be read ({why}): it begins anew.", path=str(self.path), why=why)
        found = read_progress(data)
        if found is None:
            return Progress(), Phrase("{path} was not written here: it begins anew.", path=str(self.path))
        return found, NOTHING

    def keep(self, progress: Progress) -> None:
        """Written at one stroke. Raises `FirstRunError`."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.path, progress.to_json().encode())
        except OSError as problem:
            why = problem.strerror or str(problem)
            raise FirstRunError(unwritten(str(self.path), why)) from None
