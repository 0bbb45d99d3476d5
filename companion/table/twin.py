"""Where every chip is now, as far as anybody can know, and the movements that follow from what readers saw.

A tag is in one place. If a chip lies on a reader, its place is certain. Otherwise it is where it was last seen, until
it is seen elsewhere or the rules say so. `movement` explains what a sighting means.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from companion.table.changes import Appeared, Change, Doubled, Lifted, Tapped
from companion.table.hints import Hints
from companion.table.layout import Layout, Spot
from companion.table.movement import Movement
from companion.table.oddities import Odd, Oddity
from companion.table.sightings import Uid
from companion.table.spread import Spread, Zones

MOST_STRANGERS = 50
"""How many tags of unknown chips are remembered. Tags that lie nowhere are forgotten first, and among them those that
were seen first."""
EXCHANGED = 3.0
"""For this many seconds a chip may seem to lie beside the one that took its place, because its reader is not sure."""
FORM = 1
"""The version of the format of `to_json`."""


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where a chip may be."""

    zones: Zones = frozenset()
    """The possible zones; empty if the chip was never seen or expected."""
    reader: str = ""
    """The reader on which it lies, or from which it was lifted; empty if there is none."""
    lifted: bool = False
    since: float = 0.0
    """When it was first seen on the reader; if it was lifted, when."""

    @property
    def lies(self) -> bool:
        """Whether it lies on a reader now."""
        return bool(self.reader) and not self.lifted


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Numbers that do not add up."""

    kind: str
    words: str
    hidden: bool = False
    """Whether this became known by a chip at a bag's slot."""


