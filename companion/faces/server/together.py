"""If no judge is seated, all seats together have the judge's power: one proposes, each agrees on its own phone.

They are asked in the same way whether a place that somebody has may get a new code.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Lock
from typing import Final, NamedTuple

from companion.faces.server.doors import Role
from companion.referee.inputs import Back, Clocked, Corrected, Finished, Personal, Stands

TAKEN_BACK: Final = "taken back at the table"
"""The reason that the record gives for going back."""
STRAIGHT: Final = "the table lies as the rules have it"
"""The reason for a correction that changes nothing and only closes all rulings."""
LASTS: Final = 120.0
"""Seconds after which a proposal is forgotten."""
GRACE: Final = 120.0
"""Seconds for which the phone that has a place can refuse, from when it could show the question. Until then nobody
else's agreement counts."""


class Wish(NamedTuple):
    """What is proposed: to go `back` to a point, to let a ruling `stand`, to say that all lies `straight`, to `finish`
    the game, or something to be done to the `clocks`."""

    what: str
    number: int = 0
    clocks: Clocked | None = None

    def by(self, seats: tuple[str, ...], label: str) -> Personal:
        """Return it as an input of all who agree. `label` names it, so that it counts once."""
        if self.clocks is not None:
            return replace(self.clocks, by=seats, id=label)
        if self.what == "back":
            return Back(seats, self.number, TAKEN_BACK, 0.0, label)
        if self.what == "straight":
            return Corrected(seats, {}, STRAIGHT, 0.0, id=label)
        return Stands(seats, self.number, 0.0, label) if self.what == "stand" else Finished(seats, 0.0, label)


class Opening(NamedTuple):
    """A new code for a place that somebody has, or none (`shut`); either way they lose it. The phone that has the place
    is asked first: see `GRACE`."""

    role: Role
    shut: bool = False

    @property
    def what(self) -> str:
        """Its kind, as a wish names it."""
        return "shut" if self.shut else "open"


@dataclass(frozen=True)
class Proposal:
    """Something that waits for the other seats to agree."""

    number: int
    wish: Wish | Opening
    by: str
    """The seat that proposed it; "" for the host."""
    agreed: frozenset[str]
    until: float
    shown_at: float = 0.0
    """For an opening: since when the phone that has the place could show the question. While that phone sleeps, since
    when it is asked."""
    woke: bool = False
    """Whether that phone has asked for a page since."""

    @property
    def refusable_until(self) -> float:
        """Until when the phone that has the place can still refuse, before the others decide."""
        return self.shown_at + GRACE


class Together:
    """The open proposal: one at most, a new one replaces it."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._lock = Lock()
        self._open: Proposal | None = None
        self._count = 0

    @property
    def open(self) -> Proposal | None:
        """The proposal that waits now; None if there is none."""
        with self._lock:
            return self._waiting()

    def _waiting(self) -> Proposal | None:
        """Return the proposal that waits now; the lock is held."""
        if self._open and self._open.until <= self._now():
            self._open = None
        return self._open

    def propose(self, wish: Wish | Opening, seat: str = "") -> Proposal:
        """Propose something, as a seat or as the host."""
        with self._lock:
            self._count += 1
            now = self._now()
            lasts = GRACE + LASTS if isinstance(wish, Opening) else LASTS
            self._open = Proposal(self._count, wish, seat, frozenset({seat} - {""}), now + lasts, now)
            return self._open

    def showed(self, audience: str) -> None:
        """Take in that a page of this audience was asked for: a phone that slept is awake, and can show the question.
        Only the first time counts; otherwise a phone that wakes again and again could delay the answer for ever."""
        with self._lock:
            found = self._open
            if found and isinstance(found.wish, Opening) and not found.woke and found.wish.role.audience == audience:
                now = self._now()
                self._open = replace(found, woke=True, shown_at=now, until=now + GRACE + LASTS)

    def agree(self, number: int, seat: str, enough: Callable[[Proposal], bool]) -> Proposal | None:
        """Take in that a seat agrees. Return the proposal if enough have agreed now; then it no longer waits."""
        with self._lock:
            found = self._waiting()
            if found is None or found.number != number:
                return None
            self._open = replace(found, agreed=found.agreed | {seat})
        return self.settled(enough)

    def settled(self, enough: Callable[[Proposal], bool]) -> Proposal | None:
        """Return the proposal if those who have agreed are enough by now; then it no longer waits."""
        if (found := self.open) is None or not enough(found):
            return None
        with self._lock:
            if self._open is not found:  # somebody was quicker
                return None
            self._open = None
            return found

    @property
    def now(self) -> float:
        """The time by which proposals are counted."""
        return self._now()

    def drop(self) -> None:
        """Drop the proposal: somebody is against it, or the game has gone on."""
        with self._lock:
            self._open = None
