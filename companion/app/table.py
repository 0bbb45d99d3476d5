"""One table in the running program: its session, its readers' state, its screens, and what people should know of it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import TimeoutError as TooLate
from dataclasses import replace
from datetime import datetime
from pathlib import Path, PurePath
from time import monotonic
from typing import Final

from companion.app.judge_notes import Jottings
from companion.app.note_board import NoteBoard
from companion.app.offers import offer
from companion.app.program_log import for_the_log
from companion.app.proofs import links_row
from companion.app.scenes import scene, titles
from companion.app.seating import check_names, seated
from companion.faces.editing import Edited, edited
from companion.faces.hall import (
    HallError,
    Heard,
    NamedChoice,
    Offer,
    PlayedTable,
    Playing,
    ReaderStatus,
    RepairTold,
    Scene,
    Unread,
)
from companion.faces.languages import Language
from companion.faces.late import LateView
from companion.faces.previews import Preview
from companion.faces.screen import Choice, Screen
from companion.faces.screen_words import ScreenSource, cited, screen_of
from companion.faces.screens import Screens
from companion.ledger import DeviceKey, Ledger
from companion.referee.inputs import Personal
from companion.referee.outcome import Moment, Outcome
from companion.referee.referee import SAVING, Referee
from companion.referee.trouble import Trouble
from companion.rules import JUDGE, TABLE, Illegal, KindEntry, Rule, Setup, Words, find_game, games, new_match
from companion.rules.kernel.board import Board, PieceGroup
from companion.rules.kernel.by_hand import HandAct
from companion.rules.kernel.choice_rules import usual
from companion.rules.kernel.sentences import Sentence, in_english
from companion.scenarios.scenario import USUAL_GAME
from companion.scenarios.written import as_yaml, written
from companion.session.running import RunningSession
from companion.session.session import NOTHING_PLAYED, LookRecorder, TableSession
from companion.table.layout import Layout
from companion.table.sightings import Uid
from companion.table.twin import Twin

log = logging.getLogger(__name__)

PATIENCE: Final = 10.0
"""Seconds after which a sender hears that the game does not answer."""
NO_KIT: Final = "none"
NO_NOTES = "The judge's notes on this game cannot be read. The file was set aside: {file}."

Chips = tuple[Mapping[Uid, str], Twin]
"""The chip kind of each tag, and where every chip is."""
ChipsFor = Callable[[Layout, Setup], Chips]


def no_chips(layout: Layout, setup: Setup) -> Chips:
    """What is known of the chips without any readers: nothing."""
    return {}, Twin(layout, {})


class RunningTable(PlayedTable):
    """A table of this device. Its game belongs to its session's thread; whatever is asked for here is answered from
    the newest moment."""

    def __init__(
        self,
        key: str,
        ledger: Ledger,
        board: NoteBoard,
        *,
        layout: Layout | None = None,
        chips: ChipsFor = no_chips,
        signs: DeviceKey | None = None,
        changed: Callable[[], None] = lambda: None,
        recorder: LookRecorder | None = None,
        clock: Callable[[], float] = monotonic,
        folder: Path | None = None,
    ) -> None:
        """`folder` gets the note that a game is under way; `layout` is the table with its readers, if it has any;
        `chips` knows where every chip is when a game begins; `changed` is called when something may be new, by any
        thread."""
        self.board = board
        """What must not be overlooked at this table. Any part of the program may add a note."""
        self.layout = layout
        self.health_of: Callable[[Language], tuple[ReaderStatus, ...]] = lambda language: ()
        """How well the readers work; whoever drives them sets it."""
        self.repairs_of: Callable[[Language], tuple[RepairTold, ...]] = lambda language: ()
        """What should be put right; set likewise."""
        self.moment: Moment | None = None
        """The newest moment that the screens show; None before the first game."""
        self.screens: Screens | None = None
        """The screens of the game. Whoever watches readers and disk may add notes to them."""
        self.session = RunningSession(
            TableSession(layout or Layout("", ()), key, recorder),
            clock=clock,
            sighted=changed,
        )
        self._key = key
        self._ledger = ledger
        self.chips_for = chips
        """Where every chip is when a game begins."""
        self._folder = folder
        self._signs = signs
        self._changed = changed
        self._recorder = recorder
        self._clock = clock
        self._late: LateView[tuple[Playing, ScreenSource, int]] = LateView(
            ledger.path.with_name(f"watching-{key}.json")
        )
        self._jottings = Jottings(None)
        self._last = played_last(ledger, key)
        board.changed = changed
        self.session.lost = self.lost_a_look
        self.session.watch("faces", self._hear)
        self.session.__enter__()

    @property
    def key(self) -> str:
        return self._key

    @property
    def name(self) -> str:
        return (self.layout.name if self.layout else "") or self._key

    def close(self) -> None:
        """End the session's thread."""
        self.session.stop()
        if self._recorder:
            self._recorder.close()

    # -- the game ----------------------------------------------------------------------------------------------

    def resume(self) -> bool:
        """Continue the last game of this table if it is not over, and return whether there was one. Raises
        `LedgerError`."""
        rows = [row for row in self._ledger.games() if row.table == self._key]
        if not rows or rows[-1].over:
            return False
        self._play(lambda: Referee.resume(self._ledger, rows[-1].number, folder=self._folder))
        return True

    def begin(self, setup: Setup, kit: str, title: str, *, judged: bool) -> None:
        """Begin a game. The record of the game before is kept as far as it got."""
        setup.check_names()
        new_match(setup)  # fails here, while the old game still runs
        layout = self._table_for(setup, kit)
        check_names(layout)
        kinds, twin = self.chips_for(layout, setup)
        started = datetime.now().isoformat(timespec="seconds")
        device = self._signs.fingerprint if self._signs else ""

        def begun() -> Referee:
            return Referee.begin(
                self._ledger, setup, layout, kinds, twin,
                judged=judged, title=title, started=started, device=device, table=self._key, folder=self._folder,
            )  # fmt: skip

        self._play(begun)

    def _table_for(self, setup: Setup, kit: str) -> Layout:
        if kit == NO_KIT:
            return Layout("", tuple(seat.name for seat in setup.seats))
        if kit != self._key or self.layout is None or not self.layout.pads:
            raise HallError(Sentence("There is no table called {kit} here.", {"kit": kit}))
        return seated(self.layout, setup)

    def _play(self, game: Callable[[], Referee]) -> None:
        def taken_up() -> Referee:
            referee = game()
            for trouble in referee.troubles:
                self._troubled(trouble)
            referee.report = self._troubled
            log.info("Game %d is played.", referee.saving.game.number)
            return referee

        self.session.play(taken_up).result()

    def _hear(self, moment: Moment) -> None:
        """Bring the screens up to date; in the session's thread."""
        if not moment.unsaved:
            self.board.over(SAVING)
        if self.screens is None or self.moment is None or moment.game != self.moment.game:
            self._jottings = Jottings(self._ledger.path.with_name(f"notes-{moment.game}.json"))
            if aside := self._jottings.aside:
                self.board.add("jottings", Sentence(NO_NOTES, {"file": PurePath(aside.name)}))
            self.screens = Screens(moment, key=self._signs)
        else:
            self.screens.take(moment)
        self.moment = moment
        if playing := self.playing():
            self._late.take((playing, *self.screens.shown(TABLE)), self._clock())
        self._changed()

    def playing(self) -> Playing | None:
        moment = self.moment
        if moment is None:
            return None
        beginning = moment.beginning
        seats = tuple(seat.name for seat in beginning.setup.seats)
        granted = self.screens.granted.point if self.screens and self.screens.granted else None
        over = moment.match.over
        return Playing(moment.game, moment.title, seats, beginning.judged, moment.over, over, moment.undo, granted)

    def screen(self, audience: str, language: Language) -> Screen | None:
        """What an audience sees now; None for one that has no part in this game, such as a seat of the game before."""
        screens = self.screens
        return screens.screen(audience, language) if screens and screens.knows(audience) else None

    def now(self) -> float:
        return self.session.now() if self.moment else 0.0

    def send(self, one: Personal, bringer: str, language: Language) -> Heard:
        try:
            outcome = self.session.send(one, bringer).result(PATIENCE)
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
        assert self.moment is not None
        return Heard(False, refusal.said(language.say), cited(self.moment.match, refusal.rule, language))

    def why_not(self, seat: str, token: str, language: Language) -> Heard:
        if self.screens is None:
            return Heard(False, language.say(NOTHING_PLAYED))
        refused = self.screens.why_not(seat, token, language)
        return Heard(False, *refused) if refused else Heard(True, language.say("You can do this now."))

    def not_allowed(self, seat: str, language: Language) -> tuple[Choice, ...]:
        return self.screens.not_allowed(seat, language) if self.screens else ()

    def previews(self, seat: str, language: Language) -> Mapping[str, Preview]:
        return self.screens.previews(seat, language) if self.screens else {}

    def laid_open(self, language: Language) -> Board:
        if self.screens is None:
            raise HallError(Sentence(NOTHING_PLAYED))
        return self.screens.laid_open(language)

    def by_hand(self, acts: Sequence[HandAct], inside: str, language: Language) -> Edited:
        moment = self._moment()
        return edited(moment.known.get(JUDGE, moment.match), acts, inside, language)

    def written_open(self) -> str:
        return as_yaml(written(self._moment().open.copy()))

    def empty_position(self) -> str:
        game = find_game(self._game())
        return f"{game.empty or game.example}\n" if game.key == USUAL_GAME else f"game: {game.key}\n{game.empty}\n"

    def _moment(self) -> Moment:
        if self.moment is None:
            raise HallError(Sentence(NOTHING_PLAYED))
        return self.moment

    def note(self, text: str) -> None:
        self._jottings.note(text)

    def notes(self) -> tuple[str, ...]:
        return self._jottings.notes

    def recorded(self, since: int) -> Mapping[str, object] | None:
        moment = self.moment
        return links_row(self._ledger.path, moment.game, since, self._signs) if moment else None

    # -- who only watches --------------------------------------------------------------------------------------

    @property
    def delay(self) -> int:
        return self._late.delay

    def set_delay(self, seconds: int) -> None:
        self._late.set_delay(seconds, self._clock())
        self._changed()

    def watched(self, language: Language) -> tuple[Playing, Screen] | None:
        found = self._late.at(self._clock())
        if found is None:
            return None
        playing, source, number = found
        return playing, screen_of(source, language, number)

    # -- what must not be overlooked ---------------------------------------------------------------------------

    def unread(self, language: Language) -> tuple[Unread, ...]:
        return self.board.said(language)

    def warn(self, key: str, what: Sentence, remedy: Sentence | None = None, *, lasting: bool = False) -> None:
        self.board.add(key, what, remedy, lasting=lasting)

    def unwarn(self, key: str) -> None:
        self.board.over(key)

    def mark_read(self, key: str) -> None:
        self.board.read(key)

    def lost_a_look(self, problem: Exception) -> None:
        """The program broke down over a look; in the session's thread."""
        log.error("A look at the table was lost.", exc_info=problem)

    def _troubled(self, trouble: Trouble) -> None:
        """The referee says what went wrong; in the session's thread. What it says may tell what is hidden."""
        what = for_the_log(trouble.what)
        log.error("The referee reports: %s. %s", trouble.about, what, exc_info=trouble.problem)
        if trouble.what.template:
            self.board.add(trouble.about, trouble.what, trouble.remedy)

    # -- its readers and books ---------------------------------------------------------------------------------

    def kits(self, language: Language) -> tuple[NamedChoice, ...]:
        say, layout = language.say, self.layout
        none = NamedChoice(NO_KIT, say("No readers"), say("Players enter their moves on their phones."))
        return (NamedChoice(self._key, say(layout.name) or self._key), none) if layout and layout.pads else (none,)

    def health(self, language: Language) -> tuple[ReaderStatus, ...]:
        return self.health_of(language)

    def repairs(self, language: Language) -> tuple[RepairTold, ...]:
        return self.repairs_of(language)

    def offers(self, language: Language) -> tuple[Offer, ...]:
        usual = self._game()
        known = sorted(games().values(), key=lambda game: game.key != usual)
        return tuple(offer(game, language) for game in known)

    def chips(self, language: Language) -> Mapping[str, KindEntry]:
        game = find_game(self._game())
        words = type(game.words)(language.say, language.several)
        return {
            key: replace(words.entry(entry), kind=words.heading(entry.kind))
            for key, entry in game.encyclopedia().items()
        }

    def looks(self, language: Language) -> Mapping[str, PieceGroup]:
        game = find_game(self._game())
        words = type(game.words)(language.say, language.several)
        return {key: words.chip(key) for key in game.encyclopedia()}

    def decided(self, language: Language) -> Mapping[str, tuple[str, ...]]:
        return self.screens.decided(language) if self.screens else {}

    def scenes(self) -> Mapping[str, tuple[str, ...]]:
        return titles(self._game())

    def scene(self, rule: str, number: int, language: Language) -> Scene:
        return scene(self._game(), rule, number, language)

    def rules(self) -> tuple[Rule, ...]:
        game = find_game(self._game())
        if self.moment is not None:
            return tuple(game.rulebook(self.moment.match.table))
        return tuple(game.rules_for(usual(game, game.offers(in_english))))

    def words(self) -> Words:
        """How the game of this table speaks, in English."""
        return find_game(self._game()).words

    def _game(self) -> str:
        """The game on the table; otherwise the one that was played last here, or else the first that is known."""
        return self.moment.match.game.key if self.moment else self._last


def played_last(ledger: Ledger, table: str) -> str:
    """The game that was begun last at a table, if it is still known here; otherwise the first of all. Raises
    `LedgerError`."""
    rows = [row for row in ledger.games() if row.table == table]
    last = str(ledger.game(rows[-1].number).header.get("game", "")) if rows else ""
    return last if last in games() else next(iter(games()))
