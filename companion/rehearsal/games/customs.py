"""How chips go from zone to zone at this table: which spots they touch. Hands keep these customs, the judge knows them.

A chip is laid into a cell of the zone that it enters, else it touches that zone's tap; where that zone has neither, it
touches the tap or the slot of the zone that it leaves. What goes into a bag is poured in as a heap, read by nobody.
Who names a chip of a shared zone that stays there lets it touch the tap of its zone, also where what follows brings it
to somebody.
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
    """Whether it is laid into a cell of the last zone, where one is free."""


class Customs:
    """A layout with its customs."""

    def __init__(self, layout: Layout, game: Game[Plain]) -> None:
        self.layout = layout
        self._game = game
        self.cells: dict[str, list[Spot]] = {}
        """By zone."""
        self.taps: dict[str, str] = {}
        """The reader of each zone's tap."""
        self.slots: dict[str, Spot] = {}
        """By the zone that they lead to: the hand."""
        for spot in layout.spots():
            if spot.cells:
                self.cells.setdefault(spot.zone, []).append(spot)
            elif spot.hidden:
                self.slots[spot.beyond] = spot
            else:
                self.taps.setdefault(spot.zone, spot.reader)

    @cached_property
    def bags(self) -> frozenset[str]:
        """Zones with a slot."""
        return frozenset(spot.zone for spot in self.slots.values())

    def touches(self, zones: Sequence[str]) -> Touches:
        """What is seen of a chip that goes through these zones at once.

        It is not laid into a heap of the table on its way, and a tap that would follow on itself is one touch. Of a
        chip that leaves the table altogether, its one zone alone is named.
        """
        if len(zones) == 1:
            return Touches(())
        stops = [zones[0], *(zone for zone in zones[1:-1] if owner(zone)), zones[-1]]
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
        """Whether no reader can see such a piece."""
        return kind in self._game.untagged

    def is_hidden(self, zone: str) -> bool:
        """Whether what lies there is not for everybody."""
        return not self._game.sees(TABLE, zone)

    def tap(self, source: str, target: str) -> str:
        """The reader that a chip touches on this way, if it is laid into no cell; "" where it touches none."""
        if target in self.bags:
            return ""
        if target in self.taps:
            return self.taps[target]
        slot = self.slots.get(target)
        if slot and owner(source) == owner(target) and self.is_hidden(source):
            return slot.reader  # out of the bag, or from on top of it
        if owner(source) and owner(source) == owner(target) and not self.is_hidden(target):
            return ""  # it stays before its owner, where everybody sees it
        return self.taps.get(source, "")


def owner(zone: str) -> str:
    """Whose zone it is; "" of a shared one.

    >>> owner("A.pile"), owner("bank")
    ('A', '')
    """
    seat, dot, _ = zone.partition(".")
    return seat if dot else ""


def pointed_at(
    match: Match, asked: Question | Draw | None, said: object, events: Sequence[Event]
) -> list[tuple[str, str]]:
    """The kinds that an answer names and that stay where they lie, each with its shared zone; of what is done in
    secret none. What leaves it only by what follows, after others, was named while it lay there. `match` is the one
    before the answer."""
    if not isinstance(asked, Question) or asked.blind or not isinstance(said, str):
        return []
    kinds = set(said.partition(":")[2].split("+")) - match.game.untagged
    moves = [event for event in events if isinstance(event, Moved) and event.piece not in match.game.untagged]
    left = {move.piece: move.source for move in reversed(moves)}
    first = moves[0].piece if moves else ""
    zones = [(name, zone.content) for name, zone in match.game.zones(match.table).items() if not owner(name)]
    found = []
    for kind in sorted(kinds):
        lies = next((name for name, content in zones if kind in content and Counter(content)[kind] > 0), "")
        if lies and (kind not in left or (kind != first and left[kind] == lies)):
            found.append((kind, lies))
    return found
