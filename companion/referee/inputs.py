"""The inputs of the referee: what readers saw, what people said, what the clock says. As values, and as JSON.

`at` is always in seconds on the table's clock. What a person sends carries an `id` that the sender chose, so that a
request that is sent twice counts once. Reading never raises: any value gives an input, or words that say what is wrong
with it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any, Final, TypeAlias

from companion.table.changes import Appeared, Asleep, Change, Crowded, Doubled, Doubt, Lifted, Tapped
from companion.table.sightings import Uid

LAST: Final = 1e12
"""More seconds than any table lasts."""
LONGEST: Final = 500
"""The most characters of a word or a reason."""
MOST: Final = 200
"""The most words in a list."""
LARGEST: Final = 20_000
"""The most characters of a correction's changes."""
ACTS: Final = ("set", "start", "stop", "add", "remove")
"""What can be done to clocks."""
ROUND: Final = ""
"""Stands for the clock of the round where otherwise a seat is named."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The readers saw a change on the table."""

    change: Change
    at: float
    """When the change was reported; the change itself says when it was seen."""
    doubt: Doubt = Doubt.NONE
    """What else may have happened at this moment."""


@dataclass(frozen=True, slots=True)
class Ticked:
    """Time passes."""

    at: float
    doubt: Doubt = Doubt.NONE
    """What may have happened at this moment."""


@dataclass(frozen=True, slots=True)
class Answered:
    """Somebody answers a question."""

    seat: str
    token: str
    at: float
    id: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """Somebody says which pieces were drawn in a draw that everybody saw."""

    by: str
    kinds: tuple[str, ...]
    at: float
    id: str = ""


@dataclass(frozen=True, slots=True)
class Corrected:
    """The table is put right: these zones and numbers are different."""

    by: tuple[str, ...]
    changes: Mapping[str, object]
    reason: str
    at: float
    inside: str = ""
    id: str = ""


@dataclass(frozen=True, slots=True)
class Back:
    """The game goes back to an earlier point of its record."""

    by: tuple[str, ...]
    point: int
    reason: str
    at: float
    id: str = ""


@dataclass(frozen=True, slots=True)
class Stands:
    """A ruling is accepted as it is."""

    by: tuple[str, ...]
    number: int
    at: float
    id: str = ""


@dataclass(frozen=True, slots=True)
class Looked:
    """Somebody with the judge's rights looks at what is hidden. This changes nothing, but is recorded."""

    by: tuple[str, ...]
    at: float
    id: str = ""


@dataclass(frozen=True, slots=True)
class Opened:
    """A place that a phone holds gets a new code, or is closed: whoever joins with the code sees what that phone saw.
    This changes nothing in the game, but is recorded."""

    by: tuple[str, ...]
    """Who agreed: the seat itself, all others, or the judge."""
    place: str
    """The seat; `judge` for the judge's desk."""
    shut: bool
    """Whether it is closed."""
    at: float
    id: str = ""


@dataclass(frozen=True, slots=True)
class Called:
    """A seat calls the judge or takes the call back; `table` means the button on the panel, which everybody
    shares. From the judge, it means that the judge has come."""

    by: str
    at: float
    id: str = ""


@dataclass(frozen=True, slots=True)
class Clocked:
    """Clocks are set, started, stopped, given more time, or removed."""

    by: tuple[str, ...]
    act: str
    """One of `ACTS`."""
    at: float
    round: int = 0
    """`set`: the seconds of the round; 0 for no such clock."""
    each: int = 0
    """`set`: the seconds of each seat; 0 for no such clocks."""
    whose: str = ROUND
    """`add`: the seat; "" for the round."""
    seconds: int = 0
    """`add`: how many seconds; a negative number takes time away."""
    id: str = ""


@dataclass(frozen=True, slots=True)
class Finished:
    """The record is closed: the game is over, or nobody will go on playing."""

    by: tuple[str, ...]
    at: float
    id: str = ""


Personal: TypeAlias = Answered | Told | Corrected | Back | Stands | Looked | Opened | Called | Clocked | Finished
"""The inputs that come from people."""
Input: TypeAlias = Seen | Ticked | Personal
PERSONAL: Final = (Answered, Told, Corrected, Back, Stands, Looked, Opened, Called, Clocked, Finished)


def sender(one: Personal) -> str:
    """Return who sends this; several people together count as one sender."""
    if isinstance(one, Answered):
        return one.seat
    return one.by if isinstance(one, Told | Called) else "+".join(one.by)


# -- as JSON -------------------------------------------------------------------------------------------------------


