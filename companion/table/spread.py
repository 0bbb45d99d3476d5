"""The chips of one kind over the zones: which may lie where, and how many lie in each.

The rules say that so many chips of a kind went from here to there; which of them, only a sighting tells. Each sighting
narrows the others: of three chips in bank and pile, one of them in the pile, the other two lie in the bank as soon as
one is seen in the pile. Numbers that do not add up are told in words, and then nothing is concluded from them any more
until the place of every chip is known again: what was seen stands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, TypeAlias

from companion.table.sightings import Uid

Zones: TypeAlias = frozenset[str]

MOST_SETS = 10
"""So many different sets of zones are held against each other; a table has far fewer."""


@dataclass(slots=True)
class Gap:
    """Where a chip was before it was seen elsewhere, if that is not known: it still counts there."""

    uid: Uid
    zones: Zones


@dataclass(slots=True)
class Spread:
    """All chips of one kind."""

    chips: dict[Uid, Zones] = field(default_factory=dict)
    """Where each may be; never nowhere."""
    counts: Counter[str] = field(default_factory=Counter)
    """How many lie in each zone, gaps counted in, loose chips left out."""
    gaps: list[Gap] = field(default_factory=list)
    loose: set[Uid] = field(default_factory=set)
    """Chips that entered a zone or left it, nobody knows which."""
    counted: bool = True
    """Whether the numbers are known."""

    # -- what happens ------------------------------------------------------------------------------------------

    def put(self, uid: Uid, zone: str) -> str:
        """This chip is in this zone now. What does not add up, in words."""
        before = self.chips.get(uid, frozenset())
        if uid in self.loose or not before:
            self.loose.discard(uid)
            self.counts[zone] += 1
        elif zone not in before:
            self.gaps.append(Gap(uid, before))
            self.counts[zone] += 1
        self.chips[uid] = frozenset({zone})
        return self.narrow()

    def loosen(self, uid: Uid, zone: str, beyond: str) -> str:
        """This chip touched a spot of a zone in which it may have been: now it is in there, or beyond."""
        if uid not in self.loose:
            self.gaps.append(Gap(uid, self.chips[uid]))
            self.loose.add(uid)
        self.chips[uid] = frozenset({zone, beyond})
        return self.narrow()

    def decide(self, uid: Uid, zone: str) -> str:
        """The rules say where it is."""
        if uid in self.loose:
            self._decide_gap(uid, zone)
        return self.put(uid, zone)

    def _decide_gap(self, uid: Uid, zone: str) -> None:
        """Where it is says whence it came: what is in the zone has entered it, what is beyond has left it."""
        gap = self._last_gap(uid)
        others = self.chips[uid] - {zone}
        if gap is None or len(others) != 1 or zone not in self.chips[uid]:
            return
        (other,) = others
        if zone in gap.zones and other not in gap.zones and len(gap.zones) > 1:
            gap.zones -= {zone}
        elif other in gap.zones and zone not in gap.zones:
            gap.zones = frozenset({other})

    def came(self, uid: Uid, zone: str) -> str:
        """The rules say where it was before it was seen where it is."""
        gap = self._last_gap(uid)
        if gap and zone in gap.zones:
            gap.zones = frozenset({zone})
        return self.narrow()

    def move(self, count: int, source: str, target: str, lying: Collection[Uid]) -> str:
        """So many went from one zone to another unseen; those that lie on a reader did not."""
        for uid in sorted(self.loose):
            if self.counts[source] < count and source in self.chips[uid]:
                self.decide(uid, source)
        short = self.counted and self.counts[source] < count
        for uid, zones in self.chips.items():
            if source in zones and uid not in lying:
                self.chips[uid] = zones | {target}
        self.counts[source] -= count
        self.counts[target] += count
        if short:
            return self._give_up(f"{count} went from {source} to {target}, but fewer were there")
        return self.narrow()

    # -- what can be asked -------------------------------------------------------------------------------------

    def in_zone(self, zone: str) -> tuple[int, int]:
        """How many lie there surely, and how many at most."""
        sure = sum(zones == {zone} for zones in self.chips.values())
        possible = sum(zone in zones for zones in self.chips.values())
        if self.counted:
            sure = max(sure, self.counts[zone] - sum(zone in gap.zones for gap in self.gaps))
            possible = min(possible, self.counts[zone] + sum(zone in self.chips[uid] for uid in self.loose))
        return sure, possible

    # -- concluding --------------------------------------------------------------------------------------------

    def _last_gap(self, uid: Uid) -> Gap | None:
        return next((gap for gap in reversed(self.gaps) if gap.uid == uid), None)

    def narrow(self) -> str:
        """Conclude what the numbers allow."""
        if not self.counted:
            self._count_again()
            return ""
        self._close_gaps()
        while full := self._full(Counter(self._open_sets())):
            for uid, zones in self.chips.items():
                if uid not in self.loose:
                    self.chips[uid] = outside(full, zones)
            for gap in self.gaps:
                gap.zones = outside(full, gap.zones)
            self._close_gaps()
        return "" if full is not None else self._give_up("their numbers do not fit what is seen")

    def _open_sets(self) -> Iterator[Zones]:
        """Where each may be whose place is not known."""
        yield from (zones for uid, zones in self.chips.items() if len(zones) > 1 and uid not in self.loose)
        yield from (gap.zones for gap in self.gaps)

    def _known(self) -> Iterator[Zones]:
        return (zones for zones in self.chips.values() if len(zones) == 1)

    def _full(self, sets: Counter[Zones]) -> Zones | None:
        """Zones that are full with those that can be nowhere else; None where these have no room."""
        room = Counter(self.counts)
        room.subtract(zone for (zone,) in self._known())
        if min(room.values(), default=0) < 0 or room.total() != sets.total():
            return None
        found: Zones = frozenset()
        for zones in unions(sets):
            inside = sum(number for other, number in sets.items() if other <= zones)
            space = sum(room[zone] for zone in zones)
            if inside > space:
                return None
            if inside == space and any(zones & other and not other <= zones for other in sets):
                found = zones
        empty = frozenset(zone for zones in sets for zone in zones if not room[zone])
        if any(zones <= empty for zones in sets):
            return None
        return empty or found

    def _close_gaps(self) -> None:
        """A gap whose place is known is none any more."""
        for gap in self.gaps:
            if len(gap.zones) == 1:
                self.counts.subtract(gap.zones)
        self.gaps = [gap for gap in self.gaps if len(gap.zones) > 1]

    def _give_up(self, why: str) -> str:
        self.counted = False
        self._count_again()
        return why

    def _count_again(self) -> None:
        """When the place of every chip is known, so are the numbers."""
        self.gaps, self.loose = [], set()
        self.counts = Counter(zone for (zone,) in self._known())
        self.counted = len(self.chips) == self.counts.total()

    # -- keeping -----------------------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """As JSON can hold it."""
        return {
            "chips": {uid: sorted(zones) for uid, zones in self.chips.items()},
            "counts": {zone: number for zone, number in self.counts.items() if number},
            "gaps": [[gap.uid, sorted(gap.zones)] for gap in self.gaps],
            "loose": sorted(self.loose),
            "counted": self.counted,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Spread:
        """What `to_json` gave."""
        return cls(
            {Uid(uid): frozenset(zones) for uid, zones in data["chips"].items()},
            Counter(data["counts"]),
            [Gap(Uid(uid), frozenset(zones)) for uid, zones in data["gaps"]],
            {Uid(uid) for uid in data["loose"]},
            bool(data["counted"]),
        )


def outside(full: Zones, zones: Zones) -> Zones:
    """Where something may be that has no room in zones that are full. What can only be in there is what fills them."""
    return zones if zones <= full else zones - full


def unions(sets: Iterable[Zones]) -> Iterator[Zones]:
    """All that can be put together of these sets."""
    few = sorted(sets, key=sorted)[:MOST_SETS]
    for size in range(1, len(few) + 1):
        for some in combinations(few, size):
            yield frozenset[str]().union(*some)
