"""Pieces that lie in a known zone but that nobody has identified yet: `?` in the zone, their kinds known as a set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, ClassVar

from companion.rules.kernel.plain import Plain
from companion.rules.kernel.steps import UNSEEN


class Holder(Plain):
    """A seat's zones. Its `?` pieces and its `unseen` kinds match one to one.

    Nothing here says which is which, until a piece shows, somebody tells, or only one answer is left. With everything
    seen it is plain bookkeeping.
    """

    places: ClassVar[tuple[str, ...]]
    """The attributes that are zones."""

    name: str
    unseen: tuple[str, ...] = ()

    def kinds(self, place: str) -> tuple[str, ...]:
        """The different kinds that lie, or may lie, in a zone."""
        zone: tuple[str, ...] = getattr(self, place)
        if UNSEEN in zone:
            return tuple(kind for kind in dict.fromkeys(zone + self.unseen) if kind != UNSEEN)
        return tuple(dict.fromkeys(zone))

    def copies(self, place: str, kind: str) -> int:
        """How many of a kind lie, or may lie, in a zone."""
        zone: tuple[str, ...] = getattr(self, place)
        return zone.count(kind) + min(zone.count(UNSEEN), self.unseen.count(kind))

    def remove(self, place: str, kind: str) -> None:
        """Take one piece away; an unseen one that turns out to be of this kind counts."""
        zone: tuple[str, ...] = getattr(self, place)
        if kind in zone:
            at = zone.index(kind)
            self.__dict__[place] = zone[:at] + zone[at + 1 :]
        else:
            self._show(place, kind)
            self.settle()

    def _show(self, place: str, kind: str) -> None:
        """An unseen piece leaves and turns out to be of this kind."""
        zone: tuple[str, ...] = getattr(self, place)
        left = list(self.unseen)
        left.remove(kind)
        at = zone.index(UNSEEN)
        self.unseen = tuple(left)
        self.__dict__[place] = zone[:at] + zone[at + 1 :]

    def take_out(self, place: str, kinds: tuple[str, ...]) -> tuple[str, ...]:
        """Take drawn pieces away, some of them perhaps unseen. Put them where they go, then `settle`."""
        zone: tuple[str, ...] = getattr(self, place)
        if not self.unseen and UNSEEN not in kinds:  # nearly always: nothing is open
            left = list(zone)
            for kind in kinds:
                left.remove(kind)
            self.__dict__[place] = tuple(left)
            return kinds
        if UNSEEN in kinds:  # which of them went is open, so what stays is open too
            self.unseen += tuple(kind for kind in zone if kind != UNSEEN)
            self.__dict__[place] = (UNSEEN,) * len(zone)
        for kind in kinds:
            if kind in getattr(self, place):
                zone = getattr(self, place)
                at = zone.index(kind)
                self.__dict__[place] = zone[:at] + zone[at + 1 :]
            else:
                self._show(place, kind)
        return kinds

    def settle(self) -> None:
        """Write down what has become certain: one kind only is left, or one zone only holds what is unseen."""
        if not self.unseen:
            return
        places = [place for place in self.places if UNSEEN in getattr(self, place)]
        if len(places) > 1 and len(set(self.unseen)) > 1:
            return
        kinds = iter(sorted(self.unseen))
        for place in places:
            zone: tuple[str, ...] = getattr(self, place)
            self.__dict__[place] = tuple(next(kinds) if kind == UNSEEN else kind for kind in zone)
        self.unseen = ()

    def identify(self, place: str, kinds: tuple[str, ...]) -> str:
        """Unseen pieces of a zone are of these kinds; the reason as text when they cannot be."""
        zone: Any = getattr(self, place)
        if len(kinds) > zone.count(UNSEEN):
            return f"{self.name}.{place} has {zone.count(UNSEEN)} unseen pieces, not {len(kinds)}."
        missing = Counter(kinds) - Counter(self.unseen)
        if missing:
            return f"{', '.join(missing)} cannot lie unseen in {self.name}.{place}: what there is lies elsewhere."
        left = list(self.unseen)
        for kind in kinds:
            at = zone.index(UNSEEN)
            zone = (*zone[:at], kind, *zone[at + 1 :])
            left.remove(kind)
        self.__dict__[place] = zone
        self.unseen = tuple(left)
        self.settle()
        return ""


def identify(seats: Mapping[str, Holder], zone: str, kinds: tuple[str, ...]) -> str:
    """The same by the zone's name, such as `A.hand`."""
    owner, _, place = zone.partition(".")
    seat = seats.get(owner)
    if seat is None or place not in seat.places:
        return f"There is no zone {zone}."
    return seat.identify(place, kinds)