def to_json(one: Input) -> dict[str, Any]:
    """Return an input as a JSON object.

    >>> to_json(Answered("A", "play:combine", 9.0, "p1-7"))
    {'in': 'answer', 'at': 9.0, 'seat': 'A', 'token': 'play:combine', 'id': 'p1-7'}
    """
    match one:
        case Seen(change, at, doubt):
            return {"in": "change", "at": at, **change_json(change), **doubt_json(doubt)}
        case Ticked(at, doubt):
            return {"in": "tick", "at": at, **doubt_json(doubt)}
        case Answered():
            row: dict[str, Any] = {"in": "answer", "at": one.at, "seat": one.seat, "token": one.token}
        case Told():
            row = {"in": "draw", "at": one.at, "by": one.by, "kinds": list(one.kinds)}
        case Corrected():
            row = {"in": "correct", "at": one.at, "by": list(one.by), "changes": one.changes, "reason": one.reason}
            row |= {"inside": one.inside} if one.inside else {}
        case Back():
            row = {"in": "back", "at": one.at, "by": list(one.by), "point": one.point, "reason": one.reason}
        case Stands():
            row = {"in": "stand", "at": one.at, "by": list(one.by), "number": one.number}
        case Looked():
            row = {"in": "look", "at": one.at, "by": list(one.by)}
        case Opened():
            row = {"in": "open", "at": one.at, "by": list(one.by), "place": one.place}
            row |= {"shut": True} if one.shut else {}
        case Called():
            row = {"in": "call", "at": one.at, "by": one.by}
        case Clocked():
            row = {"in": "clock", "at": one.at, "by": list(one.by), "act": one.act}
            details = {"round": one.round, "each": one.each, "whose": one.whose, "seconds": one.seconds}
            row |= {key: value for key, value in details.items() if value}
        case Finished():
            row = {"in": "over", "at": one.at, "by": list(one.by)}
    return row | ({"id": one.id} if one.id else {})


def change_json(change: Change) -> dict[str, Any]:
    """Return a change as a JSON object, without the time at which it was reported."""
    what = type(change).__name__.lower()
    if isinstance(change, Asleep):
        return {"what": what, "readers": list(change.readers), "seen": change.at}
    if isinstance(change, Crowded):
        return {"what": what, "reader": change.reader, "uids": list(change.uids), "seen": change.at}
    if isinstance(change, Doubled):
        return {"what": what, "readers": list(change.readers), "uid": change.uid, "seen": change.at}
    row = {"what": what, "reader": change.reader, "uid": change.uid, "seen": change.at}
    if isinstance(change, Lifted):
        return row
    perhaps = {"perhaps": change.perhaps} if isinstance(change, Tapped) and change.perhaps else {}
    return row | perhaps | ({"weight": change.weight} if change.weight else {})


# -- and back ------------------------------------------------------------------------------------------------------


def from_json(data: object) -> Input | str:
    """Read what `to_json` returned; for anything else, return words that say what is wrong.

    >>> from_json({"in": "answer", "at": 9, "seat": "A", "token": "done"})
    Answered(seat='A', token='done', at=9.0, id='')
    >>> from_json({"in": "answer", "at": 9, "seat": "A"})
    '`token` is not a word'
    """
    if not isinstance(data, Mapping):
        return "an input is a JSON object"
    what = data.get("in")
    read = READ.get(what) if isinstance(what, str) else None
    if read is None:
        return f"`in` is none of {', '.join(READ)}"
    try:
        return read(data)
    except Wrong as wrong:
        return str(wrong)


class Wrong(ValueError):
    """Some part of an input is not valid."""


def moment(data: Mapping[str, Any], key: str = "at") -> float:
    """Read a number of seconds."""
    at = data.get(key)
    if isinstance(at, bool) or not isinstance(at, int | float) or not -LAST < at < LAST or not isfinite(at):
        raise Wrong(f"`{key}` is not a number of seconds")
    return float(at)


def word(data: Mapping[str, Any], key: str, default: str | None = None) -> str:
    """Read a text of reasonable length that UTF-8 can encode."""
    value = data.get(key, default)
    if not is_word(value):
        raise Wrong(f"`{key}` is not a word")
    return str(value)


def is_word(value: object) -> bool:
    """Whether this is a text of reasonable length that UTF-8 can encode."""
    return isinstance(value, str) and len(value) <= LONGEST and not any(0xD800 <= ord(sign) < 0xE000 for sign in value)


