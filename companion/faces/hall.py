"""What faces need from the running program: the tables with their games, earlier games, and the books of rules.

Everything here may be called from any thread, and none of it waits for people. `companion.app.hall` implements it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from companion.faces.editing import Edited
from companion.faces.languages import Language
from companion.faces.previews import Preview
from companion.faces.screen import Choice, Cited, Screen
from companion.faces.told_game import GameLine, SeenChip, ToldGame
from companion.ledger import GameRow
from companion.referee.inputs import Personal
from companion.rules import KindEntry, Rule, Setup
from companion.rules.kernel.board import Board, PieceGroup
from companion.rules.kernel.by_hand import HandAct
from companion.rules.kernel.offers import SetupChoice
from companion.rules.kernel.sentences import Sentence, in_english


class HallError(Exception):
    """Something that cannot be done now, in a sentence for the person who wanted it."""

    def __init__(self, template: Sentence) -> None:
        super().__init__(template)
        self.sentence = template

    def said(self, language: Language) -> str:
        """Return why it cannot be done, in a language."""
        return self.sentence.said(language.say)

    def __str__(self) -> str:
        return self.sentence.said(in_english)


@dataclass(frozen=True)
class Playing:
    """The game on the table."""

    number: int
    """The number of the game in the ledger."""
    title: str
    seats: tuple[str, ...]
    judged: bool
    over: bool
    """Whether its record is closed."""
    decided: bool
    """Whether the rules say that it has ended."""
    undo: int | None
    """The point before the last answer; None where there is none."""
    granted: int | None = None
    """The point before what was last taken for granted; None where nothing is."""

    def may_go_back_to(self, point: int) -> bool:
        """Whether going back to this point is still what somebody wished for: the game has not moved on since."""
        return point in (self.undo, self.granted)


class Heard(NamedTuple):
    """What became of something that a person said."""

    accepted: bool
    words: str
    """Why it was refused, or what else people should know; "" if everything is as wanted."""
    rule: Cited | None = None


class NamedChoice(NamedTuple):
    """One of several things to choose from; its key is how it is chosen."""

    key: str
    name: str
    note: str = ""


@dataclass(frozen=True)
class Offer:
    """What may be chosen for a new game."""

    game: str
    title: str
    seats: tuple[int, ...]
    """The possible numbers of players."""
    choices: tuple[SetupChoice, ...] = ()
    """What else there is to choose."""
    rules: Mapping[str, Cited] = field(default_factory=dict)
    """The rules that the choices are about, by key."""


@dataclass(frozen=True)
class Replayed:
    """A game as it was after one of its entries."""

    at: int
    last: int
    """The newest entry that the asker may see."""
    before: int
    """The nearest earlier entry at which something was said, or the table changed."""
    after: int
    """The nearest later entry of that sort; this one if there is none."""
    board: Board
    happened: tuple[str, ...]
    asks: str
    seconds: float | None = None
    note: str = ""
    """Why later entries cannot be shown."""


class Verified(NamedTuple):
    """The result of checking a record."""

    state: str
    """`whole`, `incomplete` or `wrong`."""
    head: str
    lines: tuple[str, ...]


class ReaderStatus(NamedTuple):
    """The state of a reader; never what it has read."""

    name: str
    state: str
    """`good`, `weak` or `lost`."""
    words: str
    owner: str = ""
    """The seat in front of which it is; "" in the middle."""
    label: str = ""
    """What stands for it in a drawing of the table."""


class RepairTold(NamedTuple):
    """Something that should be put right, and how."""

    what: str
    remedy: str


class Unread(NamedTuple):
    """A note that stands on display and pages until somebody has read it."""

    key: str
    words: str
    """What happened."""
    remedy: str
    """What to do about it; "" where nothing can be done."""
    when: str
    lasting: bool = False
    """Whether it stands for as long as what it tells of lasts, whoever has read it."""

    @property
    def whole(self) -> str:
        """All of it in one line.

        >>> Unread("pages", "A page could not be shown.", "Load it again.", "14:05").whole
        '14:05: A page could not be shown. Load it again.'
        """
        return f"{self.when}: {self.words} {self.remedy}".strip()


@dataclass(frozen=True)
class Tried:
    """What would happen if certain answers were given in a position."""

    picture: tuple[str, ...]
    asks: str
    rule: Cited | None
    options: tuple[Choice, ...]
    steps: tuple[TriedStep, ...]
    problem: str = ""
    """Why the position cannot be read."""
    edited: Edited | None = None
    """The position with what was changed by hand; once an answer was tried, the table after it."""
    position: str = ""
    """The position with what was changed by hand, as people write it."""
    reached: str = ""
    """The position after the answers that were accepted."""


class ByItself(NamedTuple):
    """A step before a tried answer that happened without anybody deciding it."""

    said: str
    why: str
    happened: tuple[str, ...]


@dataclass(frozen=True)
class TriedStep:
    """One answer that was tried."""

    token: str
    accepted: bool
    happened: tuple[str, ...]
    """What happened because of the answer itself."""
    why: str = ""
    rule: Cited | None = None
    rulings: tuple[str, ...] = ()
    seat: str = ""
    """The seat that gave it."""
    by_itself: tuple[ByItself, ...] = ()
    """What happened before it without anybody saying anything."""


class SceneStep(NamedTuple):
    """A step of a scene."""

    seat: str
    said: str
    happened: tuple[str, ...]
    why_refused: str = ""
    """Why it was refused; "" if it was accepted."""


class Scene(NamedTuple):
    """A rule as it is played: a scenario, step by step."""

    title: str
    before: Board
    after: Board
    steps: tuple[SceneStep, ...]
    asks: str


class PlayedTable(Protocol):
    """One table of this device, as its faces see it."""

    @property
    def key(self) -> str:
        """Its id among the tables of this device. It stands in roles, streams, API and records."""
        ...

    @property
    def name(self) -> str:
        """What people call it."""
        ...

    # -- its game ----------------------------------------------------------------------------------------------

    def playing(self) -> Playing | None:
        """Return the game on the table, also for a while after its end; None if there is none."""
        ...

    def screen(self, audience: str, language: Language) -> Screen | None:
        """Return the game as an audience may see it now: `table`, a seat, or `judge`."""
        ...

    def now(self) -> float:
        """Return the time on the table's clock, which running clocks count by."""
        ...

    def send(self, one: Personal, bringer: str, language: Language) -> Heard:
        """Pass on what somebody says; the time is set here."""
        ...

    def why_not(self, seat: str, token: str, language: Language) -> Heard:
        """Return whether this seat could say this now, and if not, why."""
        ...

    def not_allowed(self, seat: str, language: Language) -> tuple[Choice, ...]:
        """Return what a player might think of but cannot do now; `why_not` explains each of them."""
        ...

    def previews(self, seat: str, language: Language) -> Mapping[str, Preview]:
        """Return what each answer that this seat may give would lead to, by the answers."""
        ...

    def begin(self, setup: Setup, kit: str, title: str, *, judged: bool) -> None:
        """Begin a new game. Raises `HallError`, `SetupError` or `LedgerError`."""
        ...

    def laid_open(self, language: Language) -> Board:
        """Return the board with all that is known of hidden chips. Only after a `Looked` of the asker was accepted."""
        ...

    def by_hand(self, acts: Sequence[HandAct], inside: str, language: Language) -> Edited:
        """Return the table as the judge may know it, changed by hand. Nothing is done with it. Raises `HallError`."""
        ...

    def written_open(self) -> str:
        """Return the game as it stands, with all that is known of hidden chips, as a position. Only after a `Looked` of
        the asker was accepted. Raises `HallError`."""
        ...

    def empty_position(self) -> str:
        """Return a position of this table's game with nothing in front of anybody."""
        ...

    def note(self, text: str) -> None:
        """Keep a note of the judge."""
        ...

    def notes(self) -> tuple[str, ...]:
        """Return the judge's notes on this game."""
        ...

    def recorded(self, since: int) -> Mapping[str, object] | None:
        """How far the record of the game on the table has come, signed by this device; and how it goes on after so many
        entries, as openapi.json tells it. None where nothing is played. Raises `LedgerError`."""
        ...

    # -- who only watches --------------------------------------------------------------------------------------

    @property
    def delay(self) -> int:
        """By how many seconds spectators see the table late."""
        ...

    def set_delay(self, seconds: int) -> None:
        """Let spectators be late by so many seconds from now on."""
        ...

    def watched(self, language: Language) -> tuple[Playing, Screen] | None:
        """Return the game as spectators may see it now, late by `delay`; None if there is nothing to be seen yet."""
        ...

    # -- what must not be overlooked ---------------------------------------------------------------------------

    def unread(self, language: Language) -> tuple[Unread, ...]:
        """The notes that nobody has read: those that last, then the newest first. For everybody at this table."""
        ...

    def warn(self, key: str, what: Sentence, remedy: Sentence | None = None, *, lasting: bool = False) -> None:
        """Everybody at the table should know this: it stands on display and pages until somebody has read it or, if it
        is `lasting`, until `unwarn`."""
        ...

    def unwarn(self, key: str) -> None:
        """This need not be read any more."""
        ...

    def mark_read(self, key: str) -> None:
        """Somebody at the table has read this note."""
        ...

    # -- its readers and books ---------------------------------------------------------------------------------

    def kits(self, language: Language) -> tuple[NamedChoice, ...]:
        """Return the kits that a game can be played with here."""
        ...

    def health(self, language: Language) -> tuple[ReaderStatus, ...]:
        """Return the state of each reader."""
        ...

    def repairs(self, language: Language) -> tuple[RepairTold, ...]:
        """Return what should be put right at this table and at the device itself."""
        ...

    def offers(self, language: Language) -> tuple[Offer, ...]:
        """Return the games that can be begun, the one that this table plays first."""
        ...

    def chips(self, language: Language) -> Mapping[str, KindEntry]:
        """Return the encyclopedia in a language, by the keys of the chips."""
        ...

    def looks(self, language: Language) -> Mapping[str, PieceGroup]:
        """Return how each chip of the encyclopedia looks, by their keys."""
        ...

    def rules(self) -> tuple[Rule, ...]:
        """Return the index of the rules."""
        ...

    def decided(self, language: Language) -> Mapping[str, tuple[str, ...]]:
        """Return what was ruled lately in the game on this table, by the keys of the rules; the newest first."""
        ...

    def scenes(self) -> Mapping[str, tuple[str, ...]]:
        """Return the titles of the scenes that show a rule as it is played, by the keys of the rules."""
        ...

    def scene(self, rule: str, number: int, language: Language) -> Scene:
        """Return a scene of a rule. Raises `HallError` if there is none."""
        ...


