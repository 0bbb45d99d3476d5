"""An input and its effects as one entry of the ledger, and back. `docs/record.md` describes the fields of an entry.

What only one audience may know goes into a hidden part: which chip passed over a bag's slot is for the bag's owner, an
answer that the others must not know is for the seat that gave it, and the changes of a correction are for the judge. In
`said`, `null` takes the place of such words.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, Final

from companion.arbiter.arbiter import Arbiter
from companion.arbiter.news import Committed, News
from companion.ledger import JUDGE, Payload, canonical
from companion.referee.inputs import Answered, Corrected, Input, Seen, from_json, to_json
from companion.rules import TABLE, Match, Places, Question, Said
from companion.rules.kernel.record import kept
from companion.table.changes import Appeared, Asleep, Change, Crowded, Doubled, Tapped
from companion.table.layout import Layout

HIDDEN: Final = "hidden"
OWNER: Final = "owner"
FAILED: Final = "failed"
"""The key in an entry for why its input had no effect: the program broke down over it."""
DIGITS: Final = 16
"""How many hex digits of a digest are kept."""
PICKED: Final = "hidden"
"""What everybody is told in place of a sealed answer."""


# -- digests -------------------------------------------------------------------------------------------------------


def state_of(match: Match) -> str:
    """Return a digest of what everybody at the table can see of a match, as hands have laid it. It reveals nothing that
    is hidden."""
    return digest(match.view(TABLE, as_it_lies=True).to_json())


def result_of(match: Match) -> Any:
    """Return the facts about a match that everybody knows: who won, or how far it got when it was broken off."""
    return plain(match.view(TABLE).facts)


def shown_by(arbiter: Arbiter) -> str:
    """Return a digest of what people are asked, which rulings are open, and what the table still owes."""
    return digest([plain(arbiter.asked), plain(arbiter.rulings.open), plain(arbiter.todo())])


def digest(value: object) -> str:
    """Return a short digest. It detects differences, but need not withstand an attacker."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()[:DIGITS]


def plain(value: object) -> Any:
    """Convert a value into something that JSON can hold; the reasons (`why`) are left out.

    >>> plain((1, {"b": frozenset(["y", "x"])}))
    [1, {'b': ['x', 'y']}]
    """
    if is_dataclass(value) and not isinstance(value, type):
        return [plain(getattr(value, field.name)) for field in fields(value) if field.name != "why"]
    if isinstance(value, Mapping):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, set | frozenset):
        return sorted(map(plain, value))
    if isinstance(value, Iterable) and not isinstance(value, str):
        return [plain(inner) for inner in value]
    return value


# -- what is hidden ------------------------------------------------------------------------------------------------


def hides(one: Input, layout: Layout, places: Places, asked: object) -> tuple[str, tuple[str, ...]]:
    """Return the only owner who may know an input ("" if everybody may), and which of its fields are hidden.

    `asked` is what the match was waiting for when the input came.
    """
    if isinstance(one, Seen) and not isinstance(one.change, Asleep):
        change = one.change
        readers = change.readers if isinstance(change, Doubled) else (change.reader,)
        for spot in layout.spots():
            if spot.hidden and spot.reader in readers:
                return (places.owner(spot.zone) or JUDGE), hidden_of(change)
    if isinstance(one, Answered) and isinstance(asked, Question) and (asked.sealed or is_blind(one.token, asked)):
        return one.seat, ("token",)
    if isinstance(one, Corrected):
        return JUDGE, ("changes",)
    return "", ()


def hidden_of(change: Change) -> tuple[str, ...]:
    """Return which fields of a change tell what lies on a hidden spot."""
    if isinstance(change, Tapped | Appeared):
        return "uid", "weight"
    return ("uids",) if isinstance(change, Crowded) else ("uid",)


def is_blind(token: str, asked: Question) -> bool:
    """Whether this answer names a piece that nobody else saw."""
    return bool(asked.blind) and token.partition(":")[0] == asked.blind.partition(":")[0]


