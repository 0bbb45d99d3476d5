"""Red fists, and the blue shields that answer them."""

from __future__ import annotations

from companion.rules.kernel import Steps
from companion.rules.puzzle_strike import events as ev
from companion.rules.puzzle_strike.play import Play
from companion.rules.puzzle_strike.reactions import note, respond, window
from companion.rules.puzzle_strike.sets.answers import RED_FIST, RED_FIST_AFTERWARDS
from companion.rules.puzzle_strike.sets.chip import Effect, carry
from companion.rules.puzzle_strike.sets.moments import AFTER_FIST
from companion.rules.puzzle_strike.table import Seat

BEFORE, AFTER = (RED_FIST,), (RED_FIST_AFTERWARDS,)


def attack(play: Play, me: Seat, chip: str, foes: list[Seat], effect: Effect) -> Steps[None]:
    """Let each opponent react once, before or after; the effect touches those who are not unaffected."""
    reacted: list[Seat] = []
    touched: list[Seat] = []
    for foe in foes:
        play.log.append(ev.Attacked(me.name, foe.name, chip))
        _, shield = yield from window(play, [foe], play.box.answering(RED_FIST), chip, "blue-shield", to=BEFORE)
        unaffected = False
        note(play, foe, "attack answered" if shield else "attack strikes")
        if shield:
            reacted.append(foe)
            unaffected = bool((yield from respond(play, foe, shield, BEFORE, me)))
        if unaffected:
            play.log.append(ev.Unaffected(foe.name, chip))
        else:
            touched.append(foe)
    yield from carry(effect(touched))
    for text in play.texts(me, AFTER_FIST):
        yield from carry(text(play, me))
    for foe in foes:
        if foe not in reacted:
            shields = play.box.answering(RED_FIST_AFTERWARDS)
            _, shield = yield from window(play, [foe], shields, chip, "reaction-timing", to=AFTER)
            note(play, foe, "attack answered" if shield else "attack passed")
            if shield:
                yield from respond(play, foe, shield, AFTER, me)
