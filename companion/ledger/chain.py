"""The proof: how entries are written, salted and chained, so that no byte of a record can be altered unnoticed.

`docs/record.md` describes the same format for people who write a checker of their own; the two must agree byte for
byte.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final, NamedTuple, TypeAlias

from companion.ledger.errors import NotJson

Payload: TypeAlias = dict[str, Any]
"""The content of one entry, as a JSON mapping."""

HIDDEN: Final = "hidden"
OWNER: Final = "owner"
JUDGE: Final = "judge"
TABLE: Final = "table"

SALT: Final = 16
"""The length of a salt, in bytes."""
DIGEST: Final = 32
"""The length of a digest, in bytes."""
START: Final = bytes(DIGEST)
"""What the first entry has instead of a predecessor's digest."""
DEPTH: Final = 64
"""How deep lists and mappings may be nested."""


# -- canonical JSON --------------------------------------------------------------------------------------------


def canonical(value: object) -> str:
    """Write a value in the only permitted way: keys sorted, no spaces, no character escaped needlessly. Raises
    `NotJson`.

    >>> canonical({"in": "answer", "at": 1.5, "who": "Jürgen"})
    '{"at":1.5,"in":"answer","who":"Jürgen"}'
    """
    try:
        return written(value)
    except (TypeError, ValueError) as problem:
        raise NotJson(f"This cannot be recorded, because JSON cannot hold it: {problem}.") from None


def written(value: object) -> str:
    """Write a value in the canonical way. Raises TypeError or ValueError if JSON cannot hold it."""
    check_keys(value, DEPTH)
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
    text.encode()
    return text


def check_keys(value: object, depth: int) -> None:
    """Reject what `json` accepts but does not read back unchanged: keys that are not text, and very deep nesting."""
    if isinstance(value, dict):
        if not depth:
            raise ValueError(f"it is nested deeper than {DEPTH}")
        for key, inner in value.items():
            if not isinstance(key, str):
                raise TypeError(f"the key {key!r} is not text")
            check_keys(inner, depth - 1)
    elif isinstance(value, list | tuple):
        if not depth:
            raise ValueError(f"it is nested deeper than {DEPTH}")
        for inner in value:
            check_keys(inner, depth - 1)


def parsed(text: str) -> Any:
    """Parse canonical JSON. Raises `NotJson` if it is not JSON or not written in the canonical way."""
    try:
        value = json.loads(text)
        as_we_write = written(value) == text
    except (TypeError, ValueError, RecursionError):  # Python's own words about it would help nobody
        as_we_write = False
    if not as_we_write:
        raise NotJson("this is not JSON as the ledger writes it")
    return value


# -- parts and leaves ------------------------------------------------------------------------------------------


class Part(NamedTuple):
    """The public part of an entry, or one hidden part. If a hidden part is kept back, only its leaf is known."""

    text: str
    salt: bytes
    leaf: bytes

    @property
    def kept_back(self) -> bool:
        """Whether the reader of this record may not see the part."""
        return not self.salt


def public_part(text: str, salt: bytes) -> Part:
    """Make a public part and compute its leaf."""
    return Part(text, salt, hashlib.sha256(b"public\0" + salt + text.encode()).digest())


def hidden_part(text: str, salt: bytes) -> Part:
    """Make a hidden part and compute its leaf. Without the salt, nobody can find its text by trying candidates."""
    return Part(text, salt, hashlib.sha256(b"hidden\0" + salt + text.encode()).digest())


def link(before: bytes, public: Part, hidden: Iterable[Part]) -> bytes:
    """Return an entry's digest: over the digest of the entry before it and the leaves of its own parts."""
    return hashlib.sha256(b"".join((b"entry\0", before, public.leaf, *(part.leaf for part in hidden)))).digest()


def texts_of(payload: Mapping[str, Any]) -> tuple[str, list[str]]:
    """Split a payload into the text of its public part and the texts of its hidden parts.

    The public part names each hidden part only by its owner.

    >>> texts_of({"in": "draw", "hidden": {"owner": "A", "kinds": ["gem_1"]}})
    ('{"hidden":"A","in":"draw"}', ['{"kinds":["gem_1"],"owner":"A"}'])
    """
    if not isinstance(payload, dict):
        raise NotJson(f"This cannot be recorded: an entry is a mapping, not {type(payload).__name__}.")
    if HIDDEN not in payload:
        return canonical(payload), []
    hidden = payload[HIDDEN]
    several = isinstance(hidden, list | tuple)
    parts = hidden if several else [hidden]
    owners = [part.get(OWNER) if isinstance(part, dict) else None for part in parts]
    if not all(isinstance(owner, str) and owner for owner in owners):
        raise NotJson("This cannot be recorded: each hidden part is a mapping that names its owner.")
    return canonical({**payload, HIDDEN: owners if several else owners[0]}), [canonical(part) for part in parts]


def owners_in(public: Mapping[str, Any]) -> list[str]:
    """Return the owners of the hidden parts that a public part names, in order. Raises `NotJson`."""
    named = public.get(HIDDEN, [])
    owners = named if isinstance(named, list) else [named]
    if not all(isinstance(owner, str) and owner for owner in owners):
        raise NotJson("The hidden parts are not named by their owners.")
    return owners


# -- entries ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Entry:
    """One link of a game's chain. Numbers count from 0, the header."""

    number: int
    public: Part
    hidden: tuple[Part, ...]
    link: bytes

    @property
    def digest(self) -> str:
        """The entry's digest in hex, as people see it."""
        return self.link.hex()

    @property
    def salt(self) -> str:
        """The salt of the public part, in hex."""
        return self.public.salt.hex()

    @property
    def at(self) -> float | None:
        """The time in the payload, in seconds, if it has one."""
        at = self.payload.get("at")
        return float(at) if isinstance(at, int | float) and not isinstance(at, bool) else None

    @cached_property
    def payload(self) -> Payload:
        """What was recorded. A hidden part that is kept back appears as None."""
        payload: Payload = json.loads(self.public.text)
        if HIDDEN in payload:
            parts = [None if part.kept_back else json.loads(part.text) for part in self.hidden]
            payload[HIDDEN] = parts if isinstance(payload[HIDDEN], list) else parts[0]
        return payload

    @property
    def owners(self) -> list[str]:
        """The owners of the hidden parts, in order."""
        return owners_in(json.loads(self.public.text)) if self.hidden else []

    def follows(self, before: bytes) -> bool:
        """Whether this entry is unaltered and follows the entry with this digest."""
        return link(before, self.public, self.hidden) == self.link

    def seen_by(self, audience: str) -> Entry:
        """Return the entry without what this audience may not see: the table sees no hidden part, a seat only its own,
        the judge all of them."""
        if audience == JUDGE or not self.hidden:
            return self
        seen = (
            part if owner == audience else Part("", b"", part.leaf)
            for owner, part in zip(self.owners, self.hidden, strict=True)
        )
        return replace(self, hidden=tuple(seen))


def new_entry(number: int, payload: Mapping[str, Any], before: bytes) -> Entry:
    """Make the next link of a chain, with fresh salts. Raises `NotJson`."""
    text, hidden_texts = texts_of(payload)
    public = public_part(text, secrets.token_bytes(SALT))
    hidden = tuple(hidden_part(part, secrets.token_bytes(SALT)) for part in hidden_texts)
    return Entry(number, public, hidden, link(before, public, hidden))
