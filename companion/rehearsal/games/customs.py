"""The customs of a table: which spots chips touch on their way from zone to zone. Hands and judge know them.

A chip is laid into a cell of the zone that it enters, or else touches that zone's tap. If the zone has neither, the
chip touches the tap or the slot of the zone that it leaves. Chips that go into a bag are poured in as a heap, which no
reader sees. Whoever names a chip of a shared zone that stays there points at it: the chip touches the tap of its zone.
That holds also if the chip goes to somebody later, by what follows from the answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from companion.rules import TABLE, Draw, Event, Game, Match, Moved, Plain, Question
from companion.table.layout import Layout, Spot


class Touches(NamedTuple):
    """What readers can see of a chip on its way: the taps that it touches, and whether it then lies in a cell."""

    taps: tuple[str, ...]
    """Readers, in order."""
    cells: bool = False
    """Whether it is laid into a cell of the last zone, if one is free."""


class Customs:
    """The customs of a layout."""

    def __init__(self, layout: Layout, game: Game[Plain]) -> None:
        """`game` is bound to the match."""
        self.layout = layout
        self.places = game.places
        self.owner = game.places.owner
        """The seat that a place belongs to; "" for a shared one."""
        self.game = game
        self.cells: dict[str, list[Spot]] = {}
        """The spots with cells, by zone."""
        self.taps: dict[str, str] = {}
        """The reader of each zone's tap."""
        self.slots: dict[str, Spot] = {}
        """The slots, by the zone that they lead to: the hand."""
        for spot in layout.spots():
            if spot.cells:
                self.cells.setdefault(spot.zone, []).append(spot)
            elif spot.hidden:
                self.slots[spot.beyond] = spot
            else:
                self.taps.setdefault(spot.zone, spot.reader)

    @cached_property
    def bags(self) -> frozenset[str]:
        """The zones with a slot."""
        return frozenset(spot.zone for spot in self.slots.values())

    def is_bag(self, zone: str) -> bool:
        """Return whether chips are poured in there as a heap."""
        return self.places.is_heap(zone)

    def touches(self, zones: Sequence[str]) -> Touches:
        """Return what is seen of a chip that goes through these zones in one go.

        On the way it is not laid down in shared zones, and the same tap twice in a row is one touch. A single zone
        stands for a chip that leaves the table altogether.
        """
        if len(zones) == 1:
            return Touches(())
        stops = [zones[0], *(zone for zone in zones[1:-1] if self.owner(zone)), zones[-1]]
        taps: list[str] = []
        for source, target in pairwise(stops):
            tap = "" if target in self.cells else self.tap(source, target)
            if tap and taps[-1:] != [tap]:
                taps.append(tap)
        return Touches(tuple(taps), zones[-1] in self.cells)

    def shows(self, zones: Sequence[str]) -> bool:
        """Whether any reader can see that a chip goes this way."""
        touches = self.touches(zones)
        return bool(touches.taps) or touches.cells or zones[0] in self.cells

    def is_untagged(self, kind: str) -> bool:
        """Whether no reader can see pieces of this kind."""
        return kind in self.game.untagged

    def is_hidden(self, zone: str) -> bool:
        """Whether what lies in this zone is not for everybody to see."""
        return not self.places.known_to(TABLE, zone)

    def tap(self, source: str, target: str) -> str:
        """Return the reader that a chip touches on this way unless it is laid into a cell; "" if there is none."""
        if self.is_bag(target):
            return ""
        if target in self.taps:
            return self.taps[target]
        slot = self.slots.get(target)
        if slot and self.owner(source) == self.owner(target) and self.is_hidden(source):
            return slot.reader  # out of the bag, or from on top of it
        if self.owner(source) and self.owner(source) == self.owner(target) and not self.is_hidden(target):
            return ""  # it stays in front of its owner, where everybody sees it
        return self.taps.get(source, "")


def pointed_at(
    match: Match, asked: Question | Draw | None, said: object, events: Sequence[Event]
) -> list[tuple[str, str]]:
    """Return the kinds that an answer points at, each with the shared zone in which it lies.

    An answer points at the kinds that it names and that stay where they lie. A kind that leaves its zone only after
    other chips have moved was pointed at too. Secret answers point at nothing. `match` is the one before the answer.
    """
    if not isinstance(asked, Question) or asked.blind or not isinstance(said, str):
        return []
    kinds = set(said.partition(":")[2].split("+")) - match.game.untagged
    moves = [event for event in events if isinstance(event, Moved) and event.piece not in match.game.untagged]
    left = {move.piece: move.source for move in reversed(moves)}
    first = moves[0].piece if moves else ""
    zones = [
        (name, zone.content) for name, zone in match.game.lies(match.table).items() if not match.game.places.owner(name)
    ]
    found = []
    for kind in sorted(kinds):
        lies = next((name for name, content in zones if kind in content and Counter(content)[kind] > 0), "")
        if lies and (kind not in left or (kind != first and left[kind] == lies)):
            found.append((kind, lies))
    return found
