"""Facts: what happened in a match, and who may know it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from companion.rules.kernel.steps import JUDGE, UNSEEN


class Moved(NamedTuple):
    """The footprint of a step: pieces went from one zone to another; `slot` is the place in an ordered zone."""

    piece: str
    count: int  # type: ignore[assignment]  # the name in the contract; a tuple's own count is not missed
    source: str
    target: str
    slot: int | None = None


class Counted(NamedTuple):
    """A number that no reader sees has now this value: `A.money`, `A.black`, a meter, hit points."""

    name: str
    value: int


class Forced(NamedTuple):
    """A question had one possible answer and was not asked."""

    seat: str
    token: str

    @property
    def owner(self) -> str:
        """The only seat that may know it."""
        return self.seat


class Learnt(NamedTuple):
    """What unseen pieces of a zone are became known."""

    zone: str
    kinds: tuple[str, ...]


class Corrected(NamedTuple):
    """Somebody put the table right; what changed follows."""

    author: str
    reason: str


class Changed(NamedTuple):
    """What a correction changed, in words; about a zone, or with "" about what everybody may know.

    `publicly` is what those are told who may not see the zone: how many pieces lie there shows to everybody.
    """

    zone: str
    text: str
    publicly: str = ""


Event: TypeAlias = tuple[object, ...]
"""Any of the above, or one of a game's own named tuples. One that has an `owner` is for that seat and the judge."""


def as_seen(events: tuple[Event, ...], audience: str, sees: Callable[[str, str], bool]) -> tuple[Event, ...]:
    """The same facts as this audience may know them: hidden pieces become unseen, private facts fall away."""
    if audience == JUDGE:
        return events
    seen: list[Event] = []
    for event in events:
        if isinstance(event, Moved):
            open_to = sees(audience, event.source) or sees(audience, event.target)
            seen.append(event if open_to else event._replace(piece=UNSEEN))
        elif isinstance(event, Learnt):
            if sees(audience, event.zone):
                seen.append(event)
        elif isinstance(event, Changed):
            if not event.zone or sees(audience, event.zone):
                seen.append(event._replace(publicly=""))
            elif event.publicly:
                seen.append(Changed(event.zone, event.publicly))
        elif getattr(event, "owner", audience) == audience:
            seen.append(event)
    return tuple(seen)
