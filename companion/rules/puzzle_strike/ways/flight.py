"""Whether gems that are sent fly at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from companion.rules.puzzle_strike.table import Seat

if TYPE_CHECKING:
    from companion.rules.puzzle_strike.play import Play


class TakeOff(Protocol):
    """Says when gems that were sent take off."""

    def held_back(self, play: Play, sender: Seat) -> bool:
        """Return whether what this seat sends now floats."""


class AtOnce:
    """Everything flies as soon as it is sent."""

    def held_back(self, play: Play, sender: Seat) -> bool:
        """Nothing is held back."""
        return False


class Floating:
    """What is sent out of a pile of 10 or more floats until the pile is 9 or less."""

    def held_back(self, play: Play, sender: Seat) -> bool:
        """Whether the pile is that high."""
        return play.total(sender) >= play.edition.losing_total