class Twin:
    """Takes changes and returns movements. Chips of one kind are interchangeable in the rules, but never here."""

    def __init__(
        self,
        layout: Layout,
        kinds: Mapping[Uid, str],
        places: Mapping[Uid, Collection[str]] | None = None,
        counts: Mapping[str, Mapping[str, int]] | None = None,
    ) -> None:
        """`places`: the zones in which each chip may be; `counts`: how many chips of each kind are in each zone, where
        known."""
        self.kinds = kinds
        self._spots: dict[str, Spot] = {spot.reader: spot for spot in layout.spots()}
        self._cells = Counter[str]()
        """The number of cells of each zone."""
        for spot in self._spots.values():
            self._cells[spot.zone] += spot.cells
        self._spreads: dict[str | None, Spread] = {}
        self._lies: dict[Uid, Whereabouts] = {}
        self._doubles: dict[Uid, Doubled] = {}
        self.mismatches: dict[str, Mismatch] = {}
        """The last mismatch of each kind, until the numbers of that kind add up again."""
        self._taking = ""
        """The reader of the change that is being taken in."""
        self._hints: tuple[Zones, Hints] | None = None
        """The hints that were last asked for, and their poured zones; None if something has changed since."""
        for uid, zones in (places or {}).items():
            self._spread(uid).chips[uid] = frozenset(zones)
        for kind, spread in self._spreads.items():
            known = (counts or {}).get(kind or "")
            spread.counts.update(known or {})
            spread.counted = known is not None
            self._note_kind(kind, spread.narrow())

    # -- what comes in -----------------------------------------------------------------------------------------

    def take(self, change: Change) -> list[Movement]:
        """Take in a change, and return the movements that follow from it."""
        self._hints = None
        self._taking = getattr(change, "reader", "")
        try:
            return self._take(change)
        finally:
            self._taking = ""

    def _take(self, change: Change) -> list[Movement]:
        if isinstance(change, Appeared | Tapped):
            movements = self._appeared(change) if isinstance(change, Appeared) else self._tapped(change)
            if change.uid not in self.kinds:
                self._forget_strangers()
            return movements
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

    def _forget_strangers(self) -> None:
        spread = self._spreads[None]
        if len(spread.chips) <= MOST_STRANGERS:
            return
        uid = min(spread.chips, key=lambda one: self._lies.get(one, Whereabouts()).lies)  # the first of equals
        spread.forget(uid)
        self._lies.pop(uid, None)
        self._doubles.pop(uid, None)

    def _movement(self, change: Appeared | Tapped, before: Zones, zone: str) -> Movement:
        return Movement(change.uid, self.kinds.get(change.uid), before, zone, change.at, change.reader)

    # -- what the rules say ------------------------------------------------------------------------------------

    def decided(self, uid: Uid, zone: str) -> None:
        """Take in that, by the rules, a chip is in this zone. If everybody can see it in a cell of another zone, it
        stays there."""
        self._hints = None
        seen = self._cell_zone(uid)
        if seen and seen != zone:
            self._note(uid, f"one should be in {zone}, and lies in {seen}")
            return
        if not self.whereabouts(uid).lies:
            self._lies.pop(uid, None)
        self._note(uid, self._spread(uid).decide(uid, zone))

    def moved(self, kind: str, count: int, source: str, target: str) -> None:
        """Take in that some chips of a kind went from one zone to another without being seen by a reader.

        If fewer chips were known to be there, this is no trouble, only the numbers are no longer known: the rules run
        ahead of hands, and not every zone has a reader.
        """
        self._hints = None
        spread = self._spreads.setdefault(kind, Spread())
        lying = {uid for uid in spread.chips if self._cell_zone(uid)}
        spread.move(count, source, target, lying)

    # -- what can be asked -------------------------------------------------------------------------------------

    def whereabouts(self, uid: Uid) -> Whereabouts:
        """Return where a chip may be."""
        spread = self._spreads.get(self.kinds.get(uid))
        zones = spread.chips.get(uid, frozenset()) if spread else frozenset()
        return replace(self._lies.get(uid, Whereabouts()), zones=zones)

    def hints(self, poured: Zones = frozenset()) -> Hints:
        """Return what helps to read the table. `poured` are zones whose chips may be in a bag already."""
        if self._hints is None or self._hints[0] != poured:
            self._hints = poured, self._make_hints(poured)
        return self._hints[1]

    def _make_hints(self, poured: Zones) -> Hints:
        slots = [spot for spot in self._spots.values() if spot.hidden]
        covered = poured.union(*((spot.zone,) if spot.cells else (spot.zone, spot.beyond) for spot in slots))
        chips = (item for spread in self._spreads.values() for item in spread.chips.items())
        return Hints(
            MappingProxyType(self.resting()),
            frozenset(uid for uid, zones in chips if zones.isdisjoint(covered)),
            frozenset(spot.reader for spot in slots),
            frozenset(spot.reader for spot in self._spare_taps()),
        )

    def _spare_taps(self) -> list[Spot]:
        """Return the taps of zones that have a free cell."""
        full = Counter(zone for uid in self._lies if (zone := self._cell_zone(uid)))
        return [spot for spot in self._spots.values() if not spot.cells and full[spot.zone] < self._cells[spot.zone]]

    def known(self) -> list[Uid]:
        """Return every tag that has a place."""
        return [uid for spread in self._spreads.values() for uid in spread.chips]

    def counts(self, zone: str) -> dict[str, tuple[int, int]]:
        """Return, for each kind that can be in a zone, how many certainly are there, and how many at most."""
        found = {kind: spread.in_zone(zone) for kind, spread in self._spreads.items() if kind is not None}
        return {kind: numbers for kind, numbers in found.items() if numbers[1]}

    def strangers(self) -> dict[Uid, Whereabouts]:
        """Return the tags that the registry does not know, and where they were seen."""
        spread = self._spreads.get(None, Spread())
        return {uid: self.whereabouts(uid) for uid in spread.chips}

    def resting(self) -> dict[Uid, str]:
        """Return the reader on which each chip lies; for `Presence` after a restart."""
        return {uid: lies.reader for uid, lies in self._lies.items() if lies.lies}

    def oddities(self, now: float) -> tuple[Oddity, ...]:
        """Return what is wrong with the chips, as everybody may know it."""
        return (*self._doubled(), *self._crowded(now), *self._sums())

    def _doubled(self) -> Iterator[Oddity]:
        """Yield the UIDs of which two tags lie in two places at once."""
        for double in self._doubles.values():
            if any(self._spots[reader].hidden for reader in double.readers):
                yield Oddity(Odd.DOUBLED)
            else:
                yield Oddity(Odd.DOUBLED, double.readers, self.kinds.get(double.uid, ""))

    def _crowded(self, now: float) -> Iterator[Oddity]:
        """Yield the readers with more chips than cells, unless one chip is just being exchanged for another."""
        lying: dict[str, list[float]] = {}
        for lies in self._lies.values():
            if lies.lies and self._spots[lies.reader].cells:
                lying.setdefault(lies.reader, []).append(lies.since)
        for reader, since in lying.items():
            if len(since) > self._spots[reader].cells and now - max(since) >= EXCHANGED:
                yield Oddity(Odd.CROWDED, (reader,))

    def _sums(self) -> Iterator[Oddity]:
        """Yield the kinds whose numbers do not add up."""
        for mismatch in self.mismatches.values():
            yield Oddity(Odd.SUMS, (), "" if mismatch.hidden else mismatch.kind)

    # -- keeping -----------------------------------------------------------------------------------------------

    def _spread(self, uid: Uid) -> Spread:
        return self._spreads.setdefault(self.kinds.get(uid), Spread())

    def _cell_zone(self, uid: Uid) -> str:
        """Return the zone of the cell in which a chip lies; "" if it lies in none."""
        lies = self._lies.get(uid, Whereabouts())
        return self._spots[lies.reader].zone if lies.lies and self._spots[lies.reader].cells else ""

    def _note(self, uid: Uid, words: str) -> None:
        self._note_kind(self.kinds.get(uid), words)

    def _note_kind(self, kind: str | None, words: str) -> None:
        if words and kind:
            hidden = bool(self._taking) and self._spots[self._taking].hidden
            self.mismatches[kind] = Mismatch(kind, words, hidden)

    def to_json(self) -> dict[str, Any]:
        """Return everything as a JSON object."""
        return {
            "form": FORM,
            "spreads": [[kind, spread.to_json()] for kind, spread in self._spreads.items()],
            "lies": {uid: [lies.reader, lies.lifted, lies.since] for uid, lies in self._lies.items()},
            "doubles": [[double.uid, list(double.readers), double.at] for double in self._doubles.values()],
            "sums": [[one.kind, one.words, one.hidden] for one in self.mismatches.values()],
        }

    @classmethod
    def from_json(cls, layout: Layout, kinds: Mapping[Uid, str], data: Mapping[str, Any]) -> Twin:
        """Read what `to_json` returned. Readers that this table does not have are dropped. Raises ValueError."""
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
            # Earlier versions kept a list under another key: nearly all of it was no trouble at all.
            twin.mismatches = {
                kind: Mismatch(kind, words, *map(bool, hidden)) for kind, words, *hidden in data.get("sums", ())
            }
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ValueError(f"What was stored of where the chips are cannot be read: {error!r}") from error
        return twin
