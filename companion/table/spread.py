"""How the chips of one kind are spread over the zones: in which zones each may lie, and how many lie in each zone.

The rules say that a number of chips of a kind went from one zone to another; which chips these were, only sightings
tell. Each sighting narrows the possibilities of the others. For example, three chips are in bank and pile, one of them
in the pile: as soon as one is seen in the pile, the other two must be in the bank. If the numbers do not add up, this
is reported in words, and nothing more is concluded from them until the place of every chip is known again. What was
seen is kept in any case.
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
"""The most different sets of zones that are compared with each other; a table has far fewer."""


@dataclass(slots=True)
class Gap:
    """The unknown place that a chip came from when it was seen elsewhere. The chip still counts in one of these
    zones."""

    uid: Uid
    """The chip; empty once it has moved on, because what is said about its last move no longer concerns this gap."""
    zones: Zones


@dataclass(slots=True)
class Spread:
    """All chips of one kind."""

    chips: dict[Uid, Zones] = field(default_factory=dict)
    """The zones in which each chip may be; never an empty set."""
    counts: Counter[str] = field(default_factory=Counter)
    """How many chips are in each zone, including the gaps, without the loose chips."""
    gaps: list[Gap] = field(default_factory=list)
    loose: dict[Uid, str] = field(default_factory=dict)
    """Chips that touched the tap of a zone, entering or leaving it, nobody knows which; with that zone."""
    counted: bool = True
    """Whether the numbers are known."""

    # -- what happens ------------------------------------------------------------------------------------------

    def put(self, uid: Uid, zone: str) -> str:
        """A chip was seen in this zone. Return what does not add up, in words."""
        self._forget_way(uid)
        return self._set(uid, zone)

    def loosen(self, uid: Uid, zone: str, beyond: str) -> str:
        """A chip touched a spot of a zone in which it may have been. Now it is in that zone, or beyond it."""
        self._forget_way(uid)
        if uid not in self.loose:  # after a second touch nobody knows what the first one was
            self.gaps.append(Gap(uid, self.chips[uid]))
            self.loose[uid] = zone
        self.chips[uid] = frozenset({zone, beyond})
        return self.narrow()

    def decide(self, uid: Uid, zone: str) -> str:
        """The rules say where a chip is now. If it is in the zone whose tap it touched, it has entered that zone;
        otherwise it has left it."""
        touched, gap = self.loose.get(uid), self._last_gap(uid)
        if touched and gap and zone in self.chips[uid]:
            gap.zones = gap.zones - {touched} if zone == touched else frozenset({touched})
        return self._set(uid, zone)

    def move(self, count: int, source: str, target: str, lying: Collection[Uid]) -> str:
        """A number of chips went unseen from one zone to another. Chips that lie on a reader (`lying`) were not among
        them."""
        for uid in [uid for uid in self.loose if source in self.chips[uid]]:
            self._fasten(uid)
        short = self.counted and self.counts[source] < count
        for uid, zones in self.chips.items():
            if source in zones and uid not in lying:
                self.chips[uid] = zones | {target}
        self.counts[source] -= count
        self.counts[target] += count
        if short:
            return self._give_up(f"{count} went from {source} to {target}, but fewer were there")
        return self.narrow()

    def forget(self, uid: Uid) -> None:
        """Stop following a chip."""
        self.chips.pop(uid, None)
        self._count_again()

    def _set(self, uid: Uid, zone: str) -> str:
        before = self.chips.get(uid, frozenset())
        if uid in self.loose or not before:
            self.loose.pop(uid, None)
            self.counts[zone] += 1
        elif zone not in before:
            self._forget_way(uid)
            self.gaps.append(Gap(uid, before))
            self.counts[zone] += 1
        self.chips[uid] = frozenset({zone})
        return self.narrow()

    def _fasten(self, uid: Uid) -> None:
        """Turn a loose chip into an ordinary one, because it may move on unseen: count it in each zone where it may be,
        and add a gap for all but one of these."""
        del self.loose[uid]
        self.counts.update(self.chips[uid])
        self.gaps += [Gap(Uid(""), self.chips[uid]) for _ in range(len(self.chips[uid]) - 1)]

    # -- what can be asked -------------------------------------------------------------------------------------

    def in_zone(self, zone: str) -> tuple[int, int]:
        """Return how many chips are certainly in a zone, and how many at most."""
        sure = sum(zones == {zone} for zones in self.chips.values())
        possible = sum(zone in zones for zones in self.chips.values())
        if self.counted:
            sure = max(sure, self.counts[zone] - sum(zone in gap.zones for gap in self.gaps))
            possible = min(possible, self.counts[zone] + sum(zone in self.chips[uid] for uid in self.loose))
        return sure, possible

    # -- concluding --------------------------------------------------------------------------------------------

    def _last_gap(self, uid: Uid) -> Gap | None:
        return next((gap for gap in self.gaps if gap.uid == uid), None)

    def _forget_way(self, uid: Uid) -> None:
        """The chip has moved on: what is said about its last move from now on does not concern its earlier gaps."""
        for gap in self.gaps:
            if gap.uid == uid:
                gap.uid = Uid("")

    def narrow(self) -> str:
        """Conclude what the numbers allow. Return what does not add up, in words."""
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
        """Yield the possible zones of each chip and each gap whose place is not known."""
        yield from (zones for uid, zones in self.chips.items() if len(zones) > 1 and uid not in self.loose)
        yield from (gap.zones for gap in self.gaps)

    def _known(self) -> Iterator[Zones]:
        return (zones for zones in self.chips.values() if len(zones) == 1)

    def _full(self, sets: Counter[Zones]) -> Zones | None:
        """Return zones that are filled by chips that can be nowhere else, so that nothing else fits in; None if the
        numbers are impossible."""
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
        """Remove each gap whose place is known now."""
        for gap in self.gaps:
            self._tie(gap)
            if len(gap.zones) == 1:
                self.counts.subtract(gap.zones)
        self.gaps = [gap for gap in self.gaps if len(gap.zones) > 1]

    def _tie(self, gap: Gap) -> None:
        """Settle a loose chip once its gap shows whether it had been in the zone that it touched: if not, it has
        entered it; if so, it has left it."""
        touched = self.loose.get(gap.uid)
        if touched and (touched not in gap.zones or gap.zones == {touched}):
            del self.loose[gap.uid]
            self.chips[gap.uid] = frozenset({touched}) if touched not in gap.zones else self.chips[gap.uid] - {touched}
            self.counts.update(self.chips[gap.uid])

    def _give_up(self, why: str) -> str:
        self._count_again()
        return why

    def _count_again(self) -> None:
        """Derive the numbers again. They are known if the place of every chip is."""
        self.gaps, self.loose = [], {}
        self.counts = Counter(zone for (zone,) in self._known())
        self.counted = len(self.chips) == self.counts.total()

    # -- keeping -----------------------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """Return the spread as a JSON object."""
        return {
            "chips": {uid: sorted(zones) for uid, zones in self.chips.items()},
            "counts": {zone: number for zone, number in self.counts.items() if number},
            "gaps": [[gap.uid, sorted(gap.zones)] for gap in self.gaps],
            "loose": dict(self.loose),
            "counted": self.counted,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Spread:
        """Read what `to_json` returned. Raises whatever exception anything else leads to."""
        chips = {Uid(uid): read_zones(zones) for uid, zones in data["chips"].items()}
        loose = {Uid(uid): str(zone) for uid, zone in data["loose"].items()}
        if not loose.keys() <= chips.keys():
            raise ValueError("a loose chip has no place")
        return cls(
            chips,
            Counter({zone: int(number) for zone, number in data["counts"].items()}),
            [Gap(Uid(uid), read_zones(zones)) for uid, zones in data["gaps"]],
            loose,
            bool(data["counted"]),
        )


def read_zones(data: Any) -> Zones:
    """Read a set of zones from JSON. Raises ValueError if it is empty or anything else."""
    if not (isinstance(data, list) and data and all(isinstance(zone, str) for zone in data)):
        raise ValueError(f"{data!r} names no zones")
    return frozenset(data)


def outside(full: Zones, zones: Zones) -> Zones:
    """Return the zones that are left for something when others are full. If it fits only into the full zones, it is
    among what fills them."""
    return zones if zones <= full else zones - full


def unions(sets: Iterable[Zones]) -> Iterator[Zones]:
    """Yield every union of some of these sets, of which the first `MOST_SETS` are considered."""
    few = sorted(sets, key=sorted)[:MOST_SETS]
    for size in range(1, len(few) + 1):
        for some in combinations(few, size):
            yield frozenset[str]().union(*some)
