"""What host and pad say to each other, as values. `firmware/PROTOCOL.md` describes the words on the wire."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from itertools import pairwise
from typing import Any, Final, NamedTuple, TypeAlias

from companion.table.layout import MOST_READERS
from companion.table.sightings import Uid
from companion.table.wire import HOST, PAD, UNASKED, Damaged, Flaw, WireLine, write_line

VERSION: Final = 1
"""The version of the protocol that this host uses."""
MOST_TAGS: Final = 5
"""The most tags that a pad can list."""
COUNTER_STOPS: Final = 65535
MOST_SECONDS: Final = 2**32 - 1
HIGHEST_NUMBER: Final = 99
"""The highest number that a pad can have."""


class LookState(Enum):
    """How a look ended."""

    OK = "OK"
    MORE = "MORE"
    PART = "PART"
    FAIL = "FAIL"


class Lamp(Enum):
    """What a reader's lamp should do."""

    OFF = "0"
    ON = "1"
    BLINKING = "2"


class ReaderState(Enum):
    """The state of a reader."""

    OK = "OK"
    HUNG = "HUNG"
    """Its last look failed."""
    NONE = "NONE"
    """It has not answered since the pad restarted."""


class SelfTestVerdict(Enum):
    """The result of a reader's self-test."""

    PASS = "PASS"
    CLONE = "CLONE"
    """It works, but it is not an NXP chip."""
    FAIL = "FAIL"


class ErrorReason(Enum):
    """Why a pad refuses a line."""

    CRC = "CRC"
    LONG = "LONG"
    WORD = "WORD"
    FIELDS = "FIELDS"
    READER = "READER"
    VERSION = "VERSION"
    EEPROM = "EEPROM"
    DEAD = "DEAD"


# -- what the host says ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hi:
    """Ask the pad who it is."""

    version: int = VERSION


@dataclass(frozen=True, slots=True)
class Scan:
    """Let a reader look once."""

    reader: int


@dataclass(frozen=True, slots=True)
class Last:
    """Ask for the result of the last look again, with the whole list."""

    reader: int


@dataclass(frozen=True, slots=True)
class Health:
    """Ask how the pad, or one of its readers, is doing."""

    reader: int | None = None


@dataclass(frozen=True, slots=True)
class Led:
    """Set a lamp."""

    reader: int
    lamp: Lamp


@dataclass(frozen=True, slots=True)
class Num:
    """Give the pad this number from now on."""

    number: int


@dataclass(frozen=True, slots=True)
class SelfTest:
    """Run a reader's self-test."""

    reader: int


@dataclass(frozen=True, slots=True)
class Reset:
    """Reset a reader."""

    reader: int
    hard: bool = False


Request: TypeAlias = Hi | Scan | Last | Health | Led | Num | SelfTest | Reset

# -- what the pad says -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Introduction:
    """What a pad says about itself."""

    version: int
    firmware: str
    number: int
    """The pad's number; 0 if it was never set."""
    chips: tuple[str | None, ...]
    """The version register of each reader; None for a reader that does not answer."""
    cause: str
    """Why it last restarted: letters as in the protocol, or ""."""


@dataclass(frozen=True, slots=True)
class Hello(Introduction):
    """The pad answers a greeting."""


@dataclass(frozen=True, slots=True)
class Boot(Introduction):
    """The pad has restarted, and says so without being asked."""


@dataclass(frozen=True, slots=True)
class SeenReply:
    """A look, as changes to the list before it."""

    reader: int
    count: int
    state: LookState
    gone: tuple[Uid, ...] = ()
    new: tuple[Uid, ...] = ()


@dataclass(frozen=True, slots=True)
class Full:
    """A look, as the whole list."""

    reader: int
    count: int
    state: LookState
    tags: tuple[Uid, ...] = ()


@dataclass(frozen=True, slots=True)
class PadHealth:
    """What the pad has counted since it restarted."""

    seconds: int
    good: int
    damaged: int
    long: int
    overruns: int


@dataclass(frozen=True, slots=True)
class ReaderHealth:
    """What the pad has counted for one reader since it restarted."""

    reader: int
    state: ReaderState
    chip: str | None
    looks: int
    fails: int
    timeouts: int
    crcs: int
    collisions: int
    softs: int
    hards: int


@dataclass(frozen=True, slots=True)
class Done:
    """The request was carried out."""


@dataclass(frozen=True, slots=True)
class Tested:
    """The result of the reader's self-test."""

    __test__ = False  # not a test of ours: pytest goes by the name

    reader: int
    verdict: SelfTestVerdict


@dataclass(frozen=True, slots=True)
class Refused:
    """The pad refuses a request: `ERR`."""

    why: ErrorReason
    detail: int | None = None
    """With `VERSION` the pad's version, with `DEAD` the reader."""


Reply: TypeAlias = Hello | Boot | SeenReply | Full | PadHealth | ReaderHealth | Done | Tested | Refused


