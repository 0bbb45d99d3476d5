"""What each reader has seen lately, and how much of it may be shown."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

from companion.table.layout import STATION, Layout, Spot
from companion.table.layout_words import stands_for
from companion.table.messages import LookState
from companion.table.presence import Presence
from companion.table.reader_notices import ERRORS, ReaderNotice
from companion.table.sightings import Look, Uid

LATELY = 1.0
"""Seconds that a chip is still shown after it was last seen. If it is seen again by then, it was missed in between."""
ENOUGH = 3
"""How many looks are needed before anything is said about a reader."""

SILENT = ERRORS[LookState.FAIL]

Named = Callable[[Uid], str]
"""What people call the chip with this tag."""


@dataclass(slots=True)
class WatchedReader:
    """What one reader has seen: its looks, and the tags that it sees now."""

    looks: int = 0
    errors: int = 0
    silent: int = 0
    """How many of the latest looks in a row the reader did not answer."""
    hits: int = 0
    misses: int = 0
    last: dict[Uid, float] = field(default_factory=dict)
    """When each tag was last seen."""
    without: dict[Uid, int] = field(default_factory=dict)
    """How many clean looks have not shown the tag since then."""

    def take(self, look: Look, resting: Collection[Uid]) -> None:
        """Take in a look. Only a chip that is sure to rest on this reader counts as missed."""
        self.looks += 1
        self.errors += not look.clean
        self.silent = self.silent + 1 if look.error == SILENT else 0
        self.forget(look.at)
        for uid in look.tags:
            if uid in resting:
                self.hits += 1
                self.misses += self.without.get(uid, 0)
            self.last[uid] = look.at
            self.without[uid] = 0
        if look.clean:
            for uid in self.last.keys() - set(look.tags):
                self.without[uid] += 1

    def forget(self, now: float) -> None:
        """Forget tags that were not seen lately."""
        for uid in [uid for uid, at in self.last.items() if now - at > LATELY]:
            del self.last[uid], self.without[uid]

    @property
    def tags(self) -> list[Uid]:
        """The tags that were seen lately."""
        return sorted(self.last)

    @property
    def answers(self) -> bool:
        """Whether the reader answers."""
        return self.looks > 0 and self.silent < ENOUGH


class Watched:
    """The state of all readers of a table."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.eyes = {spot.reader: WatchedReader() for spot in layout.spots()}
        self._veiled = frozenset(spot.reader for spot in layout.spots() if spot.hidden)
        self._all = Presence(layout)
        self._open = Presence(layout)
        """Hears nothing of veiled readers, so that what is shown of open places cannot depend on them."""
        self.troubles: dict[str, str] = {}
        """Troubles by pad or reader, in words."""

    def take(self, told: Look | ReaderNotice) -> None:
        """Take in a look or a notice."""
        if isinstance(told, ReaderNotice):
            self.troubles.pop(told.about, None)
            if told.trouble:
                self.troubles[told.about] = told.words
        elif told.reader in self.eyes:
            self._all.look(told)
            if told.reader not in self._veiled:
                self._open.look(told)
            self.eyes[told.reader].take(told, self.resting(told.reader))

    def pass_time(self, now: float) -> None:
        """Forget chips that were taken away."""
        self._all.tick(now)
        self._open.tick(now)
        for eye in self.eyes.values():
            eye.forget(now)

    def resting(self, reader: str) -> set[Uid]:
        """The chips that are sure to lie on a reader."""
        presence = self._all if reader in self._veiled else self._open
        return {uid for uid, its in presence.resting().items() if its == reader}

    @property
    def complete(self) -> bool:
        """Whether there is something to say about every reader."""
        return all(eye.looks >= ENOUGH or self._trouble(reader) for reader, eye in self.eyes.items())

    @property
    def well(self) -> bool:
        """Whether every reader answers."""
        return all(eye.answers and not self._trouble(reader) for reader, eye in self.eyes.items())

    def _trouble(self, reader: str) -> str:
        """What is wrong with a reader, or with its pad."""
        pad = f"pad {reader.partition('.')[0]}"
        return self.troubles.get(reader, "") or self.troubles.get(pad, "")

    # -- showing -----------------------------------------------------------------------------------------------

    def lines(self, named: Named, hides: bool) -> Iterator[str]:
        """A picture of the table for people."""
        for pad in self.layout.pads:
            trouble = self.troubles.get(f"pad {pad.number}", "")
            yield f"pad {pad.number} on {pad.port}{f': {trouble}' if trouble else ''}"
            for spot in pad.spots:
                yield self.line(spot, named, hides)
        if station := self.layout.station:
            trouble = self.troubles.get(STATION, "")
            yield f"station on {station.port}{f': {trouble}' if trouble else ''}"
            if station.spot:
                yield self.line(station.spot, named, hides)

    def line(self, spot: Spot, named: Named, hides: bool) -> str:
        """The line about one reader."""
        seen = self.seen(spot, named, hides)
        start = f"  {spot.reader:8}{spot.label or stands_for(spot).removesuffix(', for its owner alone'):32} "
        if seen["state"] != "works":
            return start + str(seen["state"])
        if "chips" not in seen:
            return start + "works; only its owner may see what lies here"
        rates = [
            f"{seen[rate]:.0%} {word}" for rate, word in (("missed", "missed"), ("errors", "errors")) if seen[rate]
        ]
        told = ", ".join(seen["chips"]) or "-"
        return start + told + (f"   ({', '.join(rates)})" if rates else "")

    def to_json(self, named: Named, hides: bool) -> dict[str, Any]:
        """The picture as JSON, for programs."""
        return {
            "hides": hides,
            "readers": {spot.reader: self.seen(spot, named, hides) for spot in self.layout.spots()},
            "troubles": dict(sorted(self.troubles.items())),
        }

    def seen(self, spot: Spot, named: Named, hides: bool) -> dict[str, Any]:
        """What may be shown of one reader. Of a veiled one only whether it works: all else may depend on its chip.

        A reader next to a veiled one may see that reader's chip now and then. So while a game hides chips, a chip is
        only shown where it is sure to lie. The number of looks is never shown: a tap is asked more often while a
        chip lies on it.
        """
        eye = self.eyes[spot.reader]
        state = "works" if eye.answers else "not asked yet" if not eye.looks else SILENT
        if self._trouble(spot.reader):
            state = "does not answer"
        told: dict[str, Any] = {"zone": spot.zone, "state": state}
        if hides and spot.hidden:
            return told
        tags = [uid for uid in eye.tags if not hides or uid in self.resting(spot.reader)]
        return {
            **told,
            "chips": [named(uid) for uid in tags],
            "tags": tags,
            "missed": round(eye.misses / max(1, eye.hits + eye.misses), 2),
            "errors": round(eye.errors / max(1, eye.looks), 2),
        }
