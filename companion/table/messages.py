"""What host and pad say to each other, as values. The words stand in `firmware/PROTOCOL.md`."""

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
from companion.table.wire import HOST, PAD, UNASKED, Damaged, Flaw, Line, write_line

VERSION: Final = 1
"""The protocol's version that this host speaks."""
MOST_TAGS: Final = 5
"""Tags that a pad can list."""
COUNTER_STOPS: Final = 65535
MOST_SECONDS: Final = 2**32 - 1
HIGHEST_NUMBER: Final = 99
"""Of a pad."""


class State(Enum):
    """How a look ended."""

    OK = "OK"
    MORE = "MORE"
    PART = "PART"
    FAIL = "FAIL"


class Lamp(Enum):
    """What a reader's lamp does."""

    OFF = "0"
    ON = "1"
    BLINKING = "2"


class ReaderState(Enum):
    """How a reader is."""

    OK = "OK"
    HUNG = "HUNG"
    """Its last look failed."""
    NONE = "NONE"
    """It has not answered since the restart."""


class Verdict(Enum):
    """What a reader's own test says."""

    PASS = "PASS"
    CLONE = "CLONE"
    """It works, but is no NXP chip."""
    FAIL = "FAIL"


class Why(Enum):
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
    """Who are you?"""

    version: int = VERSION


@dataclass(frozen=True, slots=True)
class Scan:
    """Look once."""

    reader: int


@dataclass(frozen=True, slots=True)
class Last:
    """Tell the last look again, whole."""

    reader: int


@dataclass(frozen=True, slots=True)
class Health:
    """How is the pad, or one of its readers?"""

    reader: int | None = None


@dataclass(frozen=True, slots=True)
class Led:
    """Set a lamp."""

    reader: int
    lamp: Lamp


@dataclass(frozen=True, slots=True)
class Num:
    """Be this pad from now on."""

    number: int


@dataclass(frozen=True, slots=True)
class SelfTest:
    """Run the reader's own test."""

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
    """What a pad says of itself."""

    version: int
    firmware: str
    number: int
    """0 when never set."""
    chips: tuple[str | None, ...]
    """Each reader's version register; None for one that does not answer."""
    cause: str
    """Why it restarted last: letters, or none."""


@dataclass(frozen=True, slots=True)
class Hello(Introduction):
    """It answers a greeting."""


@dataclass(frozen=True, slots=True)
class Boot(Introduction):
    """It has restarted, and says so unasked."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A look, as changes against the list before."""

    reader: int
    count: int
    state: State
    gone: tuple[Uid, ...] = ()
    new: tuple[Uid, ...] = ()


@dataclass(frozen=True, slots=True)
class Full:
    """A look, whole."""

    reader: int
    count: int
    state: State
    tags: tuple[Uid, ...] = ()


@dataclass(frozen=True, slots=True)
class PadHealth:
    """What the pad counted since its restart."""

    seconds: int
    good: int
    damaged: int
    long: int
    overruns: int


@dataclass(frozen=True, slots=True)
class ReaderHealth:
    """What the pad counted of one reader since its restart."""

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
    """It is done."""


@dataclass(frozen=True, slots=True)
class Tested:
    """What the reader's own test said."""

    __test__ = False  # no test of ours: pytest collects by name

    reader: int
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Refused:
    """`ERR`."""

    why: Why
    detail: int | None = None
    """The pad's version with `VERSION`, the reader with `DEAD`."""


Reply: TypeAlias = Hello | Boot | Seen | Full | PadHealth | ReaderHealth | Done | Tested | Refused


def fits(request: Request, reply: Reply) -> bool:
    """Whether this can be the answer to that."""
    match request, reply:
        case _, Refused(Why.CRC | Why.LONG):
            return False  # said of a line whose number could not be read
        case Hi(), Hello() | Refused(Why.VERSION):
            return True
        case Scan(reader), Seen(told) | Full(told):
            return reader == told
        case Last(reader), Full(told):
            return reader == told
        case Health(None), PadHealth():
            return True
        case Health(reader), ReaderHealth(told):
            return reader == told
        case Led() | Num() | Reset(), Done():
            return True
        case Num(), Refused(Why.EEPROM):
            return True
        case SelfTest(reader), Tested(told):
            return reader == told
        case Reset(reader), Refused(Why.DEAD, told):
            return reader == told
    return isinstance(reply, Refused) and reply.why in (Why.WORD, Why.FIELDS, Why.READER)


# -- fields ----------------------------------------------------------------------------------------------------

DECIMAL: Final = re.compile(r"0|[1-9][0-9]{0,9}")
BYTE: Final = re.compile(r"[0-9A-F]{2}")
UID: Final = re.compile(r"[0-9A-F]{8}|[0-9A-F]{14}|[0-9A-F]{20}")
FIRMWARE: Final = re.compile(r"[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}")
CAUSE: Final = re.compile(r"-|(?!.*(.).*\1)[PBEW]{1,4}")  # none of the letters twice


class Kind(NamedTuple):
    """How a field is read and written. Reading what is no such field is a ValueError."""

    read: Callable[[str], Any]
    write: Callable[[Any], str] = str


def matching(pattern: re.Pattern[str], field: str) -> str:
    """The field, when it looks like that."""
    if not pattern.fullmatch(field):
        raise ValueError(field)
    return field


def decimal(field: str, most: int = COUNTER_STOPS, least: int = 0) -> int:
    """A number as a person writes it."""
    if not least <= int(matching(DECIMAL, field)) <= most:
        raise ValueError(field)
    return int(field)


