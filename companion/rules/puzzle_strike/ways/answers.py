"""Who may answer gems in the air: groups of seats in the order in which they are asked; of a group, one answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from companion.rules.puzzle_strike.table import Flight, Seat

if TYPE_CHECKING:
    from companion.rules.puzzle_strike.play import Play


class MayAnswer(Protocol):
    """Says who may answer a send."""

    def groups(self, play: Play, flight: Flight) -> list[list[Seat]]:
        """Return who is asked, one group after the other, until somebody answers."""


class TargetSide:
    """Only those whose pile the gems fly to: the target, or either of two mates."""

    def groups(self, play: Play, flight: Flight) -> list[list[Seat]]:
        """Return the side of the target."""
        return [play.side(play.table.seats[flight.target])]


class TargetThenOthers:
    """The target first; if he declines, each other player in turn order, beginning after the sender."""

    def groups(self, play: Play, flight: Flight) -> list[list[Seat]]:
        """Return the target, then the others one by one."""
        target = play.table.seats[flight.target]
        others = (seat for seat in play.opponents(play.table.seats[flight.sender]) if seat is not target)
        return [[target], *([seat] for seat in others)]
