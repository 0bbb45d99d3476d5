"""Chips over the slots of bags: which of them wait for a draw, and which lie in a hand already.

Only its owner may know what kind of chip came, so nothing here asks. But a tag tells one chip from another, and that is
enough: a chip of the hand that comes over the slot once more was not drawn again, and a chip that comes for the second
time before it is drawn was back in the bag, so that its first touch meant nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.arbiter.loose import fits_best
from companion.table.sightings import Uid

MOST_DRAWN = 40
"""The most draws over one slot that are remembered while the rules do not have them; no bag holds more chips."""
APART = 8.0
"""Seconds between two chips over a slot after which they no longer belong to the same draw."""


class OverSlot(NamedTuple):
    """A chip that came over a slot."""

    uid: Uid
    at: float


@dataclass(slots=True)
class Slots:
    """What has come over the slots of a table; places are where the slots lead."""

    waiting: dict[str, tuple[OverSlot, ...]] = field(default_factory=dict)
    """The chips that the rules have not drawn."""
    drawn: dict[str, tuple[OverSlot, ...]] = field(default_factory=dict)
    """The chips that have been drawn since the hand was last laid down."""
    ahead: dict[str, tuple[OverSlot, ...]] = field(default_factory=dict)
    """The ones among them that had come before they were to be drawn."""

    def copy(self) -> Slots:
        """An independent copy."""
        return Slots(self.waiting.copy(), self.drawn.copy(), self.ahead.copy())

    def __iter__(self) -> Iterator[tuple[str, OverSlot]]:
        """The chips that wait, each with its place."""
        return ((place, one) for place, chips in self.waiting.items() for one in chips)

    def __bool__(self) -> bool:
        return bool(self.waiting)

    def __len__(self) -> int:
        return sum(map(len, self.waiting.values()))

    @property
    def counts(self) -> tuple[tuple[str, int], ...]:
        """How many chips wait at each place."""
        return tuple((place, len(chips)) for place, chips in self.waiting.items())

    def is_drawn(self, place: str, chip: OverSlot) -> bool:
        """Whether this chip is in the hand already."""
        return any(one.uid == chip.uid for one in self.drawn.get(place, ()))

    def is_elsewhere(self, place: str, uid: Uid) -> bool:
        """Whether a chip has been drawn by another seat, and is still in its hand."""
        return any(one.uid == uid for where, chips in self.drawn.items() if where != place for one in chips)

    def comes(self, place: str, chip: OverSlot) -> None:
        """A chip has come that nobody was to draw. Where one that came long before was taken for a draw, that one meant
        nothing, and this one was drawn."""
        self.forget(place, [one for _, one in self if one.uid == chip.uid])
        if early := self._meant_nothing(place, chip):
            for kept in (self.drawn, self.ahead):
                kept[place] = tuple(one for one in kept[place] if one != early)
            self.takes(place, chip)
        elif len(self.waiting.get(place, ())) < MOST_DRAWN:
            self.waiting[place] = (*self.waiting.get(place, ()), chip)

    def _meant_nothing(self, place: str, chip: OverSlot) -> OverSlot | None:
        """The first chip that came ahead of its draw, if this one comes right after others, and these well after it."""
        begun = chip.at
        for one in sorted(self.drawn.get(place, ()), key=lambda one: one.at, reverse=True):
            if begun - one.at > APART:
                break
            begun = min(begun, one.at)
        if begun == chip.at:
            return None
        return next((one for one in self.ahead.get(place, ()) if one.at < begun), None)

    def draws(self, place: str, after: float = float("-inf")) -> OverSlot | None:
        """The rules draw: take the chip that waits and fits best; None if none does."""
        if not (chips := self.waiting.get(place)):
            return None
        chip = fits_best(chips, after)
        self.forget(place, (chip,))
        self.takes(place, chip)
        self.ahead[place] = (*self.ahead.get(place, ()), chip)
        return chip

    def takes(self, place: str, chip: OverSlot) -> None:
        """A chip has been drawn."""
        self.drawn[place] = (*self.drawn.get(place, ()), chip)

    def forget(self, place: str, chips: Iterable[OverSlot]) -> None:
        """Forget chips that wait."""
        if left := tuple(one for one in self.waiting.get(place, ()) if one not in chips):
            self.waiting[place] = left
        else:
            self.waiting.pop(place, None)

    def leaves(self, uid: Uid) -> None:
        """A chip was seen elsewhere: it is in no hand any more."""
        for place, chips in self.drawn.items():
            if any(one.uid == uid for one in chips):
                self.drawn[place] = tuple(one for one in chips if one.uid != uid)
                self.ahead[place] = tuple(one for one in self.ahead.get(place, ()) if one.uid != uid)
                return

    def empties(self, place: str) -> None:
        """The hand has been laid down, and nobody has seen its chips."""
        self.drawn.pop(place, None)
        self.ahead.pop(place, None)

    def until(self, moment: float) -> Slots:
        """A copy as if nothing had come after this moment."""
        earlier = self.copy()
        for place, chips in self.waiting.items():
            earlier.forget(place, [one for one in chips if one.at > moment])
        return earlier

    def clear(self) -> None:
        """Forget everything."""
        for kept in (self.waiting, self.drawn, self.ahead):
            kept.clear()