class Hall(Protocol):
    """The running program, as faces see it."""

    @property
    def tables(self) -> Mapping[str, PlayedTable]:
        """The tables of this device by their ids, the first one being the usual one."""
        ...

    def table(self, key: str = "") -> PlayedTable:
        """Return the table with this id; without one, the first. Raises KeyError."""
        ...

    def subscribe(self, name: str, listener: Callable[[], None]) -> None:
        """Call `listener` whenever something may be new. It must be quick."""
        ...

    def part_broke(self, part: str) -> None:
        """A part of the program broke down over something, and goes on: a note at each table says so. It has logged
        why."""
        ...

    def read_changes(self, text: str) -> Mapping[str, object]:
        """Read a correction as people write it, with the keys of a position. Raises `HallError`."""
        ...

    # -- what was played ---------------------------------------------------------------------------------------

    def games(self) -> list[GameRow]:
        """Return all games of the ledger. Raises `LedgerError`."""
        ...

    def replay(self, number: int, at: int | None, audience: str, language: Language) -> Replayed:
        """Return a game as it was after entry `at`, by default the last. Raises `LedgerError` or `HallError`."""
        ...

    def told(self, number: int, audience: str, language: Language) -> ToldGame:
        """Return a whole game as it is told. Raises `LedgerError` or `HallError`."""
        ...

    def seen(self, number: int, at: int | None, audience: str, language: Language) -> tuple[SeenChip, ...]:
        """Return what the readers saw between the change before entry `at` and that entry; nothing while that is kept
        back. Raises `LedgerError` or `HallError`."""
        ...

    def lines(self, language: Language) -> list[GameLine]:
        """Return all games of the ledger as a list tells them. Raises `LedgerError`."""
        ...

    def position_at(self, number: int, at: int | None, audience: str) -> str:
        """Return a game as it was after entry `at`, as a position. Raises `LedgerError` or `HallError`."""
        ...

    def export(self, number: int, audience: str) -> str:
        """Return a game's record as text, for an audience. Raises `LedgerError`."""
        ...

    def bug_report(self, table: str, languages: Mapping[str, Language]) -> bytes:
        """Return what helps to find a mistake, as a zip file: nothing in it is hidden from anybody at that table."""
        ...

    def verify(self, number: int, audience: str, kept: str, language: Language) -> Verified:
        """Is it as it was written, and was it played by the rules? `kept` is a head or a checkpoint that somebody kept.
        Raises `LedgerError`, and `HallError` if `kept` is neither."""
        ...

    @property
    def device(self) -> str:
        """The fingerprint of this device's key; "" where it has none."""
        ...

    # -- the books ---------------------------------------------------------------------------------------------

    def what_if(
        self, position: str, answers: str, language: Language, acts: Sequence[HandAct] = (), inside: str = ""
    ) -> Tried:
        """Return what is legal in a position that was changed by hand, and what these answers would do."""
        ...
