"""The parts of a step of the guide: cards for people, errands for the outside world, and their results.

A step is a generator. It yields a `Card` and is sent what happened meanwhile (somebody said something, a reader looked,
time passed); it yields an `Errand` and is sent the result; and it yields a `Progress` to have it saved. So a step reads
from top to bottom, and knows no port, no file and no clock.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

from companion.app.first_run.progress import FoundPad, Progress
from companion.table.layout import Layout
from companion.table.phrases import NOTHING, Phrase
from companion.table.reader_notices import ReaderNotice
from companion.table.sightings import Look, Uid
from companion.table.station import Poll

R = TypeVar("R")


# -- what people see -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CardChoice:
    """An answer that is offered."""

    word: str
    """What to type. It is the same in every language, so that docs can name it."""
    words: Phrase


class MoveMark(Enum):
    """The result of a test move."""

    PASSED = "pass"
    FAILED = "FAIL"
    UNTRIED = "not tried"


@dataclass(frozen=True, slots=True)
class MoveResult:
    """A line in the list of test results."""

    words: Phrase
    mark: MoveMark = MoveMark.UNTRIED
    advice: Phrase = NOTHING
    """What to do if the move failed."""


@dataclass(frozen=True, slots=True)
class Card:
    """A question, with what is told before it."""

    question: Phrase
    said: tuple[Phrase, ...] = ()
    """What was found, or has just happened."""
    choices: tuple[CardChoice, ...] = ()
    typed: Phrase = NOTHING
    """What else may be typed; `NOTHING` if only the choices count."""
    usual: str = ""
    """The answer if somebody only presses Enter."""
    results: tuple[MoveResult, ...] = ()

    def meant(self, text: str) -> str | None:
        """What somebody meant by a line; None if it does not answer this card."""
        text = " ".join(text.split()) or self.usual
        words = {choice.word for choice in self.choices}
        if text.lower() in words:
            return text.lower()
        return text if self.typed and text else None


AGAIN: Final = CardChoice("again", Phrase("Search again"))
NEXT: Final = CardChoice("next", Phrase("Go on"))
SKIP: Final = CardChoice("skip", Phrase("Leave it out"))
UNDO: Final = CardChoice("undo", Phrase("Undo the last one"))
NOT_UNDERSTOOD: Final = Phrase("That does not answer this question.")


def told(words: str) -> Phrase:
    """A phrase of words that are in no catalogue: names, or what another part of the program has already said."""
    return words if isinstance(words, Phrase) else Phrase("{words}", words=words)


# -- what happens ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TypedLine:
    """Somebody typed a line, or pressed a button."""

    text: str


@dataclass(frozen=True, slots=True)
class Tick:
    """The time now."""

    at: float


Event: TypeAlias = TypedLine | Tick | Look | Poll | ReaderNotice


# -- what is done outside of the guide -------------------------------------------------------------------------


class Errand(Generic[R]):
    """Something that only the outside world can do; `R` is the type of its result."""


@dataclass(frozen=True)
class FoundPads:
    """What answers at the ports."""

    pads: tuple[FoundPad, ...] = ()
    station: str = ""
    """The port of the NFC station; "" if none answers."""
    station_kind: str = ""
    """Which kind of station it is."""
    silent: tuple[Phrase, ...] = ()
    """Why nothing answers at the other ports."""


class FindPads(Errand[FoundPads]):
    """Greet what is at the ports."""


@dataclass(frozen=True)
class Blink(Errand[Phrase]):
    """Let all lamps of the pad at a port blink, or switch them off. The result is what went wrong, or `NOTHING`."""

    port: str
    on: bool


@dataclass(frozen=True)
class GiveNumber(Errand[Phrase]):
    """Let a pad keep this number. The result is what went wrong, or `NOTHING`."""

    port: str
    number: int


@dataclass(frozen=True)
class Listen(Errand[None]):
    """From now on, pass on looks, polls and notices of these readers."""

    layout: Layout


class ReleasePorts(Errand[None]):
    """Close all ports."""


@dataclass(frozen=True)
class KeptTable:
    """The table file that exists already."""

    there: bool = False
    layout: Layout | None = None
    """None if the file describes no table."""
    problems: tuple[Phrase, ...] = ()


class ReadTable(Errand[KeptTable]):
    """Read the table file."""


@dataclass(frozen=True)
class WriteTable(Errand[Phrase]):
    """Write the table file, and keep an existing one beside it. The result is what went wrong, or `NOTHING`."""

    text: str


class Enrolling(Protocol):
    """A box whose chips are being enrolled, as by `companion tags enrol`."""

    @property
    def done(self) -> bool:
        """Whether there is nothing more to do."""
        ...

    def request(self) -> str:
        """A sentence that says which chips to lay down now."""
        ...

    def polled(self, poll: Poll) -> Any:
        """What to say about a poll of the station, line by line."""
        ...

    def typed(self, line: str) -> Any:
        """What to answer to a typed line, line by line."""
        ...

    def summary(self, most: int = 1000) -> Any:
        """How much of the box is enrolled, line by line."""
        ...


class OpenBox(Errand["Enrolling | Phrase"]):
    """Begin or continue to enrol the box. The result is the box, or why this is impossible."""


class KnownChips(Errand[Mapping[Uid, str]]):
    """The names of all chips that have a tag."""


@dataclass(frozen=True)
class NewCode(Errand[str]):
    """A code for the person who sets up games. With `alone`, everybody who joined before must join again."""

    alone: bool


# -- steps -----------------------------------------------------------------------------------------------------

Yielded: TypeAlias = Card | Errand[Any] | Progress
Steps: TypeAlias = Generator[Yielded, Any, R]
Step: TypeAlias = Callable[[Progress], Steps[Progress]]


def ask(card: Card) -> Steps[str]:
    """Show a card until somebody has given one of its choices, or what else may be typed."""
    while True:
        event = yield card
        if isinstance(event, ReaderNotice):
            card = replace(card, said=(event.words,))
        elif isinstance(event, TypedLine):
            word = card.meant(event.text)
            if word is not None:
                return word
            card = replace(card, said=(NOT_UNDERSTOOD,))


def do(errand: Errand[R]) -> Steps[R]:
    """Have an errand done, and return its result."""
    result: R = yield errand
    return result
