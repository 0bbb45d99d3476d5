"""Trading a chip of the hand for another of the bank, by cost."""

from __future__ import annotations

from companion.rules.kernel import Steps
from companion.rules.puzzle_strike.chips.chip import CHIPS, trashable_without_orb
from companion.rules.puzzle_strike.play import Play
from companion.rules.puzzle_strike.table import Seat


def trash_for_its_cost(play: Play, me: Seat, about: str) -> Steps[int | None]:
    """Trash a chip without orb from the hand; its printed cost, or None where there is nothing to trash."""
    kind = yield from play.pick(me, "trash", trashable_without_orb, about)
    if not kind:
        play.nothing_done(me, about)
        return None
    play.trash(me, kind)
    return CHIPS[kind].cost
