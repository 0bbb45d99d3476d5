"""Where no judge is seated, all seats together have the judge's power: one proposes, each agrees on its own phone.

In the same way they are asked whether a place that somebody has taken gets a new code.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Lock
from typing import Final, NamedTuple

from companion.faces.server.doors import Role
from companion.referee.inputs import Back, Clocked, Corrected, Finished, Personal, Stands

TAKEN_BACK: Final = "taken back at the table"
"""What stands in the record as the reason."""
STRAIGHT: Final = "the table lies as the rules have it"
"""And where nothing is changed but that all rulings are closed."""
LASTS: Final = 120.0
"""Seconds after which a proposal is forgotten."""


class Wish(NamedTuple):
    """What is proposed: to go `back` to a point, to let a ruling `stand`, to say that all lies `straight`, to `finish`
    the game, or something to be done to the `clocks`."""

    what: str
    number: int = 0
    clocks: Clocked | None = None

    def by(self, seats: tuple[str, ...], label: str) -> Personal:
        """As an input of all who agree. `label` names it, so that it counts once."""
        if self.clocks is not None:
            return replace(self.clocks, by=seats, id=label)
        if self.what == "back":
            return Back(seats, self.number, TAKEN_BACK, 0.0, label)
        if self.what == "straight":
            return Corrected(seats, {}, STRAIGHT, 0.0, id=label)
        return Stands(seats, self.number, 0.0, label) if self.what == "stand" else Finished(seats, 0.0, label)


class Opening(NamedTuple):
    """A new code for a place that somebody has taken; or, `shut`, none, and whoever has it goes out."""

    role: Role
    shut: bool = False

    @property
    def what(self) -> str:
        """As a wish has it."""
        return "shut" if self.shut else "open"


@dataclass(frozen=True)
class Proposal:
    """Something that waits for the others."""

    number: int
    wish: Wish | Opening
    by: str
    """The seat that proposed it; "" is who sets up."""
    agreed: frozenset[str]
    until: float


class Together:
    """At most one proposal at a time; a new one takes the place of the old."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._lock = Lock()
        self._open: Proposal | None = None
        self._count = 0

    @property
    def open(self) -> Proposal | None:
        """What waits now."""
        with self._lock:
            if self._open and self._open.until <= self._now():
                self._open = None
            return self._open

    def propose(self, wish: Wish | Opening, seat: str = "") -> Proposal:
        """A seat wants something, or who sets up."""
        with self._lock:
            self._count += 1
            self._open = Proposal(self._count, wish, seat, frozenset({seat} - {""}), self._now() + LASTS)
            return self._open

    def agree(self, number: int, seat: str, enough: Callable[[frozenset[str]], bool]) -> Proposal | None:
        """A seat agrees. The proposal comes back when those who have are enough, and waits no longer."""
        if (found := self.open) is None or found.number != number:
            return None
        with self._lock:
            agreed = replace(found, agreed=found.agreed | {seat})
            done = enough(agreed.agreed)
            self._open = None if done else agreed
            return agreed if done else None

    def drop(self) -> None:
        """Somebody is against it, or the game has gone on."""
        with self._lock:
            self._open = None
