"""A seat's zones, some pieces of which nobody has identified: `?` in the zone, and what is known of them as lots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations, product
from typing import ClassVar

from companion.rules.kernel import lots
from companion.rules.kernel.lots import Cases, Wanted, Worth
from companion.rules.kernel.plain import Plain
from companion.rules.kernel.steps import UNSEEN


class Holder(Plain):
    """A seat's zones: what was told stands there by its kind, everything else as `?`; what `?` may be is in `unseen`.

    With everything told `unseen` is empty. A `?` of which only one kind is left stays `?`, for somebody may still tell
    it; `known` says it all the same.
    """

    places: ClassVar[tuple[str, ...]]
    """The attributes that are zones."""

    name: str
    unseen: Cases = ()

    # -- what lies there ---------------------------------------------------------------------------------------

    def zone(self, place: str) -> tuple[str, ...]:
        """What lies in a place, unseen pieces as `?`."""
        zone: tuple[str, ...] = self.__dict__[place]
        return zone

    def known(self, place: str) -> tuple[str, ...]:
        """What lies in a place, with what is certain of the unseen pieces; the others as `?`."""
        zone = self.zone(place)
        if self.unseen and UNSEEN in zone:
            for kind in lots.certain(self.unseen, place):
                zone = replaced(zone, kind)
        return zone

    def kinds(self, place: str) -> tuple[str, ...]:
        """The different kinds that lie, or may lie, in a zone."""
        zone = self.zone(place)
        if UNSEEN in zone:
            return tuple(kind for kind in dict.fromkeys(zone + lots.may_be(self.unseen, place)) if kind != UNSEEN)
        return tuple(dict.fromkeys(zone))

    def most(self, place: str, worth: Worth) -> int:
        """How many wanted pieces can lie in a zone; or what its pieces are worth together at the most."""
        zone = self.zone(place)
        known = sum(worth(kind) for kind in zone if kind != UNSEEN)
        return known + lots.most(self.unseen, place, worth) if UNSEEN in zone else known

    def least(self, places: Iterable[str], worth: Worth) -> int:
        """How many wanted pieces lie in these zones together at the least; or what they are worth."""
        places = tuple(places)
        known = sum(worth(kind) for place in places for kind in self.zone(place) if kind != UNSEEN)
        return known + lots.least(self.unseen, places, worth) if self.unseen else known

    def can_hold(self, place: str, kinds: Iterable[str]) -> bool:
        """Whether these pieces can lie in a zone all together."""
        return can_lie(self.zone(place), self.unseen, place, kinds)

    def pairs(self, place: str) -> frozenset[tuple[str, str]]:
        """Any two pieces that can lie in a zone together, each pair in order: `can_hold` for all of them at once."""
        zone = self.zone(place)
        told = sorted(kind for kind in zone if kind != UNSEEN)
        found = frozenset(combinations(told, 2))
        if UNSEEN not in zone:
            return found
        mixed = {(min(pair), max(pair)) for pair in product(set(told), lots.may_be(self.unseen, place))}
        return found | mixed | lots.pairs(self.unseen, place)

    # -- moving ------------------------------------------------------------------------------------------------

    def remove(self, place: str, kind: str) -> None:
        """Take one piece away; an unseen one that turns out to be of this kind counts."""
        zone = self.__dict__[place]
        if kind in zone:
            at = zone.index(kind)
        else:
            at = zone.index(UNSEEN)
            self.show(place, kind)
        self.__dict__[place] = zone[:at] + zone[at + 1 :]

    def move(self, place: str, kinds: tuple[str, ...], target: str) -> None:
        """Pieces go from one zone to another. Those named `?` nobody saw: it may have been any piece of the zone."""
        if UNSEEN not in kinds:
            if len(kinds) == len(self.__dict__[place]) and not self.unseen:
                self.__dict__[place] = ()
            else:
                for kind in kinds:
                    self.remove(place, kind)
            self.__dict__[target] += kinds
            return
        for kind in kinds:
            if kind != UNSEEN:
                self.remove(place, kind)
        count = kinds.count(UNSEEN)
        if count == len(self.zone(place)):  # all that is left goes, and what was known is known still
            kinds = tuple(kind for kind in kinds if kind != UNSEEN) + self.zone(place)
            count = self.zone(place).count(UNSEEN)
            self.__dict__[place] = ()
        else:
            self.cover(place)
            self.__dict__[place] = self.__dict__[place][count:]
        if count:
            self.unseen = lots.moved(self.unseen, place, target, count)
        self.__dict__[target] += kinds

    def move_first(self, place: str, target: str) -> str:
        """The piece in front of an ordered zone goes; what it is comes back."""
        kind, *rest = self.zone(place)
        self.__dict__[place] = tuple(rest)
        self.__dict__[target] += (kind,)
        if kind == UNSEEN:
            self.unseen = lots.moved(self.unseen, place, target, 1)
        return kind

    def move_one_of(self, place: str, wanted: Wanted, target: str) -> None:
        """One piece goes, and all that was said of it is that it is a wanted one."""
        self.cover(place)
        self.unseen = lots.one_moved(self.unseen, place, wanted, target)
        self.__dict__[place] = self.__dict__[place][1:]
        self.__dict__[target] += (UNSEEN,)

    def exchange(self, place: str, other: str, wanted: Wanted) -> None:
        """Some piece of a zone, nobody saw which, for a wanted one of another zone."""
        self.cover(place)
        self.cover(other)
        given = lots.moved(self.unseen, place, "given away", 1)  # so that it is not the one that comes back
        self.unseen = lots.moved(lots.one_moved(given, other, wanted, place), "given away", other, 1)

    def cover(self, place: str) -> None:
        """The pieces of a zone lie among each other, so that nobody can tell them apart."""
        zone = self.zone(place)
        self.unseen = lots.mixed_in(self.unseen, place, tuple(kind for kind in zone if kind != UNSEEN))
        self.__dict__[place] = (UNSEEN,) * len(zone)

    def move_all(self, place: str, target: str) -> None:
        """A zone is emptied into another."""
        self.move(place, (UNSEEN,) * len(self.zone(place)), target)

    # -- learning ----------------------------------------------------------------------------------------------

    def identify(self, place: str, kinds: tuple[str, ...]) -> str:
        """Unseen pieces of a zone are of these kinds; the reason as text when they cannot be."""
        zone = self.zone(place)
        if len(kinds) > zone.count(UNSEEN):
            return f"{self.name}.{place} has {zone.count(UNSEEN)} unseen pieces, not {len(kinds)}."
        if not lots.can_show(self.unseen, place, kinds):
            alone = [kind for kind in dict.fromkeys(kinds) if not lots.can_show(self.unseen, place, (kind,))]
            if alone:
                return f"{', '.join(alone)} cannot lie unseen in {self.name}.{place}: what there is lies elsewhere."
            return f"{', '.join(kinds)} cannot all lie unseen in {self.name}.{place}: some of it lies elsewhere."
        for kind in kinds:
            self.show(place, kind)
            zone = replaced(zone, kind)
        self.__dict__[place] = zone
        return ""

    def show(self, place: str, kind: str) -> None:
        """One of the `?` of a place is of this kind, and no longer one of them."""
        self.unseen = lots.shown(self.unseen, place, kind)
        if not self.unseen:
            raise ValueError(f"{kind} cannot lie in {self.name}.{place}")
        if self.unseen == ((),):
            self.unseen = ()

    def account_for(self, place: str, kinds: Iterable[str]) -> None:
        """These have shown or been named as pieces of a zone: as many of them as were not told yet are told now."""
        named = Counter(kind for kind in kinds if kind != UNSEEN)
        self.identify(place, tuple((named - Counter(self.zone(place))).elements()))

    def tell(self, place: str) -> None:
        """What is certain of a zone has been seen by everybody."""
        self.account_for(place, self.known(place))

    def rule_in(self, place: str, wanted: Wanted, count: int = 1) -> None:
        """Somebody has let on that there are so many of these in a zone."""
        if self.least((place,), wanted) >= count:
            return
        hidden = count - sum(kind != UNSEEN and wanted(kind) for kind in self.zone(place))
        unseen = self.unseen
        for _ in range(hidden):  # one after the other, so that none counts twice
            unseen = lots.one_moved(unseen, place, wanted, "set aside")
        self.unseen = lots.moved(unseen, "set aside", place, hidden)

    def rule_out(self, place: str, unwanted: Wanted) -> None:
        """Somebody has said that there is none of these in a zone."""
        self.limit(place, unwanted, 0)

    def limit(self, place: str, worth: Worth, most: int) -> None:
        """What lies in a zone is worth no more than this together."""
        if UNSEEN in self.zone(place):
            told = sum(worth(kind) for kind in self.zone(place) if kind != UNSEEN)
            self.unseen = lots.limited(self.unseen, place, worth, max(0, most - told))

    def spread(self, kinds: Iterable[str]) -> None:
        """These are what lies unseen in the zones; nobody knows which of them where."""
        counts = {place: self.zone(place).count(UNSEEN) for place in self.places}
        where = tuple(sorted((place, count) for place, count in counts.items() if count))
        self.unseen = lots.tidy([((tuple(sorted(kinds)), where),)]) if where else ()


def can_lie(zone: tuple[str, ...], unseen: Cases, place: str, kinds: Iterable[str]) -> bool:
    """Whether these pieces can be in a zone together, some perhaps as unseen ones."""
    beyond = Counter(kinds) - Counter(zone)
    return not beyond or (UNSEEN in zone and lots.can_show(unseen, place, beyond.elements()))


def replaced(zone: tuple[str, ...], kind: str) -> tuple[str, ...]:
    """A zone with its first unseen piece identified."""
    at = zone.index(UNSEEN)
    return (*zone[:at], kind, *zone[at + 1 :])


def identify(seats: Mapping[str, Holder], zone: str, kinds: tuple[str, ...]) -> str:
    """The same by the zone's name, such as `A.hand`."""
    owner, _, place = zone.partition(".")
    seat = seats.get(owner)
    if seat is None or place not in seat.places:
        return f"There is no zone {zone}."
    return seat.identify(place, kinds)
