"""What faces need from the running program: the game that is played, the games that were, and the books of rules.

Everything here may be called from any thread, and nothing of it waits for people. `companion.app.hall` is the real one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from companion.faces.languages import Language
from companion.faces.screen import Choice, Cited, Screen
from companion.ledger import GameRow
from companion.referee.inputs import Personal
from companion.rules import Entry, Rule, Setup
from companion.rules.kernel.board import Board
from companion.rules.kernel.sentences import Sentence, in_english


class HallError(Exception):
    """Something that cannot be done now, in a sentence for the person who wanted it."""

    def __init__(self, template: Sentence) -> None:
        super().__init__(template)
        self.sentence = template

    def said(self, language: Language) -> str:
        """Why not."""
        return self.sentence.said(language.say)

    def __str__(self) -> str:
        return self.sentence.said(in_english)


@dataclass(frozen=True)
class Playing:
    """The game on the table."""

    number: int
    """In the ledger."""
    title: str
    seats: tuple[str, ...]
    judged: bool
    over: bool
    """Whether its record is closed."""
    decided: bool
    """Whether the rules say that it has ended."""
    undo: int | None
    """The point before the last answer; None where there is none."""


class Heard(NamedTuple):
    """What became of something that a person said."""

    accepted: bool
    words: str
    """Why not; or what else is to be known. "" where all is as wanted."""
    rule: Cited | None = None


class Named(NamedTuple):
    """Something to choose, by its key."""

    key: str
    name: str
    note: str = ""


@dataclass(frozen=True)
class Offer:
    """What may be chosen for a new game."""

    game: str
    title: str
    seats: tuple[int, ...]
    """How many may play."""
    characters: tuple[Named, ...] = ()
    banks: tuple[Named, ...] = ()
    """Recommended ones."""
    stacks: tuple[Named, ...] = ()
    """What a bank may be chosen from."""
    stacks_chosen: int = 0
    """How many of them a bank takes."""


@dataclass(frozen=True)
class Replayed:
    """A game as it stood after an entry."""

    at: int
    last: int
    """The newest entry that may be shown to the asker."""
    before: int
    """The nearest entry before this one at which something was told, or the table came to look another way."""
    after: int
    """And behind it; where there is none, this one."""
    board: Board
    happened: tuple[str, ...]
    asks: str
    seconds: float | None = None
    note: str = ""
    """Why it cannot be shown further."""


class Verified(NamedTuple):
    """What became of a check."""

    sound: bool
    head: str
    lines: tuple[str, ...]


class Reader(NamedTuple):
    """How a reader does; it never says what was read."""

    name: str
    state: str
    """`good`, `weak` or `lost`."""
    words: str


@dataclass(frozen=True)
class Tried:
    """What would come of answers in a position."""

    picture: tuple[str, ...]
    asks: str
    rule: Cited | None
    options: tuple[Choice, ...]
    steps: tuple[Step, ...]
    problem: str = ""
    """Why the position cannot be read."""


@dataclass(frozen=True)
class Step:
    """One answer that was tried."""

    token: str
    accepted: bool
    happened: tuple[str, ...]
    why: str = ""
    rule: Cited | None = None
    rulings: tuple[str, ...] = ()


class Hall(Protocol):
    """The running program, as faces see it."""

    # -- the game on the table ---------------------------------------------------------------------------------

    def playing(self) -> Playing | None:
        """What is played; also for a while after its end. None where nothing is."""
        ...

    def screen(self, audience: str, language: Language) -> Screen | None:
        """The game as an audience may see it now: `table`, a seat, or `judge`."""
        ...

    def now(self) -> float:
        """What the table's clock says, for clocks that run."""
        ...

    def subscribe(self, name: str, listener: Callable[[], None]) -> None:
        """Call this whenever something may be new. It must be quick."""
        ...

    def send(self, one: Personal, bringer: str, language: Language) -> Heard:
        """Somebody says something; its moment is set here."""
        ...

    def why_not(self, seat: str, token: str, language: Language) -> Heard:
        """Whether this seat could say this now, and why not."""
        ...

    def not_allowed(self, seat: str, language: Language) -> tuple[Choice, ...]:
        """What this seat may think of and cannot do now: of each `why_not` tells why."""
        ...

    def begin(self, setup: Setup, kit: str, title: str, *, judged: bool) -> None:
        """A new game. Raises `HallError`, `SetupError` or `LedgerError`."""
        ...

    def read_changes(self, text: str) -> Mapping[str, object]:
        """A correction as people write it, in the keys of a position. Raises `HallError`."""
        ...

    def laid_open(self, language: Language) -> Board:
        """All that is known of what is hidden. Only for somebody whose `Looked` has just been accepted."""
        ...

    def note(self, text: str) -> None:
        """The judge writes something down."""
        ...

    def notes(self) -> tuple[str, ...]:
        """What the judge has written down of this game."""
        ...

    # -- what may be played ------------------------------------------------------------------------------------

    def offers(self, language: Language) -> tuple[Offer, ...]:
        """The games that may be begun."""
        ...

    def kits(self, language: Language) -> tuple[Named, ...]:
        """The tables that there are."""
        ...

    def health(self, language: Language) -> tuple[Reader, ...]:
        """How each reader does."""
        ...

    # -- what was played ---------------------------------------------------------------------------------------

    def games(self) -> list[GameRow]:
        """All games of the ledger. Raises `LedgerError`."""
        ...

    def replay(self, number: int, at: int | None, audience: str, language: Language) -> Replayed:
        """A game after an entry; None for the last. Raises `LedgerError` or `HallError`."""
        ...

    def export(self, number: int, audience: str) -> str:
        """A game's record as text, for an audience. Raises `LedgerError`."""
        ...

    def verify(self, number: int, audience: str, head: str, language: Language) -> Verified:
        """Is it as it was written, and was it played by the rules? Raises `LedgerError`."""
        ...

    # -- the books ---------------------------------------------------------------------------------------------

    def chips(self, language: Language) -> Mapping[str, Entry]:
        """The encyclopedia, in a language."""
        ...

    def rules(self) -> tuple[Rule, ...]:
        """The index of the rules."""
        ...

    def what_if(self, position: str, tokens: tuple[str, ...], language: Language) -> Tried:
        """What is legal in a position, and what would come of these answers."""
        ...
