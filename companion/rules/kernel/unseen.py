"""A seat's zones. A piece that nobody has identified is a `?` there; what is known of all `?` is kept as lots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations, product

from companion.rules.kernel import lots
from companion.rules.kernel.lots import Cases, Wanted, Worth
from companion.rules.kernel.plain import Plain
from companion.rules.kernel.steps import UNSEEN


class Holder(Plain):
    """A seat's zones. A piece that was told is there by its kind, any other as `?`; `unseen` is what the `?` may be.

    When everything has been told, `unseen` is empty. A `?` that can only be of one kind still stays `?`, because
    somebody may yet tell it; `known` names its kind nevertheless.
    """

    places: tuple[str, ...]
    """The attributes that are zones."""

    name: str
    unseen: Cases = ()

    def told(self, place: str) -> str:
        """What a place is called in a refusal."""
        return f"{self.name}.{place}"

    # -- what lies there ---------------------------------------------------------------------------------------

    def zone(self, place: str) -> tuple[str, ...]:
        """What lies in a place, unseen pieces as `?`."""
        zone: tuple[str, ...] = self.__dict__[place]
        return zone

    def known(self, place: str) -> tuple[str, ...]:
        """What lies in a place, with the unseen pieces that are certain by their kind and the others as `?`."""
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
        """What the pieces of a zone are worth together at most; with a worth of 0 or 1, how many can be wanted ones."""
        zone = self.zone(place)
        known = sum(worth(kind) for kind in zone if kind != UNSEEN)
        return known + lots.most(self.unseen, place, worth) if UNSEEN in zone else known

    def least(self, places: Iterable[str], worth: Worth) -> int:
        """What the pieces of these zones are worth together at least, as in `most`."""
        places = tuple(places)
        known = sum(worth(kind) for place in places for kind in self.zone(place) if kind != UNSEEN)
        return known + lots.least(self.unseen, places, worth) if self.unseen else known

    def can_hold(self, place: str, kinds: Iterable[str]) -> bool:
        """Whether these pieces can all lie in a zone together."""
        return can_lie(self.zone(place), self.unseen, place, kinds)

    def pairs(self, place: str) -> frozenset[tuple[str, str]]:
        """Every two kinds that can lie in a zone together, each pair sorted: `can_hold` for all pairs at once."""
        zone = self.zone(place)
        told = sorted(kind for kind in zone if kind != UNSEEN)
        found = frozenset(combinations(told, 2))
        if UNSEEN not in zone:
            return found
        mixed = {(min(pair), max(pair)) for pair in product(set(told), lots.may_be(self.unseen, place))}
        return found | mixed | lots.pairs(self.unseen, place)

    # -- moving ------------------------------------------------------------------------------------------------

    def remove(self, place: str, kind: str) -> None:
        """Take one piece away. If none of this kind has been told, an unseen piece turns out to be one."""
        zone = self.__dict__[place]
        if kind in zone:
            at = zone.index(kind)
        else:
            at = zone.index(UNSEEN)
            self.show(place, kind)
        self.__dict__[place] = zone[:at] + zone[at + 1 :]

    def move(self, place: str, kinds: tuple[str, ...], target: str) -> None:
        """Move pieces from one zone to another. A piece named `?` moved unseen: it may have been any of the zone."""
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
        if count == len(self.zone(place)):  # everything left there moves, so what was known of it is still known
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
        """Move the first piece of an ordered zone, and return its kind."""
        kind, *rest = self.zone(place)
        self.__dict__[place] = tuple(rest)
        self.__dict__[target] += (kind,)
        if kind == UNSEEN:
            self.unseen = lots.moved(self.unseen, place, target, 1)
        return kind

    def move_one_of(self, place: str, wanted: Wanted, target: str) -> None:
        """Move one piece of which only is known that it is a wanted one."""
        self.cover(place)
        self.unseen = lots.one_moved(self.unseen, place, wanted, target)
        self.__dict__[place] = self.__dict__[place][1:]
        self.__dict__[target] += (UNSEEN,)

    def exchange(self, place: str, other: str, wanted: Wanted) -> None:
        """Swap a piece of a zone, nobody saw which, for a wanted piece of another zone."""
        self.cover(place)
        self.cover(other)
        given = lots.moved(self.unseen, place, "given away", 1)  # so that it is not the one that comes back
        self.unseen = lots.moved(lots.one_moved(given, other, wanted, place), "given away", other, 1)

    def cover(self, place: str) -> None:
        """Mix the pieces of a zone, so that nobody can tell them apart."""
        zone = self.zone(place)
        self.unseen = lots.mixed_in(self.unseen, place, tuple(kind for kind in zone if kind != UNSEEN))
        self.__dict__[place] = (UNSEEN,) * len(zone)

    def move_all(self, place: str, target: str) -> None:
        """Move all pieces of a zone into another."""
        self.move(place, (UNSEEN,) * len(self.zone(place)), target)

    # -- learning ----------------------------------------------------------------------------------------------

    def identify(self, place: str, kinds: tuple[str, ...]) -> str:
        """Identify unseen pieces of a zone. Return "", or the reason if they cannot be of these kinds."""
        zone = self.zone(place)
        if len(kinds) > zone.count(UNSEEN):
            return f"{self.told(place)} has {zone.count(UNSEEN)} unseen pieces, not {len(kinds)}."
        if not lots.can_show(self.unseen, place, kinds):
            alone = [kind for kind in dict.fromkeys(kinds) if not lots.can_show(self.unseen, place, (kind,))]
            if alone:
                return f"{', '.join(alone)} cannot lie unseen in {self.told(place)}: what there is lies elsewhere."
            return f"{', '.join(kinds)} cannot all lie unseen in {self.told(place)}: some of it lies elsewhere."
        for kind in kinds:
            self.show(place, kind)
            zone = replaced(zone, kind)
        self.__dict__[place] = zone
        return ""

    def show(self, place: str, kind: str) -> None:
        """Strike one piece of this kind from what the `?` of a place may be. The caller changes the zone itself."""
        self.unseen = lots.shown(self.unseen, place, kind)
        if not self.unseen:
            raise ValueError(f"{kind} cannot lie in {self.told(place)}")
        if self.unseen == ((),):
            self.unseen = ()

    def account_for(self, place: str, kinds: Iterable[str]) -> None:
        """These pieces of a zone were shown or named: identify those of them that had not been told yet."""
        named = Counter(kind for kind in kinds if kind != UNSEEN)
        self.identify(place, tuple((named - Counter(self.zone(place))).elements()))

    def tell(self, place: str) -> None:
        """Everybody has seen what is certain of a zone, so it counts as told."""
        self.account_for(place, self.known(place))

    def rule_in(self, place: str, wanted: Wanted, count: int = 1) -> None:
        """Somebody has revealed that at least so many wanted pieces lie in a zone."""
        if self.least((place,), wanted) >= count:
            return
        hidden = count - sum(kind != UNSEEN and wanted(kind) for kind in self.zone(place))
        unseen = self.unseen
        for _ in range(hidden):  # one after the other, so that none counts twice
            unseen = lots.one_moved(unseen, place, wanted, "set aside")
        self.unseen = lots.moved(unseen, "set aside", place, hidden)

    def rule_out(self, place: str, unwanted: Wanted) -> None:
        """Somebody has said that no such piece lies in a zone."""
        self.limit(place, unwanted, 0)

    def limit(self, place: str, worth: Worth, most: int) -> None:
        """Somebody has said that the pieces of a zone are worth no more than this together."""
        if UNSEEN in self.zone(place):
            told = sum(worth(kind) for kind in self.zone(place) if kind != UNSEEN)
            self.unseen = lots.limited(self.unseen, place, worth, max(0, most - told))

    def spread(self, kinds: Iterable[str]) -> None:
        """The unseen pieces of all zones together are of these kinds; nobody knows which of them lies where."""
        counts = {place: self.zone(place).count(UNSEEN) for place in self.places}
        where = tuple(sorted((place, count) for place, count in counts.items() if count))
        self.unseen = lots.tidy([((tuple(sorted(kinds)), where),)]) if where else ()


class Common(Holder):
    """Places that share their unseen pieces: a deck, and what several seats have drawn out of it. What one of them has
    drawn unseen is what the others have not, so all of it is one lot. The places have their whole names here.

    >>> common = Common(("deck", "A.row", "B.row"))
    >>> common.deck = ("reef", "tide")
    >>> common.move("deck", ("?",), "A.row"); common.move("deck", ("?",), "B.row")
    >>> common.identify("B.row", ("tide",)), common.known("A.row"), common.identify("A.row", ("tide",))
    ('', ('reef',), 'tide cannot lie unseen in A.row: what there is lies elsewhere.')
    """

    def __init__(self, places: Iterable[str]) -> None:
        self.name = ""
        self.places = tuple(places)
        self.unseen = ()
        self.__dict__.update(dict.fromkeys(self.places, ()))

    def told(self, place: str) -> str:
        return place


def can_lie(zone: tuple[str, ...], unseen: Cases, place: str, kinds: Iterable[str]) -> bool:
    """Whether these pieces can lie in a zone together, some of them perhaps unseen."""
    beyond = Counter(kinds) - Counter(zone)
    return not beyond or (UNSEEN in zone and lots.can_show(unseen, place, beyond.elements()))


def replaced(zone: tuple[str, ...], kind: str) -> tuple[str, ...]:
    """A zone with its first unseen piece identified."""
    at = zone.index(UNSEEN)
    return (*zone[:at], kind, *zone[at + 1 :])
