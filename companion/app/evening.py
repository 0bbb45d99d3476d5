"""One device for a whole evening: its tables, server, display and panels, connected.

Each part has its own thread, and starts, fails and recovers by itself. If one of them fails, people are told and the
others continue. Only without the ledger there is no evening.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, Final

from companion.app.attendant import TableAttendant
from companion.app.damage import Told, note_of_gone, notes_of_damage
from companion.app.decks import chips_from
from companion.app.hall import RunningHall
from companion.app.heartbeat import ALIVE, ENDING, READY, tell_systemd
from companion.app.network import Announced, own_address, own_names, page_address
from companion.app.network_address import NetworkAddress, NetworkWatch, find
from companion.app.pages import Joining, page_for
from companion.app.table import ChipsFor, RunningTable, no_chips
from companion.faces.display.pages import Page, Starting
from companion.faces.languages import ENGLISH, Language, languages
from companion.faces.screen import Screen, as_shown, until_next
from companion.faces.server.app import create_app
from companion.faces.server.desk import Desk
from companion.faces.server.doors import HOST, Doors, JoinCode, Role, RoleKind
from companion.faces.server.limits import Limits
from companion.faces.server.serve import serving_at
from companion.ledger import USUAL_TABLE, Mended
from companion.ledger.errors import in_words
from companion.rules import TABLE
from companion.rules.kernel.sentences import Sentence, Term
from companion.table import under_way
from companion.table.changes import Change
from companion.table.layout import Layout
from companion.table.registry import RegistryError
from companion.table.registry_file import RegistryFile
from companion.table.sightings import Uid

if TYPE_CHECKING:
    from companion.app.panel_twin import PanelTwin
    from companion.app.recorder import Recorder

log = logging.getLogger(__name__)

LOOK: Final = 1.0
"""Seconds after which display, panel and notes are updated, even if nothing has changed."""
GRACE: Final = 15.0
"""Seconds that a finished game waits for somebody who takes back a slip, before its record is closed."""
KEPT_EVERY: Final = 600.0
"""Seconds after which the remaining life of codes and sessions is saved. A power cut extends it by that at most."""
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
    tables: Mapping[str, Layout | None] | None = None
    """Several tables by their ids, in the place of `layout`. The display shows the first one."""
    clock: Callable[[], float] = monotonic
    """The clock of the games. A test or a benchmark brings its own."""

    @property
    def all_tables(self) -> Mapping[str, Layout | None]:
        """The tables by their ids."""
        return self.tables or {USUAL_TABLE: self.layout}


class Evening:
    """Runs from start to stop. `said` is called with lines for whoever started it."""

    def __init__(
        self,
        settings: Settings,
        said: Say,
        show: Callable[[Page], None] = lambda page: None,
        *,
        chips: ChipsFor | None = None,
    ) -> None:
        """`show` shows a page on the display; `chips` knows where every chip is, if registry and decks are not needed.

        Raises `LedgerError`.
        """
        self.settings = settings
        self.address = ""
        """Where phones find the pages; "" if they cannot."""
        self.port: int | None = None
        self._said = said
        self._show = show
        self._troubles: dict[str, Sentence] = {}
        """The troubles of all parts except the readers, by part."""
        self._news = Event()
        self._ended = Event()
        self._stack = ExitStack()
        self._kept_at = monotonic()
        self._network = NetworkAddress()
        self._poke: Callable[[], None] = lambda: None
        """Makes the pages look whether anything is new."""
        self._desk: Desk | None = None
        self._announced: Announced | None = None
        self._resumed: tuple[int, ...] = ()
        """The numbers of the games that were continued from an earlier evening."""
        self._gone: list[tuple[RunningTable, Told]] = []
        """What is told of games that were being played last, if the ledger has nothing of them."""
        try:
            settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as problem:
            raise in_words(problem, settings.data) from None
        self.hall = RunningHall(
            settings.data / "games.sqlite",
            tables=settings.all_tables,
            chips=chips or no_chips,
            recorder=self._recorder,
            folder=settings.data,
            clock=settings.clock,
            traces=settings.record,
        )
        self.attendants = [
            TableAttendant(table, said, self._news.set, settings.grace) for table in self.hall.tables.values()
        ]
        for table in () if chips else self.hall.tables.values():
            table.chips_for = chips_from(self._kinds, partial(passed_at, table))
        self.doors = Doors(monotonic, settings.data / "doors.json")
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
        self._attempt(Term("The panel"), self._start_panels)
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

    def look_again(self) -> None:
        """Let display and pages be made anew."""
        self._news.set()
        self._poke()

    def _tell_of_the_key(self) -> None:
        """By which fingerprint people know this device's records, or why they are not signed."""
        own = self.hall.own
        if own.key:
            self._said(f"Records are signed by this device: {own.key.fingerprint}.")
        if own.trouble:
            self._said(own.words)
            self.trouble("key", own.trouble)

    def _resume(self) -> None:
        """Continue the last game of each table, unless another one lies there: then it had been abandoned."""
        rows, today = self.hall.ledger.games(), date.today()
        for table in self.hall.tables.values():
            if gone := note_of_gone(under_way.read_at(self.settings.data, table.key), rows, today):
                self._gone.append((table, gone))
            elif table.resume() and (playing := table.playing()):
                self._resumed = (*self._resumed, playing.number)
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
                    self.hall.warn(*told)
        for table, gone in self._gone:
            _, what, remedy = gone
            self._said(ATTENTION.format(trouble=f"{what.said()} {remedy.said()}"))
            table.board.add(*gone)

    def _start_readers(self) -> None:
        for attendant in self.attendants if self.settings.listens else ():
            key = attendant.table.key
            attendant.start_readers(self.settings.data / ("pads.log" if key == USUAL_TABLE else f"pads-{key}.log"))
            self._stack.callback(attendant.stop_readers)

    def _recorder(self) -> Recorder | None:
        settings = self.settings
        readers = any(layout and (layout.pads or layout.station) for layout in settings.all_tables.values())
        if settings.record is None or not settings.listens or not readers:
            return None
        from companion.app.recorder import Recorder  # imported late, because it loads the rehearsals

        return Recorder(settings.record, self._said)

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

    def _start_panels(self) -> None:
        for attendant in self.attendants:
            attendant.start_panel(self.settings.panel if attendant is self.attendants[0] else None)
            self._stack.callback(attendant.stop_panel)

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

    # -- the faces ---------------------------------------------------------------------------------------------

    def codes(self) -> list[tuple[str, JoinCode]]:
        """Who may join now, with their codes: the host, while there is none, and the seats of games in progress."""
        tables = self.hall.tables.values()
        named = [(f"{table.key}: {who}" if len(tables) > 1 else who, role)
                 for table in tables for who, role in roles_at(table)]  # fmt: skip
        roles = [("host", HOST), *named]
        return [
            (who, self.doors.code_for(role) or self.doors.open(role))
            for who, role in roles
            if not self.doors.taken(role)
        ]

    def _look_after(self) -> None:
        """Keep display, panels and notes up to date, and close the records of finished games."""
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
            pause = min(self._look_at(attendant) for attendant in self.attendants)

    def _look_at(self, attendant: TableAttendant) -> float:
        """Look after one table, and return how many seconds there are until the next look."""
        screen, pause, table = None, LOOK, attendant.table
        try:
            attendant.tell(tuple(self._troubles.values()))
            screen = table.screen(TABLE, self.settings.language)
            now = table.now()
            pause = (until_next(screen.clocks, now) if screen else None) or LOOK
            if attendant is self.attendants[0]:
                self._show(self._page(attendant, as_shown(screen, now) if screen else None))
        except Exception as problem:
            self._broke("The display was not told what is new", "display", problem)
        try:
            if attendant.panel is not None:
                attendant.panel.show(screen)
        except Exception as problem:
            self._broke("The panel was not told what is new", "panel", problem)
        try:
            attendant.finish(screen)
        except Exception as problem:
            self._broke("The record could not be closed", "record", problem)
        return pause

    def _broke(self, words: str, part: str, problem: Exception) -> None:
        """A part that looks after something failed once, and tries again."""
        log.error("%s.", words, exc_info=problem)
        self._said(f"{words} ({type(problem).__name__}).")
        self.hall.part_broke(part)

    def _page(self, attendant: TableAttendant, screen: Screen | None) -> Page:
        """What the display shows of a table."""
        language = self.settings.language
        code = ""
        if self.address and not self.doors.taken(HOST):
            code = (self.doors.code_for(HOST) or self.doors.open(HOST)).spaced
        notes = (*self._troubles.values(), *attendant.notes())
        asides = (*attendant.asides(), *attendant.decks())
        unread = attendant.table.unread(language)
        return page_for(screen, self._joining(code), attendant.lost(), notes, asides, monotonic(), language, unread)

    def _joining(self, code: str) -> Joining:
        """What the display says about joining. Without a network, no address: phones cannot use 127.0.0.1."""
        settings, network = self.settings, self._network
        reached = bool(network.address) or settings.host not in EVERYWHERE
        title, wifi = settings.language.say(TITLE), network.wifi if settings.wifi is None else settings.wifi
        passphrase = network.passphrase if wifi == network.wifi else None
        if self.address and not reached:
            return Joining(title, no_network=True)
        return Joining(title, self.address, wifi, passphrase, code)


def passed_at(table: RunningTable) -> Sequence[Change]:
    """What a table's readers saw since the last game: decks on their way into the bags."""
    return table.session.sight.passed


def roles_at(table: RunningTable) -> list[tuple[str, Role]]:
    """Who plays at a table, and the role of each."""
    playing = table.playing()
    if playing is None or playing.over:
        return []
    seats = [(seat, Role(RoleKind.SEAT, seat, playing.number, table.key)) for seat in playing.seats]
    judge = [("judge", Role(RoleKind.JUDGE, "", playing.number, table.key))] if playing.judged else []
    return [*seats, *judge]
