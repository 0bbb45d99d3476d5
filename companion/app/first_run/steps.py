"""What a step of the guide is made of: cards for people, errands for the rim, and what comes back.

A step is a generator. It yields a `Card` and is sent what happened meanwhile (somebody said something, a reader looked,
time passed); it yields an `Errand` and is sent what came of it; and it yields a `Progress` to have it kept. So a step
reads from top to bottom, and knows no port, no file and no clock.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

from companion.app.first_run.progress import FoundPad, Progress
from companion.table.layout import Layout
from companion.table.phrases import NOTHING, Phrase
from companion.table.sightings import Look, Uid
from companion.table.station import Poll
from companion.table.told import Notice

R = TypeVar("R")


# -- what people see -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that may be said."""

    word: str
    """What is typed; the same in every language, so that the pages may name it."""
    words: Phrase


class Mark(Enum):
    """How a move of the test went."""

    PASSED = "pass"
    FAILED = "FAIL"
    UNTRIED = "not tried"


@dataclass(frozen=True, slots=True)
class Result:
    """A line of the test's list."""

    words: Phrase
    mark: Mark = Mark.UNTRIED
    advice: Phrase = NOTHING
    """What to do where it failed."""


@dataclass(frozen=True, slots=True)
class Card:
    """What is asked, and what is told beside it."""

    question: Phrase
    said: tuple[Phrase, ...] = ()
    """What was found, or has just happened."""
    choices: tuple[Choice, ...] = ()
    typed: Phrase = NOTHING
    """What else may be typed; nothing where only the choices count."""
    usual: str = ""
    """What counts where somebody only presses Enter."""
    results: tuple[Result, ...] = ()

    def meant(self, text: str) -> str | None:
        """What somebody meant by a line; None where it is no answer to this card."""
        text = " ".join(text.split()) or self.usual
        words = {choice.word for choice in self.choices}
        if text.lower() in words:
            return text.lower()
        return text if self.typed and text else None


AGAIN: Final = Choice("again", Phrase("Look again"))
NEXT: Final = Choice("next", Phrase("Go on"))
SKIP: Final = Choice("skip", Phrase("Leave it out"))
UNDO: Final = Choice("undo", Phrase("Take the last one back"))
NOT_UNDERSTOOD: Final = Phrase("That is no answer to this question.")


def told(words: str) -> Phrase:
    """Words that stand in no catalogue: names, or what another part of the program has said already."""
    return words if isinstance(words, Phrase) else Phrase("{words}", words=words)


# -- what happens ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Said:
    """Somebody typed a line, or pressed a button."""

    text: str


@dataclass(frozen=True, slots=True)
class Tick:
    """So late it is."""

    at: float


Event: TypeAlias = Said | Tick | Look | Poll | Notice


# -- what is to be done at the rim -----------------------------------------------------------------------------


class Errand(Generic[R]):
    """Something that only the rim can do; `R` is what comes of it."""


@dataclass(frozen=True)
class Found:
    """Who answers at the ports."""

    pads: tuple[FoundPad, ...] = ()
    station: str = ""
    """Where the NFC station is; empty where none answers."""
    silent: tuple[Phrase, ...] = ()
    """Why nobody answers at the other ports."""


class FindPads(Errand[Found]):
    """Greet whoever is at the ports."""


@dataclass(frozen=True)
class Blink(Errand[Phrase]):
    """Let all lamps of the pad at a port blink, or burn no more. What is wrong, or nothing."""

    port: str
    on: bool


@dataclass(frozen=True)
class GiveNumber(Errand[Phrase]):
    """The pad keeps this number. What is wrong, or nothing."""

    port: str
    number: int


@dataclass(frozen=True)
class Listen(Errand[None]):
    """From now on looks, polls and notices come from these readers."""

    layout: Layout


class Rest(Errand[None]):
    """Leave all ports in peace."""


@dataclass(frozen=True)
class Kept:
    """The table file that is there already."""

    there: bool = False
    layout: Layout | None = None
    """None where it describes no table."""
    problems: tuple[Phrase, ...] = ()


class ReadTable(Errand[Kept]):
    """Look at the table file."""


@dataclass(frozen=True)
class WriteTable(Errand[Phrase]):
    """Write it; one that is there is kept beside it. What is wrong, or nothing."""

    text: str


class Enrolling(Protocol):
    """A box on its way into the registry: `companion tags enroll`, at another desk."""

    @property
    def done(self) -> bool:
        """Whether there is nothing more to do."""
        ...

    def request(self) -> str:
        """What is to be laid down now."""
        ...

    def polled(self, poll: Poll) -> Any:
        """What is to be said to a poll, line by line."""
        ...

    def typed(self, line: str) -> Any:
        """What is to be said to somebody who typed this, line by line."""
        ...

    def summary(self, most: int = 1000) -> Any:
        """How far it is, line by line."""
        ...


class OpenBox(Errand["Enrolling | Phrase"]):
    """Begin or go on to enrol the box; or why that cannot be."""


class KnownChips(Errand[Mapping[Uid, str]]):
    """The names of all chips that have a tag."""


@dataclass(frozen=True)
class NewCode(Errand[str]):
    """A code for whoever sets up games. `alone`: whoever has joined before must join anew."""

    alone: bool


# -- steps -----------------------------------------------------------------------------------------------------

Yielded: TypeAlias = Card | Errand[Any] | Progress
Steps: TypeAlias = Generator[Yielded, Any, R]
Step: TypeAlias = Callable[[Progress], Steps[Progress]]


def ask(card: Card) -> Steps[str]:
    """Until somebody has answered: one of the choices, or what may be typed besides."""
    while True:
        event = yield card
        if isinstance(event, Notice):
            card = replace(card, said=(event.words,))
        elif isinstance(event, Said):
            word = card.meant(event.text)
            if word is not None:
                return word
            card = replace(card, said=(NOT_UNDERSTOOD,))


def do(errand: Errand[R]) -> Steps[R]:
    """Have it done."""
    result: R = yield errand
    return result
