"""The real program at the virtual table, in a process of its own, so that it can be killed like any other.

`python -m companion.app.demo.child FOLDER PORT HOST SEATS LANGUAGE` follows the table whose pads are linked in
FOLDER/ports. It writes what people at the table may see on display and phones to stdout, one JSON object per line, and
reads what people would say there from stdin.
"""

from __future__ import annotations

import json
import logging
import os
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from companion.app.collector import spare_the_collector
from companion.app.demo.moment import moment_row
from companion.app.demo.table import deal, demo_table
from companion.app.evening import Evening, Settings, roles_at
from companion.app.panel_twin import PanelTwin
from companion.app.program_log import logging_to
from companion.app.table import Chips
from companion.faces.display.pages import Page
from companion.faces.hall import HallError
from companion.faces.languages import Language, languages
from companion.faces.panel.panel import PanelError
from companion.faces.screen import Screen
from companion.faces.server.doors import Role, RoleKind
from companion.ledger import LedgerError
from companion.referee.inputs import Answered, Corrected, Stands, Told
from companion.rules import TABLE, Setup, SetupError
from companion.table.layout import Layout
from companion.table.twin import Twin

if TYPE_CHECKING:
    from companion.faces.display.display import Display

log = logging.getLogger(__name__)

CLEARED: Final = 5.0
"""Seconds for which a new game waits until the table has been cleared."""
SNAPSHOT: Final = 2.0
"""Seconds between two pictures of the display, where there is no screen."""
ONLY_HERE: Final = "127.0.0.1"
OTHER_PORTS: Final = 20
"""How many ports after its own one are tried. If none of them is free, any free port is used."""


def tables_layout(folder: Path, seats: int, game: str) -> Layout:
    """The layout of the table, with the links to its pads as ports."""
    layout = demo_table(seats, game)
    pads = tuple(replace(pad, port=str(folder / "ports" / f"pad-{pad.number}")) for pad in layout.pads)
    return replace(layout, pads=pads)


