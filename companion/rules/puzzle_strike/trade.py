"""Trading a chip of the hand for a chip of the bank, by cost."""

from __future__ import annotations

from companion.rules.kernel import Steps
from companion.rules.puzzle_strike.play import Play
from companion.rules.puzzle_strike.table import Seat


def trash_for_its_cost(play: Play, me: Seat, about: str) -> Steps[int | None]:
    """Let the player trash a chip without an orb from the hand. Return its printed cost, or None if there is nothing to
    trash."""
    kind = yield from play.pick(me, "trash", play.box.trashable_without_orb, about)
    if not kind:
        play.nothing_done(me, about)
        return None
    play.trash(me, kind)
    return play.box[kind].cost
