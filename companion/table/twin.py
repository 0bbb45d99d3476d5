"""Where every chip is now, as far as anybody can know, and the movements that follow from what readers saw.

A tag is in one place. Where a chip lies on a reader, its place is certain; where it was seen last, it still is until
it is seen elsewhere or the rules say otherwise. What a sighting means is told in `movement`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.table.changes import Appeared, Change, Doubled, Lifted, Tapped
from companion.table.layout import Layout, Spot
from companion.table.movement import Movement
from companion.table.sightings import Uid
from companion.table.spread import Spread, Zones

LONG = 60.0
"""Seconds in the air after which people are asked where a chip is."""
MOST_MISMATCHES = 50
FORM = 1
"""The version of what `to_json` gives."""


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where a chip may be."""

    zones: Zones = frozenset()
    """Empty where it was never seen nor expected."""
    reader: str = ""
    """Where it lies, or was lifted from; empty where it lies on no reader."""
    lifted: bool = False
    since: float = 0.0
    """When it was seen there first; when it was lifted."""

    @property
    def lies(self) -> bool:
        """Whether it lies on a reader now."""
        return bool(self.reader) and not self.lifted


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Numbers that do not add up."""

    kind: str
    words: str


@dataclass(frozen=True, slots=True)
class Duplicate:
    """Two tags with one UID."""

    uid: Uid
    words: str


class Twin:
    """Changes in, movements out. Equal chips can stand for each other in the rules, never here."""

    def __init__(
        self,
        layout: Layout,
        kinds: Mapping[Uid, str],
        places: Mapping[Uid, Collection[str]] | None = None,
        counts: Mapping[str, Mapping[str, int]] | None = None,
    ) -> None:
        """`places`: the zones in which each chip may be; `counts`: how many of a kind lie in each, where known."""
        self.kinds = kinds
        self._spots: dict[str, Spot] = {spot.reader: spot for spot in layout.spots()}
        self._cells = Counter[str]()
        """By zone, how many it has."""
        for spot in self._spots.values():
            self._cells[spot.zone] += spot.cells
        self._spreads: dict[str | None, Spread] = {}
        self._lies: dict[Uid, Whereabouts] = {}
        self._doubles: dict[Uid, Doubled] = {}
        self._mismatches: list[Mismatch] = []
        for uid, zones in (places or {}).items():
            self._spread(uid).chips[uid] = frozenset(zones)
        for kind, spread in self._spreads.items():
            known = (counts or {}).get(kind or "")
            spread.counts.update(known or {})
            spread.counted = known is not None
            self._note_kind(kind, spread.narrow())

    # -- what comes in -----------------------------------------------------------------------------------------

    def take(self, change: Change) -> list[Movement]:
        """What a change means for where chips are."""
        if isinstance(change, Appeared):
            return self._appeared(change)
        if isinstance(change, Tapped):
            return self._tapped(change)
        if isinstance(change, Lifted):
            self._lifted(change)
        elif isinstance(change, Doubled):
            self._doubles[change.uid] = change
        return []

    def _appeared(self, change: Appeared) -> list[Movement]:
        uid, zone = change.uid, self._spots[change.reader].zone
        before = self.whereabouts(uid).zones
        self._lay(change)
        if before == {zone}:
            return []
        self._note(uid, self._spread(uid).put(uid, zone))
        return [self._movement(change, before, zone)]

    def _tapped(self, change: Tapped) -> list[Movement]:
        uid, spot = change.uid, self._spots[change.reader]
        before = self.whereabouts(uid).zones
        self._lay(change)
        spread = self._spread(uid)
        if spot.zone not in before:
            self._note(uid, spread.put(uid, spot.zone))
        elif before == {spot.zone}:
            self._note(uid, spread.put(uid, spot.beyond))
            return [self._movement(change, before, spot.beyond)]
        else:
            self._note(uid, spread.loosen(uid, spot.zone, spot.beyond))
        return [self._movement(change, before, spot.zone)]

    def _lay(self, change: Appeared | Tapped) -> None:
        self._doubles.pop(change.uid, None)
        self._lies[change.uid] = Whereabouts(reader=change.reader, since=change.at)

    def _lifted(self, change: Lifted) -> None:
        lies = self._lies.get(change.uid)
        if lies and lies.reader == change.reader:
            self._lies[change.uid] = replace(lies, lifted=True, since=change.at)

    def _movement(self, change: Appeared | Tapped, before: Zones, zone: str) -> Movement:
        return Movement(change.uid, self.kinds.get(change.uid), before, zone, change.at, change.reader)

    # -- what the rules say ------------------------------------------------------------------------------------

    def decided(self, uid: Uid, zone: str) -> None:
        """The rules say where it is. Where it lies before everybody's eyes in another, that stands."""
        seen = self._cell_zone(uid)
        if seen and seen != zone:
            self._note(uid, f"one should be in {zone}, and lies in {seen}")
            return
        if not self.whereabouts(uid).lies:
            self._lies.pop(uid, None)
        self._note(uid, self._spread(uid).decide(uid, zone))

    def came(self, uid: Uid, zone: str) -> None:
        """The rules say in which of the zones it was before its last movement."""
        self._note(uid, self._spread(uid).came(uid, zone))

    def moved(self, kind: str, count: int, source: str, target: str) -> None:
        """So many of a kind went from one zone to another, and no reader saw it."""
        spread = self._spreads.setdefault(kind, Spread())
        lying = {uid for uid in spread.chips if self._cell_zone(uid)}
        self._note_kind(kind, spread.move(count, source, target, lying))

    # -- what can be asked -------------------------------------------------------------------------------------

    def whereabouts(self, uid: Uid) -> Whereabouts:
        """Where this chip may be."""
        spread = self._spreads.get(self.kinds.get(uid))
        zones = spread.chips.get(uid, frozenset()) if spread else frozenset()
        return replace(self._lies.get(uid, Whereabouts()), zones=zones)

    def hardly_over(self, uid: Uid) -> frozenset[str]:
        """The spots over which this chip hardly comes: the tap beside cells, while one of these is free; and the bag
        slots, while it lies where everybody sees it."""
        slots = [spot for spot in self._spots.values() if spot.hidden]
        hidden = {zone for spot in slots for zone in (spot.zone, spot.beyond)}
        zones = self.whereabouts(uid).zones
        seen = [] if not zones or zones & hidden else slots
        return frozenset(spot.reader for spot in (*seen, *self._spare_taps()))

    def _spare_taps(self) -> list[Spot]:
        """Taps of zones that have a free cell."""
        full = Counter(zone for uid in self._lies if (zone := self._cell_zone(uid)))
        return [spot for spot in self._spots.values() if not spot.cells and full[spot.zone] < self._cells[spot.zone]]

    def known(self) -> list[Uid]:
        """Every tag that has a place."""
        return [uid for spread in self._spreads.values() for uid in spread.chips]

    def counts(self, zone: str) -> dict[str, tuple[int, int]]:
        """Of each kind that can be in a zone, how many surely are, and how many at most."""
        found = {kind: spread.in_zone(zone) for kind, spread in self._spreads.items() if kind is not None}
        return {kind: numbers for kind, numbers in found.items() if numbers[1]}

    def strangers(self) -> dict[Uid, Whereabouts]:
        """Tags that the registry does not know, and where they were seen."""
        spread = self._spreads.get(None, Spread())
        return {uid: self.whereabouts(uid) for uid in spread.chips}

    def missing(self, now: float, after: float = LONG) -> dict[Uid, Whereabouts]:
        """Chips that were lifted from a cell long ago and have been seen nowhere since."""
        away = {uid: lies for uid, lies in self._lies.items() if lies.lifted and self._spots[lies.reader].cells}
        return {uid: self.whereabouts(uid) for uid, lies in away.items() if now - lies.since >= after}

    def resting(self) -> dict[Uid, str]:
        """Which chip lies on which reader; for `Presence` after a restart."""
        return {uid: lies.reader for uid, lies in self._lies.items() if lies.lies}

    def duplicates(self) -> list[Duplicate]:
        """Tags that lie in two places at once."""
        return [
            Duplicate(uid, f"Two tags say they are {uid}: one at the {first}, one at the {second}. Give one a new tag.")
            for uid, double in self._doubles.items()
            for first, second in [[self._spots[reader].name for reader in double.readers[:2]]]
        ]

    def take_mismatches(self) -> list[Mismatch]:
        """What did not add up since this was asked last."""
        told, self._mismatches = self._mismatches, []
        return told

    # -- keeping -----------------------------------------------------------------------------------------------

    def _spread(self, uid: Uid) -> Spread:
        return self._spreads.setdefault(self.kinds.get(uid), Spread())

    def _cell_zone(self, uid: Uid) -> str:
        """The zone of the cell in which it lies, if it lies in one."""
        lies = self._lies.get(uid, Whereabouts())
        return self._spots[lies.reader].zone if lies.lies and self._spots[lies.reader].cells else ""

    def _note(self, uid: Uid, words: str) -> None:
        self._note_kind(self.kinds.get(uid), words)

    def _note_kind(self, kind: str | None, words: str) -> None:
        if words:
            self._mismatches = [*self._mismatches[-MOST_MISMATCHES + 1 :], Mismatch(kind or "", words)]

    def to_json(self) -> dict[str, Any]:
        """Everything, as JSON can hold it."""
        return {
            "form": FORM,
            "spreads": [[kind, spread.to_json()] for kind, spread in self._spreads.items()],
            "lies": {uid: [lies.reader, lies.lifted, lies.since] for uid, lies in self._lies.items()},
            "doubles": [[double.uid, list(double.readers), double.at] for double in self._doubles.values()],
            "mismatches": [[mismatch.kind, mismatch.words] for mismatch in self._mismatches],
        }

    @classmethod
    def from_json(cls, layout: Layout, kinds: Mapping[Uid, str], data: Mapping[str, Any]) -> Twin:
        """What `to_json` gave; readers that this table does not have are forgotten. Raises ValueError."""
        twin = cls(layout, kinds)
        try:
            if data["form"] != FORM:
                raise ValueError(f"its form is {data['form']}, not {FORM}")
            twin._spreads = {kind: Spread.from_json(spread) for kind, spread in data["spreads"]}
            for uid, (reader, lifted, since) in data["lies"].items():
                if reader in twin._spots:
                    twin._lies[Uid(uid)] = Whereabouts(reader=reader, lifted=bool(lifted), since=float(since))
            twin._doubles = {
                uid: Doubled(uid, (first, second, *others), float(at))
                for uid, (first, second, *others), at in data["doubles"]
                if {first, second} <= twin._spots.keys()
            }
            twin._mismatches = [Mismatch(kind, words) for kind, words in data["mismatches"]]
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ValueError(f"What was stored of where the chips are cannot be read: {error!r}") from error
        return twin
