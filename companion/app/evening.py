"""One table for a whole evening: readers, hall, server, display and panel, connected.

Each part has its own thread, and starts, fails and recovers by itself. If one of them fails, people are told and the
others continue. Only without the ledger there is no evening.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, Final

from companion.app.damage import Told, note_of_gone, notes_of_damage
from companion.app.decks import chips_from
from companion.app.hall import Chips, RunningHall
from companion.app.heartbeat import ALIVE, ENDING, READY, tell_systemd
from companion.app.network import Announced, own_address, own_names, page_address
from companion.app.network_address import NetworkAddress, NetworkWatch, find
from companion.app.oddities import Teller, at_readers
from companion.app.pages import Joining, first_lost, health_rows, notes_of, notes_on_phones, page_for
from companion.app.readers import TableReaders
from companion.app.seating import as_called
from companion.app.table_file import places_of
from companion.faces.display.pages import Page, Starting
from companion.faces.hall import ReaderStatus
from companion.faces.languages import ENGLISH, Language, languages
from companion.faces.screen import Screen, as_shown, until_next
from companion.faces.server.app import create_app
from companion.faces.server.desk import Desk
from companion.faces.server.doors import HOST, Doors, JoinCode, Role, RoleKind
from companion.faces.server.limits import Limits
from companion.faces.server.serve import serving_at
from companion.ledger import Mended
from companion.ledger.errors import in_words
from companion.referee.inputs import Finished
from companion.rules import TABLE, Setup
from companion.rules.kernel.sentences import Sentence, Term
from companion.table import under_way
from companion.table.layout import Layout
from companion.table.reader_notices import ReaderNotice
from companion.table.registry import RegistryError
from companion.table.registry_file import RegistryFile
from companion.table.sightings import Uid

if TYPE_CHECKING:
    from companion.app.panel import TablePanel
    from companion.app.panel_twin import PanelTwin
    from companion.app.recorder import Recorder

log = logging.getLogger(__name__)

LOOK: Final = 1.0
"""Seconds after which display, panel and notes are updated, even if nothing has changed."""
GRACE: Final = 15.0
"""Seconds that a finished game waits for somebody who takes back a slip, before its record is closed."""
KEPT_EVERY: Final = 600.0
"""Seconds after which the remaining life of codes and sessions is saved. A power cut extends it by that at most."""
UNTIDY: Final = 600.0
"""The same wait as `GRACE` while chips must still be laid somewhere: perhaps they went straight into the box."""
TITLE = "Table companion"
PAGES: Final = Term("The pages")
TAGS: Final = "tags"
DOORS: Final = "doors"
"""Names of parts of the program that may be in trouble."""
NOT_STARTED = "{part} could not be started. Where the program was started, it says why."
NO_PORT = "Port {port} cannot be used ({why}). Phones cannot join; choose another with --port."
NO_TAGS = "The list of tags cannot be read, so no chip is recognised. `companion tags check` says more."
EVERYWHERE: Final = ("0.0.0.0", "::", "")
"""Hosts that mean all addresses of the device."""
UNKEPT = "The list of joined phones cannot be saved: after a restart, all phones must join again. Check the disk."
GOES_ON = "The game goes on where it stopped: {game}."
GOES_ON_AS_SAVED = "The game goes on as far as it was saved: {game}."
ATTENTION = "ATTENTION: {trouble}"
PASSED = "Chips that have passed the bag slots: {counts}."

Say = Callable[[str], None]


@dataclass(frozen=True)
class Settings:
    """What an evening is made with."""

    data: Path
    """The folder for everything that is kept."""
    layout: Layout | None = None
    """The table with its readers; without one, people enter their moves on phones."""
    host: str = "0.0.0.0"
    port: int | None = 8080
    """The port of the pages; None for no pages at all."""
    others: Sequence[int] = ()
    """Ports to use instead if that one is taken."""
    language: Language = ENGLISH
    """The language of the display; each phone has its own."""
    wifi: str | None = None
    """The name of the Wi-Fi; None to find it out."""
    announce: bool = True
    registry: Path | None = None
    listens: bool = True
    """Whether ports are opened. A benchmark brings looks of its own."""
    panel: PanelTwin | None = None
    """A stand-in for a panel, where none is wired."""
    grace: float = GRACE
    record: Path | None = None
    """A folder for traces of what readers see."""


class Evening:
    """Runs from start to stop. `said` is called with lines for whoever started it."""

    def __init__(
        self,
        settings: Settings,
        said: Say,
        show: Callable[[Page], None] = lambda page: None,
        *,
        chips: Callable[[Layout, Setup], Chips] | None = None,
    ) -> None:
        """`show` shows a page on the display; `chips` knows where every chip is, if registry and decks are not needed.

        Raises `LedgerError`.
        """
        self.settings = settings
        self.address = ""
        """Where phones find the pages; "" if they cannot."""
        self.port: int | None = None
        self.readers: TableReaders | None = None
        self._said = said
        self._show = show
        self._troubles: dict[str, Sentence] = {}
        """The troubles of all parts except the readers, by part."""
        self._news = Event()
        self._ended = Event()
        self._stack = ExitStack()
        self._noted: tuple[object, ...] = ()
        self._over_since: tuple[int, float] | None = None
        self._kept_at = monotonic()
        self._network = NetworkAddress()
        self._poke: Callable[[], None] = lambda: None
        """Makes the pages look whether anything is new."""
        self._desk: Desk | None = None
        self._announced: Announced | None = None
        self._panel: TablePanel | None = None
        self._resumed: tuple[int, ...] = ()
        """The number of the game that was continued from an earlier evening, if any."""
        self._gone: Told | None = None
        """What is told of the game that was being played last, if the ledger has nothing of it."""
        try:
            settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
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
        self.doors = Doors(monotonic, settings.data / "doors.json")
        self._odd = Teller(self.hall.board)
        self._thread = Thread(target=self._look_after, name="faces", daemon=True)

    # -- starting and ending -----------------------------------------------------------------------------------

    def start(self) -> None:
        """Start all parts. A part that cannot start is reported."""
        self._stack.callback(self.hall.close)
        say = self.settings.language.say
        self._show(Starting(say(TITLE)))
        self._tell_of_the_key()
        self._attempt(Term("The game"), self._resume)
        self._attempt(Term("The record"), self._tell_of_damage)
        self._attempt(Term("The readers"), self._start_readers)
        if self.settings.port is not None:
            self._attempt(PAGES, self._serve)
        self._attempt(Term("The panel"), self._start_panel)
        self._attempt(Term("The network's name"), self._watch_network)
        self.hall.subscribe("evening", self._news.set)
        self._thread.start()
        self._stack.callback(self._stop_looking)
        self._stack.callback(self.doors.keep)
        tell_systemd(READY)

    def stop(self) -> None:
        """Stop everything in an order in which nobody waits for ever: pages and display first, the ledger last."""
        tell_systemd(ENDING)
        self._stack.close()

    def __enter__(self) -> Evening:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _attempt(self, part: Term, do: Callable[[], None]) -> None:
        """Start a part; if that fails, report it and continue without it."""
        try:
            do()
        except Exception as problem:
            log.exception("%s could not be started.", part)
            self._said(f"{part} could not be started: {problem}")
            self.trouble(part, Sentence(NOT_STARTED, {"part": part}))

    def trouble(self, part: str, words: Sentence | None) -> None:
        """Note what is wrong with a part, for display and pages; None if it works again. Any thread may call this."""
        others = {key: said for key, said in self._troubles.items() if key != part}
        self._troubles = others | ({part: words} if words else {})
        self._news.set()

    def _tell_of_the_key(self) -> None:
        """By which fingerprint people know this device's records, or why they are not signed."""
        own = self.hall.own
        if own.key:
            self._said(f"Records are signed by this device: {own.key.fingerprint}.")
        if own.trouble:
            self._said(own.words)
            self.trouble("key", own.trouble)

    def _resume(self) -> None:
        """Continue the last game, unless another one lies on the table: then this one had been abandoned."""
        self._gone = note_of_gone(under_way.read(self.settings.data), self.hall.ledger.games(), date.today())
        if self._gone is None and self.hall.resume() and (playing := self.hall.playing()):
            self._resumed = (playing.number,)
            mended = any(isinstance(trouble, Mended) for trouble in self.hall.ledger.troubles)
            words = GOES_ON_AS_SAVED if mended else GOES_ON
            self._said(words.format(game=playing.title or ", ".join(playing.seats)))

    def _tell_of_damage(self) -> None:
        """What was wrong with the games file, and what became of the games in it."""
        for trouble in self.hall.ledger.troubles:
            self._said(ATTENTION.format(trouble=trouble))
            log.error("The ledger: %s", trouble)
            if isinstance(trouble, Mended):
                for told in notes_of_damage(trouble, self.hall.ledger.games(), self._resumed):
                    self.hall.board.add(*told)
        if self._gone is not None:
            _, what, remedy = self._gone
            self._said(ATTENTION.format(trouble=f"{what.said()} {remedy.said()}"))
            self.hall.board.add(*self._gone)

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
        from companion.app.recorder import Recorder  # imported late, because it loads the rehearsals

        return Recorder(self.settings.record, self._said, self._resumed)

    def _noticed(self, notice: ReaderNotice) -> None:
        log.log(logging.WARNING if notice.trouble else logging.INFO, "%s: %s", notice.about, notice.words)
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
        self._network = NetworkAddress(address)
        self._move_to(address)

    def _move_to(self, address: str) -> None:
        """Announce the pages at a new address; "" if there is no network."""
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
        """Watch the network: a device that starts at a venue has none yet, and may open a Wi-Fi of its own later."""
        if self.port is not None and (self.settings.wifi is None or self.settings.host in EVERYWHERE):
            self._stack.enter_context(NetworkWatch(lambda known: find(self.settings.data, known), self._moved))

    def _moved(self, now: NetworkAddress) -> None:
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
        try:
            stop()
        except Exception:  # a part that fails to stop must not keep the ledger open
            log.exception("A part of the program could not be ended.")

    # -- what the hall needs -------------------------------------------------------------------------------------

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

    def _health(self, language: Language) -> tuple[ReaderStatus, ...]:
        readers = self.readers
        if readers is None:
            return ()
        layout, words, running = self._called(readers), self.hall.words(), self.hall.running
        odd = at_readers(running.oddities, layout, words) if running and not running.over else {}
        return health_rows(layout, readers.health, readers.troubles, words, language, odd)

    def _called(self, readers: TableReaders) -> Layout:
        """The table as people call it: by the players' names while they play."""
        running = self.hall.running
        return as_called(readers.layout, running.beginning.setup) if running and not running.over else readers.layout

    # -- the faces ---------------------------------------------------------------------------------------------

    def codes(self) -> list[tuple[str, JoinCode]]:
        """Who may join now, with their codes: the host, while there is none, and the seats of a game in progress."""
        playing = self.hall.playing()
        roles = [("host", HOST)]
        if playing is not None and not playing.over:
            roles += [(seat, Role(RoleKind.SEAT, seat, playing.number)) for seat in playing.seats]
            roles += [("judge", Role(RoleKind.JUDGE, "", playing.number))] if playing.judged else []
        return [
            (who, self.doors.code_for(role) or self.doors.open(role))
            for who, role in roles
            if not self.doors.taken(role)
        ]

    def _look_after(self) -> None:
        """Keep display, panel and notes up to date, and close the record of a finished game."""
        pause = LOOK
        while True:
            self._news.wait(pause)
            self._news.clear()
            if self._ended.is_set():
                return
            tell_systemd(ALIVE)
            if monotonic() >= self._kept_at + KEPT_EVERY:
                self._kept_at = monotonic()
                self.doors.keep()
            if self.doors.unkept != (DOORS in self._troubles):
                self.trouble(DOORS, Sentence(UNKEPT) if self.doors.unkept else None)
            screen: Screen | None = None
            pause = LOOK
            try:
                self._tell_oddities()
                self._note()
                screen = self.hall.screen(TABLE, self.settings.language)
                now = self.hall.now()
                pause = (until_next(screen.clocks, now) if screen else None) or LOOK
                self._show(self._page(as_shown(screen, now) if screen else None))
            except Exception as problem:
                self._broke("The display was not told what is new", "display", problem)
            try:
                if self._panel is not None:
                    self._panel.show(screen)
            except Exception as problem:
                self._broke("The panel was not told what is new", "panel", problem)
            try:
                self._finish(screen)
            except Exception as problem:
                self._broke("The record could not be closed", "record", problem)

    def _broke(self, words: str, part: str, problem: Exception) -> None:
        """A part that looks after something failed once, and tries again."""
        log.error("%s.", words, exc_info=problem)
        self._said(f"{words} ({type(problem).__name__}).")
        self.hall.part_broke(part)

    def _page(self, screen: Screen | None) -> Page:
        language, readers = self.settings.language, self.readers
        lost = first_lost(self._called(readers), readers.troubles, self.hall.words()) if readers else None
        code = ""
        if self.address and not self.doors.taken(HOST):
            code = (self.doors.code_for(HOST) or self.doors.open(HOST)).spaced
        asides = (*self._asides(), *self._decks())
        unread = self.hall.unread(language)
        return page_for(screen, self._joining(code), lost, self._notes(), asides, monotonic(), language, unread)

    def _joining(self, code: str) -> Joining:
        """What the display says about joining. Without a network, no address: phones cannot use 127.0.0.1."""
        settings, network = self.settings, self._network
        reached = bool(network.address) or settings.host not in EVERYWHERE
        title, wifi = settings.language.say(TITLE), network.wifi if settings.wifi is None else settings.wifi
        passphrase = network.passphrase if wifi == network.wifi else None
        if self.address and not reached:
            return Joining(title, no_network=True)
        return Joining(title, self.address, wifi, passphrase, code)

    def _decks(self) -> tuple[Sentence, ...]:
        decks = self.readers.decks(places_of(self.readers.layout).owner) if self.readers else {}
        counts = ", ".join(f"{seat} {count}" for seat, count in decks.items())
        return (Sentence(PASSED, {"counts": counts}),) if any(decks.values()) else ()

    def _notes(self) -> tuple[Sentence, ...]:
        notes = tuple(self._troubles.values())
        readers = self.readers
        notes += self._panel.notes() if self._panel else ()
        if readers is None:
            return notes
        layout, words = self._called(readers), self.hall.words()
        return notes + notes_on_phones(layout, readers.phones, words) + notes_of(layout, readers.troubles, words)

    def _asides(self) -> tuple[Sentence, ...]:
        return self._panel.asides() if self._panel else ()

    def _tell_oddities(self) -> None:
        """Tags, cells and numbers that are not as they should be: notes until they are, or somebody has read it."""
        running = self.hall.running
        if running is None or running.over:
            self._odd.tell((), Layout("", ()), self.hall.words())
        else:
            self._odd.tell(running.oddities, running.beginning.layout, self.hall.words())

    def _note(self) -> None:
        """Pass troubles and asides on to every screen of the game."""
        now = self.hall.screens, self._notes(), self._asides()
        screens, notes, asides = now
        if screens is not None and self._noted != now:
            self._noted = now
            screens.note(*notes, asides=asides)
            self._poke()

    def _finish(self, screen: Screen | None) -> None:
        """Close a finished game after a while, if nothing is left to settle. After that its result is final."""
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
            # In one seat's name, so that it is refused if a slip is taken back at this moment and the game goes on.
            running.send(Finished(playing.seats[:1], running.now()), "evening")
