"""Looks after one table all evening: its readers, its panel, the notes on its screens, and the end of its games."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Final

from companion.app.device_health import DeviceHealth, Repair
from companion.app.oddities import Teller, at_readers, notes_on
from companion.app.pages import WEAK, first_lost, health_rows, notes_of, notes_on_phones, spot_name
from companion.app.readers import TableReaders
from companion.app.seating import as_called
from companion.app.table import RunningTable
from companion.app.table_file import places_of
from companion.faces.hall import ReaderStatus, RepairTold
from companion.faces.languages import Language
from companion.faces.screen import Screen
from companion.referee.inputs import Finished
from companion.rules.kernel.sentences import Sentence
from companion.table.layout import Layout
from companion.table.phrases import Phrase
from companion.table.reader_notices import ReaderNotice

if TYPE_CHECKING:
    from companion.app.panel import TablePanel
    from companion.app.panel_twin import PanelTwin

log = logging.getLogger(__name__)

UNTIDY: Final = 600.0
"""Seconds that a finished game waits while chips must still be laid somewhere: perhaps they went straight into the
box."""
PASSED = "Chips that have passed the bag slots: {counts}."
CHECK_IT = "Check its cable and its power. `companion doctor` says more."
OFTEN_MISSES = "{where} often misses chips."
LAY_FLAT = "Lay chips flat, and check its wires."
LOST = "A look at the table was lost: the program broke down over it ({problem})."


class TableAttendant:
    """Looks after a table. `said` is called with lines for whoever started the program, `news` when something may be
    new; `grace` is how many seconds a finished game waits for somebody who takes back a slip."""

    def __init__(
        self,
        table: RunningTable,
        said: Callable[[str], None],
        news: Callable[[], None],
        grace: float,
        device: DeviceHealth | None = None,
    ) -> None:
        self.table = table
        self.readers: TableReaders | None = None
        self.panel: TablePanel | None = None
        self._said = said
        self._news = news
        self._grace = grace
        self._odd = Teller(table.board)
        self._noted: tuple[object, ...] = ()
        self._over_since: tuple[int, float] | None = None
        self._device = device or DeviceHealth()
        table.health_of = self._health
        table.repairs_of = self._repairs

    # -- readers and panel -------------------------------------------------------------------------------------

    def start_readers(self, log_file: Path) -> None:
        """Start the readers, if the table has any."""
        layout = self.table.layout
        if layout is None or not (layout.pads or layout.station):
            return
        self.readers = TableReaders(layout, self.table.session, self._noticed, log=log_file)
        self.table.session.closer = self.readers.look_closer
        self.table.session.lost = self._lost_a_look
        self.readers.start()

    def start_panel(self, twin: PanelTwin | None) -> None:
        """Start the panel, if the table has one; `twin` stands in for it."""
        layout = twin.layout if twin else self.table.layout
        if layout is None or not layout.panel:
            return
        from companion.app.panel import open_panel

        self.panel = open_panel(layout, self.table, self._said, self._news, twin)

    def stop_readers(self) -> None:
        """Close the readers' ports."""
        if self.readers:
            stopped(self.readers.stop)

    def stop_panel(self) -> None:
        """Switch the panel's lamps off."""
        if self.panel:
            stopped(self.panel.close)

    def _noticed(self, notice: ReaderNotice) -> None:
        log.log(logging.WARNING if notice.trouble else logging.INFO, "%s: %s", notice.about, notice.words)
        self._said(notice.words)
        self._news()

    def _lost_a_look(self, problem: Exception) -> None:
        """Note that the program broke down over a look. Whatever happens here, the session goes on."""
        self.table.lost_a_look(problem)
        assert self.readers
        words = Phrase(LOST, problem=type(problem).__name__)
        try:
            self.readers.tell(ReaderNotice(monotonic(), "table", words, trouble=True))
        except Exception:
            log.exception("Nobody could be told that a look was lost.")

    # -- what is wrong -----------------------------------------------------------------------------------------

    def tell(self, troubles: tuple[Sentence, ...]) -> None:
        """Bring the notes up to date. `troubles` is what is wrong with the rest of the program."""
        self._tell_oddities()
        now = self.table.screens, (*troubles, *self.notes()), self.asides()
        screens, notes, asides = now
        if screens is not None and self._noted != now:
            self._noted = now
            screens.note(*notes, asides=asides)
            self._news()

    def notes(self) -> tuple[Sentence, ...]:
        """What is wrong at this table at this moment."""
        notes = self.panel.notes() if self.panel else ()
        if self.readers is None:
            return notes
        layout, words = self._called(self.readers), self.table.words()
        phones = self.table.session.sight.phones
        return notes + notes_on_phones(layout, phones, words) + notes_of(layout, self.readers.troubles, words)

    def asides(self) -> tuple[Sentence, ...]:
        """What is said in passing."""
        return self.panel.asides() if self.panel else ()

    def decks(self) -> tuple[Sentence, ...]:
        """How many chips have passed each bag's slot since the last game."""
        counts = ", ".join(f"{seat} {count}" for seat, count in self.passed().items() if count)
        return (Sentence(PASSED, {"counts": counts}),) if counts else ()

    def passed(self) -> dict[str, int]:
        """The same by the seats' names in table.toml."""
        layout = self.table.layout
        if layout is None or self.readers is None:
            return {}
        owner, sight = places_of(layout).owner, self.table.session.sight
        slots = [spot for spot in layout.spots() if spot.hidden]
        readers = {seat: frozenset(spot.reader for spot in slots if owner(spot.zone) == seat) for seat in layout.seats}
        return {seat: sight.chips_over(own) for seat, own in readers.items() if own}

    def lost(self) -> tuple[Sentence, ReaderNotice] | None:
        """The newest trouble of a reader, and what people call that."""
        readers = self.readers
        return first_lost(self._called(readers), readers.troubles, self.table.words()) if readers else None

    def _called(self, readers: TableReaders) -> Layout:
        """The table as people call it: by the players' names while they play."""
        moment = self.table.moment
        return as_called(readers.layout, moment.beginning.setup) if moment and not moment.over else readers.layout

    def _health(self, language: Language) -> tuple[ReaderStatus, ...]:
        readers = self.readers
        if readers is None:
            return ()
        layout, words, session = self._called(readers), self.table.words(), self.table.session
        odd = at_readers(session.oddities, layout, words)
        places = places_of(layout)
        return health_rows(layout, session.sight.health, readers.troubles, words, language, odd, places)

    def _repairs(self, language: Language) -> tuple[RepairTold, ...]:
        """The device first: what is wrong there explains much else."""
        repairs = [*self._device.repairs()]
        if readers := self.readers:
            layout, words, session = self._called(readers), self.table.words(), self.table.session
            repairs += [Repair(note, Sentence(CHECK_IT)) for note in notes_of(layout, readers.troubles, words)]
            phones = notes_on_phones(layout, session.sight.phones, words)
            repairs += [Repair(note, Sentence("")) for note in phones]
            repairs += [Repair(what, remedy) for _, what, remedy in notes_on(session.oddities, layout, words)]
            weak = {reader for reader, one in session.sight.health.items() if one.missed >= WEAK}
            spots = [spot for spot in layout.spots() if spot.reader in weak - readers.troubles.keys()]
            repairs += [
                Repair(Sentence(OFTEN_MISSES, {"where": spot_name(spot, words)}), Sentence(LAY_FLAT)) for spot in spots
            ]
        say = language.say
        return tuple(RepairTold(one.what.said(say), one.remedy.said(say)) for one in repairs)

    def _tell_oddities(self) -> None:
        """Tags, cells and numbers that are not as they should be: notes until they are, or somebody has read it."""
        moment = self.table.moment
        if moment is None or moment.over:
            self._odd.tell((), Layout("", ()), self.table.words())
        else:
            self._odd.tell(self.table.session.oddities, moment.beginning.layout, self.table.words())

    def finish(self, screen: Screen | None) -> None:
        """Close a finished game after a while, if nothing is left to settle. After that its result is final."""
        playing = self.table.playing()
        open_ends = screen is None or screen.ask or screen.rulings
        if playing is None or playing.over or not playing.decided or open_ends:
            self._over_since = None
            return
        now = monotonic()
        if self._over_since is None or self._over_since[0] != playing.number:
            self._over_since = playing.number, now
        tidy = screen is not None and not screen.todo
        if now >= self._over_since[1] + (self._grace if tidy else max(self._grace, UNTIDY)):
            # In one seat's name, so that it is refused if a slip is taken back at this moment and the game goes on.
            self.table.session.send(Finished(playing.seats[:1], 0.0), "evening")


def stopped(stop: Callable[[], None]) -> None:
    """Stop a part. If that fails, it must not keep the ledger open."""
    try:
        stop()
    except Exception:
        log.exception("A part of the program could not be ended.")
