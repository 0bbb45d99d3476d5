"""What a link to a pad has to tell, besides looks; and how it says it to people."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final, TypeAlias

from companion.table.messages import VERSION, Hello, Refused, Reply, Request, State, Why
from companion.table.sightings import Look

ERRORS: Final = {
    State.OK: "",
    State.MORE: "more tags than a pad can list",
    State.PART: "something disturbed the look",
    State.FAIL: "the reader did not answer",
}
CAUSES: Final = {"P": "power on", "B": "power too low", "E": "reset line", "W": "watchdog"}


@dataclass(slots=True)
class Counters:
    """What happened on the line."""

    lines: int = 0
    """Good ones."""
    damaged: int = 0
    """Lines, with the two below."""
    long: int = 0
    nonsense: int = 0
    refused: int = 0
    """Lines of ours that came to the pad damaged."""
    late: int = 0
    """Replies that nobody waited for any more."""
    repeats: int = 0
    """Requests sent again."""
    timeouts: int = 0
    given_up: int = 0
    restarts: int = 0
    """Of the pad, that it told."""

    def __str__(self) -> str:
        """Those that are not 0."""
        return ", ".join(f"{field.name} {value}" for field in fields(self) if (value := getattr(self, field.name)))


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that people should know."""

    at: float
    about: str
    """The reader, as in `Look`, or `pad 2`."""
    words: str
    trouble: bool
    """False where all is well, or is well again."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A request has come to its end."""

    at: float
    request: Request
    reply: Reply | None
    """None where the pad did not answer."""


Told: TypeAlias = Look | Answer | Notice


@dataclass(frozen=True, slots=True)
class Words:
    """What is said of one pad, and what to do about it."""

    port: str
    number: int | None

    @property
    def pad(self) -> str:
        """Its name."""
        return f"pad {self.number}" if self.number else f"the pad on {self.port}"

    def there(self, hello: Hello, slow: bool) -> str:
        """All is well."""
        readers = f"{len(hello.chips)} readers" if len(hello.chips) > 1 else "1 reader"
        badly = " The line is bad, so it speaks slowly: try another cable." if slow else ""
        return f"{upper(self.pad)} is there: firmware {hello.firmware}, {readers}.{badly}"

    def silent(self) -> str:
        """Nobody answers."""
        pad = f"Pad {self.number} on {self.port}" if self.number else f"The pad on {self.port}"
        flash = f"flash it with `companion pads flash {self.port}`"
        return f"{pad} does not answer. Has it power? Press its reset button; if that does not help, {flash}."

    def restarted(self, letters: str) -> str:
        """By itself, or somebody pressed the button."""
        why = ", ".join(CAUSES[letter] for letter in letters) or "it does not know why"
        return f"{upper(self.pad)} has restarted ({why})."

    def reader_silent(self, index: int) -> str:
        """The pad answers, its reader does not."""
        return f"Reader {index} of {self.pad} does not answer. Check its wires; the pad goes on trying."

    def reader_back(self, index: int) -> str:
        """It does again."""
        return f"Reader {index} of {self.pad} answers again."

    def no_reader(self, index: int, readers: int) -> str:
        """The pad was built with fewer."""
        return f"{upper(self.pad)} has no reader {index}, only {readers}, but the table has a spot for it."

    def unfit(self, reply: Reply) -> str:
        """Why this is not the pad that is wanted; empty where it is."""
        flash = f"flash it with `companion pads flash {self.port}`."
        give = f"with `companion pads number {self.port} {self.number}`."
        match reply:
            case Hello(version=theirs) | Refused(Why.VERSION, int(theirs)) if theirs != VERSION:
                return f"The pad on {self.port} speaks protocol {theirs}, this companion speaks {VERSION}: {flash}"
            case Hello(number=number) if self.number is None or number == self.number:
                return ""
            case Hello(number=0):
                wanted = f"the table has pad {self.number} there: give it this number"
                return f"The pad on {self.port} has no number yet; {wanted} {give}"
            case Hello(number=number):
                wanted = f"the table has pad {self.number} there: plug in that one, or give it this number"
                return f"The pad on {self.port} is pad {number}, but {wanted} {give}"
        return f"The pad on {self.port} does not understand this companion: {flash}"


def upper(words: str) -> str:
    """At the beginning of a sentence."""
    return words[:1].upper() + words[1:]
