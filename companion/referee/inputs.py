"""What comes in to the referee: what readers saw, what people said, what the clock says. As values, and as JSON.

`at` is always in seconds on the table's clock. What a person sends carries the sender's own `id`, so that a request
that is sent again counts once. Reading is total: any value gives an input, or words that say what is wrong with it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any, Final, TypeAlias

from companion.table.changes import Appeared, Change, Crowded, Doubled, Lifted, Tapped
from companion.table.sightings import Uid

LAST: Final = 1e12
"""Seconds that no table lasts."""
LONGEST: Final = 500
"""Characters of a word or a reason."""
MOST: Final = 200
"""Words in a list."""
LARGEST: Final = 20_000
"""Characters of a correction's changes."""
ACTS: Final = ("set", "start", "stop", "add", "remove")
"""What can be done to clocks."""
ROUND: Final = ""
"""Whose clock the round's is."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The table shows something."""

    change: Change
    at: float
    """When it was told; the change itself says when it was seen."""
    doubt: bool = False
    """Whether another chip may be touching a tap just now."""


@dataclass(frozen=True, slots=True)
class Ticked:
    """Time passes."""

    at: float
    doubt: bool = False
    """Whether a chip may be touching a tap just now."""


@dataclass(frozen=True, slots=True)
class Answered:
    """Somebody answers what is asked."""

    seat: str
    token: str
    at: float
    id: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """Somebody says what a draw showed that everybody saw."""

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
    """A ruling is let stand."""

    by: tuple[str, ...]
    number: int
    at: float
    id: str = ""


@dataclass(frozen=True, slots=True)
class Looked:
    """Somebody with the judge's power looks at what is hidden. It changes nothing, and stands in the record."""

    by: tuple[str, ...]
    at: float
    id: str = ""


@dataclass(frozen=True, slots=True)
class Called:
    """A seat calls the judge, or takes the call back; `table` calls by the panel's button, which is everybody's. Said
    by the judge, it means that he is there."""

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
    """`add`: how many; less than 0 takes them away."""
    id: str = ""


@dataclass(frozen=True, slots=True)
class Finished:
    """The record is closed: the game is over, or nobody will play on."""

    by: tuple[str, ...]
    at: float
    id: str = ""


Personal: TypeAlias = Answered | Told | Corrected | Back | Stands | Looked | Called | Clocked | Finished
"""What a person says."""
Input: TypeAlias = Seen | Ticked | Personal
PERSONAL: Final = (Answered, Told, Corrected, Back, Stands, Looked, Called, Clocked, Finished)


def sender(one: Personal) -> str:
    """Who says it; several together are one sender."""
    if isinstance(one, Answered):
        return one.seat
    return one.by if isinstance(one, Told | Called) else "+".join(one.by)


# -- as JSON -------------------------------------------------------------------------------------------------------


def to_json(one: Input) -> dict[str, Any]:
    """An input as JSON can hold it.

    >>> to_json(Answered("A", "play:combine", 9.0, "p1-7"))
    {'in': 'answer', 'at': 9.0, 'seat': 'A', 'token': 'play:combine', 'id': 'p1-7'}
    """
    match one:
        case Seen(change, at, doubt):
            return {"in": "change", "at": at, **change_json(change), **({"doubt": True} if doubt else {})}
        case Ticked(at, doubt):
            return {"in": "tick", "at": at, **({"doubt": True} if doubt else {})}
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
    """What the table shows, without the moment at which it was told."""
    what = type(change).__name__.lower()
    if isinstance(change, Crowded):
        return {"what": what, "reader": change.reader, "uids": list(change.uids), "seen": change.at}
    if isinstance(change, Doubled):
        return {"what": what, "readers": list(change.readers), "uid": change.uid, "seen": change.at}
    row = {"what": what, "reader": change.reader, "uid": change.uid, "seen": change.at}
    return row | ({"perhaps": change.perhaps} if isinstance(change, Tapped) and change.perhaps else {})


# -- and back ------------------------------------------------------------------------------------------------------


