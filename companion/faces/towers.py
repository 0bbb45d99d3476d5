"""Totals as towers: each piece is a block as high as it is worth, so the height of the tower is the total.

A tower tells two things apart and never mixes them: what has been counted at the table, and what the rules expect
there. A piece that the rules have moved but no hand yet is only an outline; one that lies where no rule put it has a
ring. Where no reader sees a place, nothing is owed there, and what the rules say is all that is known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from companion.faces.screen import Way
from companion.rules.kernel.board import Heap, Panel, PieceGroup, Total

COUNTED: Final = "counted"
OWED: Final = "owed"
"""Expected, and not there yet."""
LEAVING: Final = "leaving"
"""Still there, and expected elsewhere."""
WRONG: Final = "wrong"
"""There, though no rule put it there."""
ABOVE: Final = 1.6
"""How far the tower's shaft goes on above the limit, in units of worth."""


class TowerBlock(NamedTuple):
    """A piece in a tower."""

    chip: PieceGroup
    state: str
    bottom: int
    """How much lies below it."""


class Tower(NamedTuple):
    """A total, and the pieces that make it up."""

    total: Total
    counted: int
    """What the pieces that lie there are worth."""
    blocks: tuple[TowerBlock, ...]

    @property
    def expected(self) -> int:
        """What the rules say that it is."""
        return self.total.value

    @property
    def units(self) -> float:
        """How high the shaft is."""
        return max(self.total.limit + ABOVE, sum(block.chip.worth for block in self.blocks) + 0.2)

    @property
    def near(self) -> bool:
        """Whether it is close to its limit, as it is or as it is to be."""
        return bool(self.total.danger) and max(self.counted, self.expected) >= self.total.danger


def tower_of(panel: Panel, owed: Sequence[Way] = (), wrong: Sequence[Way] = ()) -> Tower | None:
    """Return the tower of a panel; None where it has no total with pieces that are worth something."""
    totals = [piece for piece in panel.pieces if isinstance(piece, Total) and piece.limit and piece.place]
    for total in totals:
        heaps = [piece for piece in panel.pieces if isinstance(piece, Heap) and piece.place == total.place]
        for heap in heaps:
            if not heap.hidden and (not heap.chips or any(chip.worth for chip in heap.chips)):
                return tower(total, heap, owed, wrong)
    return None


def tower(total: Total, heap: Heap, owed: Iterable[Way], wrong: Iterable[Way]) -> Tower:
    """Return the tower of a total and its pieces: the most valuable below, what is only expected on top."""
    owed = tuple(owed)
    coming = ways(way for way in owed if way.target == total.place)
    going = ways(way for way in owed if way.source == total.place)
    strange = ways(way for way in wrong if way.target == total.place)
    missing = ways(way for way in wrong if way.source == total.place)
    chips = {chip.kind: chip._replace(count=1) for chip in heap.chips}
    chips |= {way.chip.kind: way.chip for way in owed} | {way.chip.kind: way.chip for way in wrong}
    lying = Counter({chip.kind: chip.count for chip in heap.chips if chip.worth}) - coming - missing
    states = ((COUNTED, lying), (LEAVING, going), (WRONG, strange), (OWED, coming))
    blocks, height, counted = [], 0, 0
    for state, kinds in states:
        for chip in sorted((chips[kind] for kind in kinds.elements()), key=lambda chip: -chip.worth):
            blocks.append(TowerBlock(chip, state, height))
            height += chip.worth
            counted += 0 if state == OWED else chip.worth
    return Tower(total, counted, tuple(blocks))


def ways(some: Iterable[Way]) -> Counter[str]:
    """Return how many pieces of each kind go these ways; those of no known kind are left out."""
    found: Counter[str] = Counter()
    for way in some:
        if way.chip.worth:
            found[way.chip.kind] += way.count
    return found
