"""Red fists, and the blue shields that answer them."""

from __future__ import annotations

from companion.rules.kernel import Steps
from companion.rules.puzzle_strike import events as ev
from companion.rules.puzzle_strike.chips.chip import REACTIONS, Effect, carry
from companion.rules.puzzle_strike.play import Play
from companion.rules.puzzle_strike.reactions import window
from companion.rules.puzzle_strike.table import Seat

BEFORE = frozenset({"really_annoying", "thinking_ahead", "bubble_shield"})
"""Blue shields that answer before the attack does anything."""

AFTER = frozenset({"self_improvement"})
"""Blue shields that answer when the attack has been resolved."""


def attack(play: Play, me: Seat, chip: str, foes: list[Seat], effect: Effect) -> Steps[None]:
    """Each opponent may react once, before or after; the effect touches those who are not unaffected."""
    reacted: list[Seat] = []
    touched: list[Seat] = []
    for foe in foes:
        play.log.append(ev.Attacked(me.name, foe.name, chip))
        shield = yield from window(play, foe, BEFORE, chip, "blue-shield")
        unaffected = False
        if shield:
            reacted.append(foe)
            unaffected = bool((yield from carry(REACTIONS[shield](play, foe, me))))
        if unaffected:
            play.log.append(ev.Unaffected(foe.name, chip))
        else:
            touched.append(foe)
    yield from carry(effect(touched))
    for foe in foes:
        if foe not in reacted:
            shield = yield from window(play, foe, AFTER, chip, "blue-shield")
            if shield:
                yield from carry(REACTIONS[shield](play, foe, me))
