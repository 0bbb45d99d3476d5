"""Carrying out a chip: its symbols, its text, and the reactions to a red fist around both."""

from __future__ import annotations

from companion.rules.kernel import Steps
from companion.rules.puzzle_strike import events as ev
from companion.rules.puzzle_strike.attack import attack
from companion.rules.puzzle_strike.chips.chip import Chip, carry
from companion.rules.puzzle_strike.play import Play, Running
from companion.rules.puzzle_strike.table import Seat


def resolve(play: Play, me: Seat, chip: Chip, place: str = "") -> Steps[bool]:
    """Do what the chip says; whether it trashed itself comes back.

    `place` is where it lies, "" for a chip that is played straight out of the bank. Chips that play others nest.
    """
    outer = play.running
    running = play.running = Running(chip.key, place)
    play.log.append(ev.Played(me.name, chip.key))
    if chip.red_fist:
        yield from attack(play, me, chip.key, play.opponents(me), lambda foes: carry_out(play, me, chip, foes))
    else:
        yield from carry_out(play, me, chip)
    play.running = outer
    return running.trashed


def carry_out(play: Play, me: Seat, chip: Chip, foes: list[Seat] | None = None) -> Steps[None]:
    """Symbols, then text, then the symbols below it."""
    if chip.gives:
        yield from play.give(me, chip.gives)
    if chip.effect is not None:
        yield from carry(chip.effect(play, me) if foes is None else chip.effect(play, me, foes))
    if chip.gives_after:
        yield from play.give(me, chip.gives_after)