class Child:
    """An evening with one more participant: whoever plays for the empty chairs looks and speaks through pipes."""

    def __init__(self, folder: Path, port: int, host: str, seats: int, language: Language, game: str) -> None:
        self._pen = Lock()
        self._framed: dict[Role, str] = {}
        self._cleared = Event()
        self._telling = Lock()
        self._game = 0
        """The number of the game that was told last."""
        self._noted: tuple[str, ...] = ()
        """The notes that were last told."""
        self._language = language
        self._twin = open_panel(layout := tables_layout(folder, seats, game), self._said)
        self.ended = Event()
        self.display = open_display(self._said, language)
        self._pictures = Pictures(folder / "display.png", language)
        shows = self.display.show if self.display else self._pictures.show
        settings = Settings(
            data=folder / "data",
            layout=layout,
            host=host,
            port=port,
            others=(*range(port + 1, port + OTHER_PORTS), 0) if port else (),
            language=language,
            announce=host != ONLY_HERE,
            panel=self._twin,
        )
        self.evening = Evening(settings, self._said, shows, chips=self._chips)

    def tell(self, noted: tuple[str, ...] | None = None, **row: object) -> None:
        """Write one line. `noted` are the notes in it, if it has any."""
        with self._pen, suppress(OSError, ValueError):  # nobody listens any more; the end of stdin will follow
            self._noted = self._noted if noted is None else noted
            sys.stdout.write(json.dumps(row) + "\n")
            sys.stdout.flush()

    def run(self) -> None:
        """Run until the input ends."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: self.ended.set())
        with self.evening as evening:
            evening.hall.subscribe("demo", self._follow)
            self._follow()
            self.tell_codes()
            if self._twin:
                self._twin.subscribe("demo", self._tell_panel)
                self._tell_panel()
            Thread(target=self._listen, name="demo", daemon=True).start()
            spare_the_collector()
            if self.display:
                Thread(target=self._close_display, daemon=True).start()
                self.display.run()
            while not self.ended.wait(1.0):
                self.tell_codes()
                self._tell_notes()
                self._pictures.catch_up()

    def tell_codes(self) -> None:
        """Tell who may join now, and with which codes."""
        codes = [[who, code.text, code.spaced] for who, code in self.evening.codes()] if self.evening.address else []
        self.tell(told="open", address=self.evening.address, codes=codes, phones=self._phones())

    def _phones(self) -> dict[str, str]:
        """The sessions of the phones in frames beside the virtual table, by seat."""
        doors = self.evening.doors
        for _, role in roles_at(self.evening.hall.table()):
            if role.kind is RoleKind.SEAT and not doors.session(self._framed.get(role, "")):
                self._framed[role] = doors.let_in(role)
        return {role.seat: token for role, token in self._framed.items() if doors.session(token)}

    def _tell_notes(self) -> None:
        """Tell notes that are new. Readers and pads also fail and recover while the game stands still."""
        screen = self._screen(TABLE)
        if screen and screen.notes != self._noted:
            self.tell(screen.notes, told="notes", notes=screen.notes)

    def _tell_panel(self) -> None:
        assert self._twin
        playing = self.evening.hall.table().playing()
        names = dict(zip(self._twin.layout.seats, playing.seats, strict=False)) if playing else {}
        self.tell(told="panel", panel=self._twin.row(self._language, names))

    def _close_display(self) -> None:
        self.ended.wait()
        if self.display:
            self.display.close()

    def _said(self, words: str) -> None:
        self.tell(told="said", words=words)

    # -- a new game --------------------------------------------------------------------------------------------

    def _chips(self, layout: Layout, setup: Setup) -> Chips:
        """Where every chip lies when a game begins. Before that, the demo clears the table."""
        dealt = deal(setup)
        self._cleared.clear()
        self.tell(told="dealing", setup=setup.to_json())
        self._cleared.wait(CLEARED)
        kinds = {uid: chip.kind for uid, chip in dealt.items()}
        return kinds, Twin(layout, kinds, {uid: {chip.zone} for uid, chip in dealt.items()})

    # -- what is told ------------------------------------------------------------------------------------------

    def _follow(self) -> None:
        """Tell what may be new. Any thread may call this, several at once: the newest moment is told last."""
        with self._telling:
            moment = self.evening.hall.table().moment
            if moment is None:
                return
            if moment.game != self._game:
                self._game = moment.game
                self.tell(told="game", number=moment.game, setup=moment.beginning.setup.to_json())
            row = moment_row(moment, self._screen)
            self.tell(tuple(row["says"].get("notes", ())), told="moment", **row)

    def _screen(self, audience: str) -> Screen | None:
        return self.evening.hall.table().screen(audience, self._language)

    # -- what is taken -----------------------------------------------------------------------------------------

    def _listen(self) -> None:
        for line in sys.stdin:
            try:
                self._take(json.loads(line))
            except Exception as problem:
                log.exception("What was sent to the program cannot be taken.")
                self._said(f"What was sent to the program cannot be taken ({type(problem).__name__}).")
        self.ended.set()

    def _take(self, row: Mapping[str, Any]) -> None:
        match row["do"]:
            case "dealt":
                self._cleared.set()
            case "language":
                self._speak(languages()[row["language"]])
            case "begin":
                Thread(target=self._begin, args=(row,), daemon=True).start()
            case "press":
                Thread(target=self._press, args=(str(row["button"]),), daemon=True).start()
            case "answer":
                self._send(row, Answered(row["seat"], row["token"], 0.0))
            case "draw":
                self._send(row, Told(row["seat"], tuple(row["kinds"]), 0.0))
            case "correct":
                self._send(row, Corrected(tuple(row["by"]), row["changes"], row["reason"], 0.0))
            case "stand":
                self._send(row, Stands(tuple(row["by"]), row["number"], 0.0))

    def _speak(self, language: Language) -> None:
        """Speak another language from now on, on the display too."""
        self._language = language
        self.evening.settings = replace(self.evening.settings, language=language)
        self._pictures.say = language.say
        self._follow()
        if self._twin:
            self._tell_panel()
        self.evening.look_again()

    def _press(self, button: str) -> None:
        """Press a button, which takes a moment, as with a finger."""
        if self._twin:
            self._twin.press(button)
            self._tell_panel()

    def _begin(self, row: Mapping[str, Any]) -> None:
        try:
            self.evening.hall.table().begin(Setup.from_json(row["setup"]), "table", row["title"], judged=False)
        except (HallError, LedgerError, SetupError) as problem:
            self._said(f"The game cannot begin: {problem}")
        self.tell_codes()

    def _send(self, row: Mapping[str, Any], one: Answered | Told | Stands | Corrected) -> None:
        heard = self.evening.hall.table().send(one, "demo", self._language)
        self.tell(told="heard", id=row.get("id", 0), accepted=heard.accepted, words=heard.words)


def open_panel(layout: Layout, trouble: Callable[[str], None]) -> PanelTwin | None:
    """The panel for the page; None, after saying why, if its packages are missing."""
    try:
        return PanelTwin(layout)
    except PanelError as problem:
        trouble(str(problem))
        return None


# -- a display -----------------------------------------------------------------------------------------------------


def open_display(trouble: Callable[[str], None], language: Language) -> Display | None:
    """A window for the display, if there is a screen for it."""
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")) or os.environ.get("SDL_VIDEODRIVER"):
        return None
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        from companion.faces.display.display import Display, Options
    except ImportError:
        return None
    return Display(Options((1024, 600), "dark"), language.say, trouble=trouble)


class Pictures:
    """Draws what the display would show into a file, now and then."""

    def __init__(self, file: Path, language: Language) -> None:
        self._file = file
        self.say = language.say
        self._drawn_at = -SNAPSHOT
        self._newest: Page | None = None
        """The newest page, if it has not been drawn yet."""
        self._brush = Lock()

    def show(self, page: Page) -> None:
        """Take a page, and draw it unless the last picture is too fresh. Called by the thread of the evening."""
        with self._brush:
            self._newest = page
            self._draw()

    def catch_up(self) -> None:
        """Draw a page that came too soon after the last picture, now that no other follows."""
        with self._brush:
            self._draw()

    def _draw(self) -> None:
        if self._newest is None or monotonic() < self._drawn_at + SNAPSHOT:
            return
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        with suppress(ImportError, OSError):
            from companion.faces.display.snapshot import picture, save

            fresh = self._file.with_suffix(".new.png")
            save(picture(self._newest, say=self.say), fresh)
            fresh.replace(self._file)
        self._newest, self._drawn_at = None, monotonic()


def main() -> None:
    """Run the program with the arguments of the command line."""
    folder, port, host, seats, language, game = sys.argv[1:]
    with logging_to(Path(folder) / "data") as kept:
        child = Child(Path(folder), int(port), host, int(seats), languages()[language], game)
        kept.thread_broke = child.evening.hall.part_broke
        child.run()


if __name__ == "__main__":
    main()