def from_json(data: object) -> Input | str:
    """What `to_json` gave; for anything else what is wrong with it, in words.

    >>> from_json({"in": "answer", "at": 9, "seat": "A", "token": "done"})
    Answered(seat='A', token='done', at=9.0, id='')
    >>> from_json({"in": "answer", "at": 9, "seat": "A"})
    '`token` is no word'
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
    """A part of an input that is not as it should be."""


def moment(data: Mapping[str, Any], key: str = "at") -> float:
    """A number of seconds."""
    at = data.get(key)
    if isinstance(at, bool) or not isinstance(at, int | float) or not -LAST < at < LAST or not isfinite(at):
        raise Wrong(f"`{key}` is no number of seconds")
    return float(at)


def word(data: Mapping[str, Any], key: str, default: str | None = None) -> str:
    """A text of decent length that can be written down."""
    value = data.get(key, default)
    if not is_word(value):
        raise Wrong(f"`{key}` is no word")
    return str(value)


def is_word(value: object) -> bool:
    """Whether it is a text of decent length, of signs that UTF-8 can write."""
    return isinstance(value, str) and len(value) <= LONGEST and not any(0xD800 <= ord(sign) < 0xE000 for sign in value)


def words(data: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """A list of them."""
    values = data.get(key)
    if not isinstance(values, list | tuple) or len(values) > MOST or not all(map(is_word, values)):
        raise Wrong(f"`{key}` is no list of words")
    return tuple(values)


def whole(data: Mapping[str, Any], key: str) -> int:
    """A whole number, not below 0."""
    value = data.get(key)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < LAST:
        raise Wrong(f"`{key}` is no whole number")
    return value


def amount(data: Mapping[str, Any], key: str) -> int:
    """A whole number of seconds, more or less; where nothing is said 0."""
    value = data.get(key, 0)
    if isinstance(value, bool) or not isinstance(value, int) or not -LAST < value < LAST:
        raise Wrong(f"`{key}` is no whole number of seconds")
    return value


def act(data: Mapping[str, Any]) -> str:
    """What is done to clocks."""
    value = data.get("act")
    if value not in ACTS:
        raise Wrong(f"`act` is none of {', '.join(ACTS)}")
    return str(value)


def changes(data: Mapping[str, Any]) -> Mapping[str, object]:
    """What is different by a correction, as the game will read it."""
    value = data.get("changes")
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
        text.encode()
    except (TypeError, ValueError, RecursionError):
        raise Wrong("`changes` is nothing that JSON can hold") from None
    if not isinstance(value, Mapping) or len(text) > LARGEST:
        raise Wrong("`changes` is no JSON object of decent size")
    return dict(json.loads(text))  # its own copy, with keys that are words


def flag(data: Mapping[str, Any], key: str) -> bool:
    """Yes or no; where nothing is said no."""
    value = data.get(key, False)
    if not isinstance(value, bool):
        raise Wrong(f"`{key}` is neither true nor false")
    return value


def client_id(data: Mapping[str, Any]) -> str:
    """What the sender calls its request; "" where it has no name for it."""
    return word(data, "id", "")


def read_change(data: Mapping[str, Any]) -> Seen:
    """What the table shows."""
    what, at, seen, doubt = data.get("what"), moment(data), moment(data, "seen"), flag(data, "doubt")
    if what == "crowded":
        return Seen(Crowded(word(data, "reader"), tuple(map(Uid, words(data, "uids"))), seen), at, doubt)
    uid = Uid(word(data, "uid"))
    if what == "doubled":
        return Seen(Doubled(uid, words(data, "readers"), seen), at, doubt)
    if what == "tapped":
        return Seen(Tapped(uid, word(data, "reader"), seen, word(data, "perhaps", "")), at, doubt)
    for kind in (Appeared, Lifted):
        if what == kind.__name__.lower():
            return Seen(kind(uid, word(data, "reader"), seen), at, doubt)
    raise Wrong("`what` is none of appeared, tapped, lifted, crowded, doubled")


READ: Final[Mapping[str, Callable[[Mapping[str, Any]], Input]]] = {
    "change": read_change,
    "tick": lambda data: Ticked(moment(data), flag(data, "doubt")),
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
