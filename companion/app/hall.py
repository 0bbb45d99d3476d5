"""The running program as faces see it: one game at a time, its record, and the books."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from concurrent.futures import TimeoutError as TooLate
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path, PurePath
from threading import RLock
from typing import Final

from companion.app.judge_notes import Jottings
from companion.app.note_board import NoteBoard
from companion.app.offers import offer
from companion.app.program_log import for_the_log
from companion.app.proofs import find_own, links_row, verified
from companion.app.replaying import UNREADABLE, look_through
from companion.app.seating import check_names, seated
from companion.app.what_if import read_changes, what_if
from companion.faces.hall import (
    Hall,
    HallError,
    Heard,
    NamedChoice,
    Offer,
    Playing,
    ReaderStatus,
    Replayed,
    Tried,
    Unread,
    Verified,
)
from companion.faces.languages import Language
from companion.faces.screen import Choice, Screen
from companion.faces.screen_words import cited
from companion.faces.screens import Screens
from companion.ledger import (
    GameRow,
    KeptProof,
    Ledger,
    LedgerError,
    Recorded,
    RecordProblems,
    read_kept,
    read_record,
    write_record,
)
from companion.referee.inputs import Personal
from companion.referee.outcome import Moment, Outcome
from companion.referee.referee import SAVING, Referee
from companion.referee.running import Running
from companion.referee.trouble import RESTART, Trouble, broke
from companion.referee.verifying import played
from companion.rules import Illegal, KindEntry, Rule, Setup, Words, find_game, games, new_match
from companion.rules.kernel.board import Board
from companion.rules.kernel.choice_rules import usual
from companion.rules.kernel.sentences import Sentence, in_english
from companion.table.layout import Layout
from companion.table.sightings import Uid
from companion.table.twin import Twin

PATIENCE: Final = 10.0
"""Seconds after which a sender hears that the game does not answer."""
NO_KIT: Final = "none"
UNREAD: Final = "unread.json"
"""The file with the notes that nobody has read yet."""
NO_NOTES = "The judge's notes on this game cannot be read. The file was set aside: {file}."
NOTHING_PLAYED = "No game is running."
NOT_KEPT = "This is neither a head nor a checkpoint. Copy all of it."

log = logging.getLogger(__name__)

Chips = tuple[Mapping[Uid, str], Twin]
"""The chip kind of each tag, and where every chip is."""


def no_chips(layout: Layout, setup: Setup) -> Chips:
    """What is known of the chips without any readers: nothing."""
    return {}, Twin(layout, {})


class RunningHall(Hall):
    """Plays one game at a time from a ledger."""

    def __init__(
        self,
        path: Path,
        *,
        tables: Mapping[str, Layout] | None = None,
        chips: Callable[[Layout, Setup], Chips] = no_chips,
        readers: Callable[[Language], tuple[ReaderStatus, ...]] = lambda language: (),
        folder: Path | None = None,
        board: NoteBoard | None = None,
    ) -> None:
        """`tables` are the kits by name, apart from "no readers"; `folder` gets the note that a game is under way.

        Raises `LedgerError`.
        """
        self.ledger = Ledger.open(path)
        self.board = board or NoteBoard(path.with_name(UNREAD))
        """What must not be overlooked. Any part of the program may add a note."""
        self.board.changed = self._tell
        self.own = find_own(self.ledger.path.parent)
        """The key with which this device signs its records."""
        self.running: Running | None = None
        self.screens: Screens | None = None
        """The screens of the game on the table. Whoever watches readers and disk may add notes to them."""
        self._tables = tables or {}
        self._chips = chips
        self._readers = readers
        self._folder = folder
        self._listeners: dict[str, Callable[[], None]] = {}
        self._lock = RLock()
        self._playing: Playing | None = None
        self._moment: Moment | None = None
        self._jottings = Jottings(None)
        self._last = played_last(self.ledger)

    # -- one game ----------------------------------------------------------------------------------------------

    def resume(self) -> bool:
        """Continue the last game if it is not over, and return whether there was one. Raises `LedgerError`."""
        rows = self.ledger.games()
        if not rows or rows[-1].over:
            return False
        self._play(Referee.resume(self.ledger, rows[-1].number, folder=self._folder))
        return True

    def begin(self, setup: Setup, kit: str, title: str, *, judged: bool) -> None:
        """Begin a game. The record of the game before is kept as far as it got."""
        names = tuple(seat.name for seat in setup.seats)
        setup.check_names()
        new_match(setup)  # fails here, while the old game still runs
        if kit != NO_KIT and kit not in self._tables:
            raise HallError(Sentence("There is no table called {kit} here.", {"kit": kit}))
        layout = Layout("", names) if kit == NO_KIT else seated(self._tables[kit], setup)
        check_names(layout)
        kinds, twin = self._chips(layout, setup)
        with self._lock:
            before = self._playing if self.running else None
            self._stop()
            started = datetime.now().isoformat(timespec="seconds")
            begin = partial(
                Referee.begin, judged=judged, title=title, started=started, device=self.device, folder=self._folder
            )
            try:
                referee = begin(self.ledger, setup, layout, kinds, twin)
            except LedgerError:
                if before is not None:  # continue the old game
                    self._play(Referee.resume(self.ledger, before.number, folder=self._folder))
                raise
            self._play(referee)

    def _play(self, referee: Referee) -> None:
        with self._lock:
            self._stop()
            for trouble in referee.troubles:
                self._troubled(trouble)
            referee.report = self._troubled
            log.info("Game %d is played.", referee.saving.game.number)
            self._jottings = Jottings(self.ledger.path.with_name(f"notes-{referee.saving.game.number}.json"))
            if aside := self._jottings.aside:
                self.board.add("jottings", Sentence(NO_NOTES, {"file": PurePath(aside.name)}))
            self.screens = Screens(referee, key=self.own.key)
            self._hear(referee, referee.moment())
            referee.subscribe("faces", lambda moment: self._hear(referee, moment))
            self.running = Running(referee).__enter__()
        self._tell()

    def _hear(self, referee: Referee, moment: Moment) -> None:
        """Note what is known of the game now. Called in the referee's thread."""
        header = referee.saving.game.header
        if not moment.unsaved:
            self.board.over(SAVING)
        self._moment = moment
        self._playing = Playing(
            referee.saving.game.number,
            str(header.get("title", "")),
            tuple(seat.name for seat in referee.beginning.setup.seats),
            referee.beginning.judged,
            referee.over,
            moment.match.over,
            referee.arbiter.record.last_answer,
        )
        self._tell()

    def _tell(self) -> None:
        for listener in list(self._listeners.values()):
            listener()

    def _stop(self) -> None:
        if self.running is not None:
            self.running.stop()
            self.running = None

    def close(self) -> None:
        """End the game's thread, and close the ledger."""
        with self._lock:
            self._stop()
            self.ledger.close()

    def playing(self) -> Playing | None:
        return self._playing

    def screen(self, audience: str, language: Language) -> Screen | None:
        return self.screens.screen(audience, language) if self.screens else None

    def now(self) -> float:
        running = self.running
        return running.now() if running else 0.0

    def subscribe(self, name: str, listener: Callable[[], None]) -> None:
        self._listeners[name] = listener

    def send(self, one: Personal, bringer: str, language: Language) -> Heard:
        running = self.running
        if running is None:
            return Heard(False, language.say(NOTHING_PLAYED))
        try:
            outcome = running.send(replace(one, at=running.now()), bringer).result(PATIENCE)
        except TooLate:
            return Heard(
                False, language.say("The game did not respond. Check whether your answer was taken; if not, try again.")
            )
        return self._heard(outcome, language)

    def _heard(self, outcome: Outcome, language: Language) -> Heard:
        refusal = outcome.refusal
        if refusal is not None:
            return self._refused(refusal, language)
        words = "" if outcome.accepted or outcome.again else language.say(outcome.words)
        return Heard(outcome.accepted or outcome.again, words)

    def _refused(self, refusal: Illegal, language: Language) -> Heard:
        assert self._moment is not None
        return Heard(False, refusal.said(language.say), cited(self._moment.match, refusal.rule, language))

    def why_not(self, seat: str, token: str, language: Language) -> Heard:
        if self.screens is None:
            return Heard(False, language.say(NOTHING_PLAYED))
        refused = self.screens.why_not(seat, token, language)
        return Heard(False, *refused) if refused else Heard(True, language.say("You can do this now."))

    def not_allowed(self, seat: str, language: Language) -> tuple[Choice, ...]:
        return self.screens.not_allowed(seat, language) if self.screens else ()

    def read_changes(self, text: str) -> Mapping[str, object]:
        return read_changes(text)

    def laid_open(self, language: Language) -> Board:
        if self.screens is None:
            raise HallError(Sentence(NOTHING_PLAYED))
        return self.screens.laid_open(language)

    def note(self, text: str) -> None:
        self._jottings.note(text)

    def notes(self) -> tuple[str, ...]:
        return self._jottings.notes

    # -- what must not be overlooked ---------------------------------------------------------------------------

    def unread(self, language: Language) -> tuple[Unread, ...]:
        return self.board.said(language)

    def warn(self, key: str, what: Sentence, remedy: Sentence | None = None, *, lasting: bool = False) -> None:
        self.board.add(key, what, remedy, lasting=lasting)

    def unwarn(self, key: str) -> None:
        self.board.over(key)

    def mark_read(self, key: str) -> None:
        self.board.read(key)

    def part_broke(self, part: str) -> None:
        self.board.add(f"part:{part}", broke(part), RESTART)

    def _troubled(self, trouble: Trouble) -> None:
        """The referee says what went wrong; in its thread. What it says itself may tell what is hidden."""
        what = for_the_log(trouble.what)
        log.error("The referee reports: %s. %s", trouble.about, what, exc_info=trouble.problem)
        if trouble.what.template:
            self.board.add(trouble.about, trouble.what, trouble.remedy)

    # -- what may be played ------------------------------------------------------------------------------------

    def offers(self, language: Language) -> tuple[Offer, ...]:
        usual = self._game()
        known = sorted(games().values(), key=lambda game: game.key != usual)
        return tuple(offer(game, language) for game in known)

    def kits(self, language: Language) -> tuple[NamedChoice, ...]:
        none = NamedChoice(
            NO_KIT, language.say("No readers"), language.say("Players enter their moves on their phones.")
        )
        return (*(NamedChoice(key, language.say(layout.name) or key) for key, layout in self._tables.items()), none)

    def health(self, language: Language) -> tuple[ReaderStatus, ...]:
        return self._readers(language)

    # -- what was played ---------------------------------------------------------------------------------------

    def games(self) -> list[GameRow]:
        with Ledger.open(self.ledger.path, read_only=True) as ledger:
            return ledger.games()

    def export(self, number: int, audience: str) -> str:
        with Ledger.open(self.ledger.path, read_only=True) as ledger:
            return write_record(ledger.game(number), audience, self.own.key)

    def _recorded(self, number: int, audience: str) -> Recorded:
        found = read_record(self.export(number, audience))
        if isinstance(found, RecordProblems):
            raise HallError(Sentence(UNREADABLE, {"problem": found[0]}))
        return found

    def replay(self, number: int, at: int | None, audience: str, language: Language) -> Replayed:
        return look_through(played(self._recorded(number, audience)), at, audience, language)

    def verify(self, number: int, audience: str, kept: str, language: Language) -> Verified:
        proof = read_kept(kept) if kept else KeptProof()
        if proof is None:
            raise HallError(Sentence(NOT_KEPT))
        return verified(read_record(self.export(number, audience)), proof, language)

    def recorded(self, number: int, since: int) -> Mapping[str, object] | None:
        playing = self.playing()
        if playing is None:
            return None
        return links_row(self.ledger.path, playing.number, since if playing.number == number else 0, self.own.key)

    @property
    def device(self) -> str:
        return self.own.key.fingerprint if self.own.key else ""

    # -- the books ---------------------------------------------------------------------------------------------

    def chips(self, language: Language) -> Mapping[str, KindEntry]:
        game = find_game(self._game())
        words = type(game.words)(language.say, language.several)
        return {
            key: replace(words.entry(entry), kind=words.heading(entry.kind))
            for key, entry in game.encyclopedia().items()
        }

    def rules(self) -> tuple[Rule, ...]:
        game = find_game(self._game())
        if self._moment is not None:
            return tuple(game.rulebook(self._moment.match.table))
        return tuple(game.rules_for(usual(game, game.offers(in_english))))

    def words(self) -> Words:
        """How the game of this table speaks, in English."""
        return find_game(self._game()).words

    def _game(self) -> str:
        """The game on the table; otherwise the one that this table played last, or else the first that is known."""
        return self._moment.match.game.key if self._moment else self._last

    def what_if(self, position: str, answers: str, language: Language) -> Tried:
        return what_if(position, answers, language)


def played_last(ledger: Ledger) -> str:
    """The game that was begun last, if it is still known here; otherwise the first of all. Raises `LedgerError`."""
    rows = ledger.games()
    last = str(ledger.game(rows[-1].number).header.get("game", "")) if rows else ""
    return last if last in games() else next(iter(games()))