def byte(field: str) -> int:
    """Two hex digits."""
    return int(matching(BYTE, field), 16)


def chip_in(field: str) -> str | None:
    """A version register; None where no reader answers."""
    return None if field == "--" else matching(BYTE, field)


def chips_in(field: str) -> tuple[str | None, ...]:
    """Those of all readers that the pad was built with."""
    chips = field.split(",")
    if len(chips) > MOST_READERS:
        raise ValueError(field)
    return tuple(chip_in(chip) for chip in chips)


def cause_in(field: str) -> str:
    """Letters, or none."""
    return matching(CAUSE, field).strip("-")


def tags_in(fields: Sequence[str]) -> tuple[Uid, ...]:
    """UIDs in ascending order, each once, no more than a pad can list."""
    if len(fields) > MOST_TAGS or any(one >= other for one, other in pairwise(fields)):
        raise ValueError(fields)
    return tuple(Uid(matching(UID, field)) for field in fields)


COUNTER = Kind(decimal)
SECONDS = Kind(partial(decimal, most=MOST_SECONDS))
READER = Kind(partial(decimal, most=MOST_READERS - 1))
NUMBER = Kind(partial(decimal, most=HIGHEST_NUMBER))
NEW_NUMBER = Kind(partial(decimal, most=HIGHEST_NUMBER, least=1))
FIRMWARE_VERSION = Kind(partial(matching, FIRMWARE))
CHIP = Kind(chip_in, lambda chip: chip or "--")
CHIPS = Kind(chips_in, lambda chips: ",".join(chip or "--" for chip in chips))
CAUSES = Kind(cause_in, lambda cause: cause or "-")
HOW = Kind({"S": False, "H": True}.__getitem__, lambda hard: "H" if hard else "S")
LAMP = Kind(Lamp, lambda lamp: lamp.value)
READER_STATE = Kind(ReaderState, lambda state: state.value)
VERDICT = Kind(Verdict, lambda verdict: verdict.value)

# -- reading and writing ---------------------------------------------------------------------------------------


class Form(NamedTuple):
    """A message whose fields are always the same."""

    word: str
    message: type[Any]
    kinds: tuple[Kind, ...] = ()

    def read(self, fields: tuple[str, ...]) -> Any:
        """The message with these fields."""
        return self.message(*(kind.read(field) for kind, field in zip(self.kinds, fields, strict=True)))

    def write(self, message: Request | Reply) -> tuple[str, ...]:
        """Word and fields."""
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


def read_request(line: Line) -> Request | Refused:
    """What the host wants, as a pad reads it. Whether it has such a reader the pad must see itself."""
    if line.word not in REQUEST_WORDS:
        return Refused(Why.WORD)
    if line.word == "HEALTH" and not line.fields:
        return Health()
    try:
        request: Request = BY_WORD[line.word].read(line.fields)
    except (KeyError, ValueError):
        return Refused(Why.FIELDS)
    return request


def read_reply(line: Line) -> Reply | Damaged:
    """What the pad says. A good line with nonsense in it is damaged like any other."""
    try:
        reply = reply_in(line.word, line.fields)
    except (KeyError, ValueError):
        return Damaged(Flaw.NONSENSE, line.size)
    unasked = isinstance(reply, Boot) or (isinstance(reply, Refused) and reply.why in (Why.CRC, Why.LONG))
    if line.mark != PAD or unasked != (line.seq is UNASKED):
        return Damaged(Flaw.NONSENSE, line.size)
    return reply


def reply_in(word: str, fields: tuple[str, ...]) -> Reply:
    """The reply with this word. KeyError or ValueError where there is no such."""
    match word, fields:
        case "SEEN", (reader, count, state, *changes):
            return seen_in(Seen(READER.read(reader), byte(count), State(state)), changes)
        case "FULL", (reader, count, state, *tags):
            return Full(READER.read(reader), byte(count), State(state), tags_in(tags))
        case "ERR", ("VERSION", version):
            return Refused(Why.VERSION, decimal(version))
        case "ERR", ("DEAD", reader):
            return Refused(Why.DEAD, READER.read(reader))
        case "ERR", (("CRC" | "LONG" | "WORD" | "FIELDS" | "READER" | "EEPROM") as why,):
            return Refused(Why(why))
    if word in REQUEST_WORDS:
        raise ValueError(word)
    reply: Reply = BY_WORD[word].read(fields)
    return reply


def seen_in(look: Seen, changes: list[str]) -> Seen:
    """The look with its changes: first what is gone, then what is new."""
    gone = [change[1:] for change in changes if change.startswith("-")]
    new = [change[1:] for change in changes[len(gone) :] if change.startswith("+")]
    if len(gone) + len(new) != len(changes) or set(gone) & set(new) or (look.state is State.FAIL and changes):
        raise ValueError(changes)
    return replace(look, gone=tags_in(gone), new=tags_in(new))


def write_request(seq: int, request: Request) -> bytes:
    """A request as it goes over the wire."""
    words = ("HEALTH",) if request == Health() else BY_MESSAGE[type(request)].write(request)
    return write_line(Line(HOST, seq, words[0], words[1:]))


def write_reply(seq: int | None, reply: Reply) -> bytes:
    """A reply as it goes over the wire. ValueError for one that has no room in a line."""
    match reply:
        case Seen(reader, count, state, gone, new):
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
    return write_line(Line(PAD, seq, words[0], words[1:]))
