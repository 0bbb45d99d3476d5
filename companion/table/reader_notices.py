"""What a link to a pad reports besides looks, and how it is worded for people."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final, TypeAlias

from companion.table.messages import VERSION, ErrorReason, Hello, LookState, Refused, Reply, Request
from companion.table.phrases import NOTHING, Phrase
from companion.table.sightings import Look

ERRORS: Final = {
    LookState.OK: "",
    LookState.MORE: "more tags than a pad can list",
    LookState.PART: "something disturbed the look",
    LookState.FAIL: "the reader did not answer",
}
CAUSES: Final = {
    "P": Phrase("power on"),
    "B": Phrase("power too low"),
    "E": Phrase("reset line"),
    "W": Phrase("watchdog"),
}


@dataclass(slots=True)
class LineStatistics:
    """What has happened on the line."""

    lines: int = 0
    """Good lines."""
    damaged: int = 0
    """Damaged lines, including the two below."""
    long: int = 0
    nonsense: int = 0
    refused: int = 0
    """Lines of ours that reached the pad damaged."""
    late: int = 0
    """Replies that nobody was waiting for any more."""
    repeats: int = 0
    """Requests that were sent again."""
    timeouts: int = 0
    given_up: int = 0
    restarts: int = 0
    """Restarts that the pad reported."""

    def __str__(self) -> str:
        """Return the counters that are not 0."""
        return ", ".join(f"{field.name} {value}" for field in fields(self) if (value := getattr(self, field.name)))


@dataclass(frozen=True, slots=True)
class ReaderNotice:
    """Something that people should know."""

    at: float
    about: str
    """The reader, as in `Look`, or `pad 2`."""
    words: Phrase
    trouble: bool
    """False if all is well, or well again."""


@dataclass(frozen=True, slots=True)
class RequestDone:
    """The end of a request."""

    at: float
    request: Request
    reply: Reply | None
    """None if the pad did not answer."""


Told: TypeAlias = Look | RequestDone | ReaderNotice


@dataclass(frozen=True, slots=True)
class PadWords:
    """The sentences about one pad, with what to do."""

    port: str
    number: int | None

    @property
    def pad(self) -> Phrase:
        """The pad's name, inside a sentence."""
        return (
            Phrase("pad {number}", number=self.number) if self.number else Phrase("the pad on {port}", port=self.port)
        )

    @property
    def named(self) -> Phrase:
        """The pad's name, at the beginning of a sentence."""
        return (
            Phrase("Pad {number}", number=self.number) if self.number else Phrase("The pad on {port}", port=self.port)
        )

    def there(self, hello: Hello, slow: bool) -> Phrase:
        """The pad is connected and works."""
        count = len(hello.chips)
        readers = Phrase("{count} readers", count=count) if count > 1 else Phrase("1 reader")
        fine = Phrase(
            "{pad} is connected: firmware {firmware}, {readers}.",
            pad=self.named,
            firmware=hello.firmware,
            readers=readers,
        )
        if not slow:
            return fine
        return Phrase("{fine} The connection is poor, so it runs slowly: try another cable.", fine=fine)

    def silent(self) -> Phrase:
        """Nothing answers."""
        pad = Phrase("Pad {number} on {port}", number=self.number, port=self.port) if self.number else self.named
        return Phrase(
            "{pad} does not answer. Does it have power? Press its reset button; if that does not help, flash it "
            "with `companion pads flash {port}`.",
            pad=pad,
            port=self.port,
        )

    def restarted(self, letters: str) -> Phrase:
        """The pad has restarted, by itself or because somebody pressed the button."""
        why = tuple(CAUSES[letter] for letter in letters) or Phrase("cause unknown")
        return Phrase("{pad} has restarted ({why}).", pad=self.named, why=why)

    def reader_silent(self, index: int) -> Phrase:
        """The pad answers, but one of its readers does not."""
        return Phrase(
            "Reader {index} of {pad} does not answer. Check its wires; the pad goes on trying.",
            index=index,
            pad=self.pad,
        )

    def reader_back(self, index: int) -> Phrase:
        """That reader answers again."""
        return Phrase("Reader {index} of {pad} answers again.", index=index, pad=self.pad)

    def no_reader(self, index: int, readers: int) -> Phrase:
        """The pad was built with fewer readers."""
        return Phrase(
            "{pad} has no reader {index}, only {readers}, but the table has a spot for it.",
            pad=self.named,
            index=index,
            readers=readers,
        )

    def unfit(self, reply: Reply) -> Phrase:
        """Say why this is not the pad that is wanted; "" if it is."""
        port, wanted = self.port, self.number
        match reply:
            case Hello(version=theirs) | Refused(ErrorReason.VERSION, int(theirs)) if theirs != VERSION:
                return Phrase(
                    "The pad on {port} speaks protocol {theirs}, this companion speaks {ours}: flash it with "
                    "`companion pads flash {port}`.",
                    port=port,
                    theirs=theirs,
                    ours=VERSION,
                )
            case Hello(number=number) if wanted is None or number == wanted:
                return NOTHING
            case Hello(number=0):
                return Phrase(
                    "The pad on {port} has no number yet; the table has pad {wanted} there: give it this number with "
                    "`companion pads number {port} {wanted}`.",
                    port=port,
                    wanted=wanted,
                )
            case Hello(number=number):
                return Phrase(
                    "The pad on {port} is pad {number}, but the table has pad {wanted} there: plug in that one, or "
                    "give it this number with `companion pads number {port} {wanted}`.",
                    port=port,
                    number=number,
                    wanted=wanted,
                )
        return Phrase(
            "The pad on {port} does not understand this companion: flash it with `companion pads flash {port}`.",
            port=port,
        )
