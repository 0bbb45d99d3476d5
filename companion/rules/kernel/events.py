"""Events: what happened in a match, and who may know it."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from companion.rules.kernel.places import Places
from companion.rules.kernel.steps import JUDGE, UNSEEN


class Moved(NamedTuple):
    """Pieces went from one place to another; either may be an address, such as `row@3`."""

    piece: str
    count: int  # type: ignore[assignment]  # the name in the contract; a tuple's own count is not missed
    source: str
    target: str


class Counted(NamedTuple):
    """A number that no reader can see changed to this value: `A.money`, `A.black`, a meter, hit points."""

    name: str
    value: int


class Forced(NamedTuple):
    """A question had only one possible answer, so it was not asked."""

    seat: str
    token: str

    @property
    def owner(self) -> str:
        """The only seat that may know of it."""
        return self.seat


class Learnt(NamedTuple):
    """Unseen pieces of a zone were identified."""

    zone: str
    kinds: tuple[str, ...]


class Corrected(NamedTuple):
    """Somebody corrected the table; the events after this one say what changed."""

    author: str
    reason: str


class Changed(NamedTuple):
    """One change that a correction made, in words. The zone is "" for what everybody may know.

    `publicly` is the text for those who may not see the zone: they still see how many pieces lie there.
    """

    zone: str
    text: str
    publicly: str = ""


Event: TypeAlias = tuple[object, ...]
"""Any of the above, or one of a game's own named tuples. One that has an `owner` is for that seat and the judge."""


def as_seen(events: tuple[Event, ...], audience: str, places: Places) -> tuple[Event, ...]:
    """Return the events as this audience may know them: hidden pieces become `?`, private events are left out."""
    if audience == JUDGE:
        return events
    seen: list[Event] = []
    sees = places.known_to
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