def words(data: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """Read a list of words."""
    values = data.get(key)
    if not isinstance(values, list | tuple) or len(values) > MOST or not all(map(is_word, values)):
        raise Wrong(f"`{key}` is not a list of words")
    return tuple(values)


def whole(data: Mapping[str, Any], key: str) -> int:
    """Read a whole number that is not negative."""
    value = data.get(key)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < LAST:
        raise Wrong(f"`{key}` is not a whole number")
    return value


def amount(data: Mapping[str, Any], key: str) -> int:
    """Read a whole number, which may be negative; 0 if it is missing."""
    value = data.get(key, 0)
    if isinstance(value, bool) or not isinstance(value, int) or not -LAST < value < LAST:
        raise Wrong(f"`{key}` is not a whole number")
    return value


def act(data: Mapping[str, Any]) -> str:
    """Read what is done to the clocks."""
    value = data.get("act")
    if value not in ACTS:
        raise Wrong(f"`act` is none of {', '.join(ACTS)}")
    return str(value)


def changes(data: Mapping[str, Any]) -> Mapping[str, object]:
    """Read what a correction changes, in the form that the game will read."""
    value = data.get("changes")
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
        text.encode()
    except (TypeError, ValueError, RecursionError):
        raise Wrong("`changes` cannot be written as JSON") from None
    if not isinstance(value, Mapping) or len(text) > LARGEST:
        raise Wrong("`changes` is not a JSON object of reasonable size")
    return dict(json.loads(text))  # a copy of its own, whose keys are all texts


def doubt_json(doubt: Doubt) -> dict[str, int]:
    """Return the doubt as an entry has it: nothing, if there is none."""
    return {"doubt": int(doubt)} if doubt else {}


def doubt_in(data: Mapping[str, Any]) -> Doubt:
    """Read the doubt. Entries of earlier versions have `true` where any reader was in doubt."""
    value = data.get("doubt", 0)
    if value is True:
        return Doubt.TAP
    if value not in tuple(Doubt):
        raise Wrong("`doubt` is none of 0, 1, 2")
    return Doubt(value)


def flag(data: Mapping[str, Any], key: str) -> bool:
    """Read a boolean; false if it is missing."""
    value = data.get(key, False)
    if not isinstance(value, bool):
        raise Wrong(f"`{key}` is neither true nor false")
    return value


def client_id(data: Mapping[str, Any]) -> str:
    """Read the name that the sender gave to the request; "" if it gave none."""
    return word(data, "id", "")


def read_change(data: Mapping[str, Any]) -> Seen:
    """Read what the readers saw."""
    what, at, seen, doubt = data.get("what"), moment(data), moment(data, "seen"), doubt_in(data)
    if what == "crowded":
        return Seen(Crowded(word(data, "reader"), tuple(map(Uid, words(data, "uids"))), seen), at, doubt)
    if what == "asleep":
        return Seen(Asleep(words(data, "readers"), seen), at, doubt)
    uid = Uid(word(data, "uid"))
    if what == "doubled":
        return Seen(Doubled(uid, words(data, "readers"), seen), at, doubt)
    if what == "tapped":
        return Seen(
            Tapped(uid, word(data, "reader"), seen, word(data, "perhaps", ""), amount(data, "weight")), at, doubt
        )
    if what == "appeared":
        return Seen(Appeared(uid, word(data, "reader"), seen, amount(data, "weight")), at, doubt)
    if what == "lifted":
        return Seen(Lifted(uid, word(data, "reader"), seen), at, doubt)
    raise Wrong("`what` is none of appeared, tapped, lifted, crowded, doubled, asleep")


READ: Final[Mapping[str, Callable[[Mapping[str, Any]], Input]]] = {
    "change": read_change,
    "tick": lambda data: Ticked(moment(data), doubt_in(data)),
    "answer": lambda data: Answered(word(data, "seat"), word(data, "token"), moment(data), client_id(data)),
    "draw": lambda data: Told(word(data, "by"), words(data, "kinds"), moment(data), client_id(data)),
    "correct": lambda data: Corrected(
        words(data, "by"),
        changes(data),
        word(data, "reason"),
        moment(data),
        word(data, "inside", ""),
        client_id(data),
    ),
    "back": lambda data: Back(
        words(data, "by"), whole(data, "point"), word(data, "reason"), moment(data), client_id(data)
    ),
    "stand": lambda data: Stands(words(data, "by"), whole(data, "number"), moment(data), client_id(data)),
    "look": lambda data: Looked(words(data, "by"), moment(data), client_id(data)),
    "open": lambda data: Opened(
        words(data, "by"), word(data, "place"), flag(data, "shut"), moment(data), client_id(data)
    ),
    "call": lambda data: Called(word(data, "by"), moment(data), client_id(data)),
    "clock": lambda data: Clocked(
        words(data, "by"),
        act(data),
        moment(data),
        amount(data, "round"),
        amount(data, "each"),
        word(data, "whose", ROUND),
        amount(data, "seconds"),
        client_id(data),
    ),
    "over": lambda data: Finished(words(data, "by"), moment(data), client_id(data)),
}