def public_token(match: Match, one: Answered) -> str:
    """Return the answer as everybody may know it: if nobody else saw the piece, without the piece.

    An answer that would be refused is returned unchanged.
    """
    asked = match.pending
    if isinstance(asked, Question) and is_blind(one.token, asked) and match.accepts(one.token, one.seat):
        return asked.blind
    return one.token


def is_secret(said: Said, one: Input, asked: object) -> bool:
    """Whether what was said is only for the owner of the input's hidden part."""
    if isinstance(one, Corrected):
        return said.kind == "correct"
    sealed = isinstance(one, Answered) and isinstance(asked, Question) and asked.sealed
    return sealed and said.kind == "answer" and said.who == one.seat  # type: ignore[union-attr]


def public_news(news: Iterable[News], one: Input, asked: object) -> tuple[News, ...]:
    """Return the news without the content of sealed answers."""
    return tuple(
        replace(new, said=new.said._replace(what=PICKED))
        if isinstance(new, Committed) and isinstance(one, Answered) and is_secret(new.said, one, asked)
        else new
        for new in news
    )


# -- entries -------------------------------------------------------------------------------------------------------


def entry_for(one: Input, said: Iterable[Said], layout: Layout, places: Places, asked: object) -> Payload:
    """Make the entry for an input and what was said by it. The referee adds `state` and `shown`."""
    payload: Payload = to_json(one)
    owner, parts = hides(one, layout, places, asked)
    rows, secrets = [], []
    for entry in said:
        row = row_of(entry)
        if is_secret(entry, one, asked):
            secrets.append(row[2])
            row[2] = None
        rows.append(row)
    payload["said"] = rows
    if owner:
        hidden = {part: payload.pop(part) for part in parts if part in payload}
        payload[HIDDEN] = {OWNER: owner, **hidden, **({"said": secrets} if secrets else {})}
    return payload


def row_of(said: Said) -> list[Any]:
    """Return what was said as a JSON list."""
    return [said.kind, kept(said.who, list), kept(said.what, list)]


def input_in(payload: Mapping[str, Any]) -> Input | str:
    """Read the input from an entry, of which nothing may be kept back. Return words if there is no valid input."""
    return from_json(opened(payload)[0])


class NotSaid(ValueError):
    """`said` is not written as the referee writes it."""


def said_in(payload: Mapping[str, Any]) -> list[Said | None]:
    """Return what was said by an entry, with None for what is kept back. Raises `NotSaid` if `said` has the wrong form,
    or leaves out other words than the hidden part has."""
    rows, secrets = payload.get("said", []), opened(payload)[1]
    if not isinstance(rows, list) or not all(isinstance(row, list) and len(row) == 3 for row in rows):
        raise NotSaid("`said` is no list of what was said, by whom, and the words")
    if keeps_back(payload):
        return [None if what is None else Said(kind, kept(who), kept(what)) for kind, who, what in rows]
    if sum(what is None for _, _, what in rows) > len(secrets):
        raise NotSaid("a `null` in `said` stands for words that are hidden, and there are none")
    told = [Said(kind, kept(who), kept(secrets.pop(0) if what is None else what)) for kind, who, what in rows]
    if secrets:
        raise NotSaid("the hidden part has words that `said` does not leave out")
    return list(told)


def keeps_back(payload: Mapping[str, Any]) -> bool:
    """Whether a hidden part of an entry is not in this record."""
    hidden = payload.get(HIDDEN, ())
    return hidden is None or (isinstance(hidden, list) and None in hidden)


def opened(payload: Mapping[str, Any]) -> tuple[dict[str, Any], list[Any]]:
    """Return an entry's payload with its hidden part put back in place, and the words that were hidden in `said`."""
    data = {key: value for key, value in payload.items() if key != HIDDEN}
    part = payload.get(HIDDEN)
    hidden = dict(part) if isinstance(part, Mapping) else {}
    secrets = hidden.pop("said", [])
    hidden.pop(OWNER, None)
    return {**data, **hidden}, list(secrets) if isinstance(secrets, list) else []
