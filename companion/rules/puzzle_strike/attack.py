"""Red fists, and the blue shields that answer them."""

from __future__ import annotations

from companion.rules.kernel import Steps
from companion.rules.puzzle_strike import events as ev
from companion.rules.puzzle_strike.play import Play
from companion.rules.puzzle_strike.reactions import note, window
from companion.rules.puzzle_strike.sets.answers import RED_FIST, RED_FIST_AFTERWARDS
from companion.rules.puzzle_strike.sets.chip import Effect, carry
from companion.rules.puzzle_strike.table import Seat


def attack(play: Play, me: Seat, chip: str, foes: list[Seat], effect: Effect) -> Steps[None]:
    """Let each opponent react once, before or after; the effect touches those who are not unaffected."""
    reacted: list[Seat] = []
    touched: list[Seat] = []
    for foe in foes:
        play.log.append(ev.Attacked(me.name, foe.name, chip))
        _, shield = yield from window(play, [foe], play.box.answering(RED_FIST), chip, "blue-shield")
        unaffected = False
        note(play, foe, "attack answered" if shield else "attack strikes")
        if shield:
            reacted.append(foe)
            unaffected = bool((yield from carry(play.box.reaction(shield, RED_FIST)(play, foe, me))))
        if unaffected:
            play.log.append(ev.Unaffected(foe.name, chip))
        else:
            touched.append(foe)
    yield from carry(effect(touched))
    for foe in foes:
        if foe not in reacted:
            _, shield = yield from window(play, [foe], play.box.answering(RED_FIST_AFTERWARDS), chip, "reaction-timing")
            note(play, foe, "attack answered" if shield else "attack passed")
            if shield:
                yield from carry(play.box.reaction(shield, RED_FIST_AFTERWARDS)(play, foe, me))
