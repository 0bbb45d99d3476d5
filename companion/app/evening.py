"""One table for a whole evening: readers, hall, server, display and panel, joined.

Each part has its own thread, starts, fails and comes back by itself; what goes wrong in one of them is told, and the
others go on. Only without the ledger there is no evening.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread
from time import monotonic, time
from typing import TYPE_CHECKING, Final

from companion.app.decks import chips_from
from companion.app.hall import Chips, RunningHall
from companion.app.heartbeat import ALIVE, ENDING, READY, tell_systemd
from companion.app.network import Announced, own_address, own_names, page_address
from companion.app.pages import Joining, first_lost, health_rows, notes_of, page_for
from companion.app.readers import TableReaders
from companion.app.seating import as_called
from companion.app.whereabouts import Watching, Whereabouts, find
from companion.faces.display.pages import Page, Starting
from companion.faces.hall import Reader
from companion.faces.languages import ENGLISH, Language, languages
from companion.faces.screen import Screen, as_shown, until_next
from companion.faces.server.app import create_app
from companion.faces.server.desk import Desk
from companion.faces.server.doors import HOST, Code, Doors, Kind, Role
from companion.faces.server.limits import Limits
from companion.faces.server.serve import Serving
from companion.ledger.errors import in_words
from companion.referee.inputs import Finished
from companion.rules import TABLE, Setup
from companion.rules.kernel.sentences import Sentence, Term
from companion.table.layout import Layout
from companion.table.registry import RegistryError
from companion.table.registry_file import RegistryFile
from companion.table.sightings import Uid
from companion.table.told import Notice

if TYPE_CHECKING:
    from flask import Flask

    from companion.app.panel import TablePanel
    from companion.app.panel_twin import PanelTwin
    from companion.app.recorder import Recorder

LOOK: Final = 1.0
"""Seconds after which the faces are looked after, also where nothing has changed."""
GRACE: Final = 15.0
"""Seconds that a finished game still waits for somebody who takes a slip back, before its record is closed."""
UNTIDY: Final = 600.0
"""And where chips are still to be laid somewhere: perhaps they went straight into the box."""
TITLE = "Table companion"
PAGES: Final = Term("The pages")
TAGS: Final = "tags"
"""Parts of the program that may be in trouble."""
NOT_STARTED = "{part} could not be started. Where the program was started, it says why."
NO_PORT = "Port {port} cannot be used ({why}). Phones cannot join; take another with --port."
NO_TAGS = "What the chips' tags mean cannot be read, so readers know no chip. `companion tags check` says more."
EVERYWHERE: Final = ("0.0.0.0", "::", "")
"""Hosts that stand for all addresses of the device."""
PASSED = "Chips that have passed the bag slots: {counts}."

Say = Callable[[str], None]


def spare_the_collector() -> None:
    """What is loaded by now stays to the end: Python's collector need not look through it again and again, which would
    hold everybody up for 20 ms now and then. For a process that does nothing but run an evening."""
    gc.collect()
    gc.freeze()


def serving_at(app: Flask, host: str, ports: Sequence[int]) -> Serving:
    """At the first of these ports that is free. Raises OSError where none is."""
    for port in ports[:-1]:
        with suppress(OSError):
            return Serving(app, host, port)
    return Serving(app, host, ports[-1])


@dataclass(frozen=True)
class Settings:
    """What an evening is given."""

    data: Path
    """The folder for everything that is kept."""
    layout: Layout | None = None
    """The table with its readers; without one, people say on phones what they do."""
    host: str = "0.0.0.0"
    port: int | None = 8080
    """None for no pages at all."""
    others: Sequence[int] = ()
    """Ports that serve as well where that one is taken."""
    language: Language = ENGLISH
    """Of the display; each phone has its own."""
    wifi: str | None = None
    """None to look for it."""
    announce: bool = True
    registry: Path | None = None
    listens: bool = True
    """Whether ports are opened; who measures brings looks of its own."""
    panel: PanelTwin | None = None
    """Where no panel is wired, what stands for one."""
    grace: float = GRACE
    record: Path | None = None
    """A folder for traces of what readers see."""


class Evening:
    """From start to stop. `said` is told, a line each, what whoever started it should know."""

    def __init__(
        self,
        settings: Settings,
        said: Say,
        show: Callable[[Page], None] = lambda page: None,
        *,
        chips: Callable[[Layout, Setup], Chips] | None = None,
    ) -> None:
        """`show` is the display's; `chips` where it is known without registry and decks where every chip is.
        Raises `LedgerError`."""
        self.settings = settings
        self.address = ""
        """Where phones come to; "" where they cannot."""
        self.port: int | None = None
        self.readers: TableReaders | None = None
        self._said = said
        self._show = show
        self._troubles: dict[str, Sentence] = {}
        """Of anything but readers, by what it is."""
        self._news = Event()
        self._ended = Event()
        self._stack = ExitStack()
        self._noted: tuple[object, ...] = ()
        self._over_since: tuple[int, float] | None = None
        self._network = Whereabouts()
        self._poke: Callable[[], None] = lambda: None
        """Lets the pages look whether something is new."""
        self._desk: Desk | None = None
        self._announced: Announced | None = None
        self._panel: TablePanel | None = None
        self._resumed: tuple[int, ...] = ()
        """The number of the game that goes on from an earlier evening."""
        try:
            settings.data.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise in_words(problem, settings.data) from None
        layout = settings.layout
        self.hall = RunningHall(
            settings.data / "games.sqlite",
            tables={"table": layout} if layout and layout.pads else {},
            chips=chips or chips_from(self._kinds, lambda: self.readers.passed() if self.readers else ()),
            readers=self._health,
            folder=settings.data,
        )
        self.doors = Doors(time, settings.data / "doors.json")
        self._thread = Thread(target=self._look_after, name="faces", daemon=True)

    # -- starting and ending -----------------------------------------------------------------------------------

    def start(self) -> None:
        """Everything that there is. What cannot start is told."""
        self._stack.callback(self.hall.close)
        say = self.settings.language.say
        self._show(Starting(say(TITLE)))
        self._attempt(Term("The game"), self._resume)
        self._attempt(Term("The readers"), self._start_readers)
        if self.settings.port is not None:
            self._attempt(PAGES, self._serve)
        self._attempt(Term("The panel"), self._start_panel)
        self._attempt(Term("The network's name"), self._watch_network)
        self.hall.subscribe("evening", self._news.set)
        self._thread.start()
        self._stack.callback(self._stop_looking)
        tell_systemd(READY)

    def stop(self) -> None:
        """In the order that leaves nobody waiting: faces first, the ledger last."""
        tell_systemd(ENDING)
        self._stack.close()

    def __enter__(self) -> Evening:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _attempt(self, part: Term, do: Callable[[], None]) -> None:
        """A part that fails is told and left out."""
        try:
            do()
        except Exception as problem:
            self._said(f"{part} could not be started: {problem}")
            self.trouble(part, Sentence(NOT_STARTED, {"part": part}))

    def trouble(self, part: str, words: Sentence | None) -> None:
        """Something of the program does not work; None where it works again. It is for the faces. From any thread."""
        others = {key: said for key, said in self._troubles.items() if key != part}
        self._troubles = others | ({part: words} if words else {})
        self._news.set()

    def _resume(self) -> None:
        if self.hall.resume() and (playing := self.hall.playing()):
            self._resumed = (playing.number,)
            self._said(f"The game goes on where it stopped: {playing.title or ', '.join(playing.seats)}.")

    def _start_readers(self) -> None:
        layout = self.settings.layout
        if layout is None or not self.settings.listens or not (layout.pads or layout.station):
            return
        log = self.settings.data / "pads.log"
        self.readers = TableReaders(
            layout, lambda: self.hall.running, self._noticed, self._news.set, log=log, recorder=self._recorder()
        )
        self.readers.start()
        self._stack.callback(self._stopped, self.readers.stop)

    def _recorder(self) -> Recorder | None:
        if self.settings.record is None:
            return None
        from companion.app.recorder import Recorder  # late: it brings rehearsals along

        return Recorder(self.settings.record, self._said, self._resumed)

    def _noticed(self, notice: Notice) -> None:
        self._said(notice.words)
        self._news.set()

    def _serve(self) -> None:
        port = self.settings.port
        assert port is not None
        host = self.settings.host
        address = own_address() if host in EVERYWHERE else host
        if self.doors.trouble:
            self._said(self.doors.trouble)
        url = page_address(address or "127.0.0.1", port)
        app = create_app(self.hall, self.doors, languages(), Limits(monotonic), address=url, hosts=own_names())
        try:
            serving = serving_at(app, host, (port, *self.settings.others))
        except OSError as problem:
            why = problem.strerror or str(problem)
            words = Sentence(NO_PORT, {"port": port, "why": why})
            self._said(words.said())
            self.trouble(PAGES, words)
            return
        self._stack.enter_context(serving)
        self.port = serving.port
        self._desk = app.extensions["companion"]
        self._poke = self._desk.hub.poke
        self._stack.callback(self._say_goodbye)
        self._network = Whereabouts(address)
        self._move_to(address)

    def _move_to(self, address: str) -> None:
        """Phones find it there from now on; "" where no network is."""
        assert self._desk is not None
        assert self.port is not None
        self.address = self._desk.address = page_address(address or "127.0.0.1", self.port)
        self._say_goodbye()
        if self.settings.announce and address:
            self._announced = Announced(address, self.port, self._said)
            self._announced.__enter__()

    def _say_goodbye(self) -> None:
        if self._announced is not None:
            self._announced.__exit__()
            self._announced = None

    def _start_panel(self) -> None:
        twin = self.settings.panel
        layout = twin.layout if twin else self.settings.layout
        if layout is None or not layout.panel:
            return
        from companion.app.panel import open_panel

        self._panel = open_panel(layout, self.hall, self._said, self._news.set, twin)
        if self._panel is not None:
            self._stack.callback(self._stopped, self._panel.close)

    def _watch_network(self) -> None:
        """A device that starts at a venue has no network yet, and perhaps opens a Wi-Fi of its own later."""
        if self.port is not None and (self.settings.wifi is None or self.settings.host in EVERYWHERE):
            self._stack.enter_context(Watching(lambda known: find(self.settings.data, known), self._moved))

    def _moved(self, now: Whereabouts) -> None:
        self._network = now
        there = page_address(now.address, self.port or 0)
        if now.address and self.settings.host in EVERYWHERE and there != self.address:
            self._move_to(now.address)
        self._news.set()

    def _stop_looking(self) -> None:
        self._ended.set()
        self._news.set()
        self._thread.join()

    def _stopped(self, stop: Callable[[], None]) -> None:
        with suppress(Exception):  # what cannot even end must not keep the ledger from being closed
            stop()

    # -- what the hall is given --------------------------------------------------------------------------------

    def _kinds(self, game: str) -> Mapping[Uid, str]:
        path = self.settings.registry or self.settings.data / "tags.json"
        try:
            kinds = RegistryFile(path).registry.kinds(game)
        except RegistryError as problem:
            self._said(str(problem))
            self.trouble(TAGS, Sentence(NO_TAGS))
            return {}
        self.trouble(TAGS, None)
        return kinds

    def _health(self, language: Language) -> tuple[Reader, ...]:
        readers = self.readers
        if readers is None:
            return ()
        return health_rows(self._called(readers), readers.health, readers.troubles, self.hall.words(), language)

    def _called(self, readers: TableReaders) -> Layout:
        """The table as people call it: while they play, by their names."""
        playing = self.hall.playing()
        return as_called(readers.layout, playing.seats) if playing and not playing.over else readers.layout

    # -- the faces ---------------------------------------------------------------------------------------------

    def codes(self) -> list[tuple[str, Code]]:
        """Who may come in now, and with what: the host, while there is none, and the seats of a game that goes on."""
        playing = self.hall.playing()
        roles = [("host", HOST)]
        if playing is not None and not playing.over:
            roles += [(seat, Role(Kind.SEAT, seat, playing.number)) for seat in playing.seats]
            roles += [("judge", Role(Kind.JUDGE, "", playing.number))] if playing.judged else []
        return [
            (who, self.doors.code_for(role) or self.doors.open(role))
            for who, role in roles
            if not self.doors.taken(role)
        ]

    def _look_after(self) -> None:
        """Pages for the display, notes for everybody, lamps; and a finished game's record is closed."""
        pause = LOOK
        while True:
            self._news.wait(pause)
            self._news.clear()
            if self._ended.is_set():
                return
            tell_systemd(ALIVE)
            screen: Screen | None = None
            pause = LOOK
            try:
                self._note()
                screen = self.hall.screen(TABLE, self.settings.language)
                now = self.hall.now()
                pause = (until_next(screen.clocks, now) if screen else None) or LOOK
                self._show(self._page(as_shown(screen, now) if screen else None))
            except Exception as problem:
                self._said(f"The display was not told what is new ({problem!r}).")
            try:
                if self._panel is not None:
                    self._panel.show(screen)
            except Exception as problem:
                self._said(f"The panel was not told what is new ({problem!r}).")
            try:
                self._finish(screen)
            except Exception as problem:
                self._said(f"The record could not be closed ({problem!r}).")

    def _page(self, screen: Screen | None) -> Page:
        language, readers = self.settings.language, self.readers
        lost = first_lost(self._called(readers), readers.troubles, self.hall.words()) if readers else None
        code = ""
        if self.address and not self.doors.taken(HOST):
            code = (self.doors.code_for(HOST) or self.doors.open(HOST)).spaced
        asides = (*self._asides(), *self._decks())
        return page_for(screen, self._joining(code), lost, self._notes(), asides, monotonic(), language)

    def _joining(self, code: str) -> Joining:
        """Without a network the pages are there for this device alone: no phone is sent to its 127.0.0.1."""
        settings, network = self.settings, self._network
        reached = bool(network.address) or settings.host not in EVERYWHERE
        title, wifi = settings.language.say(TITLE), network.wifi if settings.wifi is None else settings.wifi
        passphrase = network.passphrase if wifi == network.wifi else None
        if self.address and not reached:
            return Joining(title, no_network=True)
        return Joining(title, self.address, wifi, passphrase, code)

    def _decks(self) -> tuple[Sentence, ...]:
        decks = self.readers.decks() if self.readers else {}
        counts = ", ".join(f"{seat} {count}" for seat, count in decks.items())
        return (Sentence(PASSED, {"counts": counts}),) if any(decks.values()) else ()

    def _notes(self) -> tuple[Sentence, ...]:
        notes = tuple(self._troubles.values())
        readers = self.readers
        notes += self._panel.notes() if self._panel else ()
        return notes + (notes_of(self._called(readers), readers.troubles, self.hall.words()) if readers else ())

    def _asides(self) -> tuple[Sentence, ...]:
        return self._panel.asides() if self._panel else ()

    def _note(self) -> None:
        """What is not as it should be, and what is said by the way, stands on every screen of the game."""
        now = self.hall.screens, self._notes(), self._asides()
        screens, notes, asides = now
        if screens is not None and self._noted != now:
            self._noted = now
            screens.note(*notes, asides=asides)
            self._poke()

    def _finish(self, screen: Screen | None) -> None:
        """A game that is over, with nothing left to settle, is closed after a while: then its result stands."""
        playing = self.hall.playing()
        running = self.hall.running
        open_ends = screen is None or screen.ask or screen.rulings
        if playing is None or running is None or playing.over or not playing.decided or open_ends:
            self._over_since = None
            return
        now = monotonic()
        if self._over_since is None or self._over_since[0] != playing.number:
            self._over_since = playing.number, now
        tidy = screen is not None and not screen.todo
        if now >= self._over_since[1] + (self.settings.grace if tidy else max(self.settings.grace, UNTIDY)):
            # In one seat's name: that counts only while the game is over, even if a slip is taken back just now.
            running.send(Finished(playing.seats[:1], running.now()), "evening")