def fits(request: Request, reply: Reply) -> bool:
    """Whether the reply can be the answer to the request."""
    match request, reply:
        case _, Refused(ErrorReason.CRC | ErrorReason.LONG):
            return False  # it refers to a line whose number could not be read
        case Hi(), Hello() | Refused(ErrorReason.VERSION):
            return True
        case Scan(reader), SeenReply(told) | Full(told):
            return reader == told
        case Last(reader), Full(told):
            return reader == told
        case Health(None), PadHealth():
            return True
        case Health(reader), ReaderHealth(told):
            return reader == told
        case Led() | Num() | Reset(), Done():
            return True
        case Num(), Refused(ErrorReason.EEPROM):
            return True
        case SelfTest(reader), Tested(told):
            return reader == told
        case Reset(reader), Refused(ErrorReason.DEAD, told):
            return reader == told
    return isinstance(reply, Refused) and reply.why in (ErrorReason.WORD, ErrorReason.FIELDS, ErrorReason.READER)


# -- fields ----------------------------------------------------------------------------------------------------

DECIMAL: Final = re.compile(r"0|[1-9][0-9]{0,9}")
BYTE: Final = re.compile(r"[0-9A-F]{2}")
UID: Final = re.compile(r"[0-9A-F]{8}|[0-9A-F]{14}|[0-9A-F]{20}")
FIRMWARE: Final = re.compile(r"[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}")
CAUSE: Final = re.compile(r"-|(?!.*(.).*\1)[PBEW]{1,4}")  # none of the letters twice


class FieldKind(NamedTuple):
    """How a field is read and written. Reading raises ValueError if the text is not such a field."""

    read: Callable[[str], Any]
    write: Callable[[Any], str] = str


def matching(pattern: re.Pattern[str], field: str) -> str:
    """Return the field if it matches the pattern. Raises ValueError."""
    if not pattern.fullmatch(field):
        raise ValueError(field)
    return field


def decimal(field: str, most: int = COUNTER_STOPS, least: int = 0) -> int:
    """Read a decimal number."""
    if not least <= int(matching(DECIMAL, field)) <= most:
        raise ValueError(field)
    return int(field)


def byte(field: str) -> int:
    """Read a byte, written as two hex digits."""
    return int(matching(BYTE, field), 16)


def chip_in(field: str) -> str | None:
    """Read a version register; None if the reader does not answer."""
    return None if field == "--" else matching(BYTE, field)


def chips_in(field: str) -> tuple[str | None, ...]:
    """Read the version registers of all readers that the pad was built with."""
    chips = field.split(",")
    if len(chips) > MOST_READERS:
        raise ValueError(field)
    return tuple(chip_in(chip) for chip in chips)


def cause_in(field: str) -> str:
    """Read the letters for the causes of a restart, or none."""
    return matching(CAUSE, field).strip("-")


def tags_in(fields: Sequence[str]) -> tuple[Uid, ...]:
    """Read UIDs, which must be in ascending order, without duplicates, and no more than a pad can list."""
    if len(fields) > MOST_TAGS or any(one >= other for one, other in pairwise(fields)):
        raise ValueError(fields)
    return tuple(Uid(matching(UID, field)) for field in fields)


COUNTER = FieldKind(decimal)
SECONDS = FieldKind(partial(decimal, most=MOST_SECONDS))
READER = FieldKind(partial(decimal, most=MOST_READERS - 1))
NUMBER = FieldKind(partial(decimal, most=HIGHEST_NUMBER))
NEW_NUMBER = FieldKind(partial(decimal, most=HIGHEST_NUMBER, least=1))
FIRMWARE_VERSION = FieldKind(partial(matching, FIRMWARE))
CHIP = FieldKind(chip_in, lambda chip: chip or "--")
CHIPS = FieldKind(chips_in, lambda chips: ",".join(chip or "--" for chip in chips))
CAUSES = FieldKind(cause_in, lambda cause: cause or "-")
HOW = FieldKind({"S": False, "H": True}.__getitem__, lambda hard: "H" if hard else "S")
LAMP = FieldKind(Lamp, lambda lamp: lamp.value)
READER_STATE = FieldKind(ReaderState, lambda state: state.value)
VERDICT = FieldKind(SelfTestVerdict, lambda verdict: verdict.value)

# -- reading and writing ---------------------------------------------------------------------------------------


class Form(NamedTuple):
    """The form of a message whose fields are always the same."""

    word: str
    message: type[Any]
    kinds: tuple[FieldKind, ...] = ()

    def read(self, fields: tuple[str, ...]) -> Any:
        """Make the message from these fields."""
        return self.message(*(kind.read(field) for kind, field in zip(self.kinds, fields, strict=True)))

    def write(self, message: Request | Reply) -> tuple[str, ...]:
        """Return the word and the fields of a message."""
        values = (getattr(message, field.name) for field in dataclasses.fields(message))
        return (self.word, *(kind.write(value) for kind, value in zip(self.kinds, values, strict=True)))


WHO: Final = (COUNTER, FIRMWARE_VERSION, NUMBER, CHIPS, CAUSES)

REQUESTS: Final = (
    Form("HI", Hi, (COUNTER,)),
    Form("SCAN", Scan, (READER,)),
    Form("LAST", Last, (READER,)),
    Form("HEALTH", Health, (READER,)),
    Form("LED", Led, (READER, LAMP)),
    Form("NUM", Num, (NEW_NUMBER,)),
    Form("TEST", SelfTest, (READER,)),
    Form("RESET", Reset, (READER, HOW)),
)
REPLIES: Final = (
    Form("HELLO", Hello, WHO),
    Form("BOOT", Boot, WHO),
    Form("PAD", PadHealth, (SECONDS, *(COUNTER,) * 4)),
    Form("READER", ReaderHealth, (READER, READER_STATE, CHIP, *(COUNTER,) * 7)),
    Form("DONE", Done),
    Form("TESTED", Tested, (READER, VERDICT)),
)
BY_WORD: Final[Mapping[str, Form]] = {form.word: form for form in REQUESTS + REPLIES}
BY_MESSAGE: Final[Mapping[type[Any], Form]] = {form.message: form for form in REQUESTS + REPLIES}
REQUEST_WORDS: Final = frozenset(form.word for form in REQUESTS)


def read_request(line: WireLine) -> Request | Refused:
    """Read a request, as a pad does. Whether the pad has such a reader is not checked here."""
    if line.word not in REQUEST_WORDS:
        return Refused(ErrorReason.WORD)
    if line.word == "HEALTH" and not line.fields:
        return Health()
    try:
        request: Request = BY_WORD[line.word].read(line.fields)
    except (KeyError, ValueError):
        return Refused(ErrorReason.FIELDS)
    return request


def read_reply(line: WireLine) -> Reply | Damaged:
    """Read a reply from a pad. A line with a correct check but impossible content counts as damaged."""
    try:
        reply = reply_in(line.word, line.fields)
    except (KeyError, ValueError):
        return Damaged(Flaw.NONSENSE, line.size)
    unasked = isinstance(reply, Boot) or (
        isinstance(reply, Refused) and reply.why in (ErrorReason.CRC, ErrorReason.LONG)
    )
    if line.mark != PAD or unasked != (line.seq is UNASKED):
        return Damaged(Flaw.NONSENSE, line.size)
    return reply


def reply_in(word: str, fields: tuple[str, ...]) -> Reply:
    """Return the reply with this word. Raises KeyError or ValueError if there is none."""
    match word, fields:
        case "SEEN", (reader, count, state, *changes):
            return seen_in(SeenReply(READER.read(reader), byte(count), LookState(state)), changes)
        case "FULL", (reader, count, state, *tags):
            return Full(READER.read(reader), byte(count), LookState(state), tags_in(tags))
        case "ERR", ("VERSION", version):
            return Refused(ErrorReason.VERSION, decimal(version))
        case "ERR", ("DEAD", reader):
            return Refused(ErrorReason.DEAD, READER.read(reader))
        case "ERR", (("CRC" | "LONG" | "WORD" | "FIELDS" | "READER" | "EEPROM") as why,):
            return Refused(ErrorReason(why))
    if word in REQUEST_WORDS:
        raise ValueError(word)
    reply: Reply = BY_WORD[word].read(fields)
    return reply


def seen_in(look: SeenReply, changes: list[str]) -> SeenReply:
    """Add the changes to a look: first the tags that are gone, then the new ones."""
    gone = [change[1:] for change in changes if change.startswith("-")]
    new = [change[1:] for change in changes[len(gone) :] if change.startswith("+")]
    if len(gone) + len(new) != len(changes) or set(gone) & set(new) or (look.state is LookState.FAIL and changes):
        raise ValueError(changes)
    return replace(look, gone=tags_in(gone), new=tags_in(new))


def write_request(seq: int, request: Request) -> bytes:
    """Return a request as bytes for the wire."""
    words = ("HEALTH",) if request == Health() else BY_MESSAGE[type(request)].write(request)
    return write_line(WireLine(HOST, seq, words[0], words[1:]))


def write_reply(seq: int | None, reply: Reply) -> bytes:
    """Return a reply as bytes for the wire. Raises ValueError if it does not fit into a line."""
    match reply:
        case SeenReply(reader, count, state, gone, new):
            changes = (*(f"-{uid}" for uid in gone), *(f"+{uid}" for uid in new))
            words = ("SEEN", str(reader), f"{count:02X}", state.value, *changes)
        case Full(reader, count, state, tags):
            words = ("FULL", str(reader), f"{count:02X}", state.value, *tags)
        case Refused(why, None):
            words = ("ERR", why.value)
        case Refused(why, detail):
            words = ("ERR", why.value, str(detail))
        case _:
            words = BY_MESSAGE[type(reply)].write(reply)
    return write_line(WireLine(PAD, seq, words[0], words[1:]))
